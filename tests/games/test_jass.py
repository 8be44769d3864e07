"""What all Jass games share: the cards, the trick engine position by position, sums, records."""

import itertools
import json
import random

import numpy as np
import pytest
from walks import Table, examples, shuffled, walk_deal

from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.games.game import Game
from torite.games.jass import tricks
from torite.games.jass.cards import DECK, LAST_TRICK, NO_TRUMP, POINTS, SOMNIA, SWAPPED, TOTAL, power
from torite.games.jass.tricks import OVERTRUMP, STRONG, WEAK
from torite.games.position import Position
from torite.games.zones import OPEN
from torite.table.records import replay
from torite.table.scribe import Scribe, write_record

JASS = [game for game in GAMES.values() if "dealt_first" in game.state.fields]
SIZES = [(game, n) for game in JASS for n in range(game.players[0], game.players[1] + 1)]
SIZE_IDS = [f"{game.name}-{n}" for game, n in SIZES]
ALL = sum(1 << int(card) for card in DECK.cards)


def mask(codes: str) -> int:
    return sum(1 << DECK.parse(code) for code in codes.split())


def codes(cards: int) -> str:
    return " ".join(name for card, name in DECK.names.items() if int(cards) >> card & 1)


# ---- cards (1.1, A2, 9) ----
@pytest.mark.parametrize("row", range(len(POINTS)))
def test_the_points_of_a_deal(row: int) -> None:
    assert sum(POINTS[row]) + LAST_TRICK[row] == TOTAL[row]
    assert TOTAL[row] == (157 if row < SOMNIA else 120 if row == SOMNIA + NO_TRUMP else 151)


@pytest.mark.parametrize(
    ("row", "worth"),
    [
        (0, "CJ:20 C9:14 CA:11 CT:10 CK:4 CQ:3 C8:0 C6:0 SJ:2 S9:0 S8:0 SA:11 S6:0"),
        (3, "SJ:20 S9:14 S8:0 CJ:2 C9:0"),
        (NO_TRUMP, "SJ:2 S9:0 S8:8 C8:8 SA:11 S6:0"),
        (SWAPPED, "SA:0 S6:11 S8:8 SK:4 ST:10 C6:11 CA:0"),
        (SOMNIA + 2, "HJ:20 H9:13 HA:10 HK:5 HQ:3 HT:10 SJ:2 S9:0 SK:5 S8:0"),
        (SOMNIA + NO_TRUMP, "HJ:2 H9:0 H8:0 HA:10 HK:5"),
    ],
)
def test_what_single_cards_count(row: int, worth: str) -> None:
    for pair in worth.split():
        code, points = pair.split(":")
        assert POINTS[row, DECK.parse(code)] == int(points), code


@pytest.mark.parametrize(
    ("order", "trump", "upwards"),
    [
        ("H6 H7 H8 H9 HT HJ HQ HK HA S6 S7 S8 ST SQ SK SA S9 SJ", 3, 0),
        ("H6 H7 H8 H9 HT HJ HQ HK HA", -1, 0),
        ("HA HK HQ HJ HT H9 H8 H7 H6", -1, 1),
    ],
)
def test_who_is_stronger(order: str, trump: int, upwards: int) -> None:
    powers = [int(power(DECK.parse(code), trump, 2, upwards)) for code in order.split()]
    assert powers == sorted(set(powers)) and powers[0] > 0
    assert power(DECK.parse("CA"), trump, 2, upwards) == 0  # neither trump nor the suit led


# ---- what may be played (1.2) ----
def legal(hand: str, trick: str, trump: str, ban: int) -> str:
    """Legal cards of a hand after the cards of a trick."""
    s = GAMES["differenzler"].state.new()[0]
    GAMES["differenzler"].start(s, 4, 0)
    s.ban, s.playing, s.lead = ban, 0b1111, 3
    s.trump = -1 if trump == "-" else OPEN if trump == "?" else "CDHS".index(trump)
    s.row = NO_TRUMP if s.trump < 0 else s.trump
    seat = 3
    for code in trick.split():
        s.hands[seat] = mask(code)
        tricks.lay(s, seat, DECK.parse(code))
        tricks.pass_on(s, seat)
        seat -= 1
    s.hands[seat] = mask(hand)
    return codes(int(tricks.legal_cards(s, seat)))


EVERY = (WEAK, STRONG, OVERTRUMP)
POSITIONS = [
    ("any card leads", "C6 HA SJ", "", "S", EVERY, "C6 HA SJ"),
    ("no trump: follow", "H6 S7 CA", "HA", "-", EVERY, "H6"),
    ("no trump: void", "S7 CA", "HA", "-", EVERY, "CA S7"),
    ("no trump yet: follow, no ruff", "H6 S7", "HA", "?", EVERY, "H6"),
    ("trump led: trump", "S6 HA CA", "S7", "S", EVERY, "S6"),
    ("trump led: no duty to beat, no ban", "S6 SA HA", "S7 S8", "S", EVERY, "S6 SA"),
    ("trump led: a lone jack may stay", "SJ HA", "S7", "S", EVERY, "HA SJ"),
    ("trump led: the jack with another one", "SJ S6 HA", "S7", "S", EVERY, "S6 SJ"),
    ("trump led: no trump", "HA CA", "S7", "S", EVERY, "CA HA"),
    ("a trump instead of following", "H6 S6 CA", "HA", "S", EVERY, "H6 S6"),
    ("both bans: who can follow", "H6 S6 SA CA", "HA S7", "S", EVERY, "H6 SA"),
    ("nine and jack are above the ace", "H6 SK S9 SJ", "HA SA", "S", EVERY, "H6 S9 SJ"),
    ("weak: void, undertrump", "S6 SA CA", "HA S7", "S", (WEAK,), "CA S6 SA"),
    ("strong: void, no undertrump", "S6 SA CA", "HA S7", "S", (STRONG, OVERTRUMP), "CA SA"),
    ("all trumps, a higher one", "S6 SA", "HA S7", "S", (WEAK, STRONG), "S6 SA"),
    ("all trumps, must overtrump", "S6 SA", "HA S7", "S", (OVERTRUMP,), "SA"),
    ("all trumps, none higher", "S6 S8", "HA S9", "S", EVERY, "S6 S8"),
    ("the ban is about the highest of two (A5)", "S8 CA", "HA SA S7", "S", (STRONG,), "CA"),
    ("the discard is trump at once (A7)", "H6 C7 CA", "HA C8", "?", EVERY, "CA H6"),
    ("void under a trump just born", "C7 SA", "HA C8", "?", (WEAK,), "C7 SA"),
]


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "bans", "expected"), [p[1:] for p in POSITIONS], ids=[p[0] for p in POSITIONS]
)
def test_what_may_be_played(hand: str, trick: str, trump: str, bans: tuple[int, ...], expected: str) -> None:
    for ban in bans:
        assert legal(hand, trick, trump, ban) == expected


def proved(trick: str, trump: str, ban: int, hand: str = "") -> str:
    """What the last card of the trick has proved its player not to hold."""
    s = GAMES["differenzler"].state.new()[0]
    GAMES["differenzler"].start(s, 4, 0)
    s.ban, s.playing, s.lead = ban, 0b1111, 3
    s.trump = -1 if trump == "-" else OPEN if trump == "?" else "CDHS".index(trump)
    seat = 3
    for code in trick.split():
        tricks.lay(s, seat, DECK.parse(code))
        s.turn = seat = seat - 1
    return codes(int(s.lacks[seat + 1]) & ALL)


def suit(letter: str) -> str:
    return codes(sum(1 << c for c, name in DECK.names.items() if name[0] == letter))


def test_what_a_card_proves() -> None:
    assert proved("HA", "S", WEAK) == proved("HA H6", "S", WEAK) == ""
    assert proved("HA C6", "S", WEAK) == proved("HA C6", "-", STRONG) == proved("HA C6", "?", WEAK) == suit("H")
    assert proved("HA S6", "S", STRONG) == ""  # one may always trump
    assert proved("S7 H6", "S", WEAK) == suit("S").replace(" SJ", "")  # the jack may have been held back
    assert proved("HA S7 S8", "S", STRONG) == ""
    assert proved("HA S8 S7", "S", WEAK) == suit("H")
    assert proved("HA S8 S7", "S", STRONG) == " ".join(suit(c) for c in "CDH")
    assert proved("HA S8 S7", "S", OVERTRUMP).endswith("S8 S9 ST SJ SQ SK SA")


# ---- every game ----
@pytest.mark.parametrize(("game", "players"), SIZES, ids=SIZE_IDS)
def test_cards_and_points_stay_together(game: Game, players: int) -> None:
    rng = random.Random(players)
    for _ in range(examples(60)):
        table = Table(
            game, players, {o.name: rng.choice(o.values) for o in game.options}, rng.randrange(players), slow=False
        )
        table.deal(shuffled(game, rng))
        s = table.state
        for _ in walk_deal(table, rng):
            sets = [int(m) for m in (*s.hands[:players], *s.played[:players])]
            for a, b in itertools.combinations(sets, 2):
                assert a & b == 0
            for p in range(players):
                assert int(s.hands[p]).bit_count() == s.held[p]
                assert int(s.hands[p]) & int(s.lacks[p]) == 0
                assert int(s.shown[p]) & ~int(s.hands[p] | s.played[p]) == 0
        if game.name != "handjass" and not s.held[:players].any():
            assert int(s.cards[:players].sum()) == TOTAL[s.row]
        points = np.zeros(players)
        game.score(s, points)
        assert np.isfinite(points).all()


PRESETS = [(game, n, preset) for game, n in SIZES for preset in game.presets]


@pytest.mark.parametrize(("game", "players", "preset"), PRESETS, ids=[f"{g.name}-{n}-{p}" for g, n, p in PRESETS])
@pytest.mark.parametrize("legal", [True, False], ids=["legal", "bare"])
def test_records_replay(game: Game, players: int, preset: str, legal: bool) -> None:
    for seed in range(3 if JIT else 1):
        position = Position(game, players, seed=seed, preset=preset)
        scribe, chance = Scribe(position, legal), random.Random(seed)
        while not position.finished():
            scribe.deal()
            while not position.deal_over():
                seat = chance.choice(position.actors())
                scribe.play(chance.choice(position.legal(seat)), seat)
        record = json.loads(write_record(scribe.record()))
        replay(record, verify=True)
        assert record["preset"] == preset
