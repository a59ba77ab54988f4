"""The rules for lines in order: each is seen where it is broken, and only there."""

import pytest

from studybuddy.workbook.orders import FOUR_OF_FIVE, before, first, last, without


@pytest.mark.parametrize(("rule", "broken", "kept"), [
    (FOUR_OF_FIVE, ["", "abc", "abca", "abcde"], ["abcd", "ebad"]),
    (without("e", "..."), ["abce", "e"], ["abcd", ""]),
    (first("a", "..."), ["bacd", ""], ["abcd"]),
    (last("d", "..."), ["abdc", ""], ["abcd"]),
    (before("a", "c", "..."), ["cabd", "bcad"], ["abcd", "badc"]),
])
def test_a_rule_is_seen_where_it_is_broken(rule, broken, kept):
    assert [letters for letters in broken if not rule.seen(letters)] == []
    assert [letters for letters in kept if rule.seen(letters)] == []
    assert rule.says
