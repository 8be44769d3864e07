"""Whatever people send, the table stays whole: nothing breaks, leaks, hangs, or cannot be rebuilt."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from table.house import ANN, BEN, CAT, NAMELESS, House, encoded, picture
from torite.games import GAMES
from torite.table import messages
from torite.table.commands import _COMMANDS
from torite.table.decide import returned, stand_in
from torite.table.refusals import Refused
from torite.table.table import Guest
from torite.table.turns import bot_turns
from torite.table.views import snapshot, summary, table_record, table_view

GUESTS = (ANN, BEN, CAT, NAMELESS)
SEATS = st.integers(-1, 6)
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [*_COMMANDS, "/join 2", "/option help", "/option hiddentip", "/option notequal off", "/remove Haru"]
    ),
)
REQUESTS = st.one_of(
    st.builds(messages.Say, text=TEXTS),
    st.builds(messages.Sit, seat=st.none() | SEATS),
    st.just(messages.Leave()),
    st.builds(messages.SetOption, name=st.sampled_from(["notequal", "hiddentip", "wins", "?"]), value=st.booleans()),
    st.builds(messages.SetPreset, name=st.sampled_from(["seed", "hiddentip", "single", "?"])),
    st.builds(messages.AddBot, level=st.sampled_from([None, "gentle", "?"]), seat=st.none() | SEATS),
    st.builds(messages.Remove, seat=SEATS),
    st.builds(messages.Lock, on=st.booleans()),
    st.builds(messages.SetListed, on=st.booleans()),
    st.just(messages.Start()),
    st.just(messages.Confirm()),
    st.just(messages.Again()),
    st.just(messages.Reset()),
    st.just(messages.Share()),
    st.builds(messages.Swap, seat=st.integers(0, 3)),
    st.just(messages.Invite(table="t2", game="rwd")),
    st.builds(messages.SetHints, on=st.booleans()),
    st.builds(messages.Answer, yes=st.booleans(), seq=st.just(-1)),  # -1 = the one that is open
    st.builds(messages.TakeBack, seq=st.just(-1)),  # -1 = the own last decision
    st.builds(messages.Claim, seq=st.just(-1)),  # -1 = now
    st.builds(messages.Nonce, nonce=st.sampled_from(["0011223344", "?"])),
    st.just(messages.Resync()),
)
STEPS = st.one_of(
    st.tuples(st.just("act"), st.sampled_from(GUESTS), st.integers(0, 9)),
    st.tuples(st.just("act"), st.sampled_from(GUESTS), st.integers(0, 9)),
    st.tuples(st.just("bots"), st.just(ANN), st.integers(1, 60)),
    st.tuples(st.just("absent"), st.just(ANN), st.integers(0, 5)),
    st.tuples(st.just("back"), st.sampled_from(GUESTS), st.just(0)),
    st.tuples(st.just("ask"), st.sampled_from(GUESTS), REQUESTS),
)


def act(house: House, who: Guest, n: int) -> None:
    """The n-th legal action, sometimes nonsense or stale."""
    seat = house.table.seat_of(who.id)
    legal = house.position.legal(seat) if house.table.position is not None and seat is not None else []
    code = legal[n % len(legal)] if legal and n < 9 else "S?"
    house.ask(who, messages.Act(code=code, seq=house.table.seq - (n == 8)))


def do(house: House, what: str, who: Guest, how: Any) -> None:
    match what:
        case "act":
            act(house, who, how)
        case "bots":
            house.bots(how)
        case "absent":
            house.apply(stand_in(house.table, how % len(house.table.seats)))
        case "back":
            house.apply(returned(house.table, who))
        case "ask":
            if isinstance(how, messages.Answer) and house.table.pending is not None:
                how = messages.Answer(yes=how.yes, seq=house.table.pending.seq)
            if isinstance(how, messages.TakeBack):
                how = messages.TakeBack(seq=table_view(house.table, who).take_back or 0)
            if isinstance(how, messages.Claim):
                how = messages.Claim(seq=house.table.seq)
            house.ask(who, how)


def check(house: House) -> None:
    """What holds for every table at any time."""
    table = house.table
    guests = [seat.guest for seat in table.seats if seat.guest is not None]
    assert len(guests) == len(set(guests))
    assert (table.match is None) == (table.phase == "lobby")
    if table.phase == "playing":
        persons = [seat for seat in table.asked if table.seats[seat].is_person]
        waits = table.pending is not None and table.pending.what.what == "take_back"
        assert (0 if waits else len(table.asked) - len(persons)) == len(bot_turns(table))
        assert len(table.asked) > 0
        assert list(table.asked) == house.position.actors()
    if table.phase == "between":
        assert table.waits()
    if table.pending is not None:  # somebody is there who has proposed it, and somebody who has to answer
        by = table.pending.by
        asks = table.pending.asks if by is None else table.seats[by].guest
        assert asks is not None and table.seat_of(asks) == by
        assert table.undecided()
    for who in (*GUESTS, None):
        message = encoded(snapshot(table, table.seq, who)) + encoded(summary(table))
        assert not any(guest.encode() in message for guest in guests)
        assert table.seal.secret.encode() not in message
        if table.match is not None and table.phase != "over":
            assert table.match.seal.secret.encode() not in message
    if table.phase == "over":
        table_record(table)


@settings(max_examples=60)
@given(
    game=st.sampled_from(list(GAMES)),
    seed=st.integers(0, 99),
    begin=st.booleans(),
    steps=st.lists(STEPS, max_size=60),
)
def test_random_requests(game: str, seed: int, begin: bool, steps: list[tuple[str, Guest, Any]]) -> None:  # fmt: skip
    seats, fill = GAMES[game].usual_players, "gentle" if begin else None
    house = House(game, seats, seed=seed, fill=fill, start=begin, preset="seed")
    for what, who, how in steps:
        before = picture(house.table)
        try:
            do(house, what, who, how)
        except Refused:
            assert picture(house.table) == before
        check(house)
    assert picture(house.replayed()) == picture(house.table)
