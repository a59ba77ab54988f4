"""From a function's signature and docstring to JSON Schema, and back: checking what a model sent.

`parameters_of(function)` looks once at the signature and gives a `Parameters`: the schema that
the model reads, and `check(arguments)`, which turns what the model sent into what the function
may get. Both come from one rule per type, so they cannot disagree.

Text, numbers, booleans, lists, dicts, `Literal` and `Optional` are handled here. All other types
(pydantic models, dataclasses, enums, dates, `Annotated` with limits) are left to pydantic, which
is imported only then.
"""

from __future__ import annotations

import collections
import enum
import inspect
import json
import marshal
import math
import types
import typing
from collections import abc
from collections.abc import Callable
from functools import lru_cache

from studybuddy.jsontext import dump, is_json, kind_of, name_of, quote

MAX_PROBLEMS = 5  # that one error tells; a model mends these and asks again

# The part of JSON Schema that Gemini's `parameters_json_schema` documents.
GEMINI_KEYWORDS = frozenset({
    "type", "format", "title", "description", "enum", "items", "prefixItems", "minItems",
    "maxItems", "minimum", "maximum", "anyOf", "properties", "additionalProperties", "required",
})  # source: Gemini API reference, GenerationConfig.responseJsonSchema


class SchemaError(ValueError):
    """A function cannot be described to a model; the message says what to change."""


class ArgumentError(ValueError):
    """What the model sent does not fit the schema; the message names each field and why."""


class _Type(typing.NamedTuple):
    """One annotation: its JSON Schema, and the function that checks and converts a value."""

    schema: dict
    convert: Callable[[object, str], object]  # (value, name of the field) -> value


class Parameters:
    """The parameters of one function, as the model sees them.

    `hidden` are the names that the program sets itself: they never stand in the schema.
    """

    def __init__(self, function_name: str, fields: dict[str, _Type], defaults: dict[str, object],
                 descriptions: dict[str, str], hidden: frozenset[str]):
        self.function_name = function_name
        self.hidden = hidden
        self._fields = fields
        self._defaults = defaults
        properties = {}
        for name, field in fields.items():
            entry = dict(field.schema)
            if descriptions.get(name):
                entry["description"] = descriptions[name]
            if name in defaults and is_json(defaults[name]):
                entry["default"] = defaults[name]
            properties[name] = entry
        self._required = [name for name in fields if name not in defaults]
        plain = json.dumps({"type": "object", "properties": properties,
                            "required": self._required, "additionalProperties": False})
        self._kept = marshal.dumps(json.loads(plain))

    @property
    def schema(self) -> dict:
        """A JSON Schema object: each time a new plain dict, which the caller may change."""
        return marshal.loads(self._kept)  # the quickest deep copy: each request makes one

    def check(self, arguments: dict) -> dict:
        """The arguments as the function may get them.

        Converts what is clear (`"3"` to 3 for a whole number, one text to a list of one) and
        refuses the rest. Raises ArgumentError with a sentence for each field that is wrong.
        """
        checked: dict[str, object] = {}
        problems: list[str] = []
        if wrapped := self._wrapped(arguments):
            raise ArgumentError(wrapped)
        for name, value in arguments.items():
            field = self._fields.get(name)
            if field is None:
                problems.append(self._unknown(name))
                continue
            try:
                checked[name] = field.convert(value, name)
            except ArgumentError as error:
                if value is None and name in self._defaults:
                    continue  # a null for a field with a default means: left out
                problems.append(str(error))
        for name in self._required:
            if name not in arguments:
                wanted = _words(self._fields[name].schema)
                problems.append(f"`{name}` is missing. It must be {wanted}.")
        if problems:
            raise _problems(problems)
        return checked

    def _wrapped(self, arguments: dict) -> str | None:
        """What to say when the arguments stand one level too deep, as in {"input": {...}}."""
        if not arguments.keys().isdisjoint(self._fields):
            return None
        for name, inner in arguments.items():
            if name not in self.hidden and isinstance(inner, dict) and inner and (
                    inner.keys() <= self._fields.keys()):
                return (f"The arguments stand inside `{quote(name)}`. "
                        f"Send them alone: {quote(dump(inner))}")
        return None

    def _unknown(self, name: str) -> str:
        if name in self.hidden:
            return f"`{name}` is set by the program. Leave it out."
        takes = ", ".join(f"`{field}`" for field in self._fields) or "no arguments"
        return f"`{quote(name)}` is no parameter of {self.function_name}. It takes {takes}."


def parameters_of(function: Callable, hide: typing.Iterable[str] = ()) -> Parameters:
    """What the model may send to `function`.

    `hide` names parameters that the program sets itself. Raises SchemaError when a parameter
    has no type, is a list without the type of its members, or cannot be given by name; and
    nothing else, whatever stands in a type hint.
    """
    if not callable(function):
        raise SchemaError(f"A tool is a function, not {type(function).__name__}.")
    name = str(getattr(function, "__name__", type(function).__name__))
    try:
        return _read(function, name, frozenset(hide))
    except (SchemaError, ImportError):  # the latter: a package is missing here
        raise
    except Exception as error:  # a type hint may bring code of its own
        raise SchemaError(
            f"{name} cannot be described to a model: {type(error).__name__}. Give each parameter "
            "a plain type, such as x: str.") from None


def _read(function: Callable, name: str, hidden: frozenset[str]) -> Parameters:
    for asynchronous in (inspect.iscoroutinefunction, inspect.isasyncgenfunction):
        if asynchronous(function) or asynchronous(getattr(function, "__call__", None)):  # noqa: B004
            raise SchemaError("A tool is a plain function. Call asynchronous code inside it.")
    try:  # before the signature: from Python 3.14 on that evaluates the hints too
        hints = _hints(function)
    except NameError as error:
        raise SchemaError(f"{name}: a type hint uses a name that is not known: {error}.") from None
    except TypeError:
        raise SchemaError(f"{name}: its type hints cannot be read. Wrap it in a function that has "
                          "a signature of its own.") from None
    except Exception as error:
        raise SchemaError(f"{name}: a type hint cannot be read: {quote(str(error))}. "
                          "Write it as in x: str.") from None
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        raise SchemaError(f"{name}: its signature cannot be read. Wrap it in a function.") from None
    missing = hidden - signature.parameters.keys()
    if missing:
        raise SchemaError(f"{name} has no parameter {sorted(missing)[0]!r} to set.")
    fields, defaults = {}, {}
    for parameter in signature.parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise SchemaError(f"{name}: a model cannot fill *{parameter.name}. Name each one.")
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise SchemaError(f"{name}: {parameter.name!r} cannot be given by name. Take out '/'.")
        if parameter.name in hidden:
            continue
        if parameter.default is not parameter.empty:
            defaults[parameter.name] = parameter.default
        fields[parameter.name] = _type_of(
            _annotation(parameter, hints, name), f"{name}: parameter {parameter.name!r}")
    descriptions = {**describe(function)[1], **_annotated_texts(hints)}
    return Parameters(name, fields, defaults, descriptions, hidden)


def describe(function: Callable) -> tuple[str, dict[str, str]]:
    """The description of a function and of its parameters, from its docstring.

    Google, NumPy, reST and Epydoc styles are read. Without a docstring both are empty.
    """
    about, parameters = _described(inspect.getdoc(function) or "")
    return about, dict(parameters)


@lru_cache(maxsize=256)  # a tool is described anew for each folder that it gets
def _described(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    if "\n" not in text:
        return text, ()
    import docstring_parser  # only for docstrings of more than one line

    try:
        parsed = docstring_parser.parse(text)
    except docstring_parser.ParseError:
        return text, ()
    parts = (parsed.short_description, parsed.long_description)
    about = "\n\n".join(part for part in parts if part)
    return about or text, tuple((entry.arg_name, " ".join((entry.description or "").split()))
                                for entry in parsed.params)


def for_gemini(schema: dict) -> dict:
    """The same schema with only the keywords that Gemini documents; a default becomes words."""
    out: dict[str, object] = {}
    for key, value in schema.items():
        if key == "properties":
            out[key] = {name: for_gemini(entry) for name, entry in value.items()}
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            out[key] = for_gemini(value)
        elif key in ("anyOf", "oneOf", "prefixItems"):
            out["anyOf" if key == "oneOf" else key] = [for_gemini(entry) for entry in value]
        elif key == "const":
            out["enum"] = [value]
        elif key == "additionalProperties":
            continue  # true or false says nothing there
        elif key in GEMINI_KEYWORDS:
            out[key] = value
    if schema.get("default") is not None:
        words = f"Default: {dump(schema['default'])}."
        out["description"] = f"{out['description']} {words}" if out.get("description") else words
    return out


# -- one rule per type ------------------------------------------------------------------------


def _type_of(annotation: object, where: str) -> _Type:
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if isinstance(annotation, type) and annotation in _SIMPLE:
        return _SIMPLE[annotation]
    if annotation is None or annotation is type(None):
        return _Type({"type": "null"}, _null)
    if origin is typing.Annotated and all(isinstance(extra, str) for extra in args[1:]):
        inner = _type_of(args[0], where)
        return _Type({**inner.schema, "description": args[1]}, inner.convert)
    if origin is typing.Literal:
        return _literal(args, where)
    if origin in (typing.Union, types.UnionType) and type(None) in args:
        rest = [arg for arg in args if arg is not type(None)]
        if len(rest) == 1:
            return _optional(_type_of(rest[0], where))
    collection = origin or annotation
    if isinstance(collection, type) and collection in _COLLECTIONS and not args:
        raise SchemaError(f"{where} is a {collection.__name__.lower()}. "
                          f"Say of what, for example {_COLLECTIONS[collection]}.")
    if origin is list:
        return _list(_type_of(args[0], where))
    if annotation is dict:
        return _Type({"type": "object"}, _object)
    if origin is dict and args[0] is str:
        return _dict(_type_of(args[1], where))
    return _by_pydantic(annotation, where)


def _wrong(name: str, schema: dict, value: object) -> ArgumentError:
    shown = kind_of(value)
    if isinstance(value, str):
        shown = f"the text {quote(value)!r}"
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        shown = f"the number {value!r}" if abs(value) < 1e18 else "a number that is too large"
    return ArgumentError(f"`{quote(name)}` must be {_words(schema)}, not {shown}.")


def _problems(problems: list[str]) -> ArgumentError:
    """One error of several problems; after the first five only their number."""
    more = len(problems) - MAX_PROBLEMS
    rest = [f"And {more} more."] if more > 0 else []
    return ArgumentError(" ".join(problems[:MAX_PROBLEMS] + rest))


def _text(value: object, name: str) -> str:
    if isinstance(value, str):
        return value
    raise _wrong(name, {"type": "string"}, value)


def _integer(value: object, name: str) -> int:
    if type(value) is int:
        return value
    if isinstance(value, str):
        value = _number_in(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)  # Gemini sends 3.0 for 3
    if type(value) is int:
        return value
    raise _wrong(name, {"type": "integer"}, value)


def _number(value: object, name: str) -> int | float:
    number = _number_in(value) if isinstance(value, str) else value
    if type(number) is int and number.bit_length() < 1024:
        return number
    if type(number) is float and math.isfinite(number):
        return number
    raise _wrong(name, {"type": "number"}, value)


def _number_in(text: str) -> object:
    """The number that a text holds in JSON form (`"3"`, `"2.5"`), else the text itself."""
    stripped = text.strip()
    if stripped.isascii() and len(stripped) <= 40 and "_" not in stripped:
        for read in (int, float):
            try:
                number = read(stripped)
            except ValueError:
                continue
            return number if math.isfinite(number) else text
    return text


def _boolean(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise _wrong(name, {"type": "boolean"}, value)


def _null(value: object, name: str) -> None:
    if value is not None:
        raise _wrong(name, {"type": "null"}, value)


def _object(value: object, name: str) -> dict:
    if isinstance(value, dict):
        return value
    raise _wrong(name, {"type": "object"}, value)


_SIMPLE: dict[type, _Type] = {
    str: _Type({"type": "string"}, _text),
    int: _Type({"type": "integer"}, _integer),
    float: _Type({"type": "number"}, _number),
    bool: _Type({"type": "boolean"}, _boolean),
}
_COLLECTIONS = {
    list: "list[str]", tuple: "tuple[str, ...]", set: "set[str]", frozenset: "frozenset[str]",
    abc.Sequence: "Sequence[str]", abc.MutableSequence: "list[str]", abc.Set: "set[str]",
    abc.MutableSet: "set[str]", abc.Collection: "list[str]", abc.Iterable: "list[str]",
    collections.deque: "deque[str]",
}


def _literal(values: tuple, where: str) -> _Type:
    """One of a few values. A member of an enum stands in the schema as its value."""
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
    choices = [(value.value if isinstance(value, enum.Enum) else value, value) for value in values]
    schema: dict = {"enum": [shown for shown, _ in choices]}
    if not is_json(schema):
        raise SchemaError(f"{where} has values that JSON cannot hold. Use texts or numbers.")
    if len({type(shown) for shown, _ in choices}) == 1 and type(choices[0][0]) in kinds:
        schema = {"type": kinds[type(choices[0][0])], **schema}

    def convert(value: object, name: str) -> object:
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            whole: object = int(value)  # Gemini sends 3.0 for 3
        else:
            whole = value
        for sent in (value, whole):
            for shown, meant in choices:
                if type(sent) is type(shown) and sent == shown:
                    return meant
        if isinstance(value, str):  # `Easy` for `easy`, and `"3"` for 3
            same = [meant for shown, meant in choices
                    if shown is not None and str(shown).lower() == value.strip().lower()]
            if len(same) == 1:
                return same[0]
        raise _wrong(name, schema, value)

    return _Type(schema, convert)


def _optional(inner: _Type) -> _Type:
    def convert(value: object, name: str) -> object:
        return None if value is None else inner.convert(value, name)

    return _Type({"anyOf": [inner.schema, {"type": "null"}]}, convert)


def _list(member: _Type) -> _Type:
    schema = {"type": "array", "items": member.schema}
    of_lists = _is_list(member.schema)

    def convert(value: object, name: str) -> list:
        if value is None or (isinstance(value, dict) and member.schema.get("type") != "object"):
            raise _wrong(name, schema, value)
        entries = _as_list(value, schema, name)
        converted = []
        for index, entry in enumerate(entries):
            inside = f"{name}[{index}]"
            if of_lists and not isinstance(entry, list) and entry is not None:
                raise _wrong(inside, member.schema, entry)  # only the outermost is forgiven
            converted.append(member.convert(entry, inside))
        return converted

    return _Type(schema, convert)


def _is_list(schema: dict) -> bool:
    return schema.get("type") == "array" or any(map(_is_list, schema.get("anyOf", ())))


def _as_list(value: object, schema: dict, name: str) -> list:
    """A list as it came; one plain value is a list of one, a list written as text is read."""
    if isinstance(value, str):
        return _list_in(value, schema, name)
    return value if isinstance(value, list) else [value]


def _list_in(text: str, schema: dict, name: str) -> list:
    """A list that was sent as text: a JSON list is read, one plain value is a list of one."""
    if not text.lstrip().startswith("["):
        return [text]
    from studybuddy.jsontext import JSONTextError, read_list

    try:
        return read_list(text)
    except JSONTextError:
        raise ArgumentError(
            f"`{name}` must be {_words(schema)} such as [\"a\", \"b\"], "
            f"not a text that looks like one: {quote(text)!r}.") from None


def _dict(member: _Type) -> _Type:
    schema = {"type": "object", "additionalProperties": member.schema}

    def convert(value: object, name: str) -> dict:
        if not isinstance(value, dict):
            raise _wrong(name, schema, value)
        return {key: member.convert(entry, f"{name}.{key}") for key, entry in value.items()}

    return _Type(schema, convert)


def _by_pydantic(annotation: object, where: str) -> _Type:
    import pydantic

    try:
        adapter: pydantic.TypeAdapter = pydantic.TypeAdapter(annotation)  # type: ignore[arg-type]
        schema = _inline(adapter.json_schema(), where)
    except SchemaError:
        raise
    except Exception:  # pydantic's own errors, and those of a type with code of its own
        raise SchemaError(f"{where} has the type {quote(repr(annotation))}, "
                          "which JSON Schema cannot describe. Use str, int, float, bool, list[str] "
                          "or dict.") from None
    if not is_json(schema):
        raise SchemaError(f"{where} has a schema with values that JSON cannot hold.")
    many = schema.get("type") == "array" and "prefixItems" not in schema

    def convert(value: object, name: str) -> object:
        if many and not isinstance(value, dict) and value is not None:
            value = _as_list(value, schema, name)
        _refuse_loose(value, schema, name)
        try:
            return adapter.validate_python(value)
        except pydantic.ValidationError as error:
            raise _problems([
                quote(f"`{'.'.join([name, *map(str, entry['loc'])])}`: {entry['msg'].rstrip('.')}.")
                for entry in error.errors(
                    include_url=False, include_input=False, include_context=False)
            ]) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a validator is foreign code
            raise ArgumentError(f"`{quote(name)}` could not be checked: "
                                f"its own check failed with {name_of(error)}.") from None

    return _Type(schema, convert)


def _refuse_loose(value: object, schema: dict, name: str) -> None:
    """Refuse what pydantic would take or convert in silence.

    True for a number, 1 or "no" for true or false, a number for a date, a field that no schema
    names: at any depth.
    """
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches:
        _refuse_all(value, schema, branches, name)
        return
    allowed = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(value, bool) and allowed is not None and not any(
            entry is value for entry in allowed):
        raise _wrong(name, schema, value)
    if not _fits(value, schema):
        raise _wrong(name, schema, value)
    if isinstance(value, dict):
        _refuse_loose_fields(value, schema, name)
    elif isinstance(value, list):
        first = schema.get("prefixItems", ())
        for index, entry in enumerate(value):
            part = first[index] if index < len(first) else schema.get("items")
            if isinstance(part, dict):
                _refuse_loose(entry, part, f"{name}[{index}]")


def _refuse_all(value: object, schema: dict, branches: list[dict], name: str) -> None:
    """One branch that takes the value is enough. The error is that of the only one it can be."""
    faults = []
    for branch in branches:
        try:
            if isinstance(value, dict):
                _require_branch(value, branch, name)
            return _refuse_loose(value, branch, name)
        except ArgumentError as fault:
            if _of_kind(value, branch):
                faults.append(fault)
    raise faults[0] if len(faults) == 1 else _wrong(name, schema, value)


def _require_branch(value: dict, branch: dict, name: str) -> None:
    """Whether an object can be meant for this branch: its required fields and fixed texts."""
    for field in branch.get("required", ()):
        if field not in value:
            raise ArgumentError(f"`{quote(name)}.{field}` is missing.")
    for field, part in branch.get("properties", {}).items():
        fixed = [part["const"]] if "const" in part else part.get("enum")
        if fixed is not None and field in value and value[field] not in fixed:
            raise _wrong(f"{name}.{field}", {"enum": fixed}, value[field])


def _of_kind(value: object, schema: dict) -> bool:
    kinds = {"object": dict, "array": list}
    return isinstance(value, kinds.get(str(schema.get("type")), ()))


def _fits(value: object, schema: dict) -> bool:
    kind = schema.get("type")
    if kind in ("integer", "number"):
        return not isinstance(value, bool) and not (
            isinstance(value, str) and isinstance(_number_in(value), str))
    if kind == "boolean":
        return isinstance(value, bool) or (
            isinstance(value, str) and value.lower() in ("true", "false"))
    if kind == "string":  # pydantic reads a date also from a text of digits: seconds since 1970
        return isinstance(value, str) and not (
            schema.get("format") in ("date", "date-time", "time", "duration")
            and not isinstance(_number_in(value), str))
    plain: dict[str, type] = {"object": dict, "array": list, "null": type(None)}
    return isinstance(value, plain.get(str(kind), object))


def _refuse_loose_fields(value: dict, schema: dict, name: str) -> None:
    fields, others = schema.get("properties", {}), schema.get("additionalProperties")
    for key, entry in value.items():
        part = fields.get(key, others)
        if part is False:
            takes = ", ".join(f"`{field}`" for field in fields) or "no fields"
            raise ArgumentError(f"`{quote(f'{name}.{key}')}` is no field of `{quote(name)}`. "
                                f"It takes {quote(takes)}.")
        if isinstance(part, dict) and not (entry is None and "default" in part):
            _refuse_loose(entry, part, f"{name}.{key}")


def _inline(schema: dict, where: str) -> dict:
    """A pydantic schema without `$ref` (not every service follows one) and without titles."""
    definitions = schema.pop("$defs", {})

    def walk(node: typing.Any, open_names: tuple[str, ...]) -> typing.Any:
        if isinstance(node, list):
            return [walk(entry, open_names) for entry in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            name = node["$ref"].rpartition("/")[2]
            if name in open_names:
                raise SchemaError(f"{where}: {name} contains itself. A model cannot be told that.")
            rest = {key: value for key, value in node.items() if key != "$ref"}
            return {**walk(definitions[name], (*open_names, name)), **rest}
        out: dict[str, typing.Any] = {}
        for key, value in node.items():
            if key in ("title", "discriminator"):  # the latter holds references
                continue
            if key == "properties":  # here the keys are names, and `title` may be one
                out[key] = {name: walk(entry, open_names) for name, entry in value.items()}
            elif key in ("default", "const", "enum", "examples"):
                out[key] = value
            else:
                out[key] = walk(value, open_names)
        if "properties" in out:
            out.setdefault("additionalProperties", False)
        if "prefixItems" in out and "items" not in out:  # services refuse a list without items
            kinds = [entry for index, entry in enumerate(out["prefixItems"])
                     if entry not in out["prefixItems"][:index]]
            out["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        return out

    return walk(schema, ())


# -- words ------------------------------------------------------------------------------------


def _hints(function: Callable) -> dict:
    """The type hints; of an object that can be called, those of its `__call__`."""
    if not inspect.isroutine(function) and not inspect.isclass(function):
        call = getattr(type(function), "__call__", None)  # noqa: B004
        if inspect.isfunction(call):
            return typing.get_type_hints(call, include_extras=True)
    return typing.get_type_hints(function, include_extras=True)


def _annotation(parameter: inspect.Parameter, hints: dict, name: str) -> object:
    if parameter.name in hints:
        return hints[parameter.name]
    if type(parameter.default) in _SIMPLE:
        return type(parameter.default)  # `k=3` says enough
    raise SchemaError(f"{name}: give the parameter {parameter.name!r} a type, for example "
                      f"{parameter.name}: str.")


def _annotated_texts(hints: dict) -> dict[str, str]:
    """Descriptions that stand in the annotation: `Annotated[str, "the text to look for"]`."""
    return {
        name: extra
        for name, hint in hints.items() if typing.get_origin(hint) is typing.Annotated
        for extra in typing.get_args(hint)[1:2] if isinstance(extra, str)
    }


def _words(schema: dict) -> str:
    """A schema in words, for an error: "a whole number", "a list of texts"."""
    if "enum" in schema or "const" in schema:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        return quote("one of " + ", ".join(dump(value) for value in values))
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches:
        return quote(" or ".join(dict.fromkeys(_words(entry) for entry in branches)))
    if schema.get("type") == "array":
        member = schema.get("items", {})
        plural = {"string": "texts", "integer": "whole numbers", "number": "numbers",
                  "boolean": "true or false", "array": "lists", "object": "objects"}
        return f"a list of {plural.get(member.get('type'), 'values')}"
    return {"string": "a text", "integer": "a whole number", "number": "a number",
            "boolean": "true or false", "object": "an object", "null": "null",
            }.get(str(schema.get("type")), "a value of the right type")
