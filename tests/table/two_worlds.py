"""Two tables that one reader cannot tell apart, whatever is hidden in them; what both tell is compared byte by byte.

In every decision of whole matches a second table is made whose hidden cards, sealed actions and secrets are others.
Seat and spectators read both; then both go one action further, and are read again.  Whatever they ask is answered
in the same words.
"""

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

import numpy as np

from table.house import ANN, BEN, CAT, DAN, NOON, House, encoded
from torite.cards.rng import new_rng
from torite.games.position import Position
from torite.table import decide as deciding
from torite.table import fairness, messages
from torite.table.course import play
from torite.table.draft import Draft, Step
from torite.table.fairness import Seal
from torite.table.messages import Act, Confirm, FromClient, Nonce, Start
from torite.table.refusals import Refused
from torite.table.table import Guest, Seat, Table
from torite.table.views import public_event, snapshot, summary

PERSONS = (ANN, BEN, CAT)
SEALED = fairness.seal("00" * 16, "11" * 32)  # a fresh seal, in both worlds


@dataclass
class Tally:
    """What was compared."""

    views: int = 0  # readings of both tables
    actions: int = 0  # that both tables took
    apart: int = 0  # of these: something hidden was another


def begun(game: str, options: dict[str, Any], seats: int, seed: int) -> House:
    """Ann, Ben, Cat, as many as there is room for, and bots; Dan watches."""
    house = House(game, seats, options=options, seed=seed)
    house.fill(*PERSONS[1:seats], level="gentle")
    house.ask(PERSONS[min(1, seats - 1)], Nonce(nonce="0123456789abcdef"))
    house.say(ANN, "good luck")
    house.ask(ANN, Start())
    return house


def other_world(table: Table, reader: int, chance: random.Random) -> Table:
    """A table that the seat `reader` cannot tell from `table`: what it cannot know is drawn anew."""
    assert table.match is not None
    position = table.match.position.copy()
    state = position.view(reader)
    table.game.determinize(state, reader, new_rng(chance.randbytes(8)))
    position.state = state
    position.deck = ["?"]
    secret = Seal(table.seal.commitment, chance.randbytes(16).hex(), chance.randbytes(32).hex())
    own = table.seats[reader].guest
    return replace(
        table,
        match=replace(
            table.match,
            position=position,
            dealt=_other_deal(table.match.dealt, reader, chance),
            seal=secret,
            nonces=("ff",) * len(table.seats),
        ),
        seal=secret,
        seats=tuple(_other_guest(seat, i == reader) for i, seat in enumerate(table.seats)),
        came=tuple(guest if guest == own else f"other-{guest}" for guest in table.came),
        named={name: id if id in (own, "") else f"other-{id}" for name, id in table.named.items()},
        creator=own if table.creator == own else f"other-{table.creator}",
    )


def _other_deal(dealt: Position | None, reader: int, chance: random.Random) -> Position | None:
    """The order in which the cards came is another, but for those that the reader was dealt."""
    if dealt is None:
        return None
    other, places = dealt.copy(), dealt.game.places(dealt.state)
    rest = [code for code, place in zip(dealt.deck, places, strict=True) if place != reader]
    chance.shuffle(rest)
    other.deck = [code if place == reader else rest.pop() for code, place in zip(dealt.deck, places, strict=True)]
    return other


def _other_guest(seat: Seat, is_reader: bool) -> Seat:
    return seat if is_reader or seat.kind != "person" else replace(seat, guest=f"other-{seat.guest}", nonce="ff")


def actions(one: Table, other: Table, seat: int, reader: int, chance: random.Random) -> tuple[str, str] | None:
    """What `seat` does in both worlds: the same, or, where it is sealed, perhaps something else."""
    assert one.position is not None
    assert other.position is not None
    both = [one.position.legal(seat), other.position.legal(seat)]
    code = chance.choice(both[0])
    sealed = one.game.sealed(one.position.state, seat, one.game.parse_action(code))
    if sealed and seat != reader:
        return code, chance.choice(both[1])
    common = sorted(set(both[0]) & set(both[1]))
    if not common:
        return None
    code = chance.choice(common)
    return code, code


def acted(table: Table, seat: int, code: str) -> list[Step]:
    """Everything that follows from the action."""
    draft = Draft(table)
    play(draft, seat, code, "person" if table.seats[seat].is_person else "bot")
    return draft.steps


def read(table: Table, guest: Guest | None) -> bytes:
    """Everything that a reader can ask of a table."""
    return encoded(snapshot(table, table.seq, guest)) + encoded(summary(table))


def told(steps: list[Step], guest: Guest | None) -> list[bytes]:
    """All messages of these events to `guest`, while the match is on."""
    return [
        encoded(public_event(before, event, guest)) + read(after, guest)
        for before, event, after in steps
        if after.phase != "over"
    ]


def refused(table: Table, guest: Guest, code: str) -> tuple[str, Any]:
    """The answer to somebody who may not do this."""
    try:
        deciding.decide(table, guest, Act(code=code, seq=table.seq))
    except Refused as refusal:
        return refusal.code.value, refusal.params
    return "", {}


def requests(table: Table, chance: random.Random) -> list[FromClient]:
    """What may be asked of a running match, beside play."""
    asked, seat = table.seq, chance.randrange(len(table.seats))
    assert table.match is not None
    acted = chance.choice([move.seq for move in table.match.deals[-1].moves] or [asked])
    said = chance.choice(["hi", "/info", "/hint", "/options", "/share", "/no"])
    return [
        messages.AskHint(seq=asked),
        messages.Claim(seq=asked),
        messages.TakeBack(seq=acted),
        messages.Leave(),
        messages.Remove(seat=seat),
        messages.Swap(seat=seat),
        messages.Reset(),
        messages.Say(text=said),
        messages.Sit(),
        messages.Lock(on=True),
        Confirm(),
        Start(),
        messages.Answer(yes=True, seq=asked),
        Nonce(nonce="00" * 4),
    ]


def answered(table: Table, guest: Guest, request: FromClient, readers: Collection[Guest | None]) -> Any:
    """All that these readers, of whom the guest may be one, hear of a request, whatever comes of it."""
    try:
        with mock.patch.object(fairness, "new_seal", lambda: SEALED):
            draft = deciding.decide(table, guest, request, now=NOON)
    except Refused as refusal:
        return (refusal.code.value, refusal.params) if guest in readers else [[] for _ in readers]
    if guest not in readers:
        return [told(draft.steps, reader) for reader in readers]
    return [told(draft.steps, reader) for reader in readers], draft.notices, draft.claim is None, draft.puzzle is None


def knows_the_same(one: Table, other: Table, reader: int | None) -> bool:
    """Do the game's own views agree, as the same cards have the same consequences in both worlds?"""
    assert one.position is not None
    assert other.position is not None
    a, b = one.position.view(reader), other.position.view(reader)
    return all(np.array_equal(a[name], b[name]) for name in one.game.state.fields)


def compare(game: str, options: dict[str, Any], seats: int, reader: int, seed: int) -> Iterator[Tally]:
    """A match; after every decision what has been compared since the last.  Raises AssertionError: something is told.

    reader: the seat, of a person, that reads beside a spectator with a name and one without
    """
    chance = random.Random(f"{game}{options}{seats}{reader}{seed}")
    house = begun(game, options, seats, seed=chance.randrange(1000))
    readers = {PERSONS[reader]: reader, DAN: None, None: None}
    names = list(house.table.game.deck.names.values())
    while house.table.phase != "over":
        if house.table.phase == "between":
            for who in PERSONS[:seats]:
                house.ask(who, Confirm())
            continue
        tally, table = Tally(), house.table
        other = other_world(table, reader, chance)
        for guest in readers:
            assert read(table, guest) == read(other, guest), (guest, house.position.text)
            tally.views += 1
        card = chance.choice(names)
        if card not in house.position.legal(reader):
            assert refused(table, PERSONS[reader], card) == refused(other, PERSONS[reader], card), card
            tally.views += 1
        for guest in (PERSONS[reader], DAN):
            request = chance.choice(requests(table, chance))
            assert answered(table, guest, request, readers) == answered(other, guest, request, readers), request
            tally.views += 1
        for who in chance.sample([guest for guest in PERSONS[:seats] if guest not in readers], k=min(1, seats - 1)):
            request, there_too = chance.choice(requests(table, chance)), replace(who, id=f"other-{who.id}")
            assert answered(table, who, request, readers) == answered(other, there_too, request, readers), request
            tally.views += 1
        seat = chance.choice(list(table.asked))
        codes = actions(table, other, seat, reader, chance)
        if codes is None:
            codes = (house.position.legal(seat)[0], "")
        with house.known_seals():
            here = acted(table, seat, codes[0])
            there = acted(other, seat, codes[1]) if codes[1] else []
        for guest, place in readers.items():
            if there and knows_the_same(here[-1].after, there[-1].after, place):
                assert told(here, guest) == told(there, guest), (guest, codes, house.position.text)
                tally.views += len(here)
                tally.actions += guest == PERSONS[reader]
        if tally.actions and other.position is not None:
            tally.apart = int(other.position.state.tobytes() != house.position.state.tobytes())
        house.apply(here)
        yield tally
