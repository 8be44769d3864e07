"""Deliberate rule bugs in the Jass games: game -> title, old text, new text, file (the game's own if there is none).

What the games share is tried with the game that shows it best: the weak ban with Differenzler, the strong one and Weis
with Schieber, trump born in the middle of a deal with Mittlere.
"""

TRICKS, CARDS, WEIS, MELDS, BORN, CUTS, CONTRACTS, CHIPS, SHEETS, BLIND = (
    f"jass/{name}"
    for name in ("tricks", "cards", "weis", "melds", "born", "cuts", "contracts", "chips", "sheets", "blind")
)

DIFFERENZLER = [
    ("an exact nought needs no trick", " and (s.announced[p] or s.tricks[p])", ""),
    ("Stöck counts the wrong way", "- s.cards[p] - s.stoeck[p]", "- s.cards[p] + s.stoeck[p]"),
    ("a tie for the lead ends the match", "return there == 1", "return True"),
    ("a round too few", "s.deals < s.players * s.rounds:", "s.deals < s.players * (s.rounds - 1):"),
    ("the first card makes trump", "s.turned = deck[len(deck) - 1]", "s.turned = deck[0]"),
    ("the card turned up is forgotten", "s.shown[s.dealer] = bit(s.turned)", "pass"),
    (
        "sealed announcements are public at once",
        "s.sealed[seat] = points",
        "s.sealed[seat] = s.announced[seat] = points",
    ),
    ("drawn: sealed announcements beyond 157", "below(rng, MOST + 1)", "below(rng, MOST + 200)"),
    ("the strong ban", "ban: int = public(WEAK", "ban: int = public(STRONG", TRICKS),
    ("weak ban: binds who cannot follow, too", "if s.ban == WEAK or hand == under", "if hand == under", TRICKS),
    (
        "weak ban: an undertrump proves nothing",
        "if s.ban == WEAK:\n        return lane(led)",
        "if s.ban == WEAK:\n        return np.int64(0)",
        TRICKS,
    ),
]

MITTLERE = [
    ("no trick costs nothing", "if s.tricks[p] == 0:", "if False:"),
    ("a hundred points are not too many", "if s.cards[p] >= (s.cap", "if s.cards[p] > (s.cap"),
    ("all points are as good as all tricks", "if s.tricks[p] == s.trick_no:", "if s.cards[p] >= 157:"),
    (
        "the third pays two who are tied",
        "return low(everybody(s) & ~middle), 2",
        "return low(everybody(s) & ~middle), -2",
    ),
    ("the second gets chips", "return low(middle), -2", "return low(middle), 2"),
    ("a deal without trump always counts", "return not s.annuls", "return True", BORN),
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
    ("Somnia is played to the right", "s.clockwise = s.direction == 1", "s.clockwise = False", BORN),
    (
        "clockwise, but the next hand dealt is that to the right",
        "        seat = onward(s, seat)\n\n",
        "        seat = before(seat, n)\n\n",
        TRICKS,
    ),
    (
        "clockwise, but the dealer changes to the right",
        "s.turn = seat = onward(s, s.forehand)",
        "s.turn = seat = before(s.forehand, n)",
        TRICKS,
    ),
    ("ties never play on", "(scores.at_top(s) == 1 or not s.tie_deal)", "True", "jass/lasting"),
]

MOLOTOV = [
    (
        "all tricks are needed, not all points",
        "worth = 1 if has_all else -1",
        "worth = 1 if max(s.tricks) == s.trick_no else -1",
    ),
    ("a hundred points are not too many", "or s.cards[low(first)] >= TOO_MANY:", "or s.cards[low(first)] > TOO_MANY:"),
    ("top two tied: the fourth pays", "pay(s, third, fourth)", "pay(s, fourth, third)"),
    ("bottom two tied: the first pays", "pay(s, second, first)", "pay(s, first, second)"),
    (
        "three tied: the fourth pays",
        "pay(s, s.chosen, everybody(s) & ~at_place(s, 1))",
        "pay(s, everybody(s) & ~at_place(s, 1), s.chosen)",
    ),
    ("first and last pay", "pay(s, second | third, first | fourth)", "pay(s, first | fourth, second | third)"),
    ("equal cards are not drawn again", "if popcount(level) > s.cut_places:", "if False:", CUTS),
    ("the lowest card drawn is chosen", "for rank in range(15, -1, -1):", "for rank in range(16):", CUTS),
]

PLUS_MINUS = [
    ("with a hundred the highest gets a chip", "elif most >= TOO_MANY:", "elif False:"),
    ("a hundred and a tie: the untied gets a chip", "if most < TOO_MANY or s.untied_scores:", "if True:"),
    (
        "carried chips go to the lower seat when both gain",
        "(gains >> np.int64(a) ^ gains >> np.int64(b)) & 1:",
        "(gains >> np.int64(a) | gains >> np.int64(b)) & 1:",
    ),
    ("carried chips do not add up", "s.carried[min(a, b), max(a, b)] += 1", "s.carried[min(a, b), max(a, b)] = 1"),
    ("carried chips are never taken away", "                s.carried[a, b] = 0\n", ""),
    (
        "a tied pair has a share in the carried chip",
        "a, b = low(lone), low(middle)",
        "a, b = low(everybody(s) & ~lone & ~middle), low(middle)",
    ),
    (
        "a tie at the target ends the match",
        "return most >= s.target and scores.at_top(s) == 1",
        "return most >= s.target",
    ),
    ("one chip more is needed", "return most >= s.target and", "return most > s.target and"),
]

SCHIEBER = [
    ("hearts count as spades do", "[10**4, 10**2, 10**3, 10**5, 10, 1]", "[10**4, 10**2, 10**5, 10**3, 10, 1]"),
    ("the choice may come back twice", "s.pushes < s.push_back", "s.pushes <= s.push_back"),
    (
        "who names the contract leads",
        "s.contract, s.phase, s.turn = action - CONTRACT, melds.ANNOUNCING, s.lead",
        "s.contract, s.phase, s.lead = action - CONTRACT, melds.ANNOUNCING, s.turn",
    ),
    (
        "all points are as good as a match",
        "(sides.of_side(s.tricks, side) == TRICKS)",
        "(sides.of_side(s.cards, side) >= 157)",
    ),
    (
        "the match bonus is not multiplied",
        "points += s.match_bonus *",
        "points += s.match_bonus // times *",
    ),
    ("who crosses the line last wins", "if s.crossed == NONE and s.scores", "if s.scores"),
    (
        "Weis counts with the trick",
        "(melds.compare(s, seat, True) and ends(s))",
        "(melds.compare(s, seat, True) and False)",
    ),
    ("Stöck counts with the trick", "(s.stoeck[seat] > 0 and ends(s))", "False"),
    (
        "the first deal is led by the next seat",
        "s.turn = tricks.holder(s, SEVEN_OF_CLUBS)",
        "s.turn = tricks.onward(s, tricks.holder(s, SEVEN_OF_CLUBS))",
    ),
    ("the 7 of clubs is forgotten", "s.shown[s.forehand] = bit(SEVEN_OF_CLUBS)", "pass"),
    (
        "strong ban: is the weak one",
        "if s.ban == WEAK or hand == under or (hand == trumps and s.ban == STRONG):",
        "if True:",
        TRICKS,
    ),
    ("strong ban: a hand of trumps must overtrump", "(hand == trumps and s.ban == STRONG)", "False", TRICKS),
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
    ("Undenufe never swaps points", "s.row = SWAPPED", "pass", CONTRACTS),
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
        "(meld_kinds(s.hands[seat], book(s)) >> np.int64(highest) << np.int64(highest))",
        "meld_kinds(s.hands[seat], book(s))",
        MELDS,
    ),
    (
        "Weis: no run is cut for four of a kind",
        "if cut == 0 or book >= LARGE:\n            return kinds",
        "if True:\n            return kinds",
        WEIS,
    ),
    ("Weis: what is shown is forgotten", "            s.shown[p] |= cards\n", "", MELDS),
    ("Stöck shown in a Weis counts nothing", "        s.stoeck[seat] = STOECK_POINTS\n", "", MELDS),
    (
        "drawn: what was said is forgotten",
        "if kind != NONE and kind != SILENT:\n        if not",
        "if False:\n        if not",
        MELDS,
    ),
    ("drawn: more melds than were shown", "return best_melds(hand, book(s))[1] == s.melds[p]", "return True", MELDS),
]

COIFFEUR = [
    ("tens are rounded up", "s.entry // 10 *", "(s.entry + 9) // 10 *"),
    ("tens are rounded", "s.entry // 10 *", "(s.entry + 5) // 10 *"),
    ("clubs count as spades do", "[2, 3, 4, 1, 5, 6, 0, 0, 7, 8]", "[1, 3, 4, 2, 5, 6, 0, 0, 7, 8]", SHEETS),
    ("a match counts no more", "s.entry = s.points + MATCH * s.match", "s.entry = s.points"),
    ("a match costs the others nothing", "if p == declarer else -s.match", "if p == declarer else 0"),
    ("no trick is no counter-match", "if taken == 0:", "if False:"),
    ("two may share the best of a row", "if equal and not s.shared_rows:", "if False:", SHEETS),
    ("Slalom never turns", "s.upwards = (content & 1) ^ (s.trick_no & 1)", "s.upwards = content & 1"),
    ("Gustav turns after five of twelve", "half = 6 if s.form == THREE", "half = 5 if s.form == THREE"),
    ("a row may be filled twice", "s.filled[sheet_of(s, seat)] |= bit(row)", "pass", SHEETS),
    ("partners have a sheet each", "return seat & 1 if s.form == PAIRS else seat", "return seat", SHEETS),
    (
        "the last one may always pass",
        "return others > 0 and (behind > 0 or s.passes + 1 == bidders(s))",
        "return others > 0",
    ),
    (
        "forehand leads, not the declarer",
        "s.declarer = s.lead = s.turn = seat",
        "s.declarer = seat\n        s.turn = s.lead",
    ),
    ("jokers fill the row of their contract", "[JOKER] * 10 + [JOKER + 1] * 10", "[JOKER] * 20", SHEETS),
]

HANDJASS = [
    ("with two left one alone gets two", "s.chips[low(s.ins)] = 1 if two_left(s) else 2", "s.chips[low(s.ins)] = 2"),
    ("nobody in: forehand must", "if not s.ins and s.forehand_forced:", "if not s.ins:"),
    (
        "the six is exchanged with four, too",
        "if popcount(s.inside) == SEATS or s.turned & 15 == SIX:",
        "if s.turned & 15 == SIX:",
        BLIND,
    ),
    ("the limit itself is not lost", "if s.totals[p] > s.loss_limit", "if s.totals[p] >= s.loss_limit"),
    ("one alone above it gets one", "s.chips[low(above)] = 1 if two_left(s) else 2", "s.chips[low(above)] = 1"),
    ("two tied for the first place: one gets a chip", "give(s, first, 2)", "give(s, first, 1)"),
    (
        "forehand leads though he is out",
        "s.turn = s.forehand if s.ins & bit(s.forehand) else next_seat(s, s.forehand)",
        "s.turn = s.forehand",
    ),
    ("an eighth chip is needed", "s.scores[p] >= s.target", "s.scores[p] > s.target"),
    (
        "the blind may be taken again",
        "return popcount(s.inside) < SEATS and s.taker == NONE",
        "return popcount(s.inside) < SEATS",
        BLIND,
    ),
    ("one who agrees is enough to split", "if s.agreed == s.ins:", "if True:"),
    ("who is asked for the six is forgotten", "s.shown[p] |= six  # being asked tells it", "pass", BLIND),
    ("who was not asked may have the six", "s.lacks[p] |= six if others & bit(p) else np.int64(0)", "pass", BLIND),
    ("drawn: the card turned up lies anywhere", "unseen & ~known if s.turned_at >= SEATS else unseen", "unseen", BLIND),
    (
        "view: the hand laid down is public",
        "laid_down: Each[Cards] = by_seat(",
        "laid_down: Each[Cards] = public(",
        BLIND,
    ),
    ("view: the blind is public", "blind: Cards = hidden(", "blind: Cards = public(", BLIND),
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
