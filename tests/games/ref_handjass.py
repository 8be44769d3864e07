"""Handjass a second time: slow, literal, from the rules text alone (section 5).

Everybody for himself, in or out of each deal; who has 7 chips leaves, the last one in loses.
"""

from ref_jass import SUIT_NAMES, WeisJass, packets, settle, whole_number

OPTIONS = {
    "all_trump_hand": ("any", "must_overtrump"),  # A4
    "target": range(1, 101),  # 5.5
    "nobody_in": ("redeal", "forehand_forced"),  # A20
    "split_2p": (False, True),  # A21
    "loss_limit": range(158),  # A30
    "tie_2p": ("none", "draw"),  # A31
    "four_nines": (False, True),
    "weis": ("small", "large"),
    "suit_names": SUIT_NAMES,
}
SEED = {
    "all_trump_hand": "any",
    "target": 7,
    "nobody_in": "redeal",
    "split_2p": False,
    "loss_limit": 25,
    "tie_2p": "none",
    "four_nines": False,
    "weis": "small",
    "suit_names": "egg",
}
PRESETS = {"seed": SEED, "swiss": SEED | {"loss_limit": 20, "four_nines": True}}


class Match(WeisJass):
    """One match of Handjass."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        chosen = settle(options, OPTIONS, SEED)
        self.target = whole_number(chosen["target"])
        self.forehand_forced = chosen["nobody_in"] == "forehand_forced"
        self.split_2p = bool(chosen["split_2p"])
        self.loss_limit = whole_number(chosen["loss_limit"])
        self.tie_2p = chosen["tie_2p"]
        self.scores = [0] * players  # chips
        self.staying = list(range(players))  # seats that have not left
        self.loser: int | None = None
        super().__init__(players, (2, 3, 4), first, chosen)

    def clear(self) -> None:
        super().clear()
        self.active = list(self.staying)  # in this deal
        self.turned = ""
        self.blind: list[str] = []
        self.stock: list[str] = []
        self.blind_taker: int | None = None
        self.said_in: list[int] = []
        self.said_out: list[int] = []
        self.asked_to_split: list[int] = []
        self.chips = [0] * self.players  # change in this deal
        self.left: list[int] = []  # who left after this deal
        self.last: list[int] = []  # who left last, all with the same total (A32)
        self.cut_for = ""  # "chips" or "loser"

    # Dealing (5.1).

    def begin(self) -> None:
        """5.5: forehand always moves on to the next remaining player; the dealer is the one before him."""
        if self.phase not in ("before", "over") or self.finished():
            raise ValueError("jass: no deal is due")
        if self.phase == "over":
            self.forehand = self.step(self.forehand, -1)
            self.dealer_seat = self.step(self.forehand, 1)
        self.rounds_dealt += 1
        self.clear()

    def step(self, seat: int, direction: int) -> int:
        """The next remaining player: -1 is counter-clockwise."""
        seat = (seat + direction) % self.players
        while seat not in self.staying:
            seat = (seat + direction) % self.players
        return seat

    def order(self) -> list[int]:
        """The players of this deal, from forehand counter-clockwise."""
        seats = [(self.forehand - i) % self.players for i in range(self.players)]
        return [seat for seat in seats if seat in self.active]

    def deal(self, deck: list[str]) -> None:
        """5.1: always four hands; with three players the last one is the blind, with two the stock comes after it."""
        dealt = packets(deck, 4)
        self.begin()
        for seat in self.order():
            self.hands[seat] = dealt.pop(0)
        if dealt:
            self.blind = dealt.pop(0)
        if dealt:
            self.stock = dealt.pop(0)
        self.turned = deck[-1]
        self.trump = self.turned[0]
        self.tell_deal()
        self.tell(None, "turned", self.turned)
        self.turn = self.forehand
        self.phase = "declare"

    # In or out (5.2).

    def choices(self, seat: int) -> list[str]:
        if self.phase == "declare":
            # not in the 4-player game; the first who wishes, once
            blind_free = bool(self.blind) and self.blind_taker is None
            return ["in", "out", "blind"] if blind_free else ["in", "out"]
        if self.phase == "split":
            return ["split:yes", "split:no"]
        if self.phase == "swap6":
            return ["swap6", "keep6"]
        return super().choices(seat)

    def act(self, seat: int, code: str) -> None:
        if self.phase == "declare":
            self.declare(seat, code)
        elif self.phase == "split":
            self.answer_split(seat, code)
        elif self.phase == "swap6":
            if code == "swap6":
                self.swap_six(seat)
            else:
                self.tell(None, "keep6", seat)
            self.lead()
        else:
            super().act(seat, code)

    def declare(self, seat: int, code: str) -> None:
        """In, out, or in with the blind for the hand, which is then out of play (A23)."""
        self.tell(None, code, seat)
        (self.said_out if code == "out" else self.said_in).append(seat)
        if code == "blind":
            self.blind_taker = seat
            self.hands[seat] = list(self.blind)
            self.tell([seat], "hand", *sorted(self.blind))
        declared = len(self.said_in) + len(self.said_out)
        if declared < len(self.active):
            self.turn = self.order()[declared]
            return
        self.playing = list(self.said_in)  # from forehand on
        if not self.playing and self.forehand_forced:
            self.playing = [self.forehand]  # A20
        if len(self.playing) < 2:
            for lone in self.playing:
                self.chips[lone] = 1 if len(self.active) == 2 else 2  # without play
            self.count_chips()
        elif len(self.playing) == 2 and (len(self.active) > 2 or self.split_2p):  # A21
            self.phase = "split"
            self.turn = self.playing[0]
        else:
            self.before_play()

    def answer_split(self, seat: int, code: str) -> None:
        """Two are in: both must agree to one chip each."""
        self.tell(None, code, seat)
        self.asked_to_split.append(seat)
        if code == "split:no":
            self.before_play()
        elif len(self.asked_to_split) == 1:
            self.turn = self.playing[1]
        else:
            for one in self.playing:
                self.chips[one] = 1
            self.count_chips()

    def before_play(self) -> None:
        """A22: 2-3 players, who is in and holds the six of trumps may swap it for the turn-up."""
        six = self.turned[0] + "6"
        for seat in self.playing:
            if len(self.active) < 4 and six in self.hands[seat] and self.turned not in self.hands[seat]:
                self.phase = "swap6"
                self.turn = seat
                return
        self.lead()

    def swap_six(self, seat: int) -> None:
        """A22: the six goes where the turn-up was, even if that has become somebody's hand."""
        six = self.turned[0] + "6"
        self.tell(None, "swap6", seat)
        for place in [*self.hands, self.stock, self.blind]:
            if self.turned in place:
                place[place.index(self.turned)] = six
        hand = self.hands[seat]
        hand[hand.index(six)] = self.turned

    def lead(self) -> None:
        """5.3, A24: forehand leads, or the first after him who is in."""
        for seat in range(self.players):
            if seat not in self.playing:
                self.hands[seat] = []  # nobody plays these
        self.begin_play(self.playing[0])

    # Chips (5.5).

    def totals(self) -> list[int]:
        """Cards, Weis and Stöck."""
        parts = zip(self.card_points_by_seat(), self.weis, self.stoeck, strict=True)
        return [cards + weis + stoeck for cards, weis, stoeck in parts]

    def finish_deal(self) -> None:
        """The two best get one each, everyone at 25 or less pays one."""
        totals = self.totals()
        above = [seat for seat in self.playing if totals[seat] > self.loss_limit]
        for seat in self.playing:
            if seat not in above:
                self.chips[seat] = -1
        two_players = len(self.active) == 2
        if len(above) == 1:
            self.chips[above[0]] = 1 if two_players else 2
        if len(above) < 2:
            self.count_chips()
            return
        places = 1 if two_players else 2  # only the higher of two players
        border = sorted(totals[seat] for seat in above)[-places]
        better = [seat for seat in above if totals[seat] > border]
        tied = [seat for seat in above if totals[seat] == border]
        if len(better) + len(tied) > places:
            if two_players and self.tie_2p == "none":  # A31
                tied = []
            else:  # A29
                for seat in better:
                    self.chips[seat] = 1
                self.cut_for = "chips"
                self.start_cut(tied, places - len(better))
                return
        for seat in [*better, *tied]:
            self.chips[seat] = 1
        self.count_chips()

    def finish_cut(self, lucky: list[int]) -> None:
        if self.cut_for == "chips":
            for seat in lucky:
                self.chips[seat] = 1
            self.count_chips()
        else:
            self.loser = next(seat for seat in self.last if seat not in lucky)
            self.phase = "over"

    def count_chips(self) -> None:
        """Add the chips; who has 7 leaves; the last one is the loser (A32)."""
        self.phase = "over"
        for seat in range(self.players):
            self.scores[seat] += self.chips[seat]
        self.left = [seat for seat in self.staying if self.scores[seat] >= self.target]
        self.staying = [seat for seat in self.staying if seat not in self.left]
        if len(self.staying) == 1:
            self.loser = self.staying[0]
        if self.staying:
            return
        # A32: nobody is left: by total, then a draw
        lowest = min(self.scores[seat] for seat in self.left)
        self.last = [seat for seat in self.left if self.scores[seat] == lowest]
        if len(self.last) == 1:
            self.loser = self.last[0]
        else:
            self.cut_for = "loser"
            self.start_cut(self.last, len(self.last) - 1)

    def result(self) -> dict[str, object]:
        """The record's `result` of the deal just finished."""
        self.check_over()
        return {
            "active": sorted(self.active),
            "in": sorted(self.playing),
            "cards": self.card_points_by_seat(),
            "weis": list(self.weis),
            "stoeck": list(self.stoeck),
            "totals": self.totals(),
            "chips": list(self.chips),
            "left": list(self.left),
        }

    def finished(self) -> bool:
        """One is left, or has lost the draw."""
        return self.loser is not None

    def outcome(self) -> dict[str, object]:
        """The record's `outcome`: everyone has won but the loser."""
        winners = [seat for seat in range(self.players) if self.loser is not None and seat != self.loser]
        return {"scores": list(self.scores), "winners": winners, "draw": False}
