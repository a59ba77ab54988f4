"""What a person is shown before a call: the true effect, bounded, with nothing hidden in it."""

import time
from datetime import date

import pytest

from studybuddy import Tool, effect
from studybuddy.effect import MAX_EFFECT
from studybuddy.messages import ToolCall
from studybuddy.showing import is_cut


def shown(function, arguments, **options):
    return effect.effect_of(Tool(function, **options), ToolCall("c1", "pay", arguments))


def pay(who: str, amount: float = 1, folder: str = "") -> str:
    """Pay."""
    return who


def with_effect(preview):
    def paying(who: str, folder: str = "") -> str:
        """Pay."""
        return who
    paying.effect = preview
    return paying


def test_without_an_effect_the_name_and_each_argument_are_shown():
    assert shown(pay, {"who": "A\nB: 1", "amount": 5}) == 'pay\n  who: "A\\nB: 1"\n  amount: 5'
    assert shown(pay, {}) == "pay\n  (no arguments)"
    assert shown(pay, {"who": date(2026, 12, 5)}) == 'pay\n  who: "2026-12-05"'
    assert effect.effect_of(None, ToolCall("c1", "gone", None)) == "gone\n  (no arguments)"


@pytest.mark.parametrize("letter", ["\u202e", "\u200b", "\ufeff", "\u3164", "\ue000", "\ufe0f",
                                    "\U000e0041", "\x9b", "\u00a0", "\ud800"])
def test_a_hidden_character_is_shown_by_its_code_point(letter):
    code = f"<U+{ord(letter):04X}>"
    assert f'"notes{code}txt.py"' in shown(pay, {"who": f"notes{letter}txt.py"})
    assert shown(with_effect(lambda who, folder="": f"to {who}"),
                 {"who": letter}) == f"to {code}"
    assert letter not in shown(pay, {f"a{letter}": 1})


def test_the_end_of_a_long_argument_stays_in_view():
    text = shown(pay, {"who": "a.txt" + " " * 2 * MAX_EFFECT + " -> main.py"})
    assert len(text) < MAX_EFFECT + 300
    assert "a.txt" in text and "-> main.py" in text and "characters left out" in text


def test_an_effect_that_is_too_long_still_tells_every_difference():
    one = shown(with_effect(lambda who: "a" * 2 * MAX_EFFECT), {"who": "x"})
    two = shown(with_effect(lambda who: "a" * MAX_EFFECT + "b" + "a" * (MAX_EFFECT - 1)),
                {"who": "x"})
    assert len(one) < MAX_EFFECT + 300 and is_cut(one)
    assert one.partition("SHA-256")[0] == two.partition("SHA-256")[0]
    assert one != two


def test_the_effect_gets_what_the_program_injects_and_cannot_change_what_runs():
    def preview(who, folder):
        who.append("worse")
        return f"pay {who} from {folder}"

    arguments = {"who": ["A"]}
    assert shown(with_effect(preview), arguments, inject={"folder": lambda: "purse"}) == (
        "pay ['A', 'worse'] from purse")
    assert arguments == {"who": ["A"]}


def ends_the_program(who):
    raise SystemExit


def raises(who):
    raise KeyError("secret")


@pytest.mark.parametrize(("preview", "why"), [
    (raises, "failed (KeyError)"), (ends_the_program, "failed (SystemExit)"),
    (lambda: "no parameters", "failed (TypeError)"), (5, "failed (TypeError)"),
    (lambda who: 5, "gave back int, not a text"), (lambda who: None, "gave back NoneType"),
    (lambda who: " \n", "is empty")])
def test_a_preview_that_fails_is_replaced_by_the_arguments(preview, why):
    text = shown(with_effect(preview), {"who": "A"})
    assert why in text.splitlines()[0]
    assert text.endswith('pay\n  who: "A"')
    assert "secret" not in text


def test_an_injected_value_that_fails_is_a_preview_that_fails():
    def no_folder():
        raise OSError
    text = shown(with_effect(lambda who, folder: "x"), {"who": "A"}, inject={"folder": no_folder})
    assert "failed (OSError)" in text


def test_a_slow_preview_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(effect, "SECONDS", 0.05)
    begin = time.monotonic()
    text = shown(with_effect(lambda who: time.sleep(2) or "late"), {"who": "A"})
    assert time.monotonic() - begin < 1
    assert "took longer than 0.05 seconds" in text and 'who: "A"' in text
