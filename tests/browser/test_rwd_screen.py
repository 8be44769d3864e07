"""RWD's screen: two rows, the face-down card and who may see it, chips, and the direction that flips."""

from playwright.sync_api import expect

from browser.pages import Sit, box, codes
from browser.stage import Prepared, Put, Wanted, held, name_of, phase, plan
from torite.cards.bits import members
from torite.games.position import Position

ANGLE = "arrow => parseFloat(arrow.style.rotate)"


def rwd(players: int = 4, wanted: Wanted = lambda p: True, **options: bool | int) -> Prepared:
    """A match of RWD whose first deal is as wanted."""
    return Prepared("rwd", players, wanted, options=options)


def hidden(position: Position, row: int) -> str:
    """The card that lies, or lay, face down in a row."""
    return name_of(position, position.state.talon[(row + 1) * position.players - 1])


def hider_and_winner(hider: int, winner: int) -> Wanted:
    """The first trick is over: who has the face-down card, and who has won."""
    return lambda p: p.state.row == 1 and p.state.hider[0] == hider and p.state.row_winner[0] == winner


def test_two_rows_lie_there_each_with_one_card_face_down(put: Put, sit: Sit) -> None:
    ann = sit(put(rwd(wanted=lambda p: int(p.state.turn) == 0)))
    for name, title in (("row", "Front row"), ("next_row", "Next row")):
        expect(ann.row(name)).to_have_count(4)
        assert codes(ann.row(name))[-1] == "?"
        assert "?" not in codes(ann.row(name))[:-1]
        expect(ann.row(name).last.get_by_role("img", name="the face-down card")).to_be_visible()
        expect(ann.page.get_by_test_id(f"row-{name}")).to_have_accessible_name(title)
    expect(ann.page.locator("[data-testid=row-row] [data-legal=true]")).to_have_count(4)
    expect(ann.page.locator("[data-testid=row-next_row] [data-legal=true]")).to_have_count(0)
    assert box(ann.row("row").first)["x"] != box(ann.row("next_row").first)["x"]  # shifted, they do not mix


def test_next_row_moves_up_and_a_new_one_comes(put: Put, sit: Sit) -> None:
    table = put(rwd())
    ann = sit(table)
    coming = codes(ann.row("next_row"))
    table.until(lambda p: int(p.state.row) == 1)
    expect(ann.row("row").first).to_have_attribute("data-code", coming[0])
    assert codes(ann.row("row")) == coming
    expect(ann.row("next_row")).to_have_count(4)
    expect(ann.page.get_by_test_id("stock")).to_have_attribute("data-count", str(52 - 12))


def test_only_taker_and_winner_see_the_hidden_card(put: Put, sit: Sit) -> None:
    table = put(rwd(3))
    steps = plan(table.position, hider_and_winner(0, 1))
    ann, ben, cat = (sit(table, seat) for seat in range(3))
    table.do(*steps[:-1])
    card = hidden(table.position, 0)
    if steps[-1][0] != 0:
        for page in (ann, ben, cat):
            expect(page.trick_card(0)).to_have_attribute("data-code", "?")
    table.do(steps[-1])
    ann.heard("Ben takes the trick")  # everybody learns who, and not why
    ben.heard("You take the trick")
    cat.heard("Ben takes the trick")
    for page in (ann, ben, cat):
        expect(page.chat).to_contain_text("You take the trick." if page is ben else "Ben takes the trick.")
        page.wait_for_card_back()
    for page, sees in ((ann, card), (ben, card), (cat, "?")):
        slip = page.last_trick()
        expect(slip).to_contain_text("takes the trick" if page is not ben else "You take the trick")
        name = "the face-down card" if sees == "?" else ann.card(card).locator("svg").get_attribute("aria-label")
        shown = slip.get_by_role("listitem").filter(has_text="Ann").get_by_role("img")
        expect(shown).to_have_accessible_name(name or "")
    expect(ann.card(card)).to_be_visible()
    assert (ann.card(card).locator("svg").get_attribute("aria-label") or "?") not in cat.page.content()
    assert f'"{card}"' not in cat.page.content()


def test_chips_are_a_debt_that_everybody_can_count(put: Put, sit: Sit) -> None:
    table = put(rwd())
    ann = sit(table)
    for n in (1, 2, 3):
        table.until(lambda p, n=n: int(p.state.chips.sum()) == n)  # type: ignore[misc]
        for seat in range(4):
            chips = int(table.position.state.chips[seat])
            expect(ann.panel(seat).locator("[data-chips]")).to_have_text(str(chips))
            lying = ann.page.locator(f"[data-anchor=seat-{seat}] .chips circle.edge")
            expect(lying).to_have_count(chips)


def test_direction_flips_at_half_time(put: Put, sit: Sit) -> None:
    prepared = rwd().until(lambda p: int(p.state.held[:4].sum()) == 48 and sum(p.state.trick[:4] != -1) == 3)
    table = put(prepared)
    ann = sit(table, width=375, height=640)
    expect(ann.direction).to_have_accessible_name("Play goes anticlockwise")
    arrow = ann.direction.locator(".arrow").first
    before = arrow.evaluate(ANGLE)
    table.until(lambda p: phase(p) == "play")
    expect(ann.direction).to_have_accessible_name("Play goes clockwise")
    said = ann.page.get_by_text("From now on clockwise!")
    expect(said).to_be_visible()
    table.do((table.position.actors()[0], table.position.legal()[0]))
    expect(ann.trick).to_have_count(1)
    expect(said).to_be_visible()  # also while cards are played, and on none of them
    card, word = box(ann.trick.first), box(said)
    assert card["y"] + card["height"] < word["y"] < box(ann.hand.first)["y"] - word["height"]
    turned = abs(arrow.evaluate(ANGLE) - before)
    assert 140 < turned < 220  # the other way; the table's shape changes as well
    expect(ann.row("row")).to_have_count(0)


def test_face_down_cards_are_shown_when_the_deal_is_over(put: Put, sit: Sit) -> None:
    prepared = rwd().until(lambda p: p.deal_over())
    ann = sit(put(prepared))
    expect(ann.row("revealed")).to_have_count(13)
    assert list(codes(ann.row("revealed"))) == [hidden(prepared.position, k) for k in range(13)]


def test_face_down_cards_stay_secret_where_that_is_the_rule(put: Put, sit: Sit) -> None:
    ann = sit(put(rwd(show_hidden_card_at_end=False).until(lambda p: p.deal_over())))
    expect(ann.sheet).to_be_visible()
    expect(ann.row("revealed")).to_have_count(0)


def test_memory_aid_lists_what_one_has_seen(put: Put, sit: Sit) -> None:
    table = put(rwd().until(lambda p: int(p.state.row) == 2))
    ann = sit(table)
    seen = set(codes(ann.memory().locator("[data-code]")))
    taken = {name_of(table.position, card) for p in range(4) for card in members(table.position.state.openly[p])}
    assert seen and seen >= taken - held(table.position, 0)


def test_memory_aid_is_not_there_in_strict_play(put: Put, sit: Sit) -> None:
    ann = sit(put(rwd(card_memory_aid=False).until(lambda p: int(p.state.row) == 2)))
    expect(ann.page.get_by_test_id("memory")).to_have_count(0)
