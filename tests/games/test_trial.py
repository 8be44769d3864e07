"""The trial of a page: faults planted in a page that is right are named; the house's games and the examples pass."""

from pathlib import Path

import pytest

from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import imported, told
from torite.games.position import Position
from torite.games.trial import trial, trial_of_options
from torite.table.scribe import laid_out

quick = pytest.mark.skipif(JIT, reason="by design: each fault would be compiled; the plain run does it")
EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = sorted(file.stem for file in EXAMPLES.glob("*.py") if "GAME = game(" in file.read_text("utf-8"))

FINISHED = "@kernel\ndef finished"
GAME = "GAME = game("
LEGAL = "    return tricks.legal(s, seat)"
PARTNERS = "@kernel\ndef partners(s: State, seat: Seat) -> Mask:\n    return bit({})\n\n\n"
LIKELY = "@kernel\ndef likely(s: State, seat: Seat) -> Actions:\n    return {}\n\n\n"
POLICY = "@kernel\ndef policy(s: State, seat: Seat, rng: Rng) -> Action:\n    return {}\n\n\n"
PLACES = "def places(s: State) -> list[Place]:\n    return {}\n\n\n"
PHASE = 'return "bid" if'
SCORED = "@kernel\ndef score(s: State, points: np.ndarray) -> None:\n    points[:] = s.points[: s.players]\n"
TURNED = 'Trump("trump", "turned")'
MEANING = "meaning=bids.met"
BID = "        bids.bid(s, seat, action)\n"
DEAL = "    turned.deal(s, deck, min(s.deals, (len(deck) - 1) // s.players))\n"

FAULTS = {  # of Oh Hell: what is named, instead of what, the fault
    "no phase": ("shown phase", PHASE, "return None if"),
    "phase by number": ("shown phase", PHASE, "return 1 if"),
    "phase in bytes": ("shown phase", PHASE, 'return ["bid"] if'),
    "reason in words": ("said_kind why", "        return tricks.why(s, seat, action, DECK)", '        return "follow"'),
    "reason by number": ("said_kind why", "        return tricks.why(s, seat, action, DECK)", "        return 1"),
    "reason of figures": ("shown why", "return tricks.why(s, seat, action, DECK)", 'return Reason("n", {"n": None})'),
    "reason with a gap": ("sentence_gap why", "return tricks.why(s, seat, action, DECK)", 'return Reason("follow")'),
    "meaning in words": ("said_kind meaning", MEANING, 'meaning=lambda s, seat: "won"'),
    "meaning with a gap": ("sentence_gap meaning", MEANING, 'meaning=lambda s, seat: Meaning("bid", {"bid": 1})'),
    "meaning by truth": ("said_kind meaning", MEANING, "meaning=lambda s, seat: bool(s.points[seat])"),
    "no meaning": ("said_kind meaning", MEANING, "meaning=lambda s, seat: None"),
    "note in words": ("said_kind note", MEANING, f'note=lambda s, seat, action: "good", {MEANING}'),
    "reason of a bid in words": ("said_kind why", " if bids.bidding(s) else None", ' if action != 66 else "two"'),
    "reason that fails": ("no_field qqq", " if bids.bidding(s) else None", " if action != 66 else s.qqq"),
    "reason with a field": (
        "plain why",
        "return tricks.why(s, seat, action, DECK)",
        'return Reason("n", {"n": s.trump})',
    ),
    "meaning with a field": (
        "plain meaning",
        MEANING,
        'meaning=lambda s, seat: Meaning("points", {"gain": s.points[seat]})',
    ),
    "note with a field": ("plain note", MEANING, f"note=lambda s, seat, action: Note([], s.points[seat]), {MEANING}"),
    "seat below the first": ("fact_seat who", TURNED, f'{TURNED}, Fact(lambda s: -2, "who", seat=True)'),
    "seat beyond the last": ("fact_seat who", TURNED, f'{TURNED}, Fact(lambda s: int(s.players), "who", seat=True)'),
    "seat by name": ("fact_seat who", TURNED, f'{TURNED}, Fact(lambda s: "Ann", "who", seat=True)'),
    "partners without oneself": ("partners", FINISHED, PARTNERS.format("(seat + 1) % 3") + FINISHED),
    "partners who are not there": ("partners", FINISHED, PARTNERS.format("seat) | bit(7") + FINISHED),
    "partners of Python": ("partners", FINISHED, PARTNERS.replace("bit({})", "{seat}") + FINISHED),
    "a set taken for a list": ("no_list deal", DEAL, f"{DEAL}    for card in s.hands[0]:\n        s.turned = card\n"),
    "a set that is searched": ("no_list deal", DEAL, f"{DEAL}    s.turned *= s.turned not in s.hands[0]\n"),
    "a set that is counted": ("no_list deal", DEAL, f"{DEAL}    s.turned = len(s.hands[0])\n"),
    "a set that grows": ("no_list deal", DEAL, f"{DEAL}    s.hands[0].append(s.turned)\n"),
    "a set with nobody's card": ("no_set deal", DEAL, f"{DEAL}    s.hands[0] |= bit(s.best)\n"),
    "a set for a card": ("too_wide_one deal", DEAL, f"{DEAL}    s.turned = bit(s.turned)\n"),
    "a set for a suit": ("too_wide_one deal", DEAL, f"{DEAL}    s.trump = lane(suit_of(s.turned))\n"),
    "a card for its suit": ("no_suit deal", DEAL, f"{DEAL}    s.trump = s.turned\n"),
    "a suit by its letter": ("no_number deal", DEAL, f"{DEAL}    s.trump = 'S'\n"),
    "a card that is None": ("no_number deal", DEAL, f"{DEAL}    s.turned = None\n"),
    "a card taken for an object": ("card_is_number deal", DEAL, f"{DEAL}    s.trump = s.turned.suit\n"),
    "one value for all seats": ("no_places deal", DEAL, f"{DEAL}    s.lead[s.dealer] = 0\n"),
    "all seats for one": ("which_place deal", DEAL, f"{DEAL}    s.trump = 0 if s.bids == 0 else 1\n"),
    "a share of nothing": ("failed deal", DEAL, f"{DEAL}    s.trump = s.each // s.tricks[0]\n"),
    "partners of one side alone": ("partners_one", FINISHED, PARTNERS.format("0) | bit(seat") + FINISHED),
    "all are partners, and more": ("partners", FINISHED, PARTNERS.format("8) - bit(0") + FINISHED),
    "score that counts": ("score_changes", FINISHED, f"{SCORED}    s.scores[:] += s.points\n\n\n{FINISHED}"),
    "fewer deals told": ("deals_more", "deals=lambda s: int(rounds(s))", "deals=lambda s: 3"),
    "one deal less told": ("deals_more", "deals=lambda s: int(rounds(s))", "deals=lambda s: int(rounds(s)) - 1"),
    "no deals told": ("deals_more", "deals=lambda s: int(rounds(s))", "deals=lambda s: 0"),
    "dealt the other way": ("place_hand", GAME, PLACES.format("turned.places(s)[::-1]") + GAME),
    "dealt from the dealer": ("place_hand", GAME, PLACES.format("tricks.places(s)[1:] + ['turned']") + GAME),
    "dealt to the first": ("place_hand", GAME, PLACES.format("[0] * s.held[0] + turned.places(s)[s.held[0]:]") + GAME),
    "who begins is not said": ("turn_kept", DEAL, f"    begun = s.turn\n{DEAL}    s.turn = begun\n"),
    "bids before the first deal": (
        "actors_early",
        GAME,
        "@kernel\ndef actors(s: State) -> Mask:\n"
        f"    return bit(s.turn) if bids.bidding(s) else tricks.actors(s)\n\n\n{GAME}",
    ),
    "a seat for a set of seats": (
        "actors_turn",
        FINISHED,
        f"@kernel\ndef actors(s: State) -> Mask:\n    return s.turn if s.held[s.turn] else 0\n\n\n{FINISHED}",
    ),
    "a figure for all": ("by_each BadgeSpec('score')", '"number", "scores"', '"number", lambda v: 3'),
    "a figure too few": ("by_each BadgeSpec('score')", '"number", "scores"', '"number", lambda v: [3, 2]'),
    "a figure is a word": ("badge_word BadgeSpec('score')", '"number", "scores"', '"word", lambda v: ["few"] * 9'),
    "nobody's turn": ("turn_seat", BID, f"{BID}        s.turn = NONE\n"),
    "turn beyond the last": ("turn_seat", BID, f"{BID}        s.turn = 7\n"),
    "none at a time": ("together_none", MEANING, f"together=lambda s, seat: 0, {MEANING}"),
    "bids at a time": ("together_code", MEANING, f"together=lambda s, seat: 2, {MEANING}"),
    "legal is a number": ("legal_kind legal", LEGAL, "    return np.int64(0)"),
    "legal is one of four": ("legal_kind legal", LEGAL, f"{LEGAL}[0]"),
    "legal of a list": ("legal_kind legal", LEGAL, "    return [s.hands[seat]], np.int64(0), np.int64(0), np.int64(0)"),
    "nothing is likely": ("bots_illegal likely", FINISHED, LIKELY.format("no_actions()") + FINISHED),
    "cards are likely bids": ("bots_illegal likely", FINISHED, LIKELY.format("card_actions(s.hands[seat])") + FINISHED),
    "a number is likely": ("legal_kind likely", FINISHED, LIKELY.format("s.hands[seat]") + FINISHED),
    "the lowest card at once": ("bots_illegal policy", FINISHED, POLICY.format("low(s.hands[seat])") + FINISHED),
    "legal of the others": ("legal_kind legal", LEGAL, f"{LEGAL} if seat == s.turn else 0"),
}


def planted(old: str, new: str, folder: Path, page: Path = EXAMPLES / "oh_hell.py") -> Game:
    """The page, Oh Hell, with this fault."""
    text = page.read_text("utf-8")
    assert old in text
    file = folder / page.name
    file.write_text(text.replace(old, new), "utf-8")
    return imported(file, str(file))


@quick
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_named(name: str, tmp_path: Path) -> None:
    said, old, new = FAULTS[name]
    found = trial(planted(old, new, tmp_path))
    assert said in {f"{code} {params.get('name', '')}".strip() for code, params in found}, found
    assert all(told(problem, "en") for problem in found)


@quick
def test_seats_reckoned_from_fields_are_places(tmp_path: Path) -> None:
    reckoned = "[(s.dealer + 1 + i) % s.players for i in range(s.players)] + ['turned']"
    game = planted(GAME, PLACES.format(f"{reckoned} + ['stock'] * (51 - s.players)") + GAME, tmp_path)
    position = Position(game, 3, seed=1)
    position.deal()
    assert [len(hand) for hand in laid_out(position)[0]] == [1, 1, 1]


@quick
@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("rest: Cards = hidden()", "s.rest = ~bit(s.turned)"),
        ("waits: Seats = public()", "s.waits = ~bit(s.turn)"),
    ],
)
def test_a_set_may_be_all_but_another(field: str, line: str, tmp_path: Path) -> None:
    top = "    top: int = option("
    planted(top, f"    {field}\n{top}", tmp_path)
    assert trial(planted(DEAL, f"{DEAL}    {line}\n", tmp_path, tmp_path / "oh_hell.py")) == []


@quick
def test_a_kernel_may_say_how_many_deals_there_are(tmp_path: Path) -> None:
    assert trial(planted("deals=lambda s: int(rounds(s))", "deals=rounds", tmp_path)) == []


@quick
@pytest.mark.parametrize("when", ["True", "s.held[seat] == 5"])  # as far as is seen, and in worlds alone
def test_what_legal_asks_for_and_nobody_can_know_is_named(when: str, tmp_path: Path) -> None:
    legal = "@kernel\ndef legal(s: State, seat: Seat) -> Actions:\n    hand = s.hands[seat]\n"
    peek = f"    if seat == s.turn and popcount(s.hands[after(seat, 4)] & lane(s.trump)) == 1 and {when}:\n"
    rest = f"{peek}        return card_actions(bit(low(hand)))\n{LEGAL}\n\n\n"
    (problem,) = trial(planted(FINISHED, f"{legal}{rest}{FINISHED}", tmp_path, EXAMPLES / "whist.py"))
    assert problem[0] == "legal_hidden" and problem[1]["fields"] == ["hands"]


@quick
def test_a_field_may_be_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert trial(planted(LEGAL, f"    print(s.points)\n{LEGAL}", tmp_path)) == []
    assert capsys.readouterr().out.startswith("[0 0 0")


@quick
def test_a_fault_is_told_with_its_line_in_the_page(tmp_path: Path) -> None:
    found = trial(planted(LEGAL, f"    np.median('spades')\n{LEGAL}", tmp_path))
    text = (tmp_path / "oh_hell.py").read_text("utf-8")
    line = text[: text.index("np.median")].count("\n") + 1
    assert [(code, params["where"]) for code, params in found] == [("failed", f"oh_hell.py:{line}")]


PLAYED = "    if tricks.play(s, seat, card):\n"
WITHOUT_END = {  # of Whist: why a match does not end, instead of what, the fault
    "nothing is added up": ("never_added", "        scores.add_up(s)\n", ""),
    "who has no card is to play": (
        "broken_off",
        PLAYED,
        "    over = tricks.play(s, seat, card)\n"
        "    s.turn = seat if not s.held[seat] else s.turn\n    if over and s.best != NONE:\n",
    ),
    "no trick is taken": (
        "trick_covered",
        PLAYED,
        "    if tricks.lay(s, seat, card):\n        s.turn = s.best\n    if not s.held[s.turn]:\n",
    ),
}


@quick
@pytest.mark.parametrize("name", WITHOUT_END)
def test_it_is_told_why_a_match_does_not_end(name: str, tmp_path: Path) -> None:
    said, old, new = WITHOUT_END[name]
    (problem,) = trial(planted(old, new, tmp_path, EXAMPLES / "whist.py"))
    text = (tmp_path / "whist.py").read_text("utf-8")
    line = text[: text.index("@kernel\ndef play")].count("\n") + 1
    assert problem[0] == said and problem[1].get("where") in (None, f"whist.py:{line}")
    assert not told(problem, "en").startswith("cli.")


DETERMINIZE = (
    "@kernel\ndef determinize(s: State, seat: Seat, rng: Rng) -> None:\n    {}.determinize(s, seat, rng)\n    {}\n"
)


@quick
@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("world_gap", "s.stock[:] = -1"),
        ("world_place", "stock.fill(s, s.pack & ~s.seen, rng)"),  # the cards in the hands, too
    ],
)
def test_a_stock_that_no_bot_could_use_is_named_before_one_does(said: str, line: str, tmp_path: Path) -> None:
    scored = "score, note ="
    found = trial(planted(scored, DETERMINIZE.format("drawing", line) + scored, tmp_path, EXAMPLES / "schnapsen.py"))
    assert [(code, params["name"]) for code, params in found] == [(said, "stock")]


@quick
def test_a_world_with_cards_that_the_deck_has_not_is_named(tmp_path: Path) -> None:
    drawn = "    tricks.determinize(s, seat, rng)\n"
    faulty = f"{drawn}    s.hands[after(seat, 4)] |= lane(3)\n"
    (problem,) = trial(planted(drawn, faulty, tmp_path, EXAMPLES / "whist.py"))
    assert problem[0] == "world_strange" and problem[1]["card"] == 3 << 4 | 13


@quick
def test_a_world_with_too_few_cards_is_named_where_the_deal_cannot_go_on(tmp_path: Path) -> None:
    scored = "score, note ="
    line = DETERMINIZE.format("drawing", "s.hands[1 - seat] = 0")
    (problem,) = trial(planted(scored, line + scored, tmp_path, EXAMPLES / "schnapsen.py"))
    assert problem[0] == "world_size"


OF_OPTIONS = {  # what is named, instead of what, the fault
    "nothing is legal": (
        "no_legal",
        LEGAL,
        f"    if s.top == 10 and s.held[seat] == 1:\n        return no_actions()\n{LEGAL}",
    ),
    "no deal": ("failed", "    turned.deal(s, deck, min", "    turned.deal(s, deck, 30 if s.top == 10 else min"),
    "no score": (
        "score",
        "        scores.add_up(s)\n",
        f"        scores.add_up(s)\n\n\n{SCORED}    points[0] = np.nan if s.top == 10 else 0.0\n",
    ),
}


@quick
@pytest.mark.parametrize("name", OF_OPTIONS)
def test_what_goes_wrong_with_an_option_alone_is_named(name: str, tmp_path: Path) -> None:
    said, old, new = OF_OPTIONS[name]
    game = planted(old, new, tmp_path)
    assert trial(game) == []
    found = trial_of_options(game)
    assert [(code, params["option"], params["value"]) for code, params in found] == [(said, "top", 10)]
    assert told(found[0], "en").startswith("with option top = 10: ")


@quick
@pytest.mark.parametrize("page", PAGES)
def test_an_example_passes(page: str) -> None:
    file = EXAMPLES / f"{page}.py"
    game = imported(file, str(file))
    assert trial(game) == trial_of_options(game) == []


@quick
@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_the_house_passes(game: str) -> None:
    assert trial(GAMES[game]) == []
