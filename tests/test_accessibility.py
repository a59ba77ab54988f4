"""The accessibility gate over both editions of every lesson, and proof that each rule bites."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import jupyterlab
import pytest
import tinycss2
from jupyter_core.paths import jupyter_path

from tests import accessibility, contrast, lessons


@pytest.mark.parametrize("notebook", [path for path, _, _ in lessons.EDITIONS],
                         ids=[lessons.name(path) for path, _, _ in lessons.EDITIONS])
def test_a_lesson_is_accessible(notebook):
    assert accessibility.faults(lessons.load(notebook), notebook.parent) == []


@pytest.mark.parametrize("path", sorted((lessons.ROOT / "notebooks" / "img").glob("*.svg")),
                         ids=lambda path: path.name)
def test_a_picture_is_accessible(path):
    assert accessibility.svg_faults(path.read_text(encoding="utf-8")) == []


# -- every rule, with its fault planted ----------------------------------------------------------

def notebook(*cells):
    """Texts become text cells, a dictionary the data of an output."""
    made = [{"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# Lesson"}]
    for number, cell in enumerate(cells):
        if isinstance(cell, str):
            made.append({"cell_type": "markdown", "id": f"c{number}", "metadata": {},
                         "source": cell})
        else:
            made.append({"cell_type": "code", "id": f"c{number}", "metadata": {}, "source": "",
                         "outputs": [{"output_type": "display_data", "metadata": {},
                                      "data": cell}]})
    return {"cells": made}


def svg(inside, head='width="200" height="80"', title="<title>Two boxes</title>"):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" {head} fill="#000">{title}{inside}</svg>')


def picture(text, alt="Two boxes"):
    return {"text/html": f'<img alt="{alt}" src="data:image/svg+xml,{quote(text)}">'}


CARD = ('<style>.sbw.sbw{background:var(--jp-layout-color2,#eee);'
        'color:var(--jp-content-font-color1,#212121)}\n'
        '.sbw.sbw .sbw-word{background:var(--sbw-fill);color:#000}</style>'
        '<div class="sbw" style="--sbw-fill:#009E73"><p><strong class="sbw-word">PASSED</strong>'
        ' all 3</p></div>')
BOX = '<rect x="0" y="0" width="90" height="60" fill="#009E73"/><text x="40" y="30">a box</text>'
TABLE = '<table><tr><th scope="col">n</th></tr><tr><td>1</td></tr></table>'

GOOD = notebook(
    "## One\n\n### Two\n\n## Three", "![Two boxes](x.svg) and [the syllabus](https://a.org/x)",
    "| a | b |\n|---|---|\n| 1 | 2 |", "Call `https://a.org`. It is a green sea.",
    {"text/html": CARD}, {"text/html": TABLE}, picture(svg(BOX)),
    picture(svg('<rect width="9" height="9"/><path d="M0 0 L9 9" stroke="#808080" fill="none"/>')),
    {"text/html": '<span style="color:#000;background:#fff">word</span>'})


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "x.svg").write_text(svg(BOX), encoding="utf-8")
    (tmp_path / "small.svg").write_text(svg('<text x="1" y="1" font-size="12">t</text>'),
                                        encoding="utf-8")
    return tmp_path


def test_a_good_notebook_passes(folder):
    assert accessibility.faults(GOOD, folder) == []


@pytest.mark.parametrize(("cell", "words"), [
    # images
    ("![](x.svg)", "without alt text"),
    ('<img src="x.svg">', "without alt text"),
    ("![x.svg](x.svg)", "the alt text says nothing"),
    ("![Diagram](x.svg)", "the alt text says nothing"),
    ("![Two boxes](gone.svg)", "the image is not there: gone.svg"),
    ("![Two boxes](small.svg)", "text of 12 px"),
    ({"image/png": "iVBO"}, "type image/png without alt text"),
    ({"text/html": "<svg><text>a</text></svg>"}, "<svg> without <title>"),
    (picture(svg(BOX), alt=""), "without alt text"),
    (picture(svg(BOX, title="")), "SVG without <title>"),
    (picture("<svg"), "cannot be read"),
    # headings
    ("#### Deep", "jumps from level 1 to 4"),
    ("# Second title", "a second heading of level 1"),
    ("## ", "a heading without text"),
    ({"text/html": "<h3>Deep</h3>"}, "jumps from level 1 to 3"),
    # links
    ("[here](https://a.org)", 'says nothing: "here"'),
    ("[https://a.org/x](https://a.org/x)", "says nothing"),
    ("[](https://a.org)", "a link without a name"),
    ("See https://a.org/x now", "a bare address"),
    ("See <https://a.org/x> now", "says nothing"),
    # tables
    ({"text/html": "<table><tr><td>1</td></tr></table>"}, "without headers"),
    ({"text/html": TABLE.replace(' scope="col"', "")}, "without scope"),
    ("| a | |\n|---|---|\n| 1 | 2 |", "empty header"),
    # colour alone
    ('<span style="color:#009E73">●</span>', "by colour alone"),
    ('<font color="#000">✓</font>', "by colour alone"),
    ({"text/html": CARD.replace(">PASSED<", ">✓<")}, "status is no word"),
    ({"text/html": CARD.replace("sbw-word", "other")}, "without a status word"),
    ("Look at the green box.", 'named by its colour: "green box"'),
    ("What is red is wrong.", 'named by its colour: "is red"'),
    # contrast
    ('<span style="color:#888">grey</span>', '"grey" has a contrast of 3.5 in the light theme'),
    ('<span style="color:#333">dark</span>', "in the dark theme"),
    ('<span style="background:#fff">white</span>', "1.0 in the dark theme"),
    ({"text/html": CARD.replace("color:#000", "color:#fff")}, '"PASSED" has a contrast of 3.4'),
    ({"text/html": CARD.replace("content-font-color1,#212121", "layout-color3,#212121")},
     '"all 3" has a contrast of 1.6 in the light theme'),
    ({"text/html": CARD.replace("--jp-layout-color2,#eee", "--jp-new-color")},
     "--jp-new-color is not in the table"),
    ('<p style="opacity:.5">half</p>', "cannot be judged"),
    ('<p style="background:linear-gradient(#fff,#000)">x</p>', "is no colour that can be judged"),
    ({"text/html": "<style>@media (prefers-color-scheme: dark){p{color:red}}</style><p>x</p>"},
     "follows the system"),
    (picture(svg(BOX.replace("<text", '<text fill="#808080"'))), '"a box" has a contrast of'),
    (picture(svg('<text x="9" y="9">on the page</text>')), "in the dark theme"),
    (picture(svg('<path d="M0 0 L9 9" stroke="#222" fill="none"/>')), "hard to see in the dark"),
    (picture(svg('<path d="M0 0 L9 9" stroke="#ccc" fill="none"/>')), "hard to see in the light"),
    (picture(svg(f'<g transform="translate(100 0)">{BOX}</g>'
                 '<text x="40" y="30" fill="#555">outside</text>')), '"outside" has a contrast'),
    (picture(svg(BOX.replace("<text", '<text font-size="13"'))), "text of 13 px"),
    (picture(svg(BOX, 'width="100" viewBox="0 0 200 80"')), "text of 8 px"),
    (picture(svg(f"<style>text{{fill:red}}</style>{BOX}")), "the SVG holds <style>"),
])
def test_each_fault_is_found(folder, cell, words):
    found = accessibility.faults(notebook(cell), folder)
    assert any(words in fault for fault in found), found
    assert all(fault.startswith("cell c0: ") for fault in found), found


def test_the_first_heading_is_the_title(folder):
    bad = notebook()
    bad["cells"][0]["source"] = "## Lesson"
    assert accessibility.faults(bad, folder) == [
        "cell title: the first heading must be of level 1"]
    assert accessibility.faults({"cells": []}, folder) == ["no heading at all"]


# -- the numbers behind it -----------------------------------------------------------------------

@pytest.mark.parametrize(("one", "two", "expected"), [
    ("#000", "#fff", 21), ("#fff", "#fff", 1), ("#767676", "#fff", 4.54), ("#808080", "#111", 4.8),
])
def test_the_ratio_is_that_of_wcag(one, two, expected):
    assert contrast.ratio(contrast.color(one), contrast.color(two)) == pytest.approx(expected,
                                                                                     abs=0.05)


def test_a_half_transparent_colour_is_mixed_with_its_ground():
    seen = contrast.over(contrast.color("rgba(0,0,0,.5)"), contrast.color("#fff"))
    assert tuple(seen) == pytest.approx((0.5, 0.5, 0.5, 1))


def installed(theme):
    for place in jupyter_path("lab", "themes"):
        path = Path(place, "@jupyterlab", f"theme-{theme}-extension", "index.css")
        if path.is_file():
            return path
    pytest.skip("JupyterLab's themes are not installed here")


@pytest.mark.parametrize("theme", contrast.THEMES)
def test_the_table_of_themes_is_that_of_the_installed_jupyterlab(theme):
    given = {}
    for other in contrast.THEMES:  # Material Design's colours, as each theme names them
        text = installed(other).read_text(encoding="utf-8")
        given.update(re.findall(r"var\((--md-[\w-]+),\s*(#\w+)\)", text))
    for rule in tinycss2.parse_stylesheet(installed(theme).read_text(encoding="utf-8"), True, True):
        if rule.type == "qualified-rule" and ":root" in tinycss2.serialize(rule.prelude):
            for node in tinycss2.parse_blocks_contents(rule.content):
                if node.type == "declaration":
                    given[node.name] = tinycss2.serialize(node.value).strip()
    assert given, f"no variables in the theme of JupyterLab {jupyterlab.__version__}"
    for name, ours in contrast.THEMES[theme].items():
        value = name
        while value.startswith(("var(", "--")):
            value, _, fallback = value.removeprefix("var(").removesuffix(")").partition(",")
            value = given.get(value.strip(), fallback.strip())
        assert contrast.color(value) == contrast.color(ours), name


def test_a_stored_notebook_may_keep_its_texts_as_lists(folder):
    lists = json.loads(json.dumps(notebook("![](x.svg)", {"text/html": "<h4>Deep</h4>"})))
    for cell in lists["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
        for output in cell.get("outputs", ()):
            output["data"] = {mime: [text] for mime, text in output["data"].items()}
    assert len(accessibility.faults(lists, folder)) == 2
