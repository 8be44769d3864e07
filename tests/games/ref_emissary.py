"""The Emissary a second time: slow, literal, from the rules text alone.

Nothing here is shared with the fast rules; the tests play both side by side.  Ids such as V3 or "gap 4" are those of
the rules text (shared/rules/emissary.md; gap = row of section 8), the codes those of torite-record/1.
"""

RANKS = "A2345678"  # S1: the ace is low
JACKS = ["SJ", "HJ", "DJ", "CJ"]  # S5
HAND = 8


class Match:
    """One match of The Emissary: visits until one fails or all eight kingdoms are won."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        """Sit down, alone; nobody is first."""
        if players != 1:
            raise ValueError(f"emissary: {players} players; it is for 1")
        self.options = options
        self.seat_first = first
        self.rulers: list[str | None] = []  # S4: of kingdoms 1 to 8, None where won
        self.won: list[str] = []  # E5: kings and queens still unused
        self.down: list[str] = []  # J3: jacks that lie face down
        self.lost = False
        self.phase = "before"  # "before", "visit", "between", "follow", "swap", "discard", "chance", "over"

    # ---- the deal ----
    def deal(self, deck: list[str]) -> None:
        """S4, S6, V1, E3: rulers once, 8 cards to the hand, the other 24 are the stock."""
        if self.phase not in ("before", "over") or self.finished():
            raise ValueError("emissary: no deal is due")
        if self.phase == "before":
            self.rulers = [card for card in deck if card[1] in "KQ"]
        plain = [card for card in deck if card[1] in RANKS]
        self.hand = plain[:HAND]
        self.stock = plain[HAND:]
        self.discards: list[str] = []
        self.pile: list[str] = []  # V8
        self.kingdom: int | None = None
        self.open = ""  # the ruler's card
        self.played = 0  # tricks played
        self.tricks = 0  # tricks won
        self.success = False
        self.selected: list[str] = []  # J2, with seed_window
        self.used: list[str] = []  # J1
        if not self.options["strict_manual_refresh"]:  # E2, gap 6
            self.down = []
        self.wanted = 0  # cards that a power still draws
        self.to_discard = 0  # J-D
        self.drawn = 0
        self.power = ""  # suit of the power that is running, "" = none
        self.phase = "visit"
        self.log: list[tuple[list[int] | None, tuple[object, ...]]] = []
        self.tell(None, "rulers", *self.rulers)
        self.tell([0], "hand", *sorted(self.hand))

    def tell(self, seats: list[int] | None, *what: object) -> None:
        """Something that these seats (None = everybody) observe."""
        self.log.append((seats, what))

    def observation(self, seat: int | None) -> list[tuple[object, ...]]:
        """All that the seat has observed in this deal."""
        return [what for seats, what in self.log if seats is None or seat in seats]

    def dealer(self) -> int | None:
        """Nobody deals."""
        return None

    def first(self) -> int:
        """Seat of the first action."""
        return 0

    def actors(self) -> list[int]:
        """Seats to act; -1 = chance."""
        if self.phase in ("before", "over"):
            return []
        return [-1] if self.phase == "chance" else [0]

    def ruler(self) -> str:
        """The king or queen of the kingdom that is being visited."""
        assert self.kingdom is not None
        card = self.rulers[self.kingdom - 1]
        assert card is not None
        return card

    def trump(self) -> str:
        """V4, J-S."""
        return self.ruler()[0]

    def others(self) -> list[int]:
        """Kingdoms neither won nor being visited."""
        return [k for k in range(1, 9) if self.rulers[k - 1] is not None and k != self.kingdom]

    # ---- what may be done ----
    def legal(self, seat: int) -> list[str]:
        """Codes of what the seat may do, `concede` aside."""
        if seat != 0 or self.actors() != [0]:
            return []
        if self.phase == "visit":
            codes = [f"visit:{k}" for k in self.others()]  # V1
            if self.options["strict_manual_refresh"]:
                codes += [f"refresh:J-{jack[0]}" for jack in self.down]  # E4
        elif self.phase == "swap":
            codes = [f"swap:{k}" for k in self.others()]
        elif self.phase == "discard":
            codes = [f"discard:{card}" for card in self.hand]
        elif self.phase == "between":
            codes = ["lead", *self.selections(), *self.powers()]
        else:
            codes = self.answers() + self.selections() + self.powers()
        return sorted(codes)

    def answers(self) -> list[str]:
        """V6."""
        return [card for card in self.hand if card[0] == self.open[0]] or list(self.hand)

    def selections(self) -> list[str]:
        """J2, gap 2: before trick 1, before or within trick 2."""
        if self.options["advisor_timing"] != "seed_window":
            return []
        if self.played == 1 or (self.played == 0 and self.phase == "between"):
            return [f"select:J-{jack[0]}" for jack in JACKS if jack not in self.down]
        return []

    def powers(self) -> list[str]:
        """J4, E5, gap 2, gap 7: cards whose power may be used now."""
        timing = self.options["advisor_timing"]
        if timing == "between_tricks" and self.phase != "between":
            return []
        if timing == "seed_window":
            cards = [jack for jack in self.selected if jack not in self.used]
        else:
            cards = [jack for jack in JACKS if jack not in self.down]  # J1: the used ones lie face down
        return [f"power:{card[1]}-{card[0]}" for card in cards + self.won if card[0] != "S" or self.may_swap()]

    def may_swap(self) -> bool:
        """J-S, gap 4; there always has to be a kingdom to swap with (Presets)."""
        if self.options["politics_block"] in ("position_8", "both") and self.kingdom == 8:
            return False
        return bool(self.others())

    # ---- doing it ----
    def play(self, seat: int, code: str) -> None:
        """Do it; raises ValueError if it is not legal."""
        if seat == -1 and self.phase == "chance":
            self.reshuffle(code)
            return
        if code == "concede" and seat in self.actors() and seat == 0:
            self.tell(None, "action", seat, code)
            self.end(success=False)
            return
        if code not in self.legal(seat):
            raise ValueError(f"emissary: seat {seat} may not {code}")
        word, _, what = code.partition(":")
        if word == "discard":  # gap 15: face down
            self.tell([0], "action", seat, code)
        else:
            self.tell(None, "action", seat, code)
        if word == "lead":
            self.lead()
        elif what:
            self.do(word, what)
        else:
            self.answer(code)

    def do(self, word: str, what: str) -> None:
        """A code of two parts."""
        if word == "visit":
            self.kingdom = int(what)
            self.phase = "between"
        elif word == "refresh":
            self.down.remove(what[2] + "J")
        elif word == "select":  # J3
            self.selected.append(what[2] + "J")
            self.down.append(what[2] + "J")
        elif word == "power":
            self.use(what[2] + what[0])
        elif word == "swap":
            assert self.kingdom is not None
            here, there = self.kingdom - 1, int(what) - 1
            self.rulers[here], self.rulers[there] = self.rulers[there], self.rulers[here]
            self.power_done()
        elif word == "discard":
            self.hand.remove(what)
            self.discards.append(what)
            self.to_discard -= 1
            if self.to_discard == 0:
                self.power_done()

    def use(self, card: str) -> None:
        """J1, J-H, J-C, J-S, J-D, E5: a power is used."""
        if card[1] == "J":
            self.used.append(card)
            if card not in self.down:
                self.down.append(card)
        else:
            self.won.remove(card)
        self.power = card[0]
        self.drawn = 0
        if self.power == "S":
            self.phase = "swap"
            return
        if self.power == "H":
            trumps = [c for c in self.hand if c[0] == self.trump()]
            self.hand = [c for c in self.hand if c not in trumps]
            self.discards += trumps
            self.wanted = len(trumps) if self.options["diplomacy_refill"] else 0  # gap 1
        elif self.power == "C":
            self.wanted = sum(c[0] == "C" for c in self.hand)
        else:
            self.wanted = 2
        self.draw()

    def draw(self) -> None:
        """J6, gap 9: take the wanted cards; if there are too few, those that exist."""
        while self.wanted > 0:
            if not self.stock:
                if self.discards:
                    self.phase = "chance"
                    return
                self.wanted = 0
                break
            card = self.stock.pop(0)
            self.hand.append(card)
            self.tell([0], "draw", card)
            self.wanted -= 1
            self.drawn += 1
        if self.power == "D" and self.drawn > 0:  # gap 13: discard as many as were drawn
            self.to_discard = self.drawn
            self.phase = "discard"
        else:
            self.power_done()

    def power_done(self) -> None:
        """J5: on with the visit, unless it is over."""
        self.power = ""
        if not self.hand:  # gap 11
            self.compare()
        elif self.open:
            self.phase = "follow"
        elif not self.stock and not self.discards:  # gap 10
            self.compare()
        else:
            self.phase = "between"

    def reshuffle(self, code: str) -> None:
        """J6: the discards are the new stock, in the order that chance says."""
        word, _, what = code.partition(":")
        cards = what.split(",")
        if word != "reshuffle" or sorted(cards) != sorted(self.discards):
            raise ValueError(f"emissary: chance may not {code}; it shuffles {self.discards}")
        self.tell(None, "reshuffle", len(cards))
        self.stock, self.discards = cards, []
        if self.power:
            self.draw()
        else:
            self.lead()

    def lead(self) -> None:
        """V5, V10: the next card of the stock is the ruler's."""
        if not self.stock:
            self.phase = "chance"
            return
        self.open = self.stock.pop(0)
        self.tell(None, "turned", self.open)
        self.phase = "follow"

    def wins(self, card: str) -> bool:
        """V7."""
        if card[0] == self.open[0]:
            return RANKS.index(card[1]) > RANKS.index(self.open[1])
        return card[0] == self.trump()

    def answer(self, card: str) -> None:
        """V8, V9, V11."""
        self.hand.remove(card)
        if self.wins(card):
            self.tricks += 1
            self.pile.append(card)
        else:
            self.discards.append(card)
        self.discards.append(self.open)
        self.open = ""
        self.played += 1
        if self.hand:
            self.phase = "between"
        else:
            self.compare()

    # ---- the end ----
    def compare(self) -> None:
        """E1, E6; J7 and gap 3: the hard way wants every selected jack used."""
        success = self.tricks == self.kingdom
        if self.options["advisor_timing"] == "seed_window" and self.options["difficulty"] == "hard":
            success = success and all(jack in self.used for jack in self.selected)
        self.end(success)

    def end(self, success: bool) -> None:
        """The visit is over."""
        self.phase = "over"
        self.success = success
        self.final_trump = None if self.kingdom is None else self.trump()
        if success:
            assert self.kingdom is not None
            self.won.append(self.ruler())
            self.rulers[self.kingdom - 1] = None
        else:
            self.lost = True

    def result(self) -> dict[str, object]:
        """`result` of the record."""
        return {
            "kingdom": self.kingdom,
            "trump": self.final_trump,
            "tricks": self.tricks,
            "success": self.success,
        }

    def finished(self) -> bool:
        """E6, E7."""
        return self.phase == "over" and (self.lost or self.kingdoms_won() == 8)

    def kingdoms_won(self) -> int:
        """How many of the eight."""
        return sum(ruler is None for ruler in self.rulers)

    def outcome(self) -> dict[str, object]:
        """E8: how the match ended."""
        return {
            "scores": [self.kingdoms_won() + len(self.won)],
            "winners": [0] if self.kingdoms_won() == 8 else [],
            "draw": False,
        }
