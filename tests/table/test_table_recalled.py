"""A table comes back without its old matches being played again, and is the same."""

from unittest import mock

from table.house import ANN, BEN, House, of_type, picture
from torite.games.position import Position
from torite.table import events
from torite.table.evolution import replayed
from torite.table.messages import Again, Answer, AskHint, Reset, Sit, Start, TakeBack
from torite.table.reading import recalled
from torite.table.views import table_view


def agreed(house: House, what: Again | Reset | TakeBack) -> None:
    """Ann proposes it, and Ben says yes."""
    house.ask(ANN, what)
    if house.table.pending is not None:
        house.ask(BEN, Answer(yes=True, seq=house.table.pending.seq))


def begin(house: House) -> None:
    """A hint, and a move that is taken back."""
    while table_view(house.table, ANN).take_back is None:
        for who in (ANN, BEN):
            if house.table.seat_of(who.id) in house.table.asked:
                house.ask(who, AskHint(seq=house.table.seq))
                house.act(who)
    agreed(house, TakeBack(seq=table_view(house.table, ANN).take_back or 0))


def test_it_is_the_same_at_every_moment() -> None:
    house = House("bingo", 2, clock="quick")
    house.ask(BEN, Sit())
    house.ask(ANN, Start())
    for number in range(4):  # a match to its end, one that is given up, another one, and one that runs
        begin(house)
        if number == 1:
            agreed(house, Reset())
            house.ask(ANN, Start())
        elif number < 3:
            house.play_on(ANN, BEN)
            agreed(house, Again())
    kinds = (events.Finished, events.Hinted, events.TakenBack, events.WasReset, events.Started)
    assert [min(4, len(of_type(house, kind))) for kind in kinds] == [2, 4, 4, 1, 4]
    stored = [events.decode(body) for body in house.log]
    for end in range(1, len(stored) + 1):
        if any(isinstance(event, kinds) for event in stored[end - 2 : end + 2]) or end % 50 == 0:
            assert picture(recalled(stored[:end])) == picture(replayed(stored[:end])), end
    ends = [n for n, event in enumerate(stored, start=1) if isinstance(event, events.Finished)]
    for number, end in enumerate(ends, start=1):
        assert picture(recalled(stored, until=number)) == picture(replayed(stored[:end]))
    with mock.patch.object(Position, "play", autospec=True, side_effect=Position.play) as play:
        recalled(stored)
    assert house.table.match is not None
    assert play.call_count <= 2 * sum(len(deal.moves) for deal in house.table.match.deals) + 2
