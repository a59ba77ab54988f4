"""What a notebook must offer to a reader who sees little, sees no colour, or listens.

After WCAG 2.2 (https://www.w3.org/TR/WCAG22/): alternative texts (1.1.1), headings and table
headers (1.3.1), no meaning by colour alone (1.4.1), contrast (1.4.3, 1.4.11), names of links
(2.4.4).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from tests import contrast

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_IMAGES = ("image/png", "image/jpeg", "image/svg+xml")
SMALLEST = 14  # px, text of a picture

_EMPTY_NAMES = {"here", "click here", "this", "link", "this link", "more", "read more", "page",
                "this page"}
_FILE_NAME = re.compile(r"[\w./-]+\.(?:svg|png|jpe?g|gif)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+|www\.\S+")
_BY_COLOUR = re.compile(
    r"\b(?:red|green|blue|orange|yellow|purple|pink|grey|gray)\s+"
    r"(?:box|boxes|card|cards|line|lines|text|words?|button|arrow|mark|cell|bar|dot|node|part)s?\b"
    r"|\b(?:in|is|are|turns) (?:red|green|blue|orange|yellow|purple|pink)\b", re.IGNORECASE)


def faults(notebook: dict, folder: Path) -> list[str]:
    """What is wrong in a stored notebook, one phrase each with its cell; empty when all is well.

    `folder` is where the notebook lies: pictures are looked up from there.
    """
    found, levels = [], []
    for number, cell in enumerate(notebook["cells"]):
        name = cell.get("id", number)
        for html, rendered in _html_of(cell):
            found += [f"cell {name}: {fault}" for fault in html_faults(html, folder, rendered)]
            levels += [(name, int(heading.name[1]), heading.get_text().strip())
                       for heading in BeautifulSoup(html, "html.parser").find_all(_HEADINGS)]
        found += [f"cell {name}: an output of type {mime} without alt text"
                  for output in cell.get("outputs", ()) for mime in output.get("data", {})
                  if mime in _IMAGES and not output["metadata"].get(mime, {}).get("alt")]
    return found + heading_faults(levels)


def _html_of(cell: dict) -> Iterator[tuple[str, bool]]:
    """The HTML that a cell shows, and whether it was rendered from Markdown."""
    text = "".join(cell.get("source", ""))
    if cell["cell_type"] == "markdown":
        yield _MARKDOWN.render(text), True
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        if "text/html" in data:
            yield "".join(data["text/html"]), False
        elif "text/markdown" in data:
            yield _MARKDOWN.render("".join(data["text/markdown"])), True


def heading_faults(levels: list[tuple[str, int, str]]) -> list[str]:
    """`levels` are (cell, level, text) in order: one first heading, then down by one at a time."""
    found = []
    before = 0
    for place, (cell, level, text) in enumerate(levels):
        if not text:
            found.append(f"cell {cell}: a heading without text")
        if place == 0 and level != 1:
            found.append(f"cell {cell}: the first heading must be of level 1")
        elif place and level == 1:
            found.append(f"cell {cell}: a second heading of level 1: {text}")
        elif level > before + 1:
            found.append(f"cell {cell}: the heading jumps from level {before} to {level}: {text}")
        before = level
    return found if levels else ["no heading at all"]


def html_faults(html: str, folder: Path, rendered: bool = False) -> list[str]:
    """What is wrong in one piece of HTML. `rendered` says that it came from Markdown, whose
    table headers carry no scope."""
    soup = BeautifulSoup(html, "html.parser")
    return [*_image_faults(soup, folder), *_link_faults(soup), *_table_faults(soup, rendered),
            *_colour_faults(soup), *contrast.faults(html)]


def _image_faults(soup: BeautifulSoup, folder: Path) -> Iterator[str]:
    for image in soup.find_all("img"):
        alt = (image.get("alt") or "").strip()
        source = image.get("src") or ""
        shown = source if len(source) < 60 else source[:30] + "..."
        if not alt:
            yield f"an image without alt text: {shown}"
        elif _FILE_NAME.fullmatch(alt) or alt.lower() in ("image", "picture", "diagram"):
            yield f"the alt text says nothing: {alt}"
        svg = _svg_of(source, folder)
        if svg is None:
            yield f"the image is not there: {shown}"
        elif svg:
            yield from svg_faults(svg)
    for drawing in soup.find_all("svg"):
        if not (drawing.get("aria-label") or drawing.find("title")):
            yield "an <svg> without <title>"


def _svg_of(source: str, folder: Path) -> str | None:
    """The text of a picture in SVG, "" for another kind, None when there is no such file."""
    if source.startswith("data:"):
        head, _, data = source.partition(",")
        if "svg" not in head:
            return ""
        return base64.b64decode(data).decode() if "base64" in head else unquote(data)
    if "://" in source:
        return ""
    path = folder / unquote(source)
    if not path.is_file():
        return None
    return path.read_text(encoding="utf-8") if path.suffix == ".svg" else ""


def _link_faults(soup: BeautifulSoup) -> Iterator[str]:
    for link in soup.find_all("a", href=True):
        name = " ".join(link.get_text().split()) or " ".join(
            image.get("alt", "") for image in link.find_all("img"))
        name = name or link.get("aria-label", "")
        if not name.strip():
            yield f"a link without a name: {link['href']}"
        elif name.strip(" .").lower() in _EMPTY_NAMES or _ADDRESS.fullmatch(name):
            yield f'a link whose name says nothing: "{name}"'
    for text in soup.find_all(string=_ADDRESS):
        if not text.find_parent(("a", "code", "pre", "style", "script")):
            # JupyterLab makes a link of it, with the address as its name.
            yield f"a bare address: {_ADDRESS.search(text)[0]}"


def _table_faults(soup: BeautifulSoup, rendered: bool) -> Iterator[str]:
    for table in soup.find_all("table"):
        heads = table.find_all("th")
        if not heads:
            yield "a table without headers"
        elif not all(head.get_text().strip() for head in heads):
            yield "a table with an empty header"
        elif not rendered and not all(head.get("scope") for head in heads):
            yield "a table header without scope"


def _colour_faults(soup: BeautifulSoup) -> Iterator[str]:
    for element in soup.find_all(lambda tag: tag.name == "font" or re.search(
            r"(^|[;\s])(color|background)", tag.get("style", ""))):
        if not re.search(r"\w", element.get_text()):
            yield f"<{element.name}> says something by colour alone"
    for card in soup.select(".sbw"):
        word = card.select_one(".sbw-word")
        if card.select(".sbw-word") and not re.search(r"\w", word.get_text()):
            yield "a card whose status is no word"
        if word is None and "--sbw-fill" in card.get("style", ""):
            yield "a card without a status word"
    for style in soup.find_all("style"):
        style.extract()
    match = _BY_COLOUR.search(soup.get_text(" "))
    if match:
        yield f'something is named by its colour: "{match[0]}"'


# -- pictures ------------------------------------------------------------------------------------

def svg_faults(svg: str) -> list[str]:
    """What is wrong in a picture: no title, small text, little contrast on its box or on a page."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        return ["the SVG cannot be read"]
    found = []
    if not (root.findtext("{*}title") or "").strip():
        found.append("an SVG without <title>")
    boxes: list[tuple[float, float, float, float, str]] = []
    scale = _scale(root)
    for element, given, (dx, dy) in _drawn(root, {}, (0.0, 0.0)):
        tag = element.tag.rpartition("}")[2]
        if tag in ("style", "script"):
            found.append(f"the SVG holds <{tag}>: write colours and sizes as attributes")
        elif tag == "rect":
            x, y, width, height = (_px(element.get(key, "0")) for key in
                                   ("x", "y", "width", "height"))
            if given.get("fill", "#000") != "none":
                boxes.append((x + dx, y + dy, width, height, given.get("fill", "#000")))
        elif tag in ("path", "line", "polyline"):
            found += _line_faults(given)
        elif tag == "text":
            text = "".join(element.itertext()).strip()
            sizes = [_px(one.get("font-size", given.get("font-size", "16")))
                     for one in element.iter()]
            if text and min(sizes) * scale < SMALLEST:
                found.append(f'text of {min(sizes) * scale:g} px in a picture: "{text[:30]}"')
            place = _px(element.get("x", "0")) + dx, _px(element.get("y", "0")) + dy
            found += _text_faults(text, given.get("fill", "#000"), place, boxes)
    return list(dict.fromkeys(found))


def _drawn(element, given: dict, shift: tuple[float, float]):
    """Every element in the order of drawing, with its inherited attributes and its place."""
    given = given | {key: value for key, value in element.attrib.items()
                     if key in ("fill", "stroke", "font-size")}
    move = re.fullmatch(r"\s*translate\(\s*([-\d.]+)[\s,]*([-\d.]+)?\s*\)\s*",
                        element.get("transform", ""))
    if move:
        shift = shift[0] + float(move[1]), shift[1] + float(move[2] or 0)
    yield element, given, shift
    for child in element:
        yield from _drawn(child, given, shift)


def _scale(root) -> float:
    """How much smaller than its own units the picture is shown."""
    box = root.get("viewBox", "").replace(",", " ").split()
    width = root.get("width", "")
    if len(box) == 4 and re.fullmatch(r"[\d.]+(px)?", width):
        return _px(width) / float(box[2])
    return 1.0


def _px(text: str) -> float:
    match = re.match(r"-?[\d.]+", text)
    return float(match[0]) if match else 0.0


def _line_faults(given: dict) -> Iterator[str]:
    stroke = given.get("stroke", "none")
    if stroke == "none" or given.get("fill", "none") != "none":
        return
    line = contrast.color(stroke)
    for theme, page in contrast.PAGES.items():
        if line is None:
            yield f"a line of the colour {stroke}, which cannot be judged"
        elif contrast.ratio(line, contrast.color(page)) < contrast.LINES:
            yield f"a line of {stroke} is hard to see in the {theme} theme"


def _text_faults(text: str, ink: str, place: tuple[float, float], boxes: list) -> Iterator[str]:
    x, y = place
    under = [fill for left, top, width, height, fill in boxes
             if left <= x <= left + width and top <= y <= top + height]
    grounds = {"on its box": under[-1]} if under else contrast.PAGES
    for where, ground in grounds.items():
        one, two = contrast.color(ink), contrast.color(ground)
        if one is None or two is None:
            yield f'the colours of "{text[:30]}" cannot be judged: {ink} on {ground}'
        elif contrast.ratio(one, two) < contrast.TEXT:
            place_name = where if under else f"in the {where} theme"
            yield (f'"{text[:30]}" has a contrast of {contrast.ratio(one, two):.1f} '
                   f"{place_name}")
