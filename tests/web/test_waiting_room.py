"""Coming to a table: the waiting room, arriving in mid-game, watching, and what cannot be shown."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from tests.levels import covering, few
from tests.web.browser_user import BrowserUser, NewUser, ask_for_seat
from tests.web.test_layout import misplaced
from tests.web.test_pages import accessibility_faults

ANY = next(iter(GAMES))
SIZES = few(["phone", "desk"], keep=1)
SCENES = {
    "waiting": ".waiting-card",
    "arriving": ".arriving",
    "watching": ".own-side.watching",
    "rules": ".ru-sheet",
}
SCREENS = {  # name: width, height
    "320 px": (320, 568),
    "200 %": (720, 450),
    "forced colours": (390, 844),
    "forced colours, desk": (1440, 900),
    "dark": (390, 844),
    "dark, desk": (1440, 900),
}


def announced(user: BrowserUser, text: str) -> None:
    """Wait until a screen reader is told something."""
    user.page.wait_for_function(
        "(text) => document.querySelector('#announcer').textContent.includes(text)", arg=text
    )


def fits(user: BrowserUser) -> bool:
    """Say whether nothing is wider than the window."""
    wide: bool = user.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    return wide


def enter_scene(scene: str, user: BrowserUser, host: BrowserUser) -> None:
    """Open the table on which a scene is to be seen."""
    game = max(GAMES, key=lambda key: GAMES[key].players[-1])
    if scene == "waiting":
        user.open_table(game, seats=6, fill="people")
        return
    path = host.open_table(game, seats=4)
    host.wait_for_turn()
    user.visit(path)
    user.page.wait_for_selector(".arriving-options")
    if scene in ("watching", "rules"):
        user.page.locator(".arriving-option:has-text('Just watch')").click()
        user.page.click(".arriving .btn.primary")
    if scene == "rules":
        user.page.click(".top-bar [data-command=rules]")
        user.page.wait_for_selector(".ru-sheet .rule-text")


@pytest.mark.long
@pytest.mark.parametrize(("scene", "screen"), covering(SCENES, SCREENS, keep=0))
def test_what_a_newcomer_sees_fits_every_screen_and_can_be_reached(
    scene: str, screen: str, new_user: NewUser
) -> None:
    width, height = SCREENS[screen]
    user = new_user("Bruno", size="desk", theme="dark" if "dark" in screen else "light")
    forced = "forced" in screen
    user.page.set_viewport_size({"width": width, "height": height})
    user.page.emulate_media(forced_colors="active" if forced else "none")
    enter_scene(scene, user, new_user("Ada"))
    shown = user.page.locator(SCENES[scene])
    shown.wait_for()
    assert fits(user)
    assert [one for one in misplaced(user) if one.startswith(("cut", "off"))] == []
    for control in shown.locator("button:visible, a.btn:visible, summary:visible").all():
        control.click(trial=True)
        assert control.bounding_box()["height"] >= 44
    for tile in user.page.locator(".waiting-seat").all():
        tile.click(trial=True)
    contrast = "color-contrast"  # of the page's own colours, which are not used when forced
    faults = accessibility_faults(user)
    assert [one for one in faults if not (forced and one.startswith(contrast))] == []


@pytest.mark.long
def test_with_forced_colours_the_turn_and_the_choice_can_be_seen(new_user: NewUser) -> None:
    user = new_user("Bruno")
    user.page.emulate_media(forced_colors="active")
    enter_scene("arriving", user, new_user("Ada"))
    outline = "(plate) => getComputedStyle(plate).outlineStyle"
    plate = user.page.locator(".is-turn > .name-plate")
    assert plate.evaluate(outline) == "solid"
    radios = user.page.locator(".arriving-option input")
    assert radios.first.evaluate("(radio) => getComputedStyle(radio).opacity") == "1"


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_seats_fill_in_the_waiting_room_until_the_host_starts_with_bots(
    size: str, new_user: NewUser
) -> None:
    ada, bruno = new_user("Ada", size=size), new_user("Bruno", size=size)
    path = ada.open_table(ANY, seats=3, fill="people")
    page = ada.page
    assert page.locator(".waiting-free").count() == 2
    assert "2 seats are free." in page.inner_text(".waiting-card")
    assert path in "".join(page.inner_text(".waiting-card code").split())
    assert fits(ada)
    assert accessibility_faults(ada) == []
    facts = page.locator(".waiting-line" if size == "phone" else ".waiting-facts")
    assert "No clock" in facts.inner_text()
    bruno.visit(path)
    bruno.page.wait_for_selector(".join-form")
    assert "Ada is waiting for players." in bruno.page.inner_text(".own-side .prompt")
    ask_for_seat(bruno, path)
    page.wait_for_selector(".waiting-seat:has-text('Bruno')")
    announced(ada, "Bruno sat down.")
    assert "One seat is free." in page.inner_text(".waiting-card")
    bruno.page.wait_for_selector(".waiting-card")
    assert bruno.page.locator("[data-command=start]").count() == 0
    assert "when Ada says so" in bruno.page.inner_text(".waiting-card")
    page.click("[data-command=start]")
    page.wait_for_selector(".own-side .hand .card")
    bruno.page.wait_for_selector(".own-side .hand .card")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_host_gives_a_free_seat_to_a_bot_and_frees_it_again(
    size: str, new_user: NewUser
) -> None:
    ada = new_user("Ada", size=size)
    ada.open_table(ANY, seats=3, fill="people")
    page = ada.page
    more = page.get_by_role("button", name="Options for seat 3")
    more.click()
    page.wait_for_selector("dialog[open] .waiting-menu button")
    assert page.evaluate("() => document.activeElement.matches('dialog h2')")
    page.click(".waiting-menu button:has-text('Let a bot play: Beginner')")
    tile = page.locator(".waiting-seat:has-text('bot · Beginner')")
    tile.wait_for()
    assert "One seat is free." in page.inner_text(".waiting-card")
    tile.locator("button").click()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    tile.locator("button").click()
    page.click(".waiting-menu button:has-text('Keep it for a friend')")
    page.wait_for_selector(".waiting-card h2:has-text('2 seats are free.')")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_who_watches_is_on_the_sheet_of_people_and_reads_the_chat(
    size: str, new_user: NewUser
) -> None:
    ada, mika = new_user("Ada"), new_user("Mika", size=size)
    enter_scene("watching", mika, ada)
    mika.page.wait_for_selector(SCENES["watching"])
    mika.page.click("[data-command=people]")
    sheet = mika.page.locator(".people-sheet")
    sheet.locator(".people-watching h3:text-is('1 watching')").wait_for()
    assert "Mika" in sheet.locator(".people-watching").inner_text()
    sheet.get_by_role("tab", name="Chat").click()
    sheet.locator("text=only players write").wait_for()
    ada.page.click("[data-command=people]")
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.click(".chat-phrases button:has-text('Hello!')")
    sheet.locator(".chat-lines li:has-text('Hello!')").wait_for()
    assert accessibility_faults(mika) == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_people_move_to_empty_seats_and_the_host_moves_others(size: str, new_user: NewUser) -> None:
    ada, bruno = new_user("Ada", size=size), new_user("Bruno", size=size)
    ask_for_seat(bruno, ada.open_table(ANY, seats=4, fill="people"))
    bruno.page.get_by_role("button", name="Options for seat 4").click()
    bruno.page.wait_for_selector("dialog[open] .waiting-menu button")
    assert bruno.page.locator(".waiting-menu button").all_inner_texts() == ["Sit here"]
    bruno.page.click(".waiting-menu button:has-text('Sit here')")
    announced(bruno, "You moved to seat 4.")
    announced(ada, "Bruno moved to seat 4.")
    assert "You" in bruno.page.locator(".waiting-seat").nth(3).inner_text()
    ada.page.get_by_role("button", name="Options for Bruno").click()
    ada.page.click(".waiting-menu button:has-text('Move to seat 3')")
    announced(bruno, "You moved to seat 3.")
    bruno.page.wait_for_selector("li:nth-child(3).waiting-seat:has-text('ready')")
    ada.page.click("[data-command=start]")
    for user in (ada, bruno):
        user.page.wait_for_selector(".own-side .hand .card")


@pytest.mark.parametrize("size", SIZES)
def test_who_arrives_in_mid_game_sees_the_table_and_chooses_a_seat_or_watches(
    size: str, new_user: NewUser
) -> None:
    ada, bruno = new_user("Ada", size=size), new_user("Bruno", size=size)
    path = ada.open_table("thumbs-up", seats=3)
    ada.wait_for_turn()
    bruno.visit(path)
    page = bruno.page
    page.wait_for_selector(".arriving-options")
    seats = page.locator(".seats .seat")
    assert seats.count() == 3, "a watcher sees every player"
    assert page.locator(".arriving-badge").count() == 2
    assert "Ada is playing with 2 bots." in page.inner_text(".arriving .prompt")
    assert accessibility_faults(bruno) == []
    assert "200 points. From the next deal" in page.inner_text(".arriving-option:has-text('Wren')")
    button = page.locator(".arriving .btn.primary")
    assert button.inner_text() == "Take Wren’s seat"
    page.locator(".arriving-option:has-text('Finch')").click()
    page.wait_for_selector(".arriving .btn.primary:text-is('Take Finch’s seat')")
    page.locator(".arriving-option:has-text('Just watch')").click()
    page.click(".arriving .btn.primary:text-is('Just watch')")
    page.wait_for_selector(".own-side.watching")
    assert "Watching, one turn behind" in page.inner_text(".top-bar")
    assert page.locator(".acts [data-act], .hand .card").count() == 0
    assert fits(bruno)
    assert accessibility_faults(bruno) == []
    page.click(".own-side.watching button")
    page.click(".arriving .btn.primary")
    page.wait_for_selector("[data-command=stop-waiting]")
    ada.page.wait_for_selector(".seat-request:has-text('Bruno')")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_players_see_who_watches(size: str, new_user: NewUser) -> None:
    ada, bruno = new_user("Ada", size=size), new_user("Bruno", size=size)
    path = ada.open_table(ANY)
    ada.wait_for_turn()
    assert ada.page.locator("[data-command=watchers]").count() == 0
    bruno.visit(path)
    eye = ada.page.locator("[data-command=watchers]")
    eye.wait_for()
    assert eye.get_attribute("aria-label") == "1 watching"
    eye.click()
    ada.page.wait_for_selector("dialog .watchers-list:has-text('Bruno')")
    ada.page.keyboard.press("Escape")
    bruno.visit("/settings")
    eye.wait_for(state="detached")


@pytest.mark.long
def test_where_watching_is_off_a_newcomer_can_still_ask_for_a_seat(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno")
    path = ada.open_table(ANY, watchers="off")
    ada.wait_for_turn()
    bruno.visit(path)
    bruno.page.wait_for_selector(".arriving-option")
    assert bruno.page.locator(".arriving-option").count() == 1
    assert bruno.page.locator(".waiting-seat:has-text('Ada')").count() == 1
    bruno.page.click(".arriving .btn.primary")
    bruno.page.wait_for_selector("[data-command=stop-waiting]")
    bruno.page.wait_for_selector(".seats .seat")  # who waits for a seat may watch
    assert ada.page.locator("[data-command=watchers]").count() == 0


@pytest.mark.parametrize(
    ("path", "title"),
    few(
        [
            ("/t/nosuchtable", "This table cannot be opened"),
            ("/replay/nosuchtable/1", "This replay cannot be shown"),
        ],
        keep=1,
    ),
)
def test_what_does_not_exist_says_so_and_leads_home(
    path: str, title: str, new_user: NewUser
) -> None:
    user = new_user()
    user.expects_errors = True  # the browser reports the 404 of a replay
    user.visit(path)
    card = user.page.locator(".page-state-card.notice")
    card.wait_for()
    assert title in card.inner_text()
    assert "There is no such table." in card.inner_text()
    card.locator("a[href='/']").click()
    user.page.wait_for_selector(".home")


@pytest.mark.long
def test_a_table_says_that_it_is_opening_and_that_the_server_does_not_answer(
    new_user: NewUser,
) -> None:
    user = new_user()
    path = user.open_table(ANY)
    user.expects_errors = True
    user.page.route_web_socket("**/socket", lambda socket: socket.close(code=1011, reason=""))
    user.visit("/settings")
    user.visit(path)
    user.page.wait_for_selector(".page-state-card:has-text('The room is away')")


@pytest.mark.long
def test_a_page_that_does_not_exist_is_a_page(user: BrowserUser) -> None:
    user.expects_errors = True
    user.visit("/tabel")
    assert user.page.inner_text("h1") == "Page not found"
    user.page.click("a[href='/']")
    user.page.wait_for_selector(".home")
