"""Names of guests."""

import pytest

from torite.table.refusals import NAME_MAX, Refused, clean_name


@pytest.mark.parametrize(
    "name", ["Ann", "取り手", "<script>", "O'Neil; --", "👩\u200d👩\u200d👧", "می\u200cخواهم", "x" * NAME_MAX]
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
    ],
)
def test_bad_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(name)
    assert caught.value.code == code
