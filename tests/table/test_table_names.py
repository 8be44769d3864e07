"""Names of guests."""

import time

import pytest

from torite.table.refusals import NAME_MAX, Refused, clean_name, look

UNSEEN = [*"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180f\u200c\u200d\u3164\ufe00\ufe0f\uffa0\U000e0100\U000e01ef"]


@pytest.mark.parametrize(
    "name",
    ["Ann", "取り手", "<script>", "O'Neil; --", "👩\u200d👩\u200d👧", "❤\ufe0f", "می\u200cخواهم", "ကြွို့", "x" * NAME_MAX],
)
def test_good_names_stay(name: str) -> None:  # fmt: skip
    assert clean_name(f"  {name}\u3000") == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name/empty"),
        (" \u3000\t", "name/empty"),
        ("\u3164", "name/empty"),
        ("\u200d\u200d", "name/empty"),
        ("\u0301", "name/empty"),
        ("x" * 200, "name/too_long"),
        ("An\x00n", "name/bad"),
        ("\u202ennA", "name/bad"),
        ("A\u200bnn", "name/bad"),
        ("A\u2028nn", "name/bad"),
        ("A\ud800", "name/bad"),
        ("A" + "\u0301" * 7, "name/bad"),  # the first becomes a part of the letter
        ("A" + "\u0316\u200d" * 6, "name/bad"),
    ],
)
def test_bad_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(name)
    assert caught.value.code == code


@pytest.mark.parametrize("sign", UNSEEN)
def test_a_sign_that_is_not_seen_makes_no_other_name(sign: str) -> None:
    assert look(f"A{sign}nn{sign}") == look("Ann")
    assert look(f"A{sign}\u0301nn") == look("\u00c1nn")
    assert clean_name(f"Ann{sign} ({sign}2){sign}") == "Ann"
    with pytest.raises(Refused) as caught:
        clean_name(sign + sign)
    assert caught.value.code == "name/empty"


@pytest.mark.parametrize("text", ["a" + " " * 16_000 + "b", "a" + "(1)" * 5000 + "b", "a" + "⑴" * 5000 + "b"])
def test_a_name_without_end_is_refused_unread(text: str) -> None:
    begun = time.monotonic()
    with pytest.raises(Refused) as caught:
        clean_name(text)
    assert caught.value.code == "name/too_long"
    assert time.monotonic() - begun < 0.1  # else the loop is held for seconds


def test_a_blank_symbol_is_a_space() -> None:
    assert look("Ann\u2800") == look("Ann")
    assert clean_name("Ann\u2800(2)") == "Ann"
