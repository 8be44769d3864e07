"""`torite check`: three faults of each kind, planted in pages that are right, are found; the pages are not blamed."""

import json
import shlex
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from torite import cli
from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.games.audit import LONGEST_DEAL, audit
from torite.games.load import imported, told
from torite.games.position import Position
from torite.games.trial import compiled_trial
from torite.games.uncompiled import lost_in_kernels, sentences_in, singles_in_kernels, unread_options, unset_fields
from torite.games.wording import lacking_words, unread_words
from torite.games.zones import BadgeSpec

quick = pytest.mark.skipif(JIT, reason="by design: each fault would be compiled; the plain run does it")
HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"

DRAW = "    tricks.determinize(s, seat, rng)"
UNUSED = "    redeal(s.hands, s.held, np.zeros(4, np.int8), s.pack & ~s.seen, rng)"
TURNED = "    turned: Card"
OTHER = "    other = 1 - seat\n"
FINISHED = "@kernel\ndef finished"
CHOOSE = "        if passing.choose(s, seat, action):\n"
STAYS = "        done = passing.choose(s, seat, action)\n        s.turn = 0\n        if done:\n"
BEGIN = "    passing.begin(s, 3, STEPS[s.deals % 4])\n"
NEXT = "@kernel\ndef actors(s: State) -> Mask:\n    return bit(1 - s.turn) if s.held[0] else np.int64(0)\n\n\n"
ONE = "@kernel\ndef score(s: State, points: np.ndarray) -> None:\n    points[:] = 1\n"
PUBLIC = "    hands: Each[Cards] = public()\n"
AGAIN = "    if s.best != NONE and s.held[seat] & 1:\n        s.turn = seat\n"
PLAYED = "    if tricks.play(s, seat, card):\n"
LED = (
    f"{PLAYED}|    over = tricks.play(s, seat, card)\n"
    "    if s.best == NONE and not over:\n        s.turn = {}\n    if over:\n"
)
ADD_UP = "        scores.add_up(s)\n"
SHUFFLE = "    talon.lay_open(s)\n    talon.shuffle(s, s.drawn, STOCK, unseen, rng)"
OWN, OTHER = "s.points[p] - s.points[after(p, s.players)]", "s.points[after(p, s.players)] - s.points[p]"
LAY = "        open_hands.lay_open(s, dummy)\n"
MET = "    meaning=bids.met,\n"
SHOWN = "(*open_hands.TABLE,"
AT_ONCE = (  # Oh Hell, changed so that all bid at once; and each bid is told
    "turned.State, bids.State",
    "turned.State, sealed_bids.State",
    "    if seat == s.turn and bids.bidding(s):\n",
    "    if bids.bidding(s) and not sealed_bids.waiting(s) & bit(seat):\n        return no_actions()\n"
    "    if bids.bidding(s):\n",
    "bids.not_equal(s, s.each) if seat == s.dealer else ",
    "",
    "        bids.bid(s, seat, action)\n",
    "        if sealed_bids.bid(s, seat, action):\n            s.turn = s.lead\n",
    "GAME = game(",
    "@kernel\ndef actors(s: State) -> Mask:\n"
    "    return sealed_bids.waiting(s) if bids.bidding(s) and s.held.any() else tricks.actors(s)\n\n\n"
    "@kernel\ndef determinize(s: State, seat: Seat, rng: Rng) -> None:\n"
    "    tricks.determinize(s, seat, rng)\n    sealed_bids.determinize(s, seat, s.each, rng)\n\n\n"
    "def sealed(s: State, seat: Seat, action: int) -> bool:\n    return False\n\n\nGAME = game(",
)

PASSED = "            s.lacks[:] = 0\n"
HEADING = (  # Pass Again where the trick must be headed: what is passed may be what the other one has shown to lack
    "pass_again",
    "passing.State, scores",
    "passing.State, heading.State, scores",
    "else tricks.legal(",
    "else heading.legal(",
    "        passing.choose(s, seat, action)\n    elif tricks.lay(",
    f"        if passing.choose(s, seat, action):\n{PASSED}        return\n"
    "    heading.prove(s, seat, action)\n    if tricks.lay(",
    FINISHED,
    "@kernel\ndef determinize(s: State, seat: Seat, rng: Rng) -> None:\n    passing.gather(s, seat)\n"
    f"    heading.determinize(s, seat, rng)\n    passing.choose_some(s, seat, rng)\n\n\n{FINISHED}",
    "tricks.why",
    "heading.why",
)


def showing(copied: str) -> tuple[str, ...]:
    """Whist with cards of hands in a public field."""
    told = ("    s.turned = ", f"    {copied}\n    s.turned = ")
    return ("hands_shown", "whist", "    turned: Card", "    shown: Each[Cards] = public()\n    turned: Card", *told)


def singles(name: str, first: str, copied: str) -> tuple[str, ...]:
    """The same, card by card."""
    field = f"    {name}: Each[Card] = public({first})\n    turned: Card"
    told = ("    s.turned = ", f"    {copied}\n    s.turned = ")
    return (f"hands_shown {name}", "whist", "    turned: Card", field, *told)


def telling(before: str, told: str) -> tuple[str, ...]:
    """Whist that tells something of who holds what."""
    return ("world_told", "whist", TURNED, f"    told: Count = public()\n{TURNED}", before, told + before)


def liking(given: str) -> tuple[str, ...]:
    """Whist with likely, which gives this in the last trick but two."""
    asked = f"    return {given} if popcount(s.hands[seat]) == 3 else tricks.legal(s, seat)\n\n\n"
    likely = f"@kernel\ndef likely(s: State, seat: Seat) -> tuple:\n{asked}"
    return ("likely_illegal", "whist", FINISHED, likely + FINISHED)


def drawing(lying: str) -> tuple[str, str, str, str]:
    """The dummy's hand is known in some worlds only."""
    kernel = f"@kernel\ndef determinize(s: State, seat: Seat, rng: Rng) -> None:\n{lying}{DRAW}\n\n\n"
    return ("world_open", "dummy_whist", FINISHED, kernel + FINISHED)


def sealing(said: str) -> tuple[str, str, str, str]:
    """Hearts with another `sealed`."""
    function = f"def sealed(s: State, seat: Seat, action: int) -> bool:\n    return bool({said})\n\n\n"
    return ("unsealed", "hearts", "score, outcome", f"{function}score, outcome")


FAULTS: dict[str, tuple[str, ...]] = {  # what is found, in which page; instead of what, the fault, of each change
    "still lacking what was passed": ("world_size", *HEADING, PASSED, "            pass\n"),
    "open hand dealt anew": drawing(""),
    "one of four is known": drawing("    s.hands[0] |= open_hands.lying(s, 0)\n"),
    "known to some": drawing("    for p in range(4 * (seat & 1)):\n        s.hands[p] |= open_hands.lying(s, p)\n"),
    "another hand is laid open": ("open_not_held", "dummy_whist", LAY, "        s.laid[dummy] = s.hands[s.dealer]\n"),
    "all is laid open": ("open_not_held", "dummy_whist", LAY, "        s.laid[dummy] = s.pack\n"),
    "what was played still lies": ("open_not_held", "dummy_whist", SHOWN, '(*tricks.table(laid="laid"),'),
    "the ace's holder told": telling("@kernel\ndef play", "    s.told = tricks.holder(s, s.trump << 4 | 12)\n\n\n"),
    "partners told": (
        "world_told",
        "doppelkopf",
        "    if action <= MARRY",
        "    s.parties = re(s)\n    if action <= MARRY",
    ),
    "trumps counted": telling(PLAYED, "    s.told = popcount(s.hands[seat] & lane(s.trump))\n"),
    "who could ruff told": telling(PLAYED, "    s.told = s.hands[s.dealer] & lane(0) == 0\n"),
    "void forgotten": ("world_past", "whist", "    if tricks.play", "    s.void[:] = 0\n    if tricks.play"),
    "void forgotten in bids": (
        "world_past",
        "oh_hell",
        "    if action >= bids.B",
        "    s.void[:] = 0\n    if action >= bids.B",
    ),
    "void forgotten where little is bid": (
        "world_past",
        "oh_hell",
        "    if action >= bids.B",
        "    if not bids.bidding(s) and bids.total(s) == 0:\n        s.void[:] = 0\n    if action >= bids.B",
        FINISHED,
        "@kernel\ndef likely(s: State, seat: Seat) -> tuple:\n"
        "    return second_word(bit(0)) if bids.bidding(s) and seat == s.turn else legal(s, seat)\n\n\n" + FINISHED,
    ),
    "nothing is likely": liking("no_actions()"),
    "a revoke is likely": liking("card_actions(s.hands[seat])"),
    "void unused": ("world_past", "whist", DRAW, UNUSED),
    "own hand dealt anew": ("world_view", "whist", DRAW, f"    s.hands[seat] = 0\n{DRAW}"),
    "turned up anew": ("world_view", "whist", DRAW, f"    s.turned = 0\n{DRAW}"),
    "points in a world": (
        "world_view",
        "german_whist",
        "    other = 1 - seat\n",
        "    other = s.points[0] = 1 - seat\n",
    ),
    "any card may be played": (
        "world_truth",
        "whist",
        FINISHED,
        f"@kernel\ndef legal(s: State, seat: Seat) -> tuple:\n    return card_actions(s.hands[seat])\n\n\n{FINISHED}",
    ),
    "void before its time": ("world_truth", "whist", "    if tricks.play", "    s.void[3] |= 1\n    if tricks.play"),
    "never laid away": (  # where it counts
        "world_never",
        "euchre",
        "    s.held[:] = s.hands[:] = 0\n    scores.add_up(s)",
        "    s.held[:] = s.hands[:] = 0\n    if s.ordered:\n        s.points[s.maker] += s.away[s.dealer] & 1\n"
        "    scores.add_up(s)",
        "    heading.share_out(s, free, rng)",
        "    heading.share_out(s, free, rng)\n    if s.ordered and not s.discarding and seat != s.dealer:\n"
        "        s.away[s.dealer] = s.turned",
    ),
    "laid away though it may not be": (
        "world_away",
        "euchre",
        "s.hands[seat], np.int64(0)",
        "s.hands[seat] & ~(bit(0) | bit(16) | bit(32) | bit(48)), np.int64(0)",
        "    heading.share_out(s, free, rng)",
        "    heading.share_out(s, free, rng)\n    if s.ordered and not s.discarding and seat != s.dealer:\n"
        "        s.away[s.dealer] = low(tricks.left_over(s))",
    ),
    "turned up elsewhere": ("world_truth", "whist", "s.hands[s.dealer] |=", "s.hands[after(s.dealer, 4)] |="),
    "held by two": (
        "held_twice",
        "whist",
        "    s.trump = suit_of(",
        "    s.hands[0] |= bit(s.turned)\n    s.trump = suit_of(",
    ),
    "less than is told": (
        "held_count",
        "euchre",
        "        s.held[s.dealer] += 1\n",
        "",
        "        s.held[seat] -= 1\n",
        "",
    ),
    "turned up, and in a hand": (
        "world_lying",
        "oh_hell",
        "    s.trump = suit_of(s.turned)\n",
        "    s.trump = suit_of(s.turned)\n    s.seen &= ~bit(s.turned)\n",
    ),
    "added up twice": ("points_twice", "whist", ADD_UP, ADD_UP + ADD_UP),
    "each for himself, and all alike": ("partners_all", "hats", "return bit(s.players) - 1", "return bit(seat)"),
    "more deals told": (
        "deals_fewer",
        "oh_hell",
        "deals=lambda s: int(rounds(s))",
        "deals=lambda s: int(rounds(s)) + 1",
    ),
    "passing told": sealing("False"),
    "clubs told": sealing("action >= 80"),
    "the first told": sealing("s.to_pass[seat] < 3"),
    "bids of all at once told": ("unsealed", "oh_hell", *AT_ONCE),
    "hands public": ("hands_public", "whist", TURNED, PUBLIC + TURNED),
    "hands of two": ("hands_public", "german_whist", "    drawn:", f"{PUBLIC}    drawn:"),
    "turn stays": ("turn", "hearts", CHOOSE, STAYS),
    "turn of another": ("turn", "german_whist", FINISHED, f"{NEXT}{FINISHED}"),
    "turn of nobody": ("turn", "hearts", BEGIN, f"{BEGIN}    s.turn = NONE if s.passing else s.turn\n"),
    "score nothing": ("score_same", "whist", "points[p] = s.points[p] -", "points[p] = 0 *"),
    "score one": ("score_same", "german_whist", "score = scores.margin", ONE),
    "a card is lost": ("world_size", "whist", DRAW, f"{DRAW}\n    s.hands[seat - 1] &= s.hands[seat - 1] - 1"),
    "no hands": ("world_size", "whist", DRAW, "    return"),
    "no hands at the end": ("world_size", "whist", DRAW, f"    if s.held[seat] > 5:\n    {DRAW}"),
    "talon left empty": ("world_blank talon", "german_whist", SHUFFLE, "    return"),
    "secret left empty": (
        "world_blank extra",
        "whist",
        "    turned: Card",
        "    extra: Count = hidden()\n    turned: Card",
        "    s.turned = ",
        "    s.extra = 1 + deck[0] % 3\n    s.turned = ",
        "max(0, sides",
        "s.extra * max(0, sides",
    ),
    "own secret left empty": (
        "world_blank extra",
        "whist",
        "    turned: Card",
        "    extra: Each[Count] = by_seat()\n    turned: Card",
        "    s.turned = ",
        "    s.extra[:] = 1 + deck[:4] % 3\n    s.turned = ",
        "max(0, sides",
        "s.extra[p] * max(0, sides",
    ),
    "hands copied": showing("s.shown[:] = s.hands"),
    "one hand copied": showing("s.shown[2] = s.hands[2]"),
    "low cards copied": showing("s.shown[:] = s.hands & 0xF000F000F"),
    "holder of a card told": (
        "hands_shown owner",
        "whist",
        "    turned: Card",
        "    shown: Card = public(NONE)\n    owner: Seat = public(NONE)\n    turned: Card",
        "    s.turned = ",
        "    s.shown = deck[s.deals * 7 % 51]\n    s.owner = tricks.holder(s, s.shown)\n    s.turned = ",
    ),
    "own card laid away dealt anew": (
        "world_own away",
        "euchre",
        "if s.ordered and s.away[seat] != NONE:",
        "if False:",
    ),
    "pack shown": singles("under", "NONE, 52", "s.under[:] = deck"),
    "a card of each hand shown": singles("top", "NONE", "for p in range(4):\n        s.top[p] = deck[p]"),
    "cards of one hand shown": singles("low", "NONE, 13", "for i in range(13):\n        s.low[i] = nth(s.hands[2], i)"),
    "the rest is claimed in a bid": ("claim_unled", "oh_hell", MET, f"{MET}    claimable=tricks.leads,\n"),
    "nothing added up": ("scores_zero", "oh_hell", ADD_UP, ""),
    "added up, and lost": ("scores_zero", "oh_hell", ADD_UP, f"{ADD_UP}        s.scores[:] = 0\n"),
    "nothing counted in the end": ("scores_zero", "oh_hell", ADD_UP, "        s.scores[0] *= 1\n"),
    "score with the wrong sign": ("score_outcome", "whist", OWN, OTHER),
    "fewest should win": (
        "score_outcome",
        "oh_hell",
        "GAME = game(",
        "def outcome(s: State) -> Outcome:\n    return scores.fewest_win(s)\n\n\nGAME = game(",
    ),
    "most should win": (
        "score_outcome",
        "slobberhannes",
        "scores.minus, scores.fewest_win",
        "scores.minus, scores.outcome",
    ),
    "a trick for one": (
        "trick_covered",
        "whist",
        ADD_UP,
        f"{ADD_UP}    s.turn = seat if s.best != NONE else s.turn\n",
    ),
    "each plays twice": (
        "trick_covered",
        "hearts",
        "    return s.held[s.turn] == 0",
        f"{AGAIN}    return not s.held[s.turn]",
    ),
    "the trick stays": (
        "trick_covered",
        "hearts",
        "        tricks.take(s)\n",
        "        s.lead = s.turn = s.best\n        s.best = NONE\n",
    ),
    "counted again": (
        "tricks_twice",
        "whist",
        PLAYED,
        "    over = tricks.play(s, seat, card)\n    if s.best == NONE:\n        s.tricks[s.turn] += 1\n    if over:\n",
    ),
    "counted before it is taken": (
        "tricks_twice",
        "euchre",
        "            trumps.take(s)\n",
        "            s.tricks[s.best] += 1\n            trumps.take(s)\n",
    ),
    "counted in another place": (
        "tricks_twice",
        "hearts",
        "        tricks.take(s)\n",
        "        tricks.take(s)\n        s.tricks[s.last_winner] += 1\n",
    ),
    "sides without partners": ("partners_none", "whist", ", sides.State", ""),
    "trumps without partners": ("partners_none", "euchre", ", sides.State", ""),
    "alone by mistake": (
        "partners_none",
        "dummy_whist",
        FINISHED,
        f"@kernel\ndef partners(s: State, seat: Seat) -> Mask:\n    return bit(seat)\n\n\n{FINISHED}",
    ),
    "led by another": ("trick_unled", "whist", *LED.format("after(s.dealer, 4)").split("|")),
    "led by the next one": ("trick_unled", "whist", *LED.format("after(s.lead, 4)").split("|")),
    "led by whoever played": (
        "trick_unled",
        "hearts",
        "        tricks.take(s)\n",
        "        tricks.take(s)\n        s.turn = seat\n",
    ),
    "a column without use": (
        "column_zero knots",
        "oh_hell",
        "    top: int",
        "    knots: Each[Count] = public()\n    top: int",
        '"tricks", "points")',
        '"tricks", "points", "knots")',
    ),
    "bids called play": (
        "phase_same play",
        "oh_hell",
        'return "bid" if bids.bidding(s) and s.held.any() else ',
        "return ",
    ),
    "score not counted": ("score_same", "hearts", "s.points[s.best] += s.lying", "s.points[s.best] = 0"),
}

OF_MANY = {
    "column_zero",
    "deals_fewer",
    "hands_public",
    "partners_all",
    "partners_none",
    "phase_same",
    "points_twice",
    "score_same",
    "score_outcome",
    "scores_zero",
    "tricks_twice",
}  # is seen at no single position


def page_of(name: str) -> Path:
    """An example, or a page for tests."""
    return next(file for folder in (EXAMPLES, HERE) if (file := folder / f"{name}.py").is_file())


def planted(name: str, folder: Path) -> Path:
    """The page with this fault."""
    _, page, *changes = FAULTS[name]
    return changed(page, *changes, folder=folder)


def changed(page: str, *changes: str, folder: Path) -> Path:
    """The page with each first of two texts replaced by the second."""
    text = page_of(page).read_text("utf-8")
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    file = folder / f"{page}.py"
    file.write_text(text, "utf-8")
    return file


@quick
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, tmp_path: Path) -> None:
    file = planted(name, tmp_path)
    found = list[str]()
    for code, params in audit(imported(file, str(file))):
        assert "position" in params or code in OF_MANY
        found += [code, f"{code} {params['name']}"]
        if FAULTS[name][0] in found:
            return
    pytest.fail(f"only {found}")


WIDE = "@kernel\ndef score(s: State, points: np.ndarray) -> None:\n    for p in range(s.players):\n"


@pytest.mark.skipif(not JIT, reason="by design: there is nothing to compare")
def test_what_comes_of_plain_python_alone_is_found(tmp_path: Path) -> None:
    text = page_of("oh_hell").read_text("utf-8")
    for right, wide in (
        ("bids.up_to(s.each)", "(1 << s.each + 1) - 1"),
        ("= s.tricks[p] +", "= (s.tricks[p] << 6 >> 6) +"),
        (FINISHED, f"{WIDE}        points[p] = s.points[p] << 28 >> 28\n\n\n{FINISHED}"),
    ):
        assert right in text
        text = text.replace(right, wide)
    file = tmp_path / "oh_hell.py"
    file.write_text(text, "utf-8")
    found = {(code, params["name"]) for code, params in audit(imported(file, str(file)))}
    assert found == {("plain_legal", "plain_legal"), ("plain_rule", "play"), ("plain_rule", "score")}


@quick
@pytest.mark.parametrize(
    "page",
    [
        "whist",
        "hearts",
        "oh_hell",
        "german_whist",
        "schnapsen",
        "dummy_whist",
        "open_swap",
        "pass_again",
        "tierces",
        "queens",
        "hats",
        "euchre",
        "doppelkopf",
    ],
)
def test_a_page_that_is_right_is_not_blamed(page: str) -> None:
    file = page_of(page)
    assert list(audit(imported(file, str(file)))) == []


RIGHT = {  # of which page; instead of what, what
    "what was passed may not be lacking any more": HEADING,
    "who has said that he holds a card": (
        "whist",
        "    goal: int",
        "    called: Card = public(NONE)\n    owner: Seat = public(NONE)\n    goal: int",
        "    s.trump = suit_of(s.turned)",
        "    s.trump = suit_of(s.turned)\n    s.called = deck[s.deals * 7 % 51]",
        "    if tricks.play(s, seat, card):",
        "    over = tricks.play(s, seat, card)\n"
        "    if s.best == NONE and s.owner == NONE and not s.seen & bit(s.called):\n"
        "        s.owner = tricks.holder(s, s.called)\n"
        "    if over:",
        DRAW,
        "    if s.owner != NONE:\n        s.hands[s.owner] |= bit(s.called) & ~s.seen\n" + DRAW,
    ),
    "who has taken a card": (
        "euchre",
        "    passes: Count",
        "    taker: Seat = public(NONE)\n    passes: Count",
        "        s.hands[s.dealer] |= bit(s.turned)",
        "        s.taker = s.dealer\n        s.hands[s.dealer] |= bit(s.turned)",
    ),
    "what a side has taken, at both of its seats": (
        "whist",
        PLAYED,
        "    over = tricks.play(s, seat, card)\n"
        "    if s.best == NONE:\n        s.tricks[s.turn ^ 2] += 1\n    if over:\n",
        "sides.of_side(s.tricks, p)",
        "s.tricks[p]",
    ),
    "a code that names a card of the hand, but does nothing with it, as that of a task": (
        "oh_hell",
        "    codes=bids.CODES,",
        '    codes={bids.BID + n: f"bid:{DECK.names[n]}" for n in range(12)},',
        "    asks=(bids.ASK,),",
        "",
    ),
    "a card that is wished for": (
        "oh_hell",
        "    top: int",
        "    wish: Each[Card] = by_seat(NONE)\n    top: int",
        "    s.trump = suit_of(s.turned)",
        "    s.trump = suit_of(s.turned)\n    if s.deals == 1:\n        s.wish[:] = 50",
    ),
}


@quick
@pytest.mark.parametrize("name", RIGHT)
def test_what_a_seat_knows_is_not_blamed_by_chance(name: str, tmp_path: Path) -> None:
    file = changed(*RIGHT[name], folder=tmp_path)
    assert list(audit(imported(file, str(file)))) == []


def test_a_field_without_its_record_is_found(tmp_path: Path) -> None:
    text = page_of("whist").read_text("utf-8")
    (page := tmp_path / "whist.py").write_text(
        text.replace("    s.trump = ", "    for turned in range(0):\n        pass\n    trump = "), "utf-8"
    )
    line = text[: text.index("    s.trump = ")].count("\n") + 3
    lost = ("lost_in_kernel", {"line": line, "name": "deal", "field": "trump"})
    assert lost_in_kernels(page, ("turned", "trump")) == [lost]
    house = {game: Path(game.file or "") for game in GAMES.values()}
    assert [lost_in_kernels(file, game.state.fields) for game, file in house.items() if file.is_file()] == [[]] * len(
        house
    )


def test_a_card_that_was_made_a_set_is_not_taken_for_one(tmp_path: Path) -> None:
    file = changed("whist", PLAYED, f"    card = bit(card)\n    s.seen &= ~card\n{PLAYED}", folder=tmp_path)
    fields = imported(file, str(file)).state.fields
    assert singles_in_kernels(file, fields) == []
    file.write_text(file.read_text("utf-8").replace("    card = bit(card)\n", ""), "utf-8")
    assert [code for code, _ in singles_in_kernels(file, fields)] == ["single_in_kernel"]


def test_a_deal_that_need_not_end_is_found_and_ends_the_check(tmp_path: Path) -> None:
    text = page_of("euchre").read_text("utf-8")
    (page := tmp_path / "euchre.py").write_text(text.replace("        s.passes += 1\n", ""), "utf-8")
    found = next(iter(audit(game := imported(page, str(page)))))
    assert found == ("endless", {"name": "endless", "code": "pass", "actions": LONGEST_DEAL})
    assert not JIT or compiled_trial(game) == []  # which has no end of its own


@pytest.mark.skipif(not JIT, reason="by design: plain Python shifts otherwise")
def test_what_only_the_compiler_makes_of_a_shift_is_told(tmp_path: Path) -> None:
    text = page_of("euchre").read_text("utf-8")
    (page := tmp_path / "euchre.py").write_text(
        text.replace("bit(PASS - 64) | bit(ORDER", "bit(PASS) | bit(ORDER"), "utf-8"
    )
    ((code, params),) = compiled_trial(imported(page, str(page)))
    assert code == "no_code_compiled" and 67 in params["actions"]


def test_a_seat_that_can_do_nothing_is_told_however_rare_that_is(tmp_path: Path) -> None:
    text = page_of("oh_hell").read_text("utf-8")
    rare = "    if s.deals == 7 and s.turn == s.dealer and not bids.bidding(s):\n        return no_actions()\n"
    (page := tmp_path / "oh_hell.py").write_text(
        text.replace("    return tricks.legal(", f"{rare}    return tricks.legal("), "utf-8"
    )
    assert "legal_none" in {code for code, _ in audit(imported(page, str(page)))}


def test_a_field_that_nothing_sets_is_found(tmp_path: Path) -> None:
    house = [game for game in GAMES.values() if Path(game.file or "").is_file()]
    pages = [imported(page, str(page)) for page in EXAMPLES.glob("*.py") if page.stem != "bot_client"]
    assert [
        problem for game in house + pages for problem in unset_fields(Path(game.file or ""), game.state.fields)
    ] == []
    text = page_of("euchre").read_text("utf-8").replace("    s.trumps = ", "    cards = ")
    (page := tmp_path / "euchre.py").write_text(
        text.replace("    passes: ", "    cut: Each[Cards] = by_seat()\n    passes: ")
    )
    line = text[: text.index("    passes: ")].count("\n") + 1
    found = unset_fields(page, imported(page, str(page)).state.fields)
    assert found == [("field_unset", {"line": line, "name": "cut"}), ("kit_unset", {"name": "trumps"})]
    for set_elsewhere in ("row = s.cut; row[0] = 1", "s.cut.fill(1)", "row, n = s.cut[1:], 2; row[n] = 1"):
        (page := tmp_path / "elsewhere.py").write_text(
            f"class State(trumps.State):\n    cut: Each[Cards] = by_seat()\n\ndef deal(s, deck):\n    {set_elsewhere}\n"
        )
        assert unset_fields(page, ["cut"]) == []
    page.write_text("class State(trumps.State):\n    steps: Count = public()\n")  # which only `passing` sets
    assert ("field_unset", {"line": 2, "name": "steps"}) in unset_fields(page, ["steps"])
    for way in ("import torite.rules as rules\nPASS = rules.passing.begin", "from torite.rules import passing as give"):
        page.write_text(f"{way}\nclass State(trumps.State):\n    steps: Count = public()\n")
        assert unset_fields(page, ["steps"]) == []


def test_an_option_that_nothing_reads_is_found(tmp_path: Path) -> None:
    pages = [
        page for folder in (EXAMPLES, HERE) for page in folder.glob("*.py") if "option(" in page.read_text("utf-8")
    ]
    assert len(pages) > 5
    pages.append(EXAMPLES / "learn" / "hearts_player.py")  # another page's game with habits of its own
    assert [problem for page in pages for problem in unread_options(page)] == []
    text = page_of("oh_hell").read_text("utf-8")
    unread = tmp_path / "oh_hell.py"
    unread.write_text(text.replace("    top: int", "    knots: int = option((5, 7), 7)\n    top: int"), "utf-8")
    line = text[: text.index("    top: int")].count("\n") + 1
    assert unread_options(unread) == [("option_unread", {"line": line, "name": "knots"})]
    variant = tmp_path / "knots.py"  # which is read by the page that it varies
    variant.write_text("import oh_hell\n\n\nclass State:\n    top: int = option((3, 5), 5)\n", "utf-8")
    assert unread_options(variant) == []


WORDS = {  # what is said, of which words of whist
    "language": ("none of the words in jp is ever read", {"jp": {}}),
    "kind": ("en, pase.play: there is no pase; did you mean phase?", {"en": {"pase.play": "Play"}}),
    "phase": ("de, phase.ply: there is no ply; did you mean play?", {"de": {"phase.ply": "Spielen"}}),
    "option": ("en, option.gaol: there is no gaol; did you mean goal?", {"en": {"option.gaol": "points"}}),
    "badge": ("en, badge.scores: there is no scores; did you mean score?", {"en": {"badge.scores": "points"}}),
    "action": ("en, action.pas: there is no pas", {"en": {"action.pas": "pass"}}),
    "said": ("ja, said.trumph: there is no trumph", {"ja": {"said.trumph": "切り札"}}),
    "result": ("en, result.point: there is no point; did you mean points?", {"en": {"result.point": "Points"}}),
    "reason": ("en, why.folow: there is no folow; did you mean follow?", {"en": {"why.folow": "Follow suit"}}),
    "meaning": ("en, meant.side: there is no side; did you mean sides?", {"en": {"meant.side": "{own}"}}),
    "place in a sentence": (
        "why: the sentence why.follow has a place for {x} (de)",
        {"de": {"why.follow": "{suit} {x}"}},
    ),
    "parameter": ("en, option.goal: nothing fills {x}", {"en": {"option.goal": "points {x}"}}),
    "parameter beside others": (
        "nothing fills {card}; only {name}, {names} can be filled",
        {"en": {"waiting.play": "{card}?"}},
    ),
    "name of a parameter": ("nothing fills {nam}; did you mean {name}", {"en": {"waiting.play": "Waiting for {nam}"}}),
    "braces": ("en, name: Single '}'", {"en": {"name": "Whist }"}}),
}


@pytest.mark.parametrize("name", WORDS)
def test_words_that_nobody_will_read_are_found(name: str, tmp_path: Path) -> None:
    said, words = WORDS[name]
    file = tmp_path / "whist.py"
    file.write_text(page_of("whist").read_text("utf-8"), "utf-8")
    file.with_suffix(".json").write_text(json.dumps(words), "utf-8")
    (problem,) = unread_words(imported(file, str(file)), file)
    assert said in told(problem, "en")


def test_what_a_meaning_does_not_give_is_told_of_its_words(tmp_path: Path) -> None:
    file = changed("oh_hell", folder=tmp_path)
    file.with_suffix(".json").write_text(json.dumps({"de": {"meant.bid": "{bid} von {all}"}}), "utf-8")
    gap = {"name": "meaning", "key": "meant.bid", "lang": "de", "gap": "{all}"}
    assert unread_words(imported(file, str(file)), file) == [("sentence_gap", gap)]


def test_a_reason_without_its_sentence_is_found(tmp_path: Path) -> None:
    file = changed("euchre", folder=tmp_path)
    assert unread_words(imported(file, str(file)), file) == []  # without words all keys stand bare
    file.with_suffix(".json").write_text('{"de": {"name": "Euchre"}, "ja": {"why.stuck": "親"}}', "utf-8")
    lacking = ("sentence_none", {"name": "why.stuck", "langs": ["de"]})
    assert unread_words(imported(file, str(file)), file) == [lacking]
    assert "no sentence in de" in told(lacking, "en")


def test_a_gap_is_found_where_a_page_has_no_words(tmp_path: Path) -> None:
    file = changed("oh_hell", "meaning=bids.met", 'meaning=lambda s, seat: Meaning("bid", {"bid": 1})', folder=tmp_path)
    assert "sentence_gap" in [code for code, _ in unread_words(imported(file, str(file)), file)]


def test_words_are_looked_at_where_a_deal_cannot_go_on(tmp_path: Path) -> None:
    legal = "    return tricks.legal(s, seat)"
    stuck = f"    if s.held[seat] == 1:\n        return no_actions()\n{legal}"
    file = changed("oh_hell", legal, stuck, folder=tmp_path)
    file.with_suffix(".json").write_text('{"en": {"name": "Oh Hell"}}', "utf-8")
    assert unread_words(imported(file, str(file)), file) == []


def test_words_that_are_right_are_not_blamed() -> None:
    pages = [page for page in EXAMPLES.glob("*.py") if page.with_suffix(".json").is_file()]
    assert len(pages) > 5
    pages.append(EXAMPLES / "learn" / "hearts_player.py")  # another page's game with habits of its own
    assert [problem for page in pages for problem in unread_words(imported(page, str(page)), page)] == []


def test_words_that_are_put_together_are_not_blamed(tmp_path: Path) -> None:
    file = tmp_path / "whist.py"
    meaning = '\n\ndef meaning(s: State, seat: Seat) -> Meaning:\n    return Meaning(f"own_{phase(s)}")\n'
    file.write_text(page_of("whist").read_text("utf-8") + meaning, "utf-8")
    file.with_suffix(".json").write_text(json.dumps({"en": {"meant.own_play": "It is over"}}), "utf-8")
    assert unread_words(imported(file, str(file)), file) == []


def test_it_is_told_at_which_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torite.games.audit.DEALS", 0)  # what is told has been seen at once
    (tmp_path / "hearts.lesson.json").write_text("{", "utf-8")
    assert cli.run(["check", str(planted("passing told", tmp_path))]) == 1
    told = capsys.readouterr().out
    assert "hearts.lesson.json: not JSON" in told
    assert "sealed: seat" in told and "pass:" in told
    text = told.partition("position: ")[2].splitlines()[0]
    page = imported(planted("passing told", tmp_path), "hearts.py")
    assert Position.parse(text, {"hearts": page}).text == text
    monkeypatch.setattr("torite.cli.check.LONGEST", 0)  # of a long one the end, and all of it in a file
    (room := tmp_path / "two words").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    assert cli.run(["check", str(planted("passing told", tmp_path))]) == 1
    told = capsys.readouterr().out
    command = shlex.split(told.partition("all of it: torite ")[2].splitlines()[0])
    assert text not in told and Path(command[-1]).read_text("utf-8") == text
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    assert cli.run(command) == 0 and "Goodbye" in capsys.readouterr().out
    assert cli.run(["check", str(EXAMPLES / "whist.py")]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


@quick
def test_what_could_have_been_done_instead_is_told(tmp_path: Path) -> None:
    file = planted("void forgotten", tmp_path)
    found = next(params for code, params in audit(imported(file, str(file))) if code == "world_past")
    assert found["instead"] and {each[0] for each in found["instead"]} != {found["action"][0]}  # it had to follow suit


@quick
def test_a_position_tells_no_deals_that_it_can_do_without(tmp_path: Path) -> None:
    file = planted("each plays twice", tmp_path)
    found = {code: params["position"] for code, params in audit(imported(file, str(file)))}
    assert found.keys() == {"trick_covered", "world_past"}
    assert [text.count(" deal ") for text in found.values()] == [1, 1]


def test_what_a_phase_is_compared_with_is_no_word(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text('def phase(s):\n    if s.step in ("foo",):\n        return f"bid_{s.step}"\n    return "play"\n')
    assert sentences_in(file) == {"phase.play"}


@pytest.mark.parametrize("name", ["hearts", "oh_hell", "schnapsen", "whist", "euchre"])
def test_the_words_that_a_page_lacks_are_told(name: str) -> None:
    file = EXAMPLES / f"{name}.py"
    game = imported(file, str(file))
    assert [lacking_words(game, lang) for lang in ("en", "de", "ja")] == [{}, {}, {}]
    own = ("said", "value")
    words: dict[str, str] = json.loads(file.with_suffix(".json").read_text("utf-8"))["en"]
    words = {key: text for key, text in words.items() if not key.startswith(own)}
    lacking = lacking_words(replace(game, texts={}), "de")
    assert lacking.keys() == words.keys()
    assert {key for key in lacking if "{value}" in lacking[key]} == {key for key in words if "{value}" in words[key]}


def test_what_is_said_in_a_word_lacks_a_text_of_its_own() -> None:
    file = EXAMPLES / "whist.py"
    game = imported(file, str(file))
    said = {64 + i: f"say:{value}" for i, value in enumerate(("none", "kontra", "N7", "S", "S15", "SA", "7"))}
    lacking = lacking_words(replace(game, codes={**game.codes, **said}), "en")
    assert {key for key in lacking if key.startswith("action.say:")} == {
        f"action.say:{value}" for value in ("none", "kontra", "N7")
    }


def test_suits_of_ones_own_lack_names(tmp_path: Path) -> None:
    stars = 'ranked_deck("23456789TJQKA", "stars", "SMTW", {"S": Sign("★", "#96690a"), "M": Sign("☾", "#2a55a5")})'
    file = changed("whist", 'ranked_deck("23456789TJQKA")', stars, folder=tmp_path)
    words = {"suit.S": "stars", "suit.X": "none of it"}
    file.with_suffix(".json").write_text(json.dumps({"en": words}), "utf-8")
    game = imported(file, str(file))
    assert {key for key in lacking_words(game, "en") if key.startswith("suit")} == {"suit.M"}
    (problem,) = unread_words(game, file)
    assert "suit.X" in told(problem, "en")


def test_a_badge_that_is_a_word_lacks_one_for_each_number_that_it_has() -> None:
    file = EXAMPLES / "whist.py"
    game = imported(file, str(file))
    won = BadgeSpec("won", "word", lambda v: [1 if p == v.last_winner else None for p in range(v.players)])
    assert lacking_words(replace(game, badges=(won,)), "en") == {"badge.won": "won", "badge.won.1": "1"}
