"""Every illegal card in hand has a reason, and every reason is true: as the rules have it, in codes and lists.

`TRUE` says of each key when it is true, from what stands on the table for the seat to see (and from the options).
"""

import itertools
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ref_bingo
import ref_jass
from walks import examples, option_sets

from torite.cards.bits import members
from torite.games import GAMES
from torite.games.game import Game
from torite.games.jass.tricks import PLAYING
from torite.games.jass.weis import VALUES, meld_kinds
from torite.games.load import imported, load_game
from torite.games.position import Position
from torite.games.scene import HandZone, Reason, RowZone, Scene, TrickZone, TrumpZone, WidgetZone
from torite.games.why import sentence
from torite.lab.studied import is_said
from torite.locale import LANGUAGES, catalogue

EXAMPLES = Path(__file__).parents[2] / "examples"
WEAK = ("mittlere", "molotov", "plus-minus", "differenzler")  # rules 1.2
JASS = (*WEAK, "handjass", "schieber", "coiffeur")


@dataclass(frozen=True)
class Seen:
    """What a seat sees when it has to decide."""

    game: Game = field(repr=False)
    options: dict[str, Any]
    seat: int
    scene: Scene
    log: list[tuple[int, str]]  # this deal's actions

    def zone(self, kind: type[Any]) -> Any:
        return next(zone for zone in self.scene.zones if isinstance(zone, kind))

    @cached_property
    def hand(self) -> list[str]:
        hands = [zone for zone in self.scene.zones if isinstance(zone, HandZone)]
        return next(zone.cards for zone in hands if zone.seat == self.seat)

    @cached_property
    def trick(self) -> list[str]:
        """The cards of the trick in the order in which they were played."""
        zone = self.zone(TrickZone)
        n = len(zone.cards)
        order = [zone.cards[(zone.lead + i * self.scene.direction) % n] for i in range(n)]
        return [card for card in order if card is not None]

    @property
    def led(self) -> str:
        return self.trick[0][0]

    @cached_property
    def trump(self) -> str | None:
        suit = self.zone(TrumpZone).suit
        return suit if suit in tuple(self.game.deck.suits) else None

    @property
    def best_trump(self) -> str:
        return ref_jass.highest([card for card in self.trick if card[0] == self.trump], self.trump)

    @property
    def has_led(self) -> bool:
        return any(card[0] == self.led for card in self.hand)

    def is_under(self, card: str, best: object) -> bool:
        """A trump lower than the highest one, on the lead of another suit."""
        stronger = ref_jass.highest([card, self.best_trump], self.trump)
        return self.led != self.trump == card[0] and best == self.best_trump == stronger != card

    @cached_property
    def tiles(self) -> ref_bingo.Match:
        """Which tile is of what suit, and what beats what."""
        match = ref_bingo.Match(2, self.options, 0)
        match.trump = int(self.trump or 0)
        return match

    @property
    def in_suit(self) -> list[str]:
        return [tile for tile in self.hand if self.tiles.belongs(tile, self.tiles.led_suit(self.trick[0]))]

    def row(self, name: str) -> list[str | None]:
        return next((z.cards for z in self.scene.zones if isinstance(z, RowZone) and z.id == name), [])

    @property
    def highest_said(self) -> int:
        """The highest Weis that has been announced."""
        return max(
            (int(code[5:]) for _, code in self.log if code.startswith("weis:") and code != "weis:none"), default=0
        )

    @property
    def melds(self) -> set[int]:
        found = ref_jass.hand_melds(self.hand, str(self.options["weis"]), bool(self.options["four_nines"]))
        return {points for points, _ in found}

    def bids(self) -> list[int]:
        return [int(code[4:]) for _, code in self.log if code.startswith("bid:")]


def follows(at: Seen, card: str, suit: str) -> bool:
    """A card of the suit led is held, and this is none."""
    return suit == at.led and card[0] != suit and at.has_led


def jass_follows(at: Seen, card: str, suit: str) -> bool:
    """The same where trumps may be played at any time, and the trump jack need not be."""
    trumps = [held for held in at.hand if held[0] == at.trump]
    return follows(at, card, suit) and (at.trump is None or (at.led == at.trump and trumps != [f"{at.trump}J"]))


def wizard_follows(at: Seen, card: str, suit: str) -> bool:
    """P3 to P7: the first ordinary card names the suit, unless a Wizard lies before it."""
    first = next(played for played in at.trick if played[0] != "N")
    return first[0] == suit != card[0] and card[0] not in "ZN" and any(held[0] == suit for held in at.hand)


def bingo_follows(at: Seen, tile: str, suit: str) -> bool:
    return int(suit) == at.tiles.led_suit(at.trick[0]) and tile not in at.in_suit and bool(at.in_suit)


def must_beat(at: Seen, tile: str, led: str, trump: bool) -> bool:
    """The tile does not beat the one led, but another of its suit does."""
    higher = [held for held in at.in_suit if at.tiles.beats(held, led)]
    duty = at.tiles.is_trump(led) or at.options["phase2"] == "pagat"
    return duty and trump == at.tiles.is_trump(led) and led == at.trick[0] and bool(higher) and tile not in higher


def dealt(at: Seen) -> int:
    """Cards that each has been dealt in this round of Wizard."""
    return min(at.scene.deal, 60 // at.scene.players)


def spent(at: Seen, tile: str) -> bool:
    """A double that the seat has exposed, or led by a declaration, when that is allowed once."""
    before = [code for seat, code in at.log if seat == at.seat]
    led = [after for code, after in itertools.pairwise(before) if code.startswith("doubles:")]
    return not at.options["redeclare"] and tile in (*led, *(code[7:] for code in before if code.startswith("expose:")))


def others_can_choose(at: Seen) -> bool:
    """Coiffeur: has somebody who is asked after this seat a free row?"""
    sheet = next(zone.data for zone in at.scene.zones if isinstance(zone, WidgetZone) and zone.widget == "coiffeur")
    in_pairs = sheet["form"] == "pairs"
    step = 2 if in_pairs and at.options["pass_to"] == "partner" else -1
    asked = at.scene.players if step < 0 else 2
    left = asked - 1 - sum(code == "pass" for _, code in at.log)
    behind = [(at.seat + step * (i + 1)) % at.scene.players for i in range(left)]
    columns = [seat % 2 if in_pairs else seat for seat in behind]
    return any(row["entries"][column] is None for row in sheet["rows"] for column in columns)


def any_other_sheet_has_room(at: Seen) -> bool:
    """Coiffeur, each with a sheet: has anybody else a free row?"""
    sheet = next(zone.data for zone in at.scene.zones if isinstance(zone, WidgetZone) and zone.widget == "coiffeur")
    return any(None in row["entries"][: at.seat] + row["entries"][at.seat + 1 :] for row in sheet["rows"])


def row_of(at: Seen, code: str) -> dict[str, Any] | None:
    """The row that a contract of Coiffeur fills."""
    sheet = next(zone.data for zone in at.scene.zones if isinstance(zone, WidgetZone) and zone.widget == "coiffeur")
    name = code.split(":")[1]
    return next((row | {"column": at.seat % len(row["entries"])} for row in sheet["rows"] if row["row"] == name), None)


Check = Callable[..., bool]  # (what is seen, code, **params)
TRUE: dict[str, dict[str, Check]] = {
    "rwd": {
        "follow": follows,
        "next_row": lambda at, code: code[5:] in at.row("next_row"),
        "down_taken": lambda at, code: code == "take:?" and "?" not in at.row("row"),
        "not_in_row": lambda at, code: code[5:] not in at.row("row") + at.row("next_row"),
    },
    "wizard": {
        "follow": wizard_follows,
        "too_many": lambda at, code, most: most == dealt(at) < int(code[4:]),
        "not_equal": lambda at, code, value: (
            code == f"bid:{value}"
            and bool(at.options["notequal"] and not at.options["hiddentip"])
            and len(at.bids()) == at.scene.players - 1
            and sum(at.bids()) + value == dealt(at)
        ),
    },
    "wysiwyg": {
        "follow": follows,
        "bid_higher": lambda at, code, bid: bid == max(at.bids(), default=0) >= int(code[4:]) and at.log != [],
        "bid_impossible": lambda at, code, most: bool(at.options["forbid_impossible_bids"]) and int(code[4:]) > most,
        "doubled": lambda at, code: at.log[-1][1] == "double" and code.startswith("bid:"),
        "no_bid": lambda at, code: at.log == [] and code == "double",
    },
    "emissary": {
        "follow": follows,
        "won": lambda at, code: at.zone(WidgetZone).data["rulers"][int(code[-1]) - 1] is None,
        "here": lambda at, code: at.zone(WidgetZone).data["kingdom"] == int(code[-1]),
    },
    "bingo": {
        "follow": bingo_follows,
        "beat": lambda at, tile, card: must_beat(at, tile, card, trump=False),
        "beat_trump": lambda at, tile, card: must_beat(at, tile, card, trump=True),
        "blanks": lambda at, tile: (
            at.tiles.is_trump(at.trick[0]) and not at.in_suit and "0-0" in at.hand and tile != "0-0"
        ),
        "trump": lambda at, tile: (
            at.options["phase2"] == "pagat"
            and not at.in_suit
            and not at.tiles.is_trump(tile)
            and tile != "0-0"
            and any(at.tiles.is_trump(held) or held == "0-0" for held in at.hand)
        ),
        "run": lambda at, tile: at.row("exposed") != [] and tile not in at.row("exposed"),
        "exposed": lambda at, tile: tile in at.row("exposed"),
        "double": lambda at, tile: at.log[-1][1].startswith("doubles:") and tile[0] != tile[2],
        "expose": lambda at, tile: tile[0] != tile[2],
        "spent": spent,
        "trick_first": lambda at, code: code.startswith("doubles:") and not won_any(at),
        "doubles_held": lambda at, code: int(code[8:]) > sum(t[0] == t[2] and not spent(at, t) for t in at.hand),
    },
}
for name in JASS:
    TRUE[name] = {
        "follow": jass_follows,
        "follow_or_trump": lambda at, card, suit: follows(at, card, suit) and at.trump not in (None, at.led, card[0]),
        "undertrump_following": lambda at, low, suit, card: at.is_under(low, card) and suit == at.led and at.has_led,
    }
for name in JASS[len(WEAK) :]:
    TRUE[name] |= {
        "undertrump": lambda at, low, card: (
            at.is_under(low, card) and not at.has_led and any(held[0] != at.trump for held in at.hand)
        ),
        "overtrump": lambda at, low, card: (
            at.is_under(low, card)
            and at.options["all_trump_hand"] == "must_overtrump"
            and all(held[0] == at.trump for held in at.hand)
            and any(not at.is_under(held, card) for held in at.hand)
        ),
    }
for name in ("handjass", "schieber"):
    TRUE[name] |= {
        "weis_low": lambda at, code, points: int(code[5:]) < points == at.highest_said,
        "weis_not_held": lambda at, code, points: code == f"weis:{points}" and points not in at.melds,
    }
TRUE["schieber"]["pushed"] = lambda at, code: at.log[-1][1] == "push" == code
TRUE["handjass"] |= {
    "blind_taken": lambda at, code: any(said == "blind" == code for _, said in at.log),
    "no_blind": lambda at, code: (
        code == "blind" and sum(len(z.cards) == 9 for z in at.scene.zones if isinstance(z, HandZone)) == 4
    ),
}
TRUE["coiffeur"] |= {
    "filled": lambda at, code: (row := row_of(at, code)) is not None and row["entries"][row["column"]] is not None,
    "eight_rows": lambda at, code: (
        at.scene.players == 4 and not at.options["ten_rows"] and ("slalom" in code or "gustav" in code)
    ),
    "forced": lambda at, code: [said for _, said in at.log] == ["pass"] * len(at.log) != [] and code == "pass",
    "last_to_choose": lambda at, code: code == "pass" and not others_can_choose(at),
    "alone": lambda at, code: code == "pass" and not any_other_sheet_has_room(at),
}


def won_any(at: Seen) -> bool:
    badge = next(badge for badge in at.scene.badges[at.seat] if badge.id == "tricks")
    return bool(badge.value)


def decisions(game: Game, seed: int) -> Iterator[tuple[Position, Seen]]:
    """The decisions of two or three deals of random play, every set of options in turn."""
    rng = random.Random(f"{game.name} {seed}")
    sets = option_sets(game)
    fewest, most = game.players
    options = sets[seed % len(sets)]
    position = Position(game, fewest + seed % (most - fewest + 1), seed=seed, options=options)
    for _ in range(3):
        if position.finished():
            return
        position.deal()
        while seats := position.actors():
            seat = rng.choice(seats)
            yield position, Seen(game, position.options, seat, position.scene(seat), list(position.log))
            position.play(rng.choice(position.legal(seat)), seat)


def is_handled(code: str, legal: list[str]) -> bool:
    """May something be done with this card: played, discarded, exposed?"""
    return any(action == code or action.endswith(f":{code}") for action in legal)


def legal_silently(position: Position, seat: int) -> list[str]:
    """What the seat may do once it has announced nothing."""
    silent = position.copy()
    if "weis:none" in silent.legal(seat):
        silent.play("weis:none", seat)
    return silent.legal(seat)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_card_is_refused_without_a_true_reason(game: Game) -> None:
    for seed in range(examples(60)):
        for position, at in decisions(game, seed):
            handled = any(is_handled(card, at.scene.legal) for card in at.hand)
            legal = at.scene.legal if handled else legal_silently(position, at.seat)
            free = [card for card in at.hand if is_handled(card, legal)]
            barred = [card for card in at.hand if card not in free]
            told = {code: reason for code, reason in at.scene.why.items() if code in at.hand}
            assert set(told) == set(barred if free else ()), (legal, told)
            for code, reason in at.scene.why.items():
                check(at, code, reason)
            for card in at.hand[:1] if not handled else ():
                assert position.why(card, at.seat) == Reason("phase", {"phase": at.scene.phase})


def check(at: Seen, code: str, reason: Reason) -> None:
    true = TRUE[at.game.name].get(reason.key)
    assert true is not None, f"{code}: {reason}"
    assert true(at, code, **reason.params), f"{code}: {reason}, {at}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whatever_is_said_of_any_action_is_true(game: Game) -> None:
    rng = random.Random(game.name)
    for seed in range(examples(45)):
        for position, at in decisions(game, seed):
            cards = game.deck.names.values()
            wrong = [code for code in game.codes.values() if code not in at.scene.legal and code not in cards]
            for code in rng.sample(wrong, min(12, len(wrong))):
                reason = position.why(code, at.seat)
                if reason is not None:
                    check(at, code, reason)
            assert all(position.why(code, at.seat) is None for code in at.scene.legal[:3])


@pytest.mark.parametrize("name", ["handjass", "schieber", "coiffeur"])
def test_a_hand_of_trumps_alone_must_overtrump_where_the_table_wants_it(name: str) -> None:
    for option, key in (("must_overtrump", "overtrump"), ("any", None)):
        position = Position(GAMES[name], 4, seed=1, options={"all_trump_hand": option})
        position.deal()
        s, parse = position.state, GAMES[name].deck.parse
        s.phase = PLAYING
        s.trump = s.row = 1  # diamonds
        if name != "handjass":
            s.contract = 1
        s.playing, s.lead, s.turn, s.best = 0b1111, 2, 0, 1  # to the right: 2, 1, 0
        s.trick[:] = -1, parse("DA"), parse("SK"), -1
        s.hands[0] = sum(1 << parse(card) for card in ("DK", "DJ", "D6"))
        at = Seen(GAMES[name], position.options, 0, position.scene(0), [])
        assert {reason.key for reason in at.scene.why.values()} == ({key} if key else set())
        for code, reason in at.scene.why.items():
            check(at, code, reason)


def test_a_double_that_was_exposed_is_not_declared_again() -> None:
    position = Position(GAMES["bingo"], 2, seed=1, options={"redeclare": False})
    position.deal()
    s, parse = position.state, GAMES["bingo"].deck.parse
    s.phase, s.turn, s.lead, s.said, s.to_expose = 0, 0, 0, 2, 1
    s.hands[0] = sum(1 << parse(tile) for tile in ("5-5", "3-3", "2-2", "1-1", "6-4"))
    s.spent = 1 << parse("5-5")
    log = [(0, "doubles:2"), (0, "6-6"), (0, "expose:5-5"), (1, "0-0"), (0, "doubles:2")]
    at = Seen(GAMES["bingo"], position.options, 0, position.scene(0), log)
    assert {code: reason.key for code, reason in at.scene.why.items()} == {"5-5": "spent", "6-4": "double"}
    for code, reason in at.scene.why.items():
        check(at, code, reason)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_its_sentence(game: Game, lang: str) -> None:
    words, english = catalogue(lang), catalogue("en")
    for key in (*TRUE[game.name], "turn", "phase", "rule", "not_held"):
        found = [each for each in (f"game.{game.name}.why.{key}", f"why.{key}") if each in words]
        assert found, key
        params = {name for _, name, _, _ in string.Formatter().parse(english[found[0]]) if name}
        assert params == {name for _, name, _, _ in string.Formatter().parse(words[found[0]]) if name}
    own = {key.rpartition(".")[2] for key in words if key.startswith(f"game.{game.name}.why.")}
    assert own <= set(TRUE[game.name])


@pytest.mark.parametrize("name", ["schieber", "handjass"])
def test_a_weis_speaks_of_cards_in_the_hand_that_make_it(name: str) -> None:
    found = 0
    for seed in range(60):
        chance, position = random.Random(seed), Position(GAMES[name], 4, seed=bytes([seed] * 32))
        position.deal()
        while position.actors():
            seat = position.actors()[0]
            hand = position.state.hands[seat]
            for code, note in position.scene(seat).notes.items():
                if not code.startswith("weis:"):
                    continue
                cards = np.int64(sum(1 << position.game.deck.parse(card) for card in note.cards))
                assert cards & hand == cards
                assert meld_kinds(cards, 0) == 1 << VALUES.index(int(code.removeprefix("weis:")))
                found += 1
            position.play(chance.choice(position.legal(seat)), seat)
    assert found > 20


def test_a_pages_own_sentence_may_agree_with_a_number() -> None:
    whist = load_game("examples/whist.py")
    page = replace(whist, texts={"en": {"game.whist.why.many": "Only {n} {n:card|cards} may be played."}})
    assert sentence(page, Reason("many", {"n": 1})) == "Only 1 card may be played."
    assert sentence(page, Reason("many", {"n": 3})) == "Only 3 cards may be played."


SHOWING = """    cards = tricks.legal(s, seat)[0]
    return cards, np.int64(0), s.hands[seat] if cards else np.int64(0), np.int64(0)
"""


def test_a_card_that_may_be_shown_but_not_played_has_its_reason(tmp_path: Path) -> None:
    text = (EXAMPLES / "whist.py").read_text("utf-8")
    legal = f"@kernel\ndef legal(s: State, seat: Seat) -> Actions:\n{SHOWING}\n\n@kernel\ndef play("
    codes = "    codes={128 + card: f'show:{name}' for card, name in DECK.names.items()},\n    zones="
    (file := tmp_path / "shown.py").write_text(
        text.replace("@kernel\ndef play(", legal).replace("    zones=", codes), "utf-8"
    )
    position = Position(imported(file, str(file)), 4, seed=1)
    position.deal()
    (leader,) = position.actors()
    position.play(next(code for code in position.legal(leader) if ":" not in code), leader)
    scene = position.scene(position.actors()[0])
    (hand,) = (zone.cards for zone in scene.zones if isinstance(zone, HandZone) and zone.seat == scene.seat)
    refused = [code for code in hand if code not in scene.legal]
    assert refused and set(scene.why) == set(refused)
    assert all(f"show:{code}" in scene.legal and scene.why[code].key == "follow" for code in refused)


BIDDING = """    return np.int64(0), np.int64(0), {} if seat == s.turn else np.int64(0), np.int64(0)
"""


@pytest.mark.parametrize("bids", ["lane(3) & s.pack", "s.hands[seat] & -s.hands[seat] | bit(62)"], ids=["any", "few"])
def test_a_bid_that_is_called_like_a_card_in_hand_is_no_card(tmp_path: Path, bids: str) -> None:
    text = (EXAMPLES / "whist.py").read_text("utf-8")
    legal = f"@kernel\ndef legal(s: State, seat: Seat) -> Actions:\n{BIDDING.format(bids)}\n\n@kernel\ndef play("
    codes = "    codes={128 + card: f'bid:{name}' for card, name in DECK.names.items()} | {190: 'bid:N7'},\n    zones="
    (file := tmp_path / "called.py").write_text(
        text.replace("@kernel\ndef play(", legal).replace("    zones=", codes), "utf-8"
    )
    position = Position(imported(file, str(file)), 4, seed=1)
    position.deal()
    (leader,) = position.actors()
    assert position.scene(leader).why == {}
    deck = position.game.deck
    held = [deck.names[card] for card in members(position.game.hand(position.view(leader), leader))]
    assert any(f"bid:{code}" in position.legal(leader) for code in held)
    assert all((reason := position.why(code, leader)) is not None and reason.key == "phase" for code in held)
    assert position.game.handled.keys() == deck.names.keys()
    assert all(is_said(position.game, action) for action in range(128, 191) if action in position.game.codes)
