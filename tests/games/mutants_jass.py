"""Deliberate rule bugs in the Jass games: game -> title, old text, new text, file (the game's own if there is none).

What the games share is tried with the game that shows it best: the weak ban with Differenzler, the strong one and Weis
with Schieber, trump born in the middle of a deal with Mittlere.
"""

TRICKS, CARDS, MELDS, BORN, CUTS = (f"jass/{name}" for name in ("tricks", "cards", "melds", "born", "cuts"))

DIFFERENZLER = [
    ("an exact nought needs no trick", " and (s.announced[p] or s.tricks[p])", ""),
    ("Stöck counts the wrong way", "- s.cards[p] - s.stoeck[p]", "- s.cards[p] + s.stoeck[p]"),
    ("a tie for the lead ends the match", "return there == 1", "return True"),
    ("a round too few", "s.players * (s.options[ROUNDS] + 1):", "s.players * s.options[ROUNDS]:"),
    ("the first card makes trump", "s.turned = deck[len(deck) - 1]", "s.turned = deck[0]"),
    ("the card turned up is forgotten", "s.shown[s.dealer] = bit(s.turned)", "pass"),
    (
        "sealed announcements are public at once",
        "s.sealed[seat] = points",
        "s.sealed[seat] = s.announced[seat] = points",
    ),
    ("drawn: sealed announcements beyond 157", "below(rng, MOST + 1)", "below(rng, MOST + 200)"),
    ("the strong ban", "card_actions(legal_cards(s, seat, WEAK))", "card_actions(legal_cards(s, seat, 1))"),
    ("weak ban: binds who cannot follow, too", "if ban == WEAK or hand == under", "if hand == under", TRICKS),
    (
        "weak ban: an undertrump proves nothing",
        "if ban == WEAK:\n        return lane(led)",
        "if ban == WEAK:\n        return np.int64(0)",
        TRICKS,
    ),
]

MITTLERE = [
    ("no trick costs nothing", "if s.tricks[p] == 0:", "if False:"),
    ("a hundred points are not too many", "if s.cards[p] >= too_many:", "if s.cards[p] > too_many:"),
    ("all points are as good as all tricks", "if s.tricks[p] == s.trick_no:", "if s.cards[p] >= 157:"),
    (
        "the third pays two who are tied",
        "return low(~middle & np.int64(0b111)), 2",
        "return low(~middle & np.int64(0b111)), -2",
    ),
    ("the second gets chips", "return low(middle), -2", "return low(middle), 2"),
    ("a deal without trump always counts", "return not s.options[NO_TRUMP_DEAL]", "return True", BORN),
    (
        "eights count under trumps, too",
        "elif trump == NO_TRUMP and card & 15 == EIGHT:",
        "elif card & 15 == EIGHT:",
        CARDS,
    ),
    ("taken cards keep their points when trump is born", "s.cards[p] = points_of(s.taken[p], s.row)", "pass", TRICKS),
    (
        "no trump is born in the first trick",
        "if s.trump == OPEN and card",
        "if s.trick_no and s.trump == OPEN and card",
        TRICKS,
    ),
    ("every discard makes trump", "if s.trump == OPEN and card", "if s.trump > -9 and s.row >= 4 and card", TRICKS),
    ("Somnia is played to the right", "sit_down(s, players, s.options[DIRECTION])", "sit_down(s, players, 0)", BORN),
    (
        "clockwise, but the next hand dealt is that to the right",
        "            seat = onward(s, seat)\n        left",
        "            seat = before(seat, n)\n        left",
        TRICKS,
    ),
    ("clockwise, but the dealer changes to the right", "s.dealer = onward(s, s.dealer)", "s.dealer -= 1", BORN),
    ("ties never play on", "(born.leaders_alone(s) or not s.options[TIE_DEAL])", "True", "jass/lasting"),
]

MOLOTOV = [
    (
        "all tricks are needed, not all points",
        "worth = 1 if _has_all(s) else -1",
        "worth = 1 if s.tricks[low(first)] == s.trick_no else -1",
    ),
    ("a hundred points are not too many", "or most >= TOO_MANY:", "or most > TOO_MANY:"),
    ("top two tied: the fourth pays", "_pay(s, low(third), low(fourth))", "_pay(s, low(fourth), low(third))"),
    ("bottom two tied: the first pays", "_pay(s, low(second), low(first))", "_pay(s, low(first), low(second))"),
    (
        "three tied: the fourth pays",
        "_pay(s, payer, low(~tied & np.int64(0b1111)))",
        "_pay(s, low(~tied & np.int64(0b1111)), payer)",
    ),
    (
        "first and last pay",
        "s.chips[p] = -1 if middle >> np.int64(p) & 1 else 1",
        "s.chips[p] = 1 if middle >> np.int64(p) & 1 else -1",
    ),
    ("equal cards are not drawn again", "if popcount(level) > s.cut_places:", "if False:", CUTS),
    ("the lowest card drawn is chosen", "for rank in range(15, -1, -1):", "for rank in range(16):", CUTS),
]

PLUS_MINUS = [
    ("with a hundred the highest gets a chip", "elif most >= TOO_MANY:", "elif False:"),
    ("a hundred and a tie: the untied gets a chip", "if most < TOO_MANY or s.options[HUNDRED_TIE]:", "if True:"),
    (
        "carried chips go to the lower seat when both gain",
        "(gains >> np.int64(a) ^ gains >> np.int64(b)) & 1:",
        "(gains >> np.int64(a) | gains >> np.int64(b)) & 1:",
    ),
    ("carried chips do not add up", "s.carried[min(a, b), max(a, b)] += 1", "s.carried[min(a, b), max(a, b)] = 1"),
    ("carried chips are never taken away", "                s.carried[a, b] = 0\n", ""),
    (
        "a tied pair has a share in the carried chip",
        "a, b = low(lone), low(~outer",
        "a, b = low(outer & ~lone), low(~outer",
    ),
    (
        "a tie at the target ends the match",
        "return most > s.options[TARGET] and born.leaders_alone(s)",
        "return most > s.options[TARGET]",
    ),
    ("one chip more is needed", "return most > s.options[TARGET] and", "return most > s.options[TARGET] + 1 and"),
]

SCHIEBER = [
    ("hearts count as spades do", "[10**4, 10**2, 10**3, 10**5, 10, 1]", "[10**4, 10**2, 10**5, 10**3, 10, 1]"),
    ("the choice may come back twice", "(s.pushes == 1 and s.options[PUSH_BACK])", "s.pushes == 1"),
    (
        "who names the contract leads",
        "s.phase = ANNOUNCING\n        s.turn = s.lead",
        "s.phase = ANNOUNCING\n        s.lead = s.turn",
    ),
    (
        "all points are as good as a match",
        "s.tricks[side] + s.tricks[side + 2] == TRICKS and",
        "s.cards[side] + s.cards[side + 2] >= 157 and",
    ),
    ("the match bonus is not multiplied", "            points += 100\n", "            points += 100 // factor\n"),
    ("who crosses the line last wins", "if s.crossed == NONE and s.scores", "if s.scores"),
    ("Weis counts with the trick", "if s.scorers and _ends(s):", "if False:"),
    ("Stöck counts with the trick", "if s.stoeck[seat] and _ends(s):", "if False:"),
    ("the first deal is led by the next seat", "s.lead = s.turn = p\n", "s.lead = s.turn = onward(s, p)\n"),
    ("the 7 of clubs is forgotten", "s.shown[p] = SEVEN_OF_CLUBS", "pass"),
    (
        "strong ban: is the weak one",
        "if ban == WEAK or hand == under or (hand == trumps and ban == STRONG):",
        "if True:",
        TRICKS,
    ),
    ("strong ban: a hand of trumps must overtrump", "(hand == trumps and ban == STRONG)", "False", TRICKS),
    (
        "strong ban: an undertrump proves a void only",
        "return (ALL_CARDS & ~lane(trump)) | higher",
        "return lane(led) | higher",
        TRICKS,
    ),
    (
        "a lone trump jack must be played",
        "return trumps if trumps & ~_buur(s) else hand",
        "return trumps if trumps else hand",
        TRICKS,
    ),
    ("who follows nothing on trumps has no jack", "return lane(trump) & ~_buur(s)", "return lane(trump)", TRICKS),
    ("nobody trumps who can follow", "return follow | (trumps & ~under)", "return follow", TRICKS),
    ("who can follow may undertrump", "return follow | (trumps & ~under)", "return follow | trumps", TRICKS),
    ("the last trick counts nothing", "points += LAST_TRICK[s.row]", "points += 0", TRICKS),
    ("Undenufe never swaps points", "s.row = SWAPPED if swapped else NO_TRUMP", "s.row = NO_TRUMP", TRICKS),
    ("Undenufe: the seven gets the ace's points", "swapped = {SIX: 11,", "swapped = {SEVEN: 11,", CARDS),
    ("trump nine below the ace", '"678TQKA9J".index', '"678TQK9AJ".index', CARDS),
    ("Weis: fewer cards win", "if figure > best:", "if figure < best or best < 0:", MELDS),
    (
        "Weis: trumps before the top card",
        "(claim >> 1 & 15 if stage == 1 else claim & 1)",
        "(claim & 1 if stage == 1 else claim >> 1 & 15)",
        MELDS,
    ),
    ("Weis: the leader is the last of equals", "    winner = s.lead\n", "    winner = next_seat(s, s.lead)\n", MELDS),
    ("Weis: the partner scores nothing", " | (bit(winner ^ 2) if sides else 0)", "", MELDS),
    (
        "Weis: less than was said may be said",
        "(meld_kinds(s.hands[seat], book) >> np.int64(highest) << np.int64(highest))",
        "meld_kinds(s.hands[seat], book)",
        MELDS,
    ),
    (
        "Weis: no run is cut for four of a kind",
        "if cut == 0 or book >= LARGE:\n            return kinds",
        "if True:\n            return kinds",
        MELDS,
    ),
    ("Weis: what is shown is forgotten", "            s.shown[p] |= cards\n", "", MELDS),
    ("Stöck shown in a Weis counts nothing", "        s.stoeck[seat] = STOECK_POINTS\n", "", MELDS),
    (
        "drawn: what was said is forgotten",
        "if kind != NONE and kind != SILENT:\n        if not",
        "if False:\n        if not",
        MELDS,
    ),
    ("drawn: more melds than were shown", "return best_melds(hand, book)[1] == s.melds[p]", "return True", MELDS),
]

COIFFEUR = [
    ("tens are rounded up", "points // 10 * FACTORS", "(points + 9) // 10 * FACTORS"),
    ("tens are rounded", "points // 10 * FACTORS", "(points + 5) // 10 * FACTORS"),
    ("clubs count as spades do", "[[2, 3, 4, 1, 5, 6, 0, 0, 7, 8]", "[[1, 3, 4, 2, 5, 6, 0, 0, 7, 8]"),
    ("a match counts no more", "        points += MATCH\n", ""),
    ("a match costs the others nothing", "if p == declarer else -s.match", "if p == declarer else 0"),
    ("no trick is no counter-match", "elif tricks == 0 and s.form == THREE:", "elif False:"),
    ("two may share the best of a row", "if equal and not s.options[ROW_TIE]:", "if False:"),
    ("Slalom never turns", "s.upwards = (content & 1) ^ (s.trick_no & 1)", "s.upwards = content & 1"),
    ("Gustav turns after five of twelve", "half = 6 if s.form == THREE", "half = 5 if s.form == THREE"),
    ("a row may be filled twice", "s.filled[sheet_of(s, declarer)] |= bit(row)", "pass"),
    ("partners have a sheet each", "return seat & 1 if s.form == PAIRS else seat", "return seat"),
    (
        "the last one may always pass",
        "return others > 0 and (behind > 0 or s.passes + 1 == _bidders(s))",
        "return others > 0",
    ),
    (
        "forehand leads, not the declarer",
        "s.declarer = s.lead = s.turn = seat",
        "s.declarer = seat\n        s.turn = s.lead",
    ),
    ("jokers fill the row of their contract", "[JOKER] * 10 + [JOKER + 1] * 10", "[JOKER] * 20"),
]

HANDJASS = [
    ("with two left one alone gets two", "s.chips[low(s.ins)] = 1 if _two_left(s) else 2", "s.chips[low(s.ins)] = 2"),
    ("nobody in: forehand must", "if not s.ins and s.options[NOBODY_IN]:", "if not s.ins:"),
    (
        "the six is exchanged with four, too",
        "if popcount(s.inside) < 4 and s.turned & 15 != SIX:",
        "if s.turned & 15 != SIX:",
    ),
    ("the limit itself is not lost", "if s.totals[p] > LIMITS", "if s.totals[p] >= LIMITS"),
    ("one alone above it gets one", "s.chips[low(above)] = 1 if _two_left(s) else 2", "s.chips[low(above)] = 1"),
    ("two tied for the first place: one gets a chip", "_pay(s, first, 2)", "_pay(s, first, 1)"),
    (
        "forehand leads though he is out",
        "s.lead = s.forehand if s.ins >> np.int64(s.forehand) & 1 else next_seat(s, s.forehand)",
        "s.lead = s.forehand",
    ),
    ("an eighth chip is needed", "s.scores[p] > s.options[TARGET]:", "s.scores[p] > s.options[TARGET] + 1:"),
    (
        "the blind may be taken again",
        "popcount(s.inside) < 4 and s.taker == NONE\n    return",
        "popcount(s.inside) < 4\n    return",
    ),
    ("one who agrees is enough to split", "if s.agreed == s.ins:", "if True:"),
    ("who is asked for the six is forgotten", "s.shown[p] |= six  # being asked tells it", "pass"),
    ("who was not asked may have the six", "s.lacks[p] |= six", "pass"),
    ("drawn: the card turned up lies anywhere", "unseen & ~known if spare else unseen", "unseen"),
    ("view: the hand laid down is public", 'by_seat("laid_down"', 'public("laid_down"'),
    ("view: the blind is public", 'hidden("blind"', 'public("blind"'),
]

GAMES: dict[str, list[tuple[str, ...]]] = {
    "schieber": [*SCHIEBER],
    "differenzler": [*DIFFERENZLER],
    "mittlere": [*MITTLERE],
    "molotov": [*MOLOTOV],
    "plus-minus": [*PLUS_MINUS],
    "coiffeur": [*COIFFEUR],
    "handjass": [*HANDJASS],
}
JASS = {
    name: [(*bug, f"jass/{name.replace('-', '_')}")[:4] if len(bug) == 3 else bug for bug in bugs]
    for name, bugs in GAMES.items()
}
