"""RWD ("Rewind") a second time: slow, literal, from the rules text alone.

Nothing here is shared with the fast rules; the tests play both side by side.  Ids such as F2 or "gap 4" are
those of the rules text (shared/rules/rwd.md), the codes those of torite-record/1.

A deal: rows of N cards (N = players) are laid out, the last card of each face down.  In the first half the
cards of a row are taken one by one, anticlockwise; the *last* card taken names the lead suit.  The trick
winner gets a chip, a debt.  In the second half the cards collected are played in ordinary tricks, clockwise.
"""

RANKS = "23456789TJQKA"  # C2: weakest first
SUITS = "SHDC"
TRUMP = "S"  # C2: in both halves
FACE_DOWN = "?"


class Match:
    """One match of RWD: any number of deals until somebody has won often enough."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        """Sit down; `first` starts deal 1 (S5, gap 7).  Raises ValueError if that cannot be."""
        if players not in (3, 4, 5):  # C1
            raise ValueError(f"rwd: {players} players; 3, 4 or 5 can play")
        if first not in range(players):
            raise ValueError(f"rwd: no seat {first}")
        wins_needed = options["wins"]
        if not isinstance(wins_needed, int) or wins_needed < 1:
            raise ValueError(f"rwd: wins = {wins_needed!r}")
        if options["shared_win"] not in ("all", "none"):
            raise ValueError(f"rwd: shared_win = {options['shared_win']!r}")
        self.players = players
        self.wins_needed = wins_needed
        self.shared_win = options["shared_win"]
        self.play_on = bool(options["play_on"])
        self.show_hidden_card_at_end = bool(options["show_hidden_card_at_end"])
        # card_memory_aid (gap 9) only changes what a screen shows.
        self.wins = [0] * players
        self.start = first
        self.next_start = first
        self.phase = "before"  # "before", "first half", "second half", "over"
        self.turn = first
        self.clear()

    def clear(self) -> None:
        """Put the table in the state before the cards are laid."""
        self.stock: list[str] = []
        self.rows: list[list[str]] = []  # the candidate rows on the table, the first one is fought over
        self.rows_laid = 0
        self.row_choice: list[str] = []  # what is left of the first row, as everybody sees it
        self.taken: list[tuple[int, str]] = []  # seat and code, in the order of taking
        self.hidden_cards: list[str] = []  # the face-down card of every row, in order
        self.trick: list[tuple[int, str]] = []  # seat and card, in the order of playing
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.chips = [0] * self.players
        self.tricks = [0] * self.players
        self.winners: list[int] = []
        self.log: list[tuple[list[int] | None, tuple[object, ...]]] = []  # who sees it (None = all), what

    def deal(self, deck: list[str]) -> None:
        """Begin the next deal.  `deck` is the stock, next card first; under 52 cards make a tiny deal."""
        if self.phase not in ("before", "over") or self.finished():
            raise ValueError("rwd: no deal is due")
        known = [suit + rank for suit in SUITS for rank in RANKS]
        if len(set(deck)) != len(deck) or any(card not in known for card in deck) or len(deck) < self.players:
            raise ValueError(f"rwd: no deck: {deck}")
        self.clear()
        self.start = self.next_start
        self.turn = self.start
        self.phase = "first half"
        self.stock = list(deck)  # S1
        self.tell(None, "start", self.start)
        self.lay_row()  # S2
        self.lay_row()  # S3
        self.open_first_row()

    def lay_row(self) -> None:
        """S2, S3, F6: turn up N-1 cards, add one face down.  Gap 1: no row from fewer than N cards."""
        if len(self.stock) < self.players:
            return
        row = self.stock[: self.players]
        self.stock = self.stock[self.players :]
        self.rows.append(row)
        self.rows_laid += 1
        self.hidden_cards.append(row[-1])
        self.tell(None, "row", self.rows_laid, *row[:-1])

    def open_first_row(self) -> None:
        """Offer the first row: its face-down card is only a '?' to everybody."""
        self.row_choice = [*self.rows[0][:-1], FACE_DOWN]
        self.taken = []

    def tell(self, seats: list[int] | None, *event: object) -> None:
        """Write an event into the log of `seats`, or of everybody."""
        self.log.append((seats, event))

    def actors(self) -> list[int]:
        """The seat whose turn it is, alone in a list (gap 11: strict turns)."""
        return [self.turn] if self.phase in ("first half", "second half") else []

    def legal(self, seat: int) -> list[str]:
        """Sorted codes that `seat` may choose now."""
        if seat not in self.actors():
            return []
        if self.phase == "first half":
            return sorted("take:" + code for code in self.row_choice)  # F1: any card of the first row
        hand = self.hands[seat]
        if not self.trick:
            return sorted(hand)
        suit_led = self.trick[0][1][0]
        following = [card for card in hand if card[0] == suit_led]
        return sorted(following or hand)  # B2

    def play(self, seat: int, code: str) -> None:
        """Do it.  Raises ValueError, and changes nothing, if `seat` may not do it."""
        if code not in self.legal(seat):
            raise ValueError(f"rwd: seat {seat} may not {code}; legal {self.legal(seat)}")
        if self.phase == "first half":
            self.take(seat, code.removeprefix("take:"))
        else:
            self.play_card(seat, code)

    def take(self, seat: int, code: str) -> None:
        """F1: lay a card of the row in front of oneself without changing its face."""
        self.row_choice.remove(code)
        self.taken.append((seat, code))
        self.tell(None, "take", seat, code)
        self.turn = (seat - 1) % self.players  # F1, gap 10: anticlockwise = decreasing seat numbers
        if not self.row_choice:
            self.finish_row()

    def finish_row(self) -> None:
        """F2-F7: all have taken."""
        row = self.rows.pop(0)
        hidden = row[-1]
        faces = [(seat, hidden if code == FACE_DOWN else code) for seat, code in self.taken]
        lead_suit = faces[-1][1][0]  # F2: the card taken last, gap 3: even if it is face down
        winner = trick_winner(faces, lead_suit)
        hidden_taker = next(seat for seat, code in self.taken if code == FACE_DOWN)
        self.tell([hidden_taker, winner], "hidden", hidden)  # F3, gap 2: nobody else
        self.tell(None, "winner", winner)  # F3: everybody learns who won
        self.chips[winner] += 1  # F4
        for seat, card in faces:
            self.hands[seat].append(card)  # F5
        self.lay_row()  # F6
        self.turn = winner  # F7; gap 12, B1: also when the second half begins
        if self.rows:
            self.open_first_row()
        else:
            self.phase = "second half"  # F7, F8: the cards left in the stock stay unseen

    def play_card(self, seat: int, card: str) -> None:
        """B1-B6: one card of an ordinary trick."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.tell(None, "card", seat, card)
        self.turn = (seat + 1) % self.players  # B1, gap 10: clockwise = increasing seat numbers
        if len(self.trick) < self.players:
            return
        winner = trick_winner(self.trick, self.trick[0][1][0])  # B3
        self.tell(None, "winner", winner)
        self.tricks[winner] += 1  # B5
        self.trick = []
        self.turn = winner  # B4
        if not any(self.hands):
            self.finish_deal()  # B6

    def points(self) -> list[int]:
        """G1: tricks of the second half minus chips."""
        return [tricks - chips for tricks, chips in zip(self.tricks, self.chips, strict=True)]

    def finish_deal(self) -> None:
        """G2-G4: who won, who gets a win, who starts next."""
        self.phase = "over"
        if self.show_hidden_card_at_end:  # gap 2; "the game" of the text is one deal
            self.tell(None, "hidden_cards", *self.hidden_cards)
        points = self.points()
        if all(point == 0 for point in points):  # G3
            self.winners = []
            self.next_start = self.start  # gap 5
            return
        best = [seat for seat in range(self.players) if points[seat] == max(points)]  # G2
        most_chips = max(self.chips[seat] for seat in best)
        # G2, gap 8: more chips, literally
        self.winners = [seat for seat in best if self.chips[seat] == most_chips]
        if len(self.winners) == 1 or self.shared_win == "all":  # G4, gap 4
            for seat in self.winners:
                self.wins[seat] += 1
        seat = self.start
        # G4, gap 4: the first winner anticlockwise, the old start player included
        while seat not in self.winners:
            seat = (seat - 1) % self.players
        self.next_start = seat

    def result(self) -> dict[str, object]:
        """The record's `result` of the deal just finished."""
        if self.phase != "over":
            raise ValueError("rwd: the deal is not over")
        return {
            "chips": list(self.chips),
            "tricks": list(self.tricks),
            "points": self.points(),
            "winners": list(self.winners),
        }

    def finished(self) -> bool:
        """Is the match over?"""
        most = max(self.wins)
        if most < self.wins_needed:  # G4, gap 6b
            return False
        return not self.play_on or self.wins.count(most) == 1  # gap 6

    def outcome(self) -> dict[str, object]:
        """The record's `outcome`; no winners before the match is over.  No match is a draw (G3, gap 5)."""
        winners = []
        if self.finished():
            winners = [seat for seat in range(self.players) if self.wins[seat] == max(self.wins)]
        return {"scores": list(self.wins), "winners": winners, "draw": False}

    def dealer(self) -> int | None:
        """RWD has no dealer."""
        return None

    def first(self) -> int:
        """Start player of the current deal."""
        return self.start

    def observation(self, seat: int | None) -> list[tuple[object, ...]]:
        """What `seat` (None = a spectator) has seen in this deal, in order.

        ("start", seat)                  ("row", number, *open cards as they lie)
        ("take", seat, code or "?")      ("hidden", face-down card) to its taker and to the trick winner only
        ("winner", seat) in both halves  ("hidden_cards", *card of each row) at the end, if the option is on
        ("card", seat, card)
        """
        return [event for seats, event in self.log if seats is None or seat in seats]


def trick_winner(trick: list[tuple[int, str]], lead_suit: str) -> int:
    """F2, B3: the highest spade, otherwise the highest card of the lead suit."""
    trumps = [(seat, card) for seat, card in trick if card[0] == TRUMP]
    leads = [(seat, card) for seat, card in trick if card[0] == lead_suit]
    return max(trumps or leads, key=lambda seat_card: RANKS.index(seat_card[1][1]))[0]
