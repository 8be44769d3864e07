"""WYSIWYG a second time: slow, literal, from the rules text alone.

Nothing here is shared with the fast rules; the tests play both side by side.  Ids such as A5 or "gap 1" are those of
the rules text (shared/rules/wysiwyg.md), the codes those of torite-record/1.
"""

RANKS = "23456789TJQKA"  # O3: weakest first
SUITS = "SHDC"
MOST = 60  # gap 3: legal bids end here


def evaluation(hand: list[str]) -> int:
    """E1: honours, and the length of the longest suit."""
    honours = sum({"A": 3, "K": 2, "Q": 1}.get(card[1], 0) for card in hand)
    return honours + max(sum(card[0] == suit for card in hand) for suit in SUITS)


class Match:
    """One match of WYSIWYG: deals until somebody has the target."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        """Sit down; `first` deals deal 1 (D1)."""
        if players != 2:  # O1
            raise ValueError(f"wysiwyg: {players} players; it is for 2")
        self.target = options["target"]
        self.tie_first_bidder = options["tie_first_bidder"]
        self.forbid_impossible_bids = bool(options["forbid_impossible_bids"])
        self.next_dealer = first
        self.seat_dealing = first
        self.scores = [0, 0]
        self.phase = "before"  # "before", "auction", "trump", "play", "take", "over"
        self.opener = 0

    def deal(self, deck: list[str]) -> None:
        """D2, D3: half of the half to each seat alternately, the rest is the stock.  Short decks make tiny deals."""
        if self.phase not in ("before", "over") or self.finished():
            raise ValueError("wysiwyg: no deal is due")
        if len(deck) % 4 or len(set(deck)) != len(deck):
            raise ValueError("wysiwyg: no deck")
        self.seat_dealing = self.next_dealer
        self.next_dealer = 1 - self.seat_dealing  # D4
        other = 1 - self.seat_dealing
        half = len(deck) // 2
        self.hands: list[list[str]] = [[], []]
        for i in range(half):
            self.hands[other if i % 2 == 0 else self.seat_dealing].append(deck[i])
        self.stock = deck[half:]
        self.tricks_in_half = half // 2
        totals = [evaluation(hand) for hand in self.hands]
        self.bases = [totals[0] + 10 - totals[1], totals[1] + 10 - totals[0]]  # E3
        self.log: list[tuple[list[int] | None, tuple[object, ...]]] = []
        for seat in (0, 1):
            self.tell([seat], "hand", *sorted(self.hands[seat]))
        self.tell(None, "evaluations", *totals)  # E2
        if self.bases[0] != self.bases[1]:
            self.opener = 0 if self.bases[0] < self.bases[1] else 1  # A1
        else:
            self.opener = other if self.tie_first_bidder == "nondealer" else self.seat_dealing  # gap 1
        self.phase = "auction"
        self.turn = self.opener
        self.bid = -1
        self.declarer = -1
        self.multiplier = 1
        self.trump: str | None = None
        self.display: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.tricks_played = 0
        self.marks = [0, 0]
        self.points = [0, 0]

    def tell(self, seats: list[int] | None, *what: object) -> None:
        """Something that these seats (None = everybody) observe."""
        self.log.append((seats, what))

    def observation(self, seat: int | None) -> list[tuple[object, ...]]:
        """All that the seat has observed in this deal."""
        return [what for seats, what in self.log if seats is None or seat in seats]

    def dealer(self) -> int | None:
        """Seat that deals."""
        return self.seat_dealing

    def first(self) -> int:
        """Seat of the first action."""
        return self.opener

    def actors(self) -> list[int]:
        """Seats to act."""
        return [] if self.phase in ("before", "over") else [self.turn]

    def legal(self, seat: int) -> list[str]:
        """Codes of what the seat may do."""
        if seat not in self.actors():
            return []
        if self.phase == "auction":
            return sorted(self.calls(seat))
        if self.phase == "trump":
            return sorted([f"trump:{suit}" for suit in SUITS] + ["trump:none"])  # A9, O7
        if self.phase == "take":
            return sorted(f"take:{card}" for card in self.display)  # P6
        hand = self.hands[seat]
        if not self.trick:
            return sorted(hand)
        follow = [card for card in hand if card[0] == self.trick[0][1][0]]
        return sorted(follow or hand)  # P3

    def calls(self, seat: int) -> list[str]:
        """The legal actions of the auction."""
        if self.multiplier == 2:  # A7: doubled
            return ["pass", "redouble"]
        highest = MOST
        if self.forbid_impossible_bids:  # gap 3
            highest = min(MOST, 3 * self.tricks_in_half + 1 - self.bases[seat])  # 40 in a full deal
        bids = [f"bid:{n}" for n in range(self.bid + 1, highest + 1)]  # A3
        return [*bids, "pass"] if self.declarer == -1 else [*bids, "pass", "double"]  # A2, A5

    def play(self, seat: int, code: str) -> None:
        """Do it; raises ValueError if it is not legal."""
        if code not in self.legal(seat):
            raise ValueError(f"wysiwyg: seat {seat} may not {code}")
        self.tell(None, "action", seat, code)
        if self.phase == "auction":
            self.call(seat, code)
        elif self.phase == "trump":
            suit = code.split(":")[1]
            self.trump = None if suit == "none" else suit
            self.phase = "play"
            self.turn = self.declarer  # P1
            self.show_two()
        elif self.phase == "take":
            card = code.split(":")[1]
            self.display.remove(card)
            self.hands[seat].append(card)
            self.hands[1 - seat].append(self.display.pop())  # P6
            self.phase = "play"
            self.show_two()  # P7
        else:
            self.card(seat, code)

    def call(self, seat: int, code: str) -> None:
        """One call of the auction."""
        if code == "redouble":
            self.multiplier = 4
        elif code == "double":
            self.multiplier = 2
            self.turn = 1 - seat
            return
        elif code == "pass" and self.declarer == -1:  # A5: counts as a bid of 0
            self.bid, self.declarer, self.turn = 0, seat, 1 - seat
            return
        elif code != "pass":
            self.bid, self.declarer, self.turn = int(code.split(":")[1]), seat, 1 - seat
            return
        self.phase = "trump"  # A4, A7: the auction is over
        self.turn = self.declarer  # A8, A9

    def show_two(self) -> None:
        """P1, P7, P8: two cards of the stock are displayed, while there are any."""
        if self.stock:
            self.display, self.stock = self.stock[:2], self.stock[2:]
            self.tell(None, "display", *self.display)

    def card(self, seat: int, code: str) -> None:
        """One card to the trick."""
        self.hands[seat].remove(code)
        self.trick.append((seat, code))
        self.turn = 1 - seat
        if len(self.trick) < 2:
            return
        (leader, led), (follower, answer) = self.trick
        if answer[0] == led[0]:  # P4
            winner = follower if RANKS.index(answer[1]) > RANKS.index(led[1]) else leader
        else:
            winner = follower if answer[0] == self.trump else leader
        self.trick = []
        self.tricks_played += 1
        self.turn = winner  # P2
        if self.tricks_played <= self.tricks_in_half:
            self.marks[winner] += 1  # P5
            self.phase = "take"
        else:
            self.marks[winner] += 3 if self.tricks_played == 2 * self.tricks_in_half else 2  # S2, S3
            if self.tricks_played == 2 * self.tricks_in_half:
                self.count()

    def goal(self) -> int:
        """A10."""
        return self.bid + self.bases[self.declarer]

    def count(self) -> None:
        """R1-R6."""
        self.phase = "over"
        made = self.marks[self.declarer]
        if made >= self.goal():
            self.points[self.declarer] = (made - self.bases[self.declarer]) * self.multiplier  # R3, R5
        else:
            short = self.goal() - made
            self.points[1 - self.declarer] = (2 if short == 1 else (short - 1) * 5) * self.multiplier  # R4, R5
        for seat in (0, 1):
            self.scores[seat] += self.points[seat]

    def result(self) -> dict[str, object]:
        """`result` of the record."""
        return {
            "bases": list(self.bases),
            "declarer": self.declarer,
            "bid": self.bid,
            "trump": self.trump,
            "goal": self.goal(),
            "marks": list(self.marks),
            "multiplier": self.multiplier,
            "points": list(self.points),
            "scores": list(self.scores),
        }

    def finished(self) -> bool:
        """R6: has somebody the target?"""
        assert isinstance(self.target, int)
        return self.phase == "over" and max(self.scores) >= self.target

    def outcome(self) -> dict[str, object]:
        """How the match ended."""
        assert isinstance(self.target, int)
        winners = [seat for seat in (0, 1) if self.scores[seat] >= self.target] if self.finished() else []
        return {"scores": list(self.scores), "winners": winners, "draw": False}
