"""From a click to its result on the screen: the approval panel beside a plain button.

    python -m benchmarks.clicks

A real JupyterLab and a real Chromium. In turns, a plain ipywidgets button that writes a label, and
Approve in the panel, where the tool runs, the run is saved to its file and the result is drawn.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks import measure as by
from benchmarks.measure import Metric, Pair, Results

CLICKS, LIMIT = 50, 300  # ms
PLAIN = Metric("click: from Approve to its result, beside a plain button and label")
BOUND = Metric("click: from Approve to its result, beside the bound", at_most=1)
METRICS = (PLAIN, BOUND)

SETUP = """
import ipywidgets
from studybuddy import Agent, ScriptedModel, Tool
from studybuddy.messages import assistant, call
from studybuddy.panels import ApprovalPanel

def send(text: str) -> dict:
    \"\"\"Send a text.\"\"\"
    return {"sent": text}
"""
BUTTON = """
label, button, clicks = ipywidgets.Label("none yet"), ipywidgets.Button(description="Plain"), []

def clicked(_):
    label.value = f"result {len(clicks)} of the plain button"
    clicks.append(1)

button.on_click(clicked)
ipywidgets.VBox([button, label])
"""
PANEL = f"""
script = [assistant("", [call("send", {{"text": str(number)}})]) for number in range({CLICKS})]
agent = Agent([Tool(send, needs_approval=True)], approve="ask", max_steps={CLICKS + 5},
              model=ScriptedModel([*script, "All done."]))
ApprovalPanel(agent, "Send them.", path="clicks.jsonl", arm=0)
"""
# The two kinds of click in turns; a frame is what a person could see first.
IN_TURNS = """async ([clicks]) => {
  const end = performance.now() + 60000;
  const frame = () => new Promise((go, fail) => performance.now() < end
    ? requestAnimationFrame(go) : fail(new Error('no result')));
  const outputs = [...document.querySelectorAll('.jp-CodeCell .jp-OutputArea')];
  const [plain, panel] = outputs.slice(-2);
  const open = (area, label) => [...area.querySelectorAll('button')].find(button =>
    button.offsetParent && !button.disabled && button.textContent === label);
  const once = async (area, label, result) => {
    while (!open(area, label)) await frame();
    const begin = performance.now();
    open(area, label).click();
    while (!area.textContent.includes(result)) await frame();
    return performance.now() - begin;
  };
  const times = [[], []];
  for (let i = 0; i < clicks; i++) {
    times[0].push(await once(panel, 'Approve', `{"sent": "${i}"}`));
    times[1].push(await once(plain, 'Plain', `result ${i} of the plain button`));
  }
  return times;
}"""


def clicks() -> tuple[float, float]:
    """Median milliseconds of a click in the panel, and of one on the plain button."""
    from tests.browser import harness

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        served = folder / "served"
        served.mkdir()
        harness.notebook(served / "clicks.ipynb", SETUP, BUTTON, PANEL)
        options = [f"--ServerApp.root_dir={served}"]
        with (harness.lab(folder, cwd=served, options=options) as lab,
              harness.browser() as browser):
            context = browser.new_context(viewport={"width": 1280, "height": 2000})
            page = harness.open_page(context, lab.page_of("clicks.ipynb"))
            harness.run_all(page)
            page.locator("button:visible", has_text="Approve").first.wait_for()
            ours, plain = page.evaluate(IN_TURNS, [CLICKS])
    return statistics.median(ours), statistics.median(plain)


def measure() -> Results:
    try:
        import ipywidgets  # noqa: F401
        import playwright  # noqa: F401

        from tests.browser import harness
    except ModuleNotFoundError as error:
        return {metric.name: f"{error.name} is not installed" for metric in METRICS}
    if harness.chromium() is None:
        return {metric.name: "there is no Chromium here" for metric in METRICS}
    ours, plain = clicks()
    return {PLAIN.name: Pair(ours, plain, "ms"), BOUND.name: Pair(ours, LIMIT, "ms")}


if __name__ == "__main__":
    raise SystemExit(by.main(METRICS, measure))
