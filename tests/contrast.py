"""Contrast of our own HTML in JupyterLab's themes: a small cascade over inline and embedded CSS.

Only what the lessons use is understood: colour, background, custom properties, theme variables
and inheritance. What is not understood is reported, never passed over.
The ratio is WCAG 2.2's (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio); text must reach 4.5
to 1, lines of a picture 3 to 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import tinycss2
from bs4 import BeautifulSoup, NavigableString, Tag
from tinycss2.color3 import RGBA, parse_color

TEXT, LINES = 4.5, 3.0

# From index.css of JupyterLab 4.6.6's theme extensions (a test compares them with the installed
# files), with the variables of Material Design resolved. Only what lessons may use.
THEMES: dict[str, dict[str, str]] = {
    "light": {
        "--jp-layout-color0": "white", "--jp-layout-color1": "white",
        "--jp-layout-color2": "#eee", "--jp-layout-color3": "#bdbdbd",
        "--jp-content-font-color0": "#000", "--jp-content-font-color1": "rgba(0,0,0,.87)",
        "--jp-content-font-color2": "rgba(0,0,0,.54)", "--jp-ui-font-color0": "#000",
        "--jp-ui-font-color1": "rgba(0,0,0,.87)", "--jp-content-link-color": "#0d47a1",
        "--jp-border-color1": "#bdbdbd", "--jp-border-color2": "#e0e0e0",
        "--jp-cell-editor-background": "#f5f5f5",
    },
    "dark": {
        "--jp-layout-color0": "#111", "--jp-layout-color1": "#212121",
        "--jp-layout-color2": "#424242", "--jp-layout-color3": "#616161",
        "--jp-content-font-color0": "#fff", "--jp-content-font-color1": "#fff",
        "--jp-content-font-color2": "rgba(255,255,255,.7)", "--jp-ui-font-color0": "#fff",
        "--jp-ui-font-color1": "rgba(255,255,255,.87)", "--jp-content-link-color": "#64b5f6",
        "--jp-border-color1": "#616161", "--jp-border-color2": "#424242",
        "--jp-cell-editor-background": "#212121",
    },
    "dark-high-contrast": {
        "--jp-layout-color0": "#111", "--jp-layout-color1": "#111",
        "--jp-layout-color2": "#424242", "--jp-layout-color3": "#616161",
        "--jp-content-font-color0": "#fff", "--jp-content-font-color1": "#fff",
        "--jp-content-font-color2": "rgba(255,255,255,.7)", "--jp-ui-font-color0": "#fff",
        "--jp-ui-font-color1": "#fff", "--jp-content-link-color": "#64b5f6",
        "--jp-border-color1": "white", "--jp-border-color2": "#e0e0e0",
        "--jp-cell-editor-background": "#111",
    },
}
PAGE, INK = "--jp-layout-color0", "--jp-content-font-color1"
PAGES = {name: values[PAGE] for name, values in THEMES.items()}

_TRANSPARENT = {"none", "transparent", "initial", "unset", "0"}
_KEPT = {"inherit", "currentcolor"}


@cache
def color(text: str) -> RGBA | None:
    """A CSS colour, or None for what is none."""
    found = parse_color(text.strip())
    return found if isinstance(found, tuple) else None


def over(top: RGBA, below: RGBA) -> RGBA:
    """The colour that is seen where `top` lies on an opaque colour."""
    alpha = top.alpha
    return RGBA(*(alpha * a + (1 - alpha) * b for a, b in zip(top[:3], below[:3], strict=True)), 1)


def ratio(one: RGBA, two: RGBA) -> float:
    """The contrast ratio of two opaque colours, from 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(value: RGBA) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                        for part in value[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def faults(html: str) -> list[str]:
    """Texts of a piece of HTML whose contrast is below 4.5 to 1 in one of the themes.

    Looked at are texts that the HTML itself colours or puts on a ground of its own; the rest is
    JupyterLab's.
    """
    soup = BeautifulSoup(html, "html.parser")
    if "prefers-color-scheme" in html:
        return ["prefers-color-scheme follows the system, not JupyterLab's theme."]
    styles, found = _Styles(soup), list[str]()
    for text in soup.find_all(string=True):
        if (type(text) is not NavigableString or not text.strip()
                or text.find_parent(("style", "script", "title"))):
            continue
        for theme, values in THEMES.items():
            try:
                ink, ground, own = styles.seen(text.parent, values)
            except ValueError as error:
                found.append(f"{error} ({theme} theme)")
                continue
            if own and ratio(ink, ground) < TEXT:
                found.append(f'"{text.strip()[:40]}" has a contrast of {ratio(ink, ground):.1f} '
                             f"in the {theme} theme")
    return list(dict.fromkeys(found))


class _Styles:
    """The declarations that hold for each element, in the order of the cascade."""

    def __init__(self, soup: BeautifulSoup):
        self._of: dict[int, dict[str, str]] = {}
        ranked = []
        for place, (selector, declarations) in enumerate(_rules(soup)):
            for element in soup.select(selector):
                ranked.append((_specificity(selector), place, element, declarations))
        ranked.sort(key=lambda one: one[:2])
        for element in soup.find_all(style=True):
            ranked.append(((9, 9, 9), 0, element, _declarations(
                tinycss2.parse_blocks_contents(element["style"]))))
        for _, _, element, declarations in ranked:
            self._of.setdefault(id(element), {}).update(declarations)

    def seen(self, element: Tag, theme: dict[str, str]) -> tuple[RGBA, RGBA, bool]:
        """Colour of the text, colour of its ground, and whether the HTML set one of them."""
        ground, ink, own = color(theme[PAGE]), color(theme[INK]), False
        custom = dict(theme)
        for one in reversed([element, *element.parents]):
            given = self._of.get(id(one), {})
            custom.update({name: value for name, value in given.items() if name.startswith("--")})
            value = given.get("background-color", given.get("background"))
            if value is not None:
                own = True
                layer = self._resolved(value, custom)
                if layer.lower() not in _TRANSPARENT:
                    ground = over(_judged(layer, one), ground)
            value = given.get("color")
            if value is not None:
                own = True
                wanted = self._resolved(value, custom)
                if wanted.lower() not in _KEPT:
                    ink = _judged(wanted, one)
            if one.name == "font" and one.get("color"):
                own, ink = True, _judged(one["color"], one)
            if "opacity" in given or "filter" in given:
                raise ValueError(f"<{one.name}> has opacity or filter: contrast cannot be judged")
        return over(ink, ground), ground, own

    def _resolved(self, value: str, custom: dict[str, str]) -> str:
        """A value with its `var(--name, fallback)` replaced."""
        for _ in range(5):
            match = re.fullmatch(r"\s*var\(\s*(--[\w-]+)\s*(?:,(.*))?\)\s*", value, re.DOTALL)
            if not match:
                return value.strip()
            name, fallback = match.groups()
            if name not in custom and (fallback is None or name.startswith("--jp-")):
                raise ValueError(f"{name} is not in the table of theme variables")
            value = custom.get(name, fallback)
        return value


def _judged(value: str, element: Tag) -> RGBA:
    found = color(value)
    if found is None:
        raise ValueError(f"<{element.name}>: `{value}` is no colour that can be judged")
    return found


def _rules(soup: BeautifulSoup) -> Iterator[tuple[str, dict[str, str]]]:
    def walk(rules) -> Iterator[tuple[str, dict[str, str]]]:
        for rule in rules:
            if rule.type == "qualified-rule":
                declarations = _declarations(tinycss2.parse_blocks_contents(rule.content))
                selectors = tinycss2.serialize(rule.prelude)
                # Several selectors: each has its own weight.
                for selector in selectors.split(","):
                    yield re.sub(
                        r"::?(hover|focus|focus-visible|active|before|after|placeholder)\b", "",
                        selector).strip(), declarations
            elif rule.type == "at-rule" and rule.content is not None:
                yield from walk(tinycss2.parse_rule_list(rule.content, True, True))

    for style in soup.find_all("style"):
        yield from walk(tinycss2.parse_stylesheet(style.string or "", True, True))


def _declarations(nodes) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in nodes:
        if node.type != "declaration":
            continue
        name, value = node.name.lower(), tinycss2.serialize(node.value).strip()
        if name.startswith("--"):
            name = node.name
        if name == "background":  # the later of the two holds
            found.pop("background-color", None)
        found[name] = value
    return {name: value for name, value in found.items() if name.startswith("--") or name in
            ("color", "background", "background-color", "opacity", "filter")}


def _specificity(selector: str) -> tuple[int, int, int]:
    rest = re.sub(r"#[\w-]+", "", selector)
    classes = re.findall(r"\.[\w-]+|\[[^\]]*\]|:[\w-]+", rest)
    tags = re.findall(r"(?:^|[\s>+~])[a-zA-Z][\w-]*", rest)
    return len(re.findall(r"#[\w-]+", selector)), len(classes), len(tags)
