"""Faults of a tool's JSON Schema that services refuse: found here, put into words elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAPS = ("properties", "$defs", "definitions")


def nodes(schema: object, path: tuple = ()) -> Iterator[tuple[tuple, dict]]:
    """Every schema inside a schema with the keys and positions that lead to it, outermost first."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for key in _MAPS:
        if isinstance(schema.get(key), dict):
            for name, child in schema[key].items():
                yield from nodes(child, (*path, key, name))
    for key in _LISTS:
        if isinstance(schema.get(key), list):
            for index, child in enumerate(schema[key]):
                yield from nodes(child, (*path, key, index))
    yield from nodes(schema.get("items"), (*path, "items"))
    yield from nodes(schema.get("additionalProperties"), (*path, "additionalProperties"))


def types(schema: dict) -> list[str]:
    """The types of one schema in small letters: JSON Schema allows one name or a list."""
    value = schema.get("type")
    names = value if isinstance(value, list) else [value]
    return [name.lower() for name in names if isinstance(name, str)]


def arrays_without_items(schema: object) -> Iterator[tuple]:
    """The paths of lists that do not say what stands in them."""
    for path, node in nodes(schema):
        if "array" in types(node) and not isinstance(node.get("items"), (dict, bool)) and (
                "prefixItems" not in node):
            yield path


def undefined_required(schema: object) -> Iterator[tuple[tuple, int]]:
    """(path, position in `required`) of each required name that `properties` does not define."""
    for path, node in nodes(schema):
        required, properties = node.get("required"), node.get("properties")
        if isinstance(required, list):
            known = properties if isinstance(properties, dict) else {}
            for index, name in enumerate(required):
                if not isinstance(name, str) or name not in known:
                    yield path, index
