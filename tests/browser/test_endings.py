"""The end of a deal says what it meant, the end of a match who came where: in words, colours and signs."""

import re

import pytest
from playwright.sync_api import expect

from browser.looks import PHONE, fits, picture, violations
from browser.pages import Show, Sit, Visit, box
from browser.stage import House, Prepared, Put, plan
from browser.staged import LOOK
from server.test_ratings import lay
from torite.games import GAMES
from torite.locale import LANGUAGES
from torite.table import messages


def between(game: str, players: int) -> Prepared:
    """The first deal is over."""
    return Prepared(game, players).until(lambda p: p.deal_over() and not p.finished(), tries=4000)


def over() -> Prepared:
    """A match of which Ann is not the winner, or the other way round."""
    prepared = Prepared("rwd", 3, options={"wins": 1})
    while prepared.table.phase != "over":
        if prepared.table.phase == "between":
            prepared.confirm()
        else:
            prepared.act(prepared.position.actors()[0], prepared.position.legal()[0])
    return prepared


@pytest.mark.parametrize("hit", [True, False])
def test_a_bid_that_was_met_and_one_that_was_missed(put: Put, sit: Sit, hit: bool) -> None:
    prepared = Prepared("wizard", 3)
    prepared.until(lambda p: p.deal_over() and bool(p.state.bids[0] == p.state.tricks[0]) == hit)
    state = prepared.position.state
    bid, tricks, points = int(state.bids[0]), int(state.tricks[0]), int(state.points[0])
    ann = sit(put(prepared))
    gain = f"{points:+}".replace("-", "−")
    expect(ann.turn_line).to_contain_text(f"You said {bid} and took {tricks}: {gain}.")
    expect(ann.turn_line).to_contain_text("✓" if hit else "✗")
    expect(ann.page.get_by_test_id("line")).to_have_class(re.compile("good" if hit else "bad"))
    cell = ann.sheet_rows().last.locator("td").first
    expect(cell).to_contain_text("✓" if hit else "✗")


def test_what_was_pressed_is_seen_to_be_on_its_way(put: Put, sit: Sit) -> None:
    ann = sit(put(between("wizard", 3)))
    ann.page.evaluate("WebSocket.prototype.send = () => {}")  # nobody answers
    expect(ann.page.locator(".asked")).to_have_attribute("aria-busy", "false")
    ann.confirm.click()
    expect(ann.page.locator(".asked")).to_have_attribute("aria-busy", "true")
    expect(ann.confirm).to_have_css("opacity", "0.5")


def test_the_winners_of_a_deal_are_marked(put: Put, sit: Sit) -> None:
    prepared = between("rwd", 3)
    winners = [seat for seat in range(3) if int(prepared.position.state.winners) >> seat & 1]
    ann = sit(put(prepared))
    for seat in range(3):
        star = ann.sheet_rows().last.locator("td").nth(seat).locator(".star")
        expect(star).to_have_count(int(seat in winners))
    expect(ann.turn_line).not_to_contain_text("✗")  # that another has won is no failure
    felt = box(ann.page.locator(".felt"))
    assert felt["y"] + felt["height"] > 780, "no place is kept for a hand that is empty"


def test_the_end_of_a_match_looks_the_same_when_the_page_is_loaded_anew(put: Put, sit: Sit) -> None:
    prepared = Prepared("rwd", 3, options={"wins": 1})
    *steps, last = plan(prepared.position, lambda p: p.finished())
    for seat, code in steps:
        prepared.act(seat, code)
    table = put(prepared)
    ann = sit(table, chosen={"speed": "none"})
    table.do(last)
    expect(ann.outcome).to_be_visible()
    height = "document.querySelector('.felt').offsetHeight"
    before = ann.page.evaluate(height)
    ann.page.reload()
    expect(ann.outcome).to_be_visible()
    assert ann.page.evaluate(height) == before


def test_a_deal_that_others_have_played_is_not_offered_again(put: Put, sit: Sit) -> None:
    ann = sit(put(over()))
    expect(ann.page.get_by_role("button", name="Play again")).to_be_visible()
    again = ann.page.get_by_role("button", name="Same deal again")
    expect(again).to_have_count(0)
    ann.page.get_by_role("link", name="Look at it again").click()
    expect(ann.page.get_by_test_id("replay-told")).to_be_visible()
    expect(ann.page.get_by_role("link", name="To the table")).to_be_visible()
    expect(again).to_have_count(0)  # it was there, and refused


def test_who_has_watched_reads_how_one_comes_to_play(house: House, put: Put, visit: Visit) -> None:
    prepared = over()
    prepared.ask(prepared.guests[1], messages.Leave())
    prepared.ask(prepared.guests[0], messages.AddBot(seat=1))
    table = put(prepared)
    for locale, told in (("en-GB", "watching · All seats are taken, some by bots"), ("ja-JP", "観戦中 · 満席ですが")):
        page = visit(house.base, locale=locale)
        page.goto(f"/t/{table.id}")
        for width, height in ((1280, 800), (375, 667), (320, 568), (812, 375), (568, 320)):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".result")).to_contain_text(told)
            assert page.evaluate(LOOK) == []


@pytest.mark.parametrize("n", range(len(LANGUAGES)), ids=LANGUAGES)
def test_every_deal_ends_in_a_sentence(show: Show, n: int) -> None:
    """Each game in one of the languages."""
    games = list(GAMES)[n :: len(LANGUAGES)]
    tables = (between(game, GAMES[game].players[1]) for game in games)
    for ann in show(*tables, locale=LANGUAGES[n], **PHONE):
        expect(ann.confirm).to_be_visible()
        said = ann.turn_line.inner_text()
        assert re.search(r"\d|チップ|[Cc]hip", said), said
        assert "{" not in said
        assert "meant." not in said
        fits(ann.page)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_end_of_a_match_has_ranks_and_laurels_for_the_winner(put: Put, sit: Sit, seat: int) -> None:
    table = put(over())
    outcome = table.position.result()
    page = sit(table, seat)
    expect(page.outcome.locator("li")).to_have_count(3)
    expect(page.outcome.locator("li").first).to_contain_text("1.")
    expect(page.outcome.locator("li.own")).to_contain_text(["You"])
    expect(page.outcome.locator("svg")).to_have_count(2 if seat in outcome.winners else 0)
    expect(page.page.get_by_test_id("seal")).to_contain_text("✓")
    expect(page.page.get_by_role("button", name="Play again")).to_be_visible()
    assert violations(page.page) == []


def evening(game: str, players: int, matches: int) -> Prepared:
    """They have played so many matches at this table."""
    prepared = Prepared(game, players, clock="daily")
    while prepared.table.played < matches:
        if prepared.table.phase == "over":
            prepared.ask(prepared.guests[0], messages.Again())
            proposed = prepared.table.seq
            for guest in prepared.guests[1:]:
                prepared.ask(guest, messages.Answer(yes=True, seq=proposed))
        elif prepared.table.phase == "between":
            prepared.confirm()
        else:
            prepared.act(prepared.position.actors()[0], prepared.position.legal()[0])
    return prepared


@pytest.mark.parametrize("n", range(len(LANGUAGES)), ids=LANGUAGES)
def test_the_wins_of_an_evening_stand_below_the_match(put: Put, sit: Sit, n: int) -> None:
    """For up to six; where somebody is away that is told in their place."""
    prepared = evening(*(("bingo", 2, 3), ("schieber", 4, 3), ("wizard", 6, 4))[n])
    table = prepared.table
    ann = sit(put(prepared), locale=LANGUAGES[n], has_touch=True)
    tally = ann.page.get_by_test_id("tally")
    for width, height in ((320, 568), (375, 667), (812, 375), (568, 320), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(tally).to_be_visible()
        picture(ann.page, f"tally-{LANGUAGES[n]}-{width}.png")
        assert ann.page.evaluate(LOOK) == []
    told = {guest.name: wins for guest, wins in zip(prepared.guests, table.wins, strict=True) if wins}
    assert dict(re.findall(r"(\w+)\xa0(\d+)", tally.inner_text())) == {name: str(n) for name, n in told.items()}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_who_mostly_beats_gentle_bots_is_offered_the_next_ones(house: House, put: Put, sit: Sit, locale: str) -> None:
    prepared = over()
    ann = prepared.guests[0]
    for seat in (1, 2):
        prepared.ask(prepared.guests[seat], messages.Leave())
        prepared.ask(ann, messages.AddBot(seat=seat, level="gentle"))
    players = [("guest", ann.id), ("bot", "gentle"), ("bot", "gentle")]
    for number, place in enumerate((1, 2, 1), start=3 * LANGUAGES.index(locale)):
        match = lay(2e9 + number, players, [place, 3 - place, 3], game="rwd")
        house.store(lambda store, match=match: store.run(match))  # type: ignore[misc]
    page = sit(put(prepared), locale=locale, has_touch=True).page
    offer = page.get_by_test_id("stronger")
    for width, height in ((360, 584), (640, 360), (812, 375), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(offer).to_be_visible()
        assert page.evaluate(LOOK) == []
    opened = []
    page.on("request", lambda asked: opened.append(asked.post_data_json) if asked.url.endswith("/api/tables") else None)
    offer.dblclick()  # means one table, too
    expect(page.get_by_test_id("hand")).to_be_visible()  # the match has begun
    assert [asked["fill"] for asked in opened] == ["steady"]
    assert '"level":"steady"' in page.evaluate("localStorage['torite.choices']")
