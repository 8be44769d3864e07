"""A table asks for a word: what counts as the same one, what is kept of it, and who is asked."""

from typing import Any

import msgspec
import pytest

from table.house import ANN, BEN, CAT, DAN, House, of_type
from torite.games import GAMES
from torite.table import events
from torite.table.admission import shut, word_sealed
from torite.table.bodies import NewTable
from torite.table.decide import create, decide
from torite.table.dossier import told
from torite.table.messages import Leave, Remove, SetWord, Sit, Start
from torite.table.refusals import Refused
from torite.table.table import Guest
from torite.table.views import snapshot, summary, table_view
from torite.table.word import LONGEST, clean_word, opens, sealed, version

MARK = sealed("fuchs")


def say(house: House, who: Guest, word: str | None) -> None:
    """Set the word as the server does."""
    decision = decide(house.table, who, SetWord(word=word))
    house.apply(decision.steps)
    if decision.word is not None:
        house.apply(word_sealed(house.table, sealed(decision.word)))


@pytest.fixture
def house() -> House:
    """Ann has opened a listed table for four and wants a word; Ben sits there since before."""
    house = House("wizard", 4)
    house.ask(BEN, Sit())
    say(house, ANN, "Fuchs")
    return house


def begin(house: House) -> None:
    house.ask(CAT, Sit())
    house.ask(ANN, Start())


@pytest.mark.parametrize("typed", ["fuchs", "FUCHS", " Fuchs ", "Ｆｕｃｈｓ", "fu\u200dchs"])
def test_the_same_word_however_it_is_typed(typed: str) -> None:
    assert opens(typed, MARK)


@pytest.mark.parametrize("typed", ["", "fuch", "fuchsfuchs", "fuchs\0", "fu chs", "f" * 10_000, "🦊", "\ud800", "\0"])
def test_another_one_opens_nothing(typed: str) -> None:
    assert not opens(typed, MARK)


@pytest.mark.parametrize("word", ["🦊", "山札", "a b", "é" * LONGEST, "👩\u200d👧"])
def test_many_words_may_be_asked_for(word: str) -> None:
    assert opens(word, sealed(clean_word(word)))


@pytest.mark.parametrize(
    "word", ["", " ", "\0", "fu\0chs", "\u200d", "\ud800", "x" * (LONGEST + 1), "x" * 10_000, "ﷺ" * 40]
)
def test_some_may_not(word: str, house: House) -> None:
    with pytest.raises(Refused, match="table/bad_word"):
        clean_word(word)
    assert house.refused(ANN, SetWord(word=word))[0] == "table/bad_word"


def test_what_is_kept_tells_no_two_tables_of_one_word() -> None:
    other = sealed("fuchs")
    assert version(MARK) != version(other)
    assert MARK.rpartition("$")[2] != other.rpartition("$")[2]
    assert "fuchs" not in MARK
    assert opens("fuchs", other)


def test_who_comes_is_asked_and_who_is_there_is_not(house: House) -> None:
    assert [shut(house.table, who) for who in (ANN, BEN)] == [None, None]
    for who in (CAT, None):
        assert str(shut(house.table, who)) == "table/word_needed"
        assert shut(house.table, who, knows_word=True) is None
    house.ask(CAT, Sit())
    assert shut(house.table, CAT) is None
    house.ask(CAT, Leave())
    assert str(shut(house.table, CAT)) == "table/word_needed"


def test_who_has_played_there_is_not_asked(house: House) -> None:
    begin(house)
    house.ask(BEN, Leave())
    assert shut(house.table, BEN) is None


def test_whom_the_host_has_removed_is_asked(house: House) -> None:
    house.ask(ANN, Remove(seat=1))
    assert str(shut(house.table, BEN)) == "table/word_needed"


def test_the_host_alone_changes_it_and_takes_it_away(house: House) -> None:
    assert house.refused(BEN, SetWord(word="dachs")) == ("table/not_host", {"name": "Ann"})
    assert house.refused(BEN, SetWord(word=None)) == ("table/not_host", {"name": "Ann"})
    assert house.refused(DAN, SetWord(word=None))[0] == "table/not_seated"
    first = house.table.word
    say(house, ANN, "dachs")
    assert house.table.word is not None and first is not None
    assert version(house.table.word) != version(first)
    assert house.replayed().word == house.table.word
    say(house, ANN, None)
    say(house, ANN, None)
    assert [each.on for each in of_type(house, events.WordSet)] == [True, True, False]
    assert shut(house.table, DAN) is None


def test_who_may_not_watch_is_not_let_in_by_a_word() -> None:
    house = House("wysiwyg", 2, fill="gentle", start=True, watching="nobody")
    say(house, ANN, "fuchs")
    assert str(shut(house.table, DAN)) == "table/word_needed"
    assert str(shut(house.table, DAN, knows_word=True)) == "table/no_watching"


def test_nobody_is_told_what_it_is(house: House) -> None:
    kept = house.table.word
    assert kept is not None
    house.ask(CAT, Sit())
    sent = b"".join(each for who in (ANN, BEN, CAT, None) for each in house.messages(who))
    for who in (ANN, BEN, CAT, None):
        sent += msgspec.json.encode(snapshot(house.table, house.table.seq, who))
    sent += msgspec.json.encode(summary(house.table))
    sent += msgspec.json.encode([told([events.decode(b) for b in house.log], who.id, GAMES) for who in (ANN, BEN)])
    for part in ("fuchs", *kept.split("$")):
        assert part.encode() not in sent.lower()
    assert (table_view(house.table, None).word, summary(house.table).word) == (True, True)


def test_what_its_owner_is_told_of_a_new_table_holds_no_hash() -> None:
    log = create(NewTable("wizard", 3), ANN, "t1", GAMES, word=MARK)
    assert isinstance(log[0], events.Created) and log[0].word == MARK
    exported: list[dict[str, Any]] = told(log, ANN.id, GAMES)
    assert exported[0]["type"] == "created"
    assert MARK not in str(exported)
    with pytest.raises(Refused, match="name/needed"):
        create(NewTable("wizard", 3, sit=False), None, "t1", GAMES, word=MARK)


def test_a_table_with_a_word_is_not_open_to_all_and_nobody_makes_it_so_when_losing(house: House) -> None:
    assert table_view(house.table, ANN).uncounted == "unlisted"
    say(house, ANN, None)
    assert table_view(house.table, ANN).uncounted == "unlisted"  # those who sit there have known it
    other = House("wizard", 3)
    other.ask(BEN, Sit())
    begin(other)
    say(other, ANN, "fuchs")
    assert table_view(other.table, ANN).uncounted is None


def test_a_match_that_began_with_a_word_does_not_count_without_it(house: House) -> None:
    begin(house)
    say(house, ANN, None)
    assert table_view(house.table, ANN).uncounted == "unlisted"
