"""Deliberate rule bugs in the games for one or two: game -> title, old text, new text, file unless the game's own."""

WYSIWYG = [
    (
        "the higher base score opens",
        "lower = 0 if s.bases[0] < s.bases[1] else 1",
        "lower = 0 if s.bases[0] > s.bases[1] else 1",
    ),
    (
        "equal base scores: the other one opens",
        "s.tie_first_bidder == NONDEALER else",
        "s.tie_first_bidder != NONDEALER else",
    ),
    ("the last trick brings no discard", " + (BONUS if last else 0)", ""),
    ("one mark a trick in the second half", "s.marks[s.lead] += 2", "s.marks[s.lead] += 1"),
    ("declarer scores all marks", "np.int64(s.marks[declarer] - s.bases[declarer])", "np.int64(s.marks[declarer])"),
    ("one short costs five, too", "(2 if short == 1 else 5 * (short - 1))", "5 * short"),
    ("just reaching the goal is too little", "if short <= 0:", "if short < 0:"),
    ("a redouble triples", "s.multiplier = 4 if action", "s.multiplier = 3 if action"),
    ("the defender leads", "s.turn = s.lead = s.declarer", "s.turn = s.declarer\n        s.lead = 1 - s.declarer"),
    ("trumps do not win", "else card >> 4 == trump", "else False", "kits/tricks"),
    ("no need to follow suit", "return suit if suit else hand", "return hand", "kits/tricks"),
    ("void never recorded", "s.void[seat] |= (card >> 4 != led) << led", "pass", "kits/tricks"),
    ("takings are forgotten", "    s.openly[seat] |= bit(card)\n", "", "kits/talon"),
    ("drawn: another evaluation", "missing, s.evaluation[other], rng)", "missing, s.evaluation[other] + 1, rng)"),
    ("view: the stock is public", "talon: Each[Card] = hidden(", "talon: Each[Card] = public(", "kits/talon"),
    ("the longest suit does not count", "return worth(hand) + longest", "return worth(hand) + 4", "honours"),
]

BINGO = [
    ("0-0 is a tile like others", "if BLANKS in (tile, led):", "if False:", "tiles"),
    ("0 counts nothing", "end or 7 for end in", "end for end in", "tiles"),
    ("suits must be followed from the start", "return s.declared != NONE or s.in_stock == 0", "return True"),
    ("no duty to follow after a declaration", "return s.declared != NONE or s.in_stock == 0", "return s.in_stock == 0"),
    ("pagat's duties always", "    if must_beat:\n", "    if True:\n", "tiles"),
    ("a run goes on after a lost trick", "s.run == 0 or winner != s.lead", "s.run == 0", "doubles"),
    ("0-0 in a run brings no more", "(WITH_BLANKS if s.run_blanks else 0)", "0", "doubles"),
    (
        "a false declaration costs one",
        "            s.game_points[1 - committed] += 2\n",
        "            s.game_points[1 - committed] += 1\n",
    ),
    ("the last trick counts after a declaration", "LAST_TRICK if s.declared == NONE else 0", "LAST_TRICK"),
    (
        "the loser draws first",
        "stock.draw(s, winner)\n    stock.draw(s, 1 - winner)",
        "stock.draw(s, 1 - winner)\n    stock.draw(s, winner)",
    ),
    ("exposed doubles are forgotten", "    s.known[seat] |= bit(tile)\n", "", "doubles"),
    ("who got the turned tile is forgotten", "s.known[1 - winner] |= bit(s.turned)", "pass"),
    ("what was not followed is forgotten", "s.barred[seat] |= tiles", "pass", "tiles"),
    ("drawn: doubles said are forgotten", "usable, wanted, missing, rng)", "usable, 0, missing, rng)"),
    ("view: the stock is public", "Each[Card] = hidden(", "Each[Card] = public("),
]

EMISSARY = [
    ("more than k tricks will do", "if s.tricks[0] == s.kingdom + 1 and", "if s.tricks[0] >= s.kingdom + 1 and"),
    ("hard is as easy", "and not (hard and s.selected):", "and True:"),
    ("trumps do not win", "else card >> 4 == s.trump\n", "else False\n"),
    ("hearts never refill", "popcount(trumps) if s.diplomacy_refill else 0", "0", "powers"),
    ("clubs draw two", "s.drawing = popcount(s.hands[0] & lane(CLUBS))", "s.drawing = 2", "powers"),
    ("diamonds discard one", "s.owed += s.power == DIAMONDS", "s.owed = s.power == DIAMONDS", "powers"),
    ("spades leave trump as it was", "    s.trump = s.rulers[s.kingdom] >> 4\n", "", "powers"),
    ("spades in kingdom 8", "s.kingdom == KINGDOMS - 1 and s.politics_block != LAST_REMAINING", "False", "powers"),
    ("a ruler helps again and again", "        s.won ^= bit(suit << 4 | (QUEEN + rank - 1))\n", "", "powers"),
    ("cards that won are discarded", "s.pile |= bit(card) if won", "s.discards |= bit(card) if won"),
    ("retainers stay face down", "    if not s.strict_manual_refresh:\n", "    if False:\n"),
    ("an open card is shuffled again", "rest &= ~bit(s.trick[RULER])", "pass"),
    ("drawn: discards come again", "(s.hands[0] | s.discards | s.pile)", "(s.hands[0] | s.pile)"),
    ("view: the stock is public", "Each[Card] = hidden(", "Each[Card] = public(", "powers"),
]

DUELS: dict[str, list[tuple[str, ...]]] = {"wysiwyg": [*WYSIWYG], "bingo": [*BINGO], "emissary": [*EMISSARY]}
