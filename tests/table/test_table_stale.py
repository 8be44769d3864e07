"""Which decisions another seat's action makes new, in a game where everybody may act at any time.

"more" leaves a seat the same choice again; as soon as one has said "stop" the others may only stop too.
"""

from typing import Any

import numpy as np
import pytest

from table.house import ANN, BEN, picture
from torite.cards.deck import ranked_deck
from torite.games.game import Game, Outcome
from torite.games.state import HEADER, Layout, public
from torite.games.zones import Pile
from torite.table import events
from torite.table.bodies import NewTable
from torite.table.decide import create, decide
from torite.table.evolution import evolve, replayed
from torite.table.messages import Act, Sit, Start
from torite.table.refusals import Refused
from torite.table.table import Guest, Table

MORE, STOP = 64, 65


def start(s: Any, players: int, first: int) -> None:
    s.players = players


def deal(s: Any, deck: np.ndarray) -> None:
    s.deals += 1
    s.running = 0b11


def legal(s: Any, seat: int) -> tuple[int, int, int, int]:
    if not s.running >> seat & 1:
        return (0, 0, 0, 0)
    return (0, 0b11 if s.running == 0b11 else 0b10, 0, 0)


def play(s: Any, seat: int, action: int) -> None:
    if action == STOP:
        s.running &= ~(1 << seat)


SHOUT = Game(
    name="shout",
    players=(2, 2),
    deck=ranked_deck("A"),
    state=Layout(*HEADER, public("running", np.int64)),
    codes={MORE: "more", STOP: "stop"},
    start=start,
    deal=deal,
    actors=lambda s: s.running,
    legal=legal,
    play=play,
    finished=lambda s: True,
    score=lambda s, points: None,
    determinize=lambda s, seat, rng: None,
    result=lambda s: {"points": [0, 0]},
    outcome=lambda s: Outcome([0, 0], [], draw=True),
    places=lambda s: ["stock"] * 4,
    phase=lambda s: "shout",
    zones=(Pile(lambda v, seat: 4, "stock"),),
)
GAMES = {"shout": SHOUT}


@pytest.fixture
def table() -> Table:
    """Ann and Ben are both asked since event 5."""
    made = replayed(create(NewTable("shout", 2), ANN, "t1", GAMES), GAMES)
    for who, request in ((BEN, Sit()), (ANN, Start())):
        for event in decide(made, who, request).events:
            made = evolve(made, event, made.seq + 1)
    assert made.asked == {0: 5, 1: 5}
    return made


def act(table: Table, who: Guest, code: str, seq: int) -> Table:
    for event in decide(table, who, Act(code=code, seq=seq)).events:
        table = evolve(table, event, table.seq + 1)
    return table


def test_the_same_choice_again_is_a_new_decision(table: Table) -> None:
    after = act(table, ANN, "more", 5)
    assert after.asked == {0: 6, 1: 5}
    with pytest.raises(Refused, match="move/stale_seq"):
        act(after, ANN, "more", 5)
    act(after, BEN, "more", 5)


def test_losing_a_choice_makes_the_decision_new(table: Table) -> None:
    after = act(table, ANN, "stop", 5)
    assert after.asked == {1: 6}
    with pytest.raises(Refused, match="move/stale_seq"):
        act(after, BEN, "stop", 5)
    assert act(after, BEN, "stop", 6).phase == "over"


def test_table_itself_stays_as_it_was(table: Table) -> None:
    before = picture(table)
    act(act(table, ANN, "stop", 5), BEN, "stop", 6)
    assert picture(table) == before


def test_table_of_a_game_that_the_house_no_longer_has_is_refused() -> None:
    created = create(NewTable("shout", 2), ANN, "t1", GAMES)[0]
    with pytest.raises(Refused, match="game/unknown"):
        evolve(None, events.decode(events.encode(created)), 1)
