"""Why not, and card help: what cannot be done says why, and every card explains itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rummy_battle_positions import position
from tests.levels import only
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.still_table import StillTable
from tests.web.test_pages import accessibility_faults

SIZES_AND_INPUTS = [("desk", "mouse"), ("desk", "keys"), ("phone", "touch")]
DEVICES = only(SIZES_AND_INPUTS, [("phone", "touch")])
HAND = "hand0: 7d 8d 10d Jd 4d 6h Jh As Jk HOARD THIEF SWITCH"
GAP = ("7d", "8d", "10d")


def card(user: BrowserUser, code: str) -> Any:
    """Find a card of the hand."""
    return user.page.locator(f".hand [data-code='{code}']").first


def press(user: BrowserUser, element: Any, by: str) -> None:
    """Press something, also what is only there to say why it cannot be done."""
    if by == "keys":
        element.focus()
        user.page.keyboard.press("Space")
    elif by == "touch":
        element.tap(force=True)
    else:
        element.click(force=True)


def known_deal(new_user: NewUser, size: str = "desk", **settings: str) -> BrowserUser:
    """Show a table of Rummy Battle with known cards, before the draw."""
    user = new_user(size=size, **settings)
    StillTable(position(HAND, "row: 3c", "stock: 5d 3d")).show(user)
    return user


def draw(user: BrowserUser) -> None:
    """Draw two cards."""
    user.press_button("draw", "mouse")
    user.page.wait_for_selector(".hand .card.legal")


def picked(user: BrowserUser) -> set[str]:
    """Read which cards are picked."""
    return set(
        user.page.locator(".hand [aria-pressed=true]").evaluate_all(
            "(cards) => cards.map((card) => card.dataset.code)"
        )
    )


def answer(user: BrowserUser) -> str:
    """Read the answer in place of the prompt, once it is there."""
    user.page.wait_for_selector(".why-answer")
    return str(user.page.inner_text(".own-side .prompt"))


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), DEVICES)
def test_cards_that_do_not_meld_stay_picked_and_the_answer_names_what_is_missing(
    new_user: NewUser, size: str, by: str
) -> None:
    user = known_deal(new_user, size)
    draw(user)
    for code in GAP:
        press(user, card(user, code), by)
    assert picked(user) == set(GAP)
    ask = user.page.locator(".acts .why-ask")
    assert ask.inner_text().split("\n")[0].startswith("Meld")
    assert ask.get_attribute("aria-disabled") == "true"
    if by == "keys":
        card(user, GAP[-1]).focus()
        user.page.keyboard.press("Enter")
    else:
        press(user, ask, by)
    said = answer(user)
    assert "These cards cannot be melded." in said
    assert "A run has no gaps" in said
    assert "nine of diamonds is missing. R6 You hold the joker." in said
    assert user.page.get_attribute(".why-reason .rule-link", "href") == "/rules/rummy-battle#R6"
    assert user.page.locator(".why-cards .why-missing").get_attribute("data-code") == "Jk"
    assert "nine of diamonds is missing" in user.page.inner_text("#announcer")
    assert picked(user) == set(GAP)
    add = user.page.locator(".acts [data-command=add-lacking]")
    assert add.inner_text().startswith("Add the joker")
    if by == "keys":
        user.page.keyboard.press("Enter")
    else:
        press(user, add, by)
    user.page.wait_for_selector("[data-act='meld 7d 8d Jk=9d 10d']")
    assert picked(user) == {*GAP, "Jk"}
    assert user.page.locator(".why-answer").count() == 0


@pytest.mark.long
def test_a_card_that_fits_nothing_joins_the_picks_and_cancel_puts_all_back(
    new_user: NewUser,
) -> None:
    user = known_deal(new_user)
    draw(user)
    for code in ("As", "6h", "THIEF"):
        press(user, card(user, code), "mouse")
    assert picked(user) == {"As", "6h", "THIEF"}
    press(user, user.page.locator(".why-ask"), "mouse")
    answer(user)
    assert user.page.locator(".acts .primary").count() == 0
    user.page.keyboard.press("Escape")
    user.page.wait_for_selector(".why-answer", state="detached")
    assert picked(user) == set()


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), DEVICES)
def test_a_dead_card_and_a_dead_pile_say_why(new_user: NewUser, size: str, by: str) -> None:
    user = known_deal(new_user, size)
    press(user, card(user, "7d"), by)
    assert "Draw or take first. R4" in answer(user)
    badge, own = (user.page.locator(s).bounding_box() for s in (".turn-badge", ".own-side"))
    assert badge["x"] - own["x"] < 40  # where the prompt stood
    assert picked(user) == set()
    draw(user)
    user.page.wait_for_selector(".why-answer", state="detached")
    pile = user.page.locator("button.pile[data-why=draw]")
    assert pile.get_attribute("aria-disabled") == "true"
    press(user, pile, by)
    assert "You have already drawn. R4" in answer(user)


@pytest.mark.long
def test_a_card_of_the_row_that_cannot_be_taken_says_why(new_user: NewUser) -> None:
    user = known_deal(new_user)
    draw(user)
    press(user, user.page.locator(".rb-row-cards [data-why='take 1']"), "mouse")
    assert "You have already drawn. R4" in answer(user)


# -- card help


def open_help(user: BrowserUser, code: str, by: str) -> None:
    """Open the help for a card of the hand, by a long press or a key."""
    if by == "keys":
        card(user, code).focus()
        user.page.keyboard.press("?")
    elif by == "mouse":
        card(user, code).click(button="right", force=True)
    else:
        box = card(user, code).bounding_box()
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + 20}
        touch = user.page.context.new_cdp_session(user.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        user.page.wait_for_selector(".card-help")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    user.page.wait_for_selector(".card-help h2")


@pytest.mark.parametrize(
    ("size", "by"),
    only([("desk", "mouse"), ("desk", "keys"), ("phone", "touch")], [("desk", "keys")]),
)
def test_a_special_card_says_what_it_does_and_why_not_now(
    new_user: NewUser, size: str, by: str
) -> None:
    user = known_deal(new_user, size)
    draw(user)
    open_help(user, "SWITCH", by)
    help_ = user.page.locator(".card-help")
    help_.locator("b").wait_for()
    text = help_.inner_text()
    assert "Swap one of your sets for an opponent’s." in text
    assert "You must open before you play Switcheroo." in text
    assert "You can discard it." in text
    assert "4 in the pack, 1 in sight" in text
    assert help_.locator("[data-rule]").get_attribute("href") == "/rules/rummy-battle#R19"
    assert user.page.evaluate("document.activeElement.textContent") == "Switcheroo"
    assert picked(user) == set()
    sidebar = user.page.locator(".sidebar .card-help").count()
    assert sidebar == (1 if size == "desk" else 0)
    own, shown = (user.page.locator(s).bounding_box() for s in (".own-side", ".card-help"))
    assert size == "desk" or shown["y"] + shown["height"] <= own["y"]
    assert shown["x"] >= 0
    user.page.keyboard.press("Escape")
    help_.wait_for(state="detached")
    focused = user.page.evaluate("document.activeElement.dataset.code")
    assert focused == "SWITCH" or by == "touch"


@pytest.mark.long
def test_a_card_named_in_the_log_explains_itself(new_user: NewUser) -> None:
    user = known_deal(new_user)
    draw(user)
    user.page.locator(".log button.named-card").first.click()
    user.page.wait_for_selector(".card-help")
    assert "of diamonds" in user.page.inner_text(".card-help h2")
    assert "You can" in user.page.inner_text(".card-help dl")
    user.page.click("[data-command=close-help]")
    user.page.wait_for_selector(".card-help", state="detached")


@pytest.mark.long
def test_help_for_a_card_follows_the_game(new_user: NewUser) -> None:
    user = known_deal(new_user)
    open_help(user, "HOARD", "keys")
    user.page.wait_for_selector(".card-help b:text-is('You can play it.')")
    draw(user)
    user.page.wait_for_selector(".card-help b:text-is('You have already drawn.')")


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_answer_and_the_help_have_no_serious_accessibility_fault(
    new_user: NewUser, size: str
) -> None:
    user = known_deal(new_user, size)
    draw(user)
    for code in GAP:
        press(user, card(user, code), "mouse")
    assert accessibility_faults(user) == []
    press(user, user.page.locator(".why-ask"), "mouse")
    answer(user)
    assert accessibility_faults(user) == []
    open_help(user, "Jk", "keys")
    assert accessibility_faults(user) == []


@pytest.mark.long
def test_on_a_narrow_and_low_screen_the_answer_leaves_hand_and_buttons_apart(
    new_user: NewUser,
) -> None:
    user = known_deal(new_user, "phone")
    user.page.set_viewport_size({"width": 320, "height": 640})
    draw(user)
    for code in GAP:
        press(user, card(user, code), "mouse")
    press(user, user.page.locator(".why-ask"), "mouse")
    answer(user)
    last, acts = (
        user.page.locator(selector).last.bounding_box() for selector in (".hand .card", ".acts")
    )
    assert last["y"] + last["height"] <= acts["y"]
    assert acts["y"] + acts["height"] <= 640
    assert user.page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), only(SIZES_AND_INPUTS[::2], [("phone", "touch")]))
def test_an_open_card_of_another_player_says_why_it_cannot_be_taken(
    size: str, by: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    StillTable(position(HAND, melds=["1: 9c 9d 9h"])).show(user)
    press(user, user.page.locator(".seats span.card[data-code='9c']"), by)
    answer = user.page.locator(".why-answer")
    answer.wait_for()
    assert "Pickpocket" in answer.inner_text()
    assert user.page.locator(".prompt .rule-link").count() == 1


@pytest.mark.long
def test_open_cards_on_the_table_are_reached_and_asked_about_by_keys(user: BrowserUser) -> None:
    table = StillTable(position("hand1: 9c 9d 9h 2s 3s 4d", "stock: 5d 3d", turn=1, players=2))
    table.show(user)
    page = user.page
    open_cards = page.locator(".seats span.card[data-code]:not([data-code=''])")
    focused = "document.activeElement.dataset.code ?? ''"
    page.keyboard.press("t")
    assert page.evaluate(focused) == "", "nobody has laid anything open yet"
    table.play("draw", "meld 9c 9d 9h", "discard 4d")
    open_cards.first.wait_for()
    page.keyboard.press("t")
    codes = open_cards.evaluate_all("(cards) => cards.map((card) => card.dataset.code)")
    assert page.evaluate(focused) == codes[0]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == codes[1]
    page.keyboard.press("Enter")
    page.wait_for_selector(".why-answer")
    assert "Pickpocket" in page.inner_text(".why-answer")
    assert page.evaluate(focused) == codes[1], "the focus stays on the card"
    page.keyboard.press("?")
    page.wait_for_selector(".card-help")
    page.keyboard.press("Escape")
    page.wait_for_selector(".card-help", state="detached")
    assert page.evaluate(focused) == codes[1]
    page.keyboard.press("h")
    assert page.evaluate("() => document.activeElement.matches('.hand [data-hand]')")


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_show_me_lets_ghosts_of_a_card_go_where_it_can_be_played(
    size: str, new_user: NewUser
) -> None:
    user = known_deal(new_user, size)
    page = user.page
    count_ghosts(user)
    open_help(user, "HOARD", "keys")
    page.click(".card-help button:has-text('Show me')")
    page.wait_for_function("() => window.ghosts > 0")
    page.wait_for_selector(".card-ghost", state="detached")
    assert picked(user) == set()
    assert page.locator(".card-help").count() == (0 if size == "phone" else 1)


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), only(SIZES_AND_INPUTS, [("phone", "touch")]))
def test_show_me_shows_what_a_card_does_that_cannot_be_played_now(
    size: str, by: str, new_user: NewUser
) -> None:
    user = known_deal(new_user, size)
    count_ghosts(user)
    open_help(user, "THIEF", by)
    user.page.wait_for_selector(".card-help b:text-is('You must open before you play Thief.')")
    press(user, user.page.locator(".card-help button:has-text('Show me')"), by)
    user.page.wait_for_function("() => window.ghosts === 2")  # the card, and what it takes
    assert user.page.inner_text("#announcer") == "Take over an opponent’s set. Runs are safe."
    user.page.wait_for_selector(".card-ghost", state="detached")


@pytest.mark.long
@pytest.mark.parametrize("code", ["HOARD", "PICK", "THIEF", "SWITCH", "LUCKY"])
def test_every_action_card_can_be_shown(new_user: NewUser, code: str) -> None:
    user = new_user()
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h 9s"]
    hand = f"hand0: {code} 2s 7d 8d"
    StillTable(position(hand, "row: 3c 6d", melds=melds, drawn=code != "HOARD")).show(user)
    count_ghosts(user)
    open_help(user, code, "keys")
    user.page.click(".card-help button:has-text('Show me')")
    user.page.wait_for_function("() => window.ghosts >= 2")


def count_ghosts(user: BrowserUser) -> None:
    """Count the ghosts that the page adds from now on."""
    user.page.evaluate(
        """() => { window.ghosts = 0; new MutationObserver((changes) => {
          for (const one of changes) for (const node of one.addedNodes)
            if (node.classList?.contains("card-ghost")) window.ghosts += 1;
        }).observe(document.body, {childList: true}); }"""
    )
