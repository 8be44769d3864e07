"""Bingo a second time: slow, literal, from the rules text alone.

Nothing here is shared with the fast rules; the tests play both side by side.  Ids such as C3 or "gap 8" are those of
the rules text (shared/rules/bingo.md), the codes those of torite-record/1.
"""

BONUS = {2: 20, 3: 40, 4: 50, 5: 60, 6: 70}
BLANKS = "0-0"


def ends(tile: str) -> tuple[int, int]:
    """Both numbers, the larger one first."""
    return int(tile[0]), int(tile[2])


def is_double(tile: str) -> bool:
    """The same number twice?"""
    return tile[0] == tile[2]


class Match:
    """One match of Bingo: deals until somebody has 7 game points."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        """Sit down; `first` deals deal 1 (D2)."""
        if players != 2:
            raise ValueError(f"bingo: {players} players; it is for 2")
        self.options = options
        self.next_dealer = first
        self.seat_dealing = first
        self.scores = [0, 0]
        self.phase = "before"  # "before", "lead", "lead double", "expose", "follow", "after", "over"

    # ---- the tiles ----
    def is_trump(self, tile: str) -> bool:
        """R1."""
        return self.trump in ends(tile)

    def led_suit(self, tile: str) -> int:
        """R4, gap 2: suit of a led tile."""
        if self.is_trump(tile):
            return self.trump
        high, low = ends(tile)
        return 0 if low == 0 and self.options["blank_for_suit"] == "seven" else high

    def belongs(self, tile: str, suit: int) -> bool:
        """R1: is the tile of this suit?"""
        return self.is_trump(tile) if suit == self.trump else suit in ends(tile) and not self.is_trump(tile)

    def strength(self, tile: str, suit: int) -> int:
        """R2, R3, gap 1: within a suit."""
        if tile == BLANKS:
            return 100
        high, low = ends(tile)
        other = low if high == suit else high
        if self.options["ranking"] == "seed":
            return other
        if is_double(tile):
            return 8
        return 7 if other == 0 else other

    def beats(self, answer: str, led: str) -> bool:
        """A2: does the follower win?"""
        if led == BLANKS or answer == BLANKS:
            return answer == BLANKS
        if self.is_trump(answer) != self.is_trump(led):
            return self.is_trump(answer)
        suit = self.led_suit(led)
        return self.belongs(answer, suit) and self.strength(answer, suit) > self.strength(led, suit)

    def value(self, tile: str) -> int:
        """P1-P5."""
        total = sum(7 if end == 0 else end for end in ends(tile))
        if self.is_trump(tile):
            return 28 if is_double(tile) else total
        return total if is_double(tile) or total == 10 else 0

    # ---- the deal ----
    def deal(self, deck: list[str]) -> None:
        """D3-D5: tiles one by one from the dealer's opponent, half of them; the last tile of the stock is turned."""
        if self.phase not in ("before", "over") or self.finished():
            raise ValueError("bingo: no deal is due")
        self.seat_dealing = self.next_dealer
        other = 1 - self.seat_dealing
        half = len(deck) // 2
        self.hands: list[list[str]] = [[], []]
        for i in range(half):
            self.hands[other if i % 2 == 0 else self.seat_dealing].append(deck[i])
        self.stock = deck[half:]
        self.turned = deck[-1]
        high, low = ends(self.turned)
        self.trump = 0 if low == 0 else high  # D4
        self.leader = other  # gap 3
        self.turn = other
        self.phase = "lead"
        self.led = ""
        self.tiles = [0, 0]
        self.bonus = [0, 0]
        self.last = [0, 0]
        self.tricks = [0, 0]
        self.points = [0, 0]
        self.captures = [0, 0]
        self.declared: int | None = None
        self.second_phase = False
        self.number = 0  # of doubles declared in the running declaration, 0 = none
        self.won_in_run = 0
        self.blanks_in_run = False
        self.exposed: list[str] = []
        self.shown: list[list[str]] = [[], []]  # tiles once exposed or led by a declaration
        self.may_be_invincible: int | None = None  # C8: seat that may say so now
        self.log: list[tuple[list[int] | None, tuple[object, ...]]] = []
        for seat in (0, 1):
            self.tell([seat], "hand", *sorted(self.hands[seat]))
        self.tell(None, "turned", self.turned)

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
        return 1 - self.seat_dealing

    def actors(self) -> list[int]:
        """Seats to act."""
        return [] if self.phase in ("before", "over") else [self.turn]

    def closing(self) -> bool:
        """Gap 5: the rules of pagat?"""
        return self.options["closing"] == "pagat"

    def declarable(self, seat: int) -> list[str]:
        """Doubles that may be declared (gap 16)."""
        doubles = [tile for tile in self.hands[seat] if is_double(tile)]
        return doubles if self.options["redeclare"] else [tile for tile in doubles if tile not in self.shown[seat]]

    def legal(self, seat: int) -> list[str]:
        """Codes of what the seat may do."""
        if seat not in self.actors():
            return []
        extra = ["invincible"] if self.may_be_invincible == seat else []
        if self.phase == "after":
            return sorted(["draw", "claim" if self.closing() else "declare", *extra])
        if self.phase == "lead double":
            return sorted(self.declarable(seat))
        if self.phase == "expose":
            return sorted(f"expose:{tile}" for tile in self.declarable(seat) if tile not in self.exposed)
        if self.phase == "follow":
            return sorted(self.answers(seat))
        return sorted(self.leads(seat) + extra)

    def leads(self, seat: int) -> list[str]:
        """What may be done before and as a lead."""
        codes = list(self.exposed) if self.number else list(self.hands[seat])  # C4
        if not self.number:
            doubles = len(self.declarable(seat))
            if self.tricks[seat] > 0:  # C2
                codes += [f"doubles:{n}" for n in range(2, min(doubles, 6) + 1)]
            if sum(is_double(tile) for tile in self.hands[seat]) == 7:  # C7
                codes.append("invincible")
        if self.closing():
            codes.append("claim")
            if self.stock and self.declared is None:
                codes.append("close")
        return list(dict.fromkeys(codes))

    def answers(self, seat: int) -> list[str]:
        """A1; B1-B3 in the second phase."""
        hand = self.hands[seat]
        if not self.second_phase:
            return hand
        suit = self.led_suit(self.led)
        follow = [tile for tile in hand if self.belongs(tile, suit)]
        higher = [tile for tile in follow if self.beats(tile, self.led)]
        if suit == self.trump:
            if follow:
                return higher or follow  # B2
            return [BLANKS] if BLANKS in hand else hand  # B3
        if self.options["phase2"] == "pagat":  # gap 19
            if follow:
                return higher or follow
            return [tile for tile in hand if self.is_trump(tile) or tile == BLANKS] or hand
        return follow or hand  # B1

    def play(self, seat: int, code: str) -> None:
        """Do it; raises ValueError if it is not legal."""
        if code not in self.legal(seat):
            raise ValueError(f"bingo: seat {seat} may not {code}")
        self.tell(None, "action", seat, code)
        just_won = self.may_be_invincible
        self.may_be_invincible = None
        if code == "invincible":
            self.end([3, 0] if just_won != seat else [1, 0], seat)
        elif code == "claim":
            self.claim(seat)
        elif code in ("declare", "close"):  # A7
            self.declared = seat
            self.second_phase = True
            self.phase = "lead"
        elif code == "draw":  # A5
            for drawer in (seat, 1 - seat):
                tile = self.stock.pop(0)
                self.hands[drawer].append(tile)
                self.tell([drawer], "draw", tile)
            self.second_phase = not self.stock
            self.phase = "lead"
        elif code.startswith("doubles:"):
            self.number = int(code.split(":")[1])
            self.won_in_run = 0
            self.blanks_in_run = False
            self.exposed = []
            self.phase = "lead double"
        elif code.startswith("expose:"):
            self.exposed.append(code.split(":")[1])
            self.after_exposing(seat)
        elif self.phase == "follow":
            self.answer(seat, code)
        else:
            self.lead(seat, code)

    def lead(self, seat: int, tile: str) -> None:
        """A tile is led."""
        self.hands[seat].remove(tile)
        self.led = tile
        if self.phase == "lead double":
            self.shown[seat].append(tile)
            self.after_exposing(seat)
            return
        if self.number:
            self.exposed.remove(tile)
        self.phase, self.turn = "follow", 1 - seat

    def after_exposing(self, seat: int) -> None:
        """C3: n - 1 others are exposed before the follower plays."""
        if len(self.exposed) < self.number - 1:
            self.phase = "expose"
            return
        self.shown[seat] += self.exposed
        self.phase, self.turn = "follow", 1 - seat

    def answer(self, seat: int, tile: str) -> None:
        """The trick is complete."""
        leader = 1 - seat
        all_doubles = sum(is_double(t) for t in self.hands[seat]) == 7
        self.hands[seat].remove(tile)
        winner = seat if self.beats(tile, self.led) else leader
        self.tricks[winner] += 1
        self.tiles[winner] += self.value(self.led) + self.value(tile)
        best, beaten = (tile, self.led) if winner == seat else (self.led, tile)
        if best == BLANKS and is_double(beaten) and self.is_trump(beaten) and self.options["bingo_capture_gp"]:
            self.captures[winner] += 1  # gap 23
        if self.number:
            self.run(leader, winner)
        self.leader = self.turn = winner
        if winner == seat and all_doubles:
            self.may_be_invincible = seat  # C8
        if not self.hands[0] and not self.hands[1]:
            if self.declared is None:
                self.last[winner] = 10  # P7
            self.count()
        elif self.stock and self.declared is None:
            self.phase = "after"  # A4
        else:
            self.phase = "lead"

    def run(self, declarer: int, winner: int) -> None:
        """C4-C6: one trick of a declaration of doubles."""
        if winner != declarer:
            self.number, self.exposed = 0, []
            return
        self.won_in_run += 1
        self.blanks_in_run = self.blanks_in_run or self.led == BLANKS
        if self.won_in_run == self.number:
            self.bonus[declarer] += BONUS[self.number] + (10 if self.blanks_in_run else 0)
            self.number = 0

    # ---- the end ----
    def total(self, seat: int) -> int:
        """G1."""
        return self.tiles[seat] + self.last[seat] + self.bonus[seat]

    def win(self, seat: int) -> int:
        """G2-G4: game points of a winner with 70 or more."""
        other = 1 - seat
        if self.tricks[other] == 0:
            no_trick = self.options["no_trick_gp"]
            assert isinstance(no_trick, int)
            return no_trick
        threshold = self.options["threshold"]
        assert isinstance(threshold, int)
        return 2 if self.total(other) < threshold else 1

    def claim(self, seat: int) -> None:
        """Gap 5, pagat: the deal ends at once."""
        if self.total(seat) < 70:
            self.end([0, 2], seat)
        else:
            self.end([2 if self.declared == 1 - seat else self.win(seat), 0], seat)

    def count(self) -> None:
        """G2-G5, gap 8."""
        enough = [self.total(seat) >= 70 for seat in (0, 1)]
        if self.declared is not None:
            mine = self.win(self.declared) if enough[self.declared] else 0
            self.end([mine, 0] if mine else [0, 2], self.declared)
        elif enough == [True, True]:
            both = self.options["both70"]
            ahead = self.total(0) - self.total(1)
            if both == "both":
                self.end([1, 1], 0)
            elif both == "none" or ahead == 0:
                self.end([0, 0], 0)
            else:
                self.end([1, 0], 0 if ahead > 0 else 1)
        elif any(enough):
            winner = enough.index(True)
            self.end([self.win(winner), 0], winner)
        else:
            self.end([0, 0], 0)

    def end(self, points: list[int], seat: int) -> None:
        """The deal is over: game points for this seat and the other one."""
        self.phase = "over"
        self.points[seat], self.points[1 - seat] = points
        for p in (0, 1):
            self.points[p] += self.captures[p]
            self.scores[p] += self.points[p]
        self.next_dealer = 1 - self.seat_dealing  # D2
        if self.options["next_dealer"] == "winner" and self.points[0] != self.points[1]:  # gap 4
            self.next_dealer = 0 if self.points[0] > self.points[1] else 1

    def result(self) -> dict[str, object]:
        """`result` of the record."""
        return {
            "tiles": list(self.tiles),
            "bonus": list(self.bonus),
            "last": list(self.last),
            "totals": [self.total(0), self.total(1)],
            "declared": self.declared,
            "game_points": list(self.points),
            "scores": list(self.scores),
        }

    def finished(self) -> bool:
        """G6: 7 or more?"""
        return self.phase == "over" and max(self.scores) >= 7

    def outcome(self) -> dict[str, object]:
        """How the match ended."""
        if not self.finished():
            return {"scores": list(self.scores), "winners": [], "draw": False}
        if self.scores[0] == self.scores[1]:
            return {"scores": list(self.scores), "winners": [], "draw": True}
        return {"scores": list(self.scores), "winners": [self.scores.index(max(self.scores))], "draw": False}
