"""How a run is driven from a panel: in a thread, its events in order, its ends all told."""

import asyncio
import sys
import threading
import time

import pytest

from studybuddy import Agent, ScriptedModel, Tool, machine
from studybuddy.messages import assistant, call
from studybuddy.panels import ApprovalPanel, ChatPanel, TracePanel
from studybuddy.panels.driving import BUSY, Driver


def echo(text: str) -> dict:
    """Give a text back."""
    return {"text": text, "thread": threading.current_thread().name}


def agent_of(*script, **options) -> Agent:
    return Agent([Tool(echo, needs_approval=True)], model=ScriptedModel(list(script)),
                 approve="ask", **options)


def asks(text):
    return assistant("", [call("echo", {"text": text})])


class Told:
    """What a driver told: the status at each turn, and the events."""

    def __init__(self):
        self.turns, self.events, self.threads = [], [], set()

    def turned(self):
        self.turns.append(self.driver.run.status if self.driver.run else None)
        self.threads.add(threading.current_thread())

    def event(self, event):
        self.events.append(event["type"])
        self.threads.add(threading.current_thread())

    def drive(self, run=None, **options):
        self.driver = Driver(run, turned=self.turned, event=self.event, **options)
        return self.driver


class WordlessError(ValueError):
    def __str__(self):
        raise SystemExit(3)


@pytest.mark.parametrize("looped", [False, True])
@pytest.mark.parametrize("made", [TracePanel, ApprovalPanel, ChatPanel])
def test_an_error_without_words_leaves_no_panel_at_work(made, looped):
    class Model:
        name = "wordless"

        def complete(self, messages, tools, **options):
            raise WordlessError

    agent = Agent([], Model())

    async def work():
        if made is TracePanel:
            run = agent.start("Hi.")
            panel = TracePanel(run, step=0)
            panel.run_on.click()
        elif made is ApprovalPanel:
            panel = ApprovalPanel(agent, "Hi.")
        else:
            panel = ChatPanel(agent)
            panel.ask("Hi.")
        await panel.settled()
        shown = "".join(widget.value for widget in _inside(panel.box) if hasattr(widget, "value")
                        and isinstance(widget.value, str))
        assert "This did not work (WordlessError)." in shown and "AT WORK" not in shown
        assert panel.static_text() and panel.static_html()

    if looped:
        asyncio.run(work())
    else:
        with pytest.raises(StopIteration):  # nothing in it waits where no loop runs
            work().send(None)


def _inside(box):
    for child in getattr(box, "children", ()):
        yield child
        yield from _inside(child)


def test_without_a_loop_everything_is_called_directly():
    told, agent = Told(), agent_of(asks("a"), "Done.")
    driver = told.drive()
    assert not driver.has_loop and not driver.over
    driver.do(lambda: agent.start("Say a."))
    assert told.turns == ["needs_approval"] and told.events == ["request"]
    waiting, = driver.pending
    assert waiting.effect == 'echo\n  text: "a"'
    driver.do(lambda: driver.run.approve(waiting.id))
    assert driver.over and not driver.pending and driver.run.answer == "Done."
    assert told.events == ["request", "decision", "call", "result", "request"]


def test_on_a_loop_the_thread_works_and_the_loop_hears():
    async def main():
        told, agent = Told(), agent_of(asks("a"), "Done.")
        driver = told.drive()
        driver.do(lambda: agent.start("Say a."))
        assert driver.busy and driver.run is None  # it has only begun
        with pytest.raises(RuntimeError, match="at work"):
            driver.do(lambda: None)
        run = await driver.settled()
        assert run.status == "needs_approval"
        # A click may come on another thread.
        click = threading.Thread(target=lambda: driver.do(lambda: run.approve(run.pending[0].id)))
        click.start()
        click.join()
        assert await driver.finished() is run and run.answer == "Done."
        assert told.threads == {threading.main_thread()}
        assert run.steps[0].results[0].data["thread"] != threading.main_thread().name
        assert told.events == ["request", "decision", "call", "result", "request"]

    asyncio.run(main())
    assert BUSY.endswith("press Stop.")


def test_the_loop_is_free_while_a_tool_works():
    async def main():
        began, go_on = threading.Event(), threading.Event()

        def slow() -> dict:
            """Wait."""
            began.set()
            return {"ended": go_on.wait(10)}

        agent = Agent([slow], model=ScriptedModel([assistant("", [call("slow", {})]), "Done."]))
        driver = Told().drive()
        driver.do(lambda: agent.start("Wait."))
        while not began.is_set():
            await asyncio.sleep(0.01)
        go_on.set()  # would never come, were the loop not free
        assert (await driver.finished()).steps[0].results[0].data == {"ended": True}

    asyncio.run(main())


def test_without_threads_it_is_called_on_the_loop(monkeypatch):
    monkeypatch.setattr(machine, "can_start_threads", lambda: False)

    async def main():
        driver, agent = Told().drive(), agent_of(asks("a"))
        driver.do(lambda: agent.start("Say a."))
        run = await driver.settled()
        driver.do(lambda: run.approve(run.pending[0].id))
        await driver.settled()
        assert run.steps[0].results[0].data["thread"] == threading.main_thread().name

    asyncio.run(main())


@pytest.mark.parametrize("kind", [ValueError, SystemExit, KeyboardInterrupt,
                                  asyncio.CancelledError])
def test_whatever_an_action_raises_is_told_and_the_loop_lives(kind):
    def action():
        raise kind("no")

    async def main():
        told = Told()
        driver = told.drive()
        driver.do(action)
        await driver.settled()
        assert type(driver.fault) is kind and driver.over and told.turns == [None]
        if kind is ValueError:
            with pytest.raises(ValueError, match="no"):
                await driver.finished()
        driver.do(lambda: agent_of("Done.").start("Hello."))
        assert (await driver.finished()).answer == "Done." and driver.fault is None

    asyncio.run(main())


class Slow:
    """A model that waits until it is cancelled."""

    def __init__(self):
        self.asked = threading.Event()

    def complete(self, messages, tools, *, response_schema=None, cancel=None, on_event=None):
        self.asked.set()
        assert cancel.wait(10), "nobody cancelled"
        return ScriptedModel(["too late"]).complete([], [])


def test_stop_ends_a_request_that_goes_on():
    async def main():
        model, told = Slow(), Told()
        driver = told.drive()
        driver.do(lambda: Agent([], model=model).start("Wait."))
        while not model.asked.is_set():
            await asyncio.sleep(0.01)
        driver.stop()
        assert driver.stopping
        assert (await driver.finished()).status == "cancelled"
        assert not driver.stopping and told.turns == ["cancelled"]

    asyncio.run(main())


def test_a_stop_that_comes_before_the_run_is_not_lost():
    async def main():
        model = Slow()
        driver = Told().drive()
        driver.do(lambda: Agent([], model=model).start("Wait."))
        driver.stop()
        assert (await driver.finished()).status == "cancelled"
        assert not model.asked.is_set()

    asyncio.run(main())


def test_stop_ends_a_run_that_waits_at_once():
    told, agent = Told(), agent_of(asks("a"))
    driver = told.drive()
    driver.do(lambda: agent.start("Say a."))
    driver.stop()
    assert told.turns == ["needs_approval", "cancelled"] and driver.over and not driver.pending


def test_an_await_that_is_cancelled_stops_the_run():
    async def main():
        driver, agent = Told().drive(), agent_of(asks("a"))
        driver.do(lambda: agent.start("Say a."))
        await driver.settled()
        waiter = asyncio.ensure_future(driver.finished())
        await asyncio.sleep(0.1)
        waiter.cancel()  # as Kernel > Interrupt does
        with pytest.raises(asyncio.CancelledError):
            await waiter
        assert driver.run.status == "cancelled"

    asyncio.run(main())


def test_a_closed_driver_tells_nothing_and_lets_nobody_wait():
    async def main():
        told, agent = Told(), agent_of(asks("a"))
        driver = told.drive()
        driver.do(lambda: agent.start("Say a."))
        await driver.settled()
        waiter = asyncio.ensure_future(driver.finished())
        driver.close()
        assert await asyncio.wait_for(waiter, 5) is driver.run
        before = list(told.turns)
        driver.do(lambda: driver.run.approve(driver.run.pending[0].id))
        await driver.settled()
        while driver.busy:
            await asyncio.sleep(0.01)
        assert told.turns == before and driver.run.status != "needs_approval"

    asyncio.run(main())


def test_two_runs_of_one_agent_hear_their_own_events():
    heard = []
    agent = agent_of(asks("a"), "Done.", on_event=lambda event: heard.append(event["type"]))

    async def main():
        told = [Told(), Told()]
        for one in told:
            driver = one.drive()
            driver.do(lambda: agent.start("Say a."))
        for one in told:
            await one.driver.settled()
        first = told[0].driver
        first.do(lambda: first.run.approve(first.run.pending[0].id))
        await first.finished()
        return told

    first, second = asyncio.run(main())
    assert second.events == ["request"]
    assert first.events == ["request", "decision", "call", "result", "request"]
    assert len(heard) == 6  # who listened before hears both


def test_drivers_of_one_file_take_turns(tmp_path):
    path = tmp_path / "run.jsonl"
    order = []

    async def main():
        first, second = Told().drive(path=path), Told().drive(path=path)
        began, go_on = threading.Event(), threading.Event()

        def step(name):
            def action():
                began.set()
                order.append(f"{name} begins")
                if name == "first":
                    go_on.wait(10)
                order.append(f"{name} ends")
            return action

        first.do(step("first"))
        while not began.is_set():
            await asyncio.sleep(0.01)
        second.do(step("second"))
        await asyncio.sleep(0.1)
        assert order == ["first begins"] and second.busy
        go_on.set()
        await second.settled()

    asyncio.run(main())
    assert order == ["first begins", "first ends", "second begins", "second ends"]


def test_stop_reaches_the_driver_that_has_the_file_now(tmp_path):
    async def main():
        model, path = Slow(), tmp_path / "run.jsonl"
        agent = Agent([], model=model)
        first, second = Told().drive(path=path), Told().drive(path=path)
        first.do(lambda: agent.start("Wait.", path=path))
        while not model.asked.is_set():
            await asyncio.sleep(0.01)
        second.do(lambda: None)
        second.stop()
        began = time.monotonic()
        await first.settled()
        await second.settled()
        assert first.run.status == "cancelled" and time.monotonic() - began < 5

    asyncio.run(main())


def test_a_driver_lets_go_of_its_run_but_not_while_it_works(tmp_path):
    told, agent = Told(), agent_of(asks("a"), asks("a"))
    driver = told.drive(path=tmp_path / "one.jsonl")
    driver.do(lambda: agent.start("Say a.", path=tmp_path / "one.jsonl"))
    first = driver.run
    driver.leave(tmp_path / "two.jsonl")
    assert driver.run is None and driver.pending == [] and first.status == "needs_approval"
    driver.do(lambda: driver.leave())
    assert str(driver.fault) == BUSY


def test_a_driver_that_is_closed_waits_no_longer_for_the_file(tmp_path):
    path = tmp_path / "run.jsonl"

    async def main():
        began, go_on = threading.Event(), threading.Event()

        def slow():
            began.set()
            go_on.wait(10)

        first = Told().drive(path=path)
        first.do(slow)
        while not began.is_set():
            await asyncio.sleep(0.01)
        older = [Told().drive(path=path) for _ in range(40)]  # more than threads of the pool
        done = []
        for driver in older:
            driver.do(lambda: done.append(1))
            await asyncio.sleep(0)
            driver.close()
        newest = Told().drive(path=path)
        newest.do(lambda: done.append("newest"))
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "free"), 5) == "free"
        go_on.set()
        await asyncio.wait_for(newest.settled(), 5)
        return done

    assert asyncio.run(main()) == ["newest"]


def test_who_awaits_a_driver_that_was_closed_before_it_began_is_told_so():
    driver = Told().drive()
    driver.close()
    with pytest.raises(RuntimeError, match="newer panel"):
        asyncio.run(driver.finished())


def test_an_interrupt_without_a_loop_leaves_nothing_at_work():
    times = []

    def interrupted(messages):
        times.append(1)
        if len(times) == 1:
            raise KeyboardInterrupt
        return "Done."

    told, agent = Told(), agent_of(interrupted, interrupted)
    driver = told.drive()
    with pytest.raises(KeyboardInterrupt):
        driver.do(lambda: agent.start("Say a."))
    assert not driver.busy
    driver.do(lambda: driver.run.ask("Again."))
    assert driver.run.answer == "Done."


def test_a_driver_goes_on_directly_when_its_loop_is_closed():
    async def make():
        return Told().drive()

    driver = asyncio.run(make())
    driver.do(lambda: agent_of("Done.").start("Say a."))
    assert not driver.busy and driver.run.answer == "Done."


def test_it_is_loaded_without_widgets():
    import subprocess

    code = "import sys, studybuddy.panels.driving; assert 'ipywidgets' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
