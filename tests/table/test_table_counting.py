"""Which matches count for ratings: it is told before they begin, and as soon as they count no more."""

import pytest

from table.house import ANN, BEN, House
from table.test_table_takeback import begun, mover, offered
from torite.table.decide import returned, stand_in
from torite.table.messages import Act, AddBot, AskHint, Leave, SetListed, Sit, Start, TakeBack
from torite.table.views import table_view


def told(house: House) -> str | None:
    """As everybody at the table sees it."""
    views = {table_view(house.table, who).uncounted for who in (ANN, BEN, None)}
    (why,) = views
    return why


def test_a_match_at_an_open_table_counts() -> None:
    house = House("wysiwyg", 2)
    assert told(house) is None
    house.ask(ANN, AddBot())
    house.ask(ANN, Start())
    house.bots()
    house.play_on(ANN)
    assert (house.table.phase, told(house)) == ("over", None)


def test_before_the_match_it_is_told_that_it_does_not_count() -> None:
    assert told(House("wysiwyg", 2, listed=False)) == "unlisted"
    assert told(House("emissary", 1)) == "alone"
    assert told(House("wysiwyg", 2, sit=False, fill="gentle")) == "no_person"


@pytest.mark.parametrize("listed", [True, False])
def test_a_table_that_was_ever_among_friends_does_not_count(listed: bool) -> None:
    """Whoever sits there may have been chosen: nobody decides from match to match whether it counts."""
    house = House("wysiwyg", 2, listed=listed)
    house.ask(ANN, SetListed(on=not listed))
    assert told(house) == "unlisted"
    house.ask(ANN, SetListed(on=True))
    house.ask(ANN, AddBot())
    house.ask(ANN, Start())
    house.bots()
    house.play_on(ANN)
    assert (house.table.phase, told(house)) == ("over", "unlisted")


def test_a_hint_and_a_move_taken_back_end_it() -> None:
    house = begun("wysiwyg", 1)
    house.act(ANN)
    house.bots()
    house.ask(ANN, AskHint(seq=house.table.seq))
    assert told(house) == "hint"
    house.ask(ANN, TakeBack(seq=offered(house, ANN)))
    assert told(house) == "take_back"
    house.play_on(ANN)
    assert told(house) == "take_back"
    house.ask(ANN, Start())
    assert told(house) is None  # another match


def test_a_bot_that_moves_for_a_person_ends_it() -> None:
    house = begun("wysiwyg", 2)
    gone = mover(house)
    seat = house.table.seat_of(gone.id)
    assert seat is not None
    house.apply(stand_in(house.table, seat))
    house.apply(returned(house.table, gone))
    assert told(house) is None  # back before it has moved
    house.ask(gone, Leave())
    assert told(house) is None
    house.bots()
    assert told(house) == "stand_in"


@pytest.mark.parametrize("game", ["wizard", "schieber"])
def test_bots_moves_of_their_own_end_nothing(game: str) -> None:
    house = House(game, 4)
    house.ask(BEN, Sit())
    for _ in range(2):
        house.ask(ANN, AddBot())
    house.ask(ANN, Start())
    house.bots()
    who = mover(house)
    house.ask(who, Act(code=house.position.legal(house.table.seat_of(who.id))[0], seq=house.table.seq))
    house.bots()
    assert told(house) is None
