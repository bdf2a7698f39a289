"""Everyday mishaps at the desk take no more taps than docs/tournament.md says."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import Evening
from organiser import PAUSE_MS
from playwright.sync_api import Locator, Page, expect
from room import HERE
from screens import Opened

from tablecam.club.event.entrant_acts import presence
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.scoring import Side

pytestmark = [pytest.mark.browser, pytest.mark.long]

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "tournament.md").read_text(encoding="utf-8")
TAPS = {what: int(taps) for what, taps in re.findall(r"^\| ([^|`]+) \| (\d)", TEXT, re.MULTILINE)}


class Finger:
    """Taps on a page and counts; a finger that comes back sooner has bounced."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        self.mishaps: list[str] = []

    def __call__(self, *buttons: str | Locator) -> None:
        for button in buttons:
            self.page.wait_for_timeout(PAUSE_MS)
            (self.page.locator(button).first if isinstance(button, str) else button).tap()
            self.taps += 1

    def named(self, words: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(words)).first

    def done(self, mishap: str) -> None:
        """Checks the number of taps since the last mishap."""
        assert self.taps == TAPS[mishap], mishap
        self.taps = 0
        self.mishaps.append(mishap)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Evening, str]]:
    evening = Evening(tmp_path, 9, host=HERE)
    with evening.served() as address:
        yield evening, address


def test_everyday_mishaps_take_as_many_taps_as_the_document_says(opened: Opened, evening: tuple[Evening, str]) -> None:
    night, address = evening
    club = night.club
    page = opened(f"{address}/club/{club.id}/entrants")
    tap = Finger(page)
    page.locator("[data-player]").first.wait_for()

    def to(room: str) -> None:
        page.locator(f"[data-room={room}]").tap()
        page.locator(".club-page").wait_for()

    def gone() -> None:
        expect(page.locator("dialog")).to_have_count(0)

    def close() -> None:
        page.locator("dialog .close").tap()
        gone()

    # before round 1
    tap("[data-player=p8]", "dialog [data-presence=late]")
    tap.done("a player is late")
    expect(page.locator("dialog [data-presence=late][aria-pressed=true]")).to_be_visible()
    close()
    club.act("TO", lambda event: presence(event, "p9", "late"))
    tap("[data-player=p6]", tap.named("New code"), tap.named("Yes, the old code"))
    tap.done("a player's phone is lost")
    close()
    # a draft
    club.act("TO", ClubEvent.draft)
    to("round")
    one, other = club.state.draft.pairs[0][0], club.state.draft.pairs[1][0]  # type: ignore[union-attr]
    tap(f"[data-seat={one}]", f"[data-seat={other}]", "dialog [data-reason]", "dialog [data-yes]")
    tap.done("two players of a draft change places")
    gone()
    club.act("TO", ClubEvent.publish)
    # a round
    tap("[data-undo]", "dialog [data-yes]")
    tap.done("the last act was a mistake")
    gone()
    tap("[data-redo]", "dialog [data-yes]")
    tap.done("it was none after all")
    gone()
    to("entrants")
    tap("[data-player=p8]", "dialog [data-seat]")
    tap.done("a late player arrives and plays this round")
    expect(page.locator("dialog [data-seat]")).to_have_count(0)
    close()
    first, second, third = club.state.event.games[:3]
    table = first.table
    to("clock")
    club.act("TO", ClubEvent.start_clock)
    tap("[data-pause]")
    tap.done("the lights go out, or come on again")
    tap("[data-add='5']")
    tap.done("everybody gets five minutes more")
    tap(f"[data-extra='{table}']", "dialog [data-add='5']")
    tap.done("one table gets five minutes more")
    gone()
    club.act("clock", lambda event: event.note_jump(600.0))
    tap("[data-jump=keep]")
    expect(page.locator(".clock-jump")).to_have_count(0)
    tap.done("the computer's own clock was set")
    club.act("phone", lambda event: event.call_judge(first.pair[0]))
    tap("[data-take]")
    expect(page.locator("[data-call]")).to_have_count(0)
    tap.done("a table needs a judge, and one goes")
    # results
    a, b = first.pair
    club.act(a, lambda event: event.report_side(a, Side(b, lost=4), Side(a, lost=1)))
    club.act(b, lambda event: event.report_side(b, Side(a, lost=2), Side(b, lost=4)))
    to("scores")
    tap(f"[data-game='{table}']", f"dialog [data-report={b}]", "dialog [data-yes]")
    tap.done("two reports of a game differ")
    gone()
    tap(f"[data-game='{table}']", f"dialog [data-half={a}] [data-lost='3']", "dialog [data-yes]")
    tap.done("a result of this round was misread")
    gone()
    tap(f"[data-game='{second.table}']", f"[data-half={second.pair[0]}] [data-conceded]")
    tap(f"[data-half={second.pair[1]}] [data-lost='0']", tap.named("Yes, .* conceded"))
    tap.done("a player concedes, or nobody plays instead")
    gone()
    reporter, opponent = third.pair
    club.act(reporter, lambda event: event.report_side(reporter, Side(opponent, lost=4)))
    tap(f"[data-game='{third.table}']", "dialog [data-clear]")
    tap("dialog [data-act=clear] [data-reason]", "dialog [data-act=clear] [data-yes]")
    tap.done("both reports of a game are wrong")
    close()
    # a published round: the page opens on the round that is being played
    to("round")
    expect(page.locator(".rounds [aria-pressed=true]")).to_have_text("Round 1")
    fourth = club.state.event.games[3]
    tap("[data-change]", f"[data-seat={third.pair[0]}]", f"[data-seat={fourth.pair[0]}]", "dialog [data-yes]")
    tap.done("a published pairing is wrong")
    gone()
    page.locator("[data-changed]").tap()
    (free, *_others) = {1, 2, 3, 4, 5, 6} - {game.table for game in club.state.event.games}
    tap("[data-change]", f"[data-move='{third.table}']", f"dialog [data-to='{free}']", "dialog [data-yes]")
    tap.done("a table cannot be used")
    gone()
    page.locator("[data-changed]").tap()
    # somebody has not come
    absent, present = next(game.pair for game in club.state.event.games if game.table == free)
    tap("[data-change]", f"[data-seat={absent}]", "[data-seat=p9]", "dialog [data-yes]")
    tap.done("a player has not come, and another plays instead")
    gone()
    assert absent in club.state.event.retired
    # who goes home and comes back
    club.act("TO", lambda event: event.report(Side("p9"), Side(present, 7)))
    for game in club.state.event.open_games:
        club.act("TO", lambda event, pair=game.pair: event.report(*map(Side, pair)))
    to("entrants")
    tap("[data-player=p9]", "dialog [data-presence=absent]")
    tap.done("a player does not come")
    close()
    tap("[data-player=p9]", "dialog [data-paid]")
    tap.done("a player has paid")
    close()
    tap("[data-player=p9]", "dialog [data-penalise]", "dialog [data-reason]", "dialog [data-give-penalty]")
    tap.done("a player gets a warning")
    close()
    tap("[data-player=p9]", "dialog [data-rename]")
    page.locator("dialog input[name=name]").fill("Ivy Iron")
    tap("dialog [data-act=rename_player] [data-yes]")
    tap.done("a name was misspelt")
    expect(page.locator("dialog [data-act=rename_player]")).to_have_count(0)
    close()
    # the list is in the order of the names
    expect(page.locator("[data-player=p9]")).to_contain_text("Ivy Iron")
    tap(f"[data-player={a}]", tap.named("leaves"), tap.named("Yes, drop"))
    tap.done("a player goes home between rounds")
    gone()
    tap(f"[data-player={a}]", "dialog [data-reinstate]")
    tap.done("a player comes back")
    gone()
    club.act("TO", lambda event: event.set_rounds(1, "late"))
    to("standings")
    tap("[data-place]:has(.roll)")
    expect(page.locator("dialog [data-yes]")).to_be_visible()
    rolled = page.locator("dialog [data-rolled]").count()
    tap(*(f"dialog [data-rolled] >> nth={place}" for place in range(rolled)), "dialog [data-yes]")
    # the document counts the taps of two; by chance three share it
    tap.taps -= rolled - 2
    tap.done("two players share a place, and roll for it")
    gone()
    club.act("TO", lambda event: event.set_rounds(2, "there is time").draft().publish())
    to("scores")
    tap(".rounds button >> nth=0", f"[data-game='{table}']", f"dialog [data-half={b}] [data-lost='2']")
    tap("dialog [data-yes]")
    tap.done("a result of an earlier round was misread")
    assert set(tap.mishaps) == set(TAPS)


def test_no_mishap_takes_more_than_four() -> None:
    assert len(TAPS) > 15
    assert max(TAPS.values()) <= 4
