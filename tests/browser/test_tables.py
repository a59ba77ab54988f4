"""Tables in a real browser: no word is cut in its middle, and a long one makes no column wide."""

from contextlib import closing

import pytest

from studybuddy import Agent, ScriptedModel, file_tools
from studybuddy.messages import assistant, call
from studybuddy.table import WORD

# Of each word in a cell, its text and on how many lines it stands. A browser breaks behind a
# hyphen too, and that cuts no word.
WORDS = """() => [...document.querySelectorAll('td')].flatMap(cell => {
  const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode())
    for (const match of walk.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(walk.currentNode, match.index);
      range.setEnd(walk.currentNode, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].map(one => Math.round(one.top)));
      found.push([match[0], lines.size]);
    }
  return found;
})"""


@pytest.mark.parametrize("width", [320, 600, 900])
def test_no_word_of_an_audit_log_is_cut(tmp_path, browser, width):
    script = [assistant("", [call("write_file", {"file_path": "dates.md", "content": text})])
              for text in ("30 characters are written here", "x" * 150)]
    run = Agent(file_tools(tmp_path), approve="approve",
                model=ScriptedModel([*script, "Done."])).ask("?")
    with closing(browser.new_page(viewport={"width": width, "height": 900})) as page:
        page.set_content(f"<div style='overflow-x:auto'>{run.audit()._repr_html_()}</div>")
        found = page.evaluate(WORDS)
        wide = page.evaluate("() => document.querySelector('table').scrollWidth")
    assert len(found) > 40
    assert [word for word, lines in found if lines > 1 and len(word) <= WORD] == []
    assert [word for word, lines in found if lines > 1 and len(word) > WORD] != []
    assert wide <= max(width, 1000)  # px; the long word alone would need more than 1,000
