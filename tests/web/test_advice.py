"""What would you do? The suggestion on the table and in words; and the warning before a mistake."""

from __future__ import annotations

import re
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.levels import covering, only
from tests.scenario import deal
from tests.web.browser_user import BrowserUser, NewUser, take_seat
from tests.web.still_table import StillTable
from tests.web.test_learn import do_step, open_lesson
from tests.web.test_pages import accessibility_faults

SIZES_AND_INPUTS = [("desk", "mouse"), ("desk", "keys"), ("phone", "touch")]
DEVICES = only(SIZES_AND_INPUTS, [("desk", "keys")])
A_CHOICE = "() => document.querySelectorAll('.hand .card.legal').length > 2"
WILD = "discard WW"
PLY = "() => Number(document.querySelector('.board').dataset.ply)"


def to_a_choice(user: BrowserUser, game: str = "scorzo") -> None:
    """Open a table with bots, and play until several cards can be chosen."""
    user.open_table(game, 3)
    for _ in range(20):
        user.wait_for_turn()
        if user.page.evaluate(A_CHOICE):
            return
        user.act_and_wait()
    raise AssertionError("there is no choice")


def to_a_hint(user: BrowserUser) -> None:
    """Play until there is a choice for which a hint is offered."""
    user.wait_for_turn()
    while not user.page.locator("[data-command=hint]").count():
        user.act_and_wait()


def ask(user: BrowserUser, by: str) -> None:
    """Ask what to play, and wait for the suggestion."""
    button = user.page.locator("[data-command=hint]")
    if by == "keys":
        user.page.keyboard.press("w")
    else:
        (button.tap if by == "touch" else button.click)()
    user.page.wait_for_selector(".advice-prompt")


def suggestion(user: BrowserUser) -> str:
    """Read the text of the action that is suggested."""
    return str(user.page.get_attribute(".acts .primary", "data-act"))


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), DEVICES)
def test_the_suggestion_is_marked_on_the_table_named_and_played(
    new_user: NewUser, size: str, by: str
) -> None:
    user = new_user(size=size)
    to_a_choice(user)
    ask(user, by)
    text = suggestion(user)
    user.page.wait_for_selector(".log li:has-text('got a hint')", state="attached")
    assert "I would play:" in user.page.inner_text(".advice-prompt")
    assert re.search(r"win about \d+ of 100", user.page.inner_text(".advice-strip > p"))
    others = user.page.locator(".advice-others li").all_inner_texts()
    assert 1 <= len(others) <= 2
    assert all(re.search(r"−[\d.]+ ± [\d.]+ wins|about as good", other) for other in others)
    named = text.split()[1:]
    marked = user.page.locator(".hand .card[data-advice]")
    if named:
        assert sorted(marked.evaluate_all("(all) => all.map((c) => c.dataset.code)")) == sorted(
            name.split("=")[0] for name in named
        )
    assert accessibility_faults(user) == []
    ply = user.page.evaluate(PLY)
    if by == "keys":
        user.page.keyboard.press("Enter")
    else:
        button = user.page.locator(".acts .primary")
        (button.tap if by == "touch" else button.click)()
    user.wait_for_turn(ply)
    assert user.page.locator(".advice-prompt").count() == 0


@pytest.mark.long
@pytest.mark.parametrize(("game", "size"), covering(GAMES, ["desk", "phone"]))
def test_every_game_suggests_something_that_can_be_played(
    new_user: NewUser, game: str, size: str
) -> None:
    user = new_user(size=size)
    user.open_table(game, 3)
    for _ in range(4):
        to_a_hint(user)
        ask(user, "mouse" if size == "desk" else "touch")
        ply = user.page.evaluate(PLY)
        user.page.locator(".acts .primary").click()
        user.wait_for_turn(ply)


@pytest.mark.long
def test_among_people_hints_need_everybody_and_everybody_sees_them(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno")
    path = ada.open_table("scorzo", seats=2)
    take_seat(bruno, path, ada)
    ada.page.wait_for_selector(".name-plate:has-text('Bruno')")
    ada.page.wait_for_selector("[data-command=hint]", state="detached")
    for user in (ada, bruno):
        user.page.click("[data-command=people]")
        user.page.check(".advice-consent input")
        user.page.wait_for_selector(".advice-consent input:checked")
    bruno.page.wait_for_selector(".advice-consent:has-text('Everyone agreed')")
    on_turn = play_to_a_turn(ada, bruno)
    ask(on_turn, "mouse")
    other = bruno if on_turn is ada else ada
    other.page.wait_for_selector(".log li:has-text('got a hint')", state="attached")
    assert other.page.locator(".advice-prompt").count() == 0
    other.page.wait_for_selector(".people-list li:has-text('1 hint')")


def play_to_a_turn(ada: BrowserUser, bruno: BrowserUser) -> BrowserUser:
    """Find who is on turn."""
    for user in (ada, bruno):
        if user.page.locator(".own-side.on-turn").count():
            return user
    raise AssertionError("nobody is on turn")


@pytest.mark.long
def test_the_replay_says_which_moves_followed_a_hint(new_user: NewUser) -> None:
    user = new_user()
    path = user.open_table("thumbs-up", 2, options={"hands": 3})
    to_a_hint(user)
    ask(user, "keys")
    user.page.keyboard.press("Enter")
    user.play_game("mouse")
    table = path.split("/")[2].split("#")[0]
    record: dict[str, Any] = user.page.evaluate(
        f"async () => (await fetch('/api/tables/{table}/records/1')).json()"
    )
    [number] = record["hints"]
    user.visit(f"/replay/{table}/1#{number}")
    user.page.wait_for_selector(".move-text .advice-mark")
    assert user.page.locator(".moves li .advice-mark").count() == 1


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_mistake_is_asked_about_and_played_only_when_confirmed(
    new_user: NewUser, size: str
) -> None:
    user = new_user(size=size, caution="on")
    hand = "hand0: WW S1 S2 S3 Q4 Q5 H9"
    table = StillTable(deal(GAMES["scorzo"], hand, "stock: WW", players=2).play("draw"))
    table.checked = {"loss": 0.2, "error": 0.01, "better": "discard H9", "why": "It costs points."}
    table.show(user)
    user.page.locator(".hand [data-code=WW]").first.click()
    for answer in ("close-advice", "play-anyway"):
        user.page.click(f".acts [data-act='{WILD}']")
        user.page.wait_for_selector(".advice-strip.is-caution")
        assert table.acts == []
        said = user.page.inner_text(".own-side .prompt")
        assert "Are you sure?" in said
        assert "Better:" in said
        assert accessibility_faults(user) == []
        user.page.click(f"[data-command={answer}]")
        user.page.wait_for_selector(".advice-strip", state="detached")
    user.wait_for_ply(1)
    assert table.acts == [WILD]


@pytest.mark.long
@pytest.mark.usefixtures("library")
def test_a_lesson_says_what_a_costly_move_would_cost(user: BrowserUser) -> None:
    open_lesson(user, "scorzo")
    do_step(user, 1, "mouse")
    wait_for_pointer(user)
    user.page.locator(".hand [data-code=WW]").first.click()
    user.page.click(f".acts [data-act='{WILD}']")
    user.page.wait_for_selector(".own-side .prompt:has-text('costs about')")
    assert user.page.locator(".coach.wrong-move").count() == 1


def wait_for_pointer(user: BrowserUser) -> None:
    """Wait until the second step is asked for."""
    user.page.wait_for_selector(".step-count[aria-label^='Step 2 of']")
    user.page.wait_for_selector("[data-pointer]")
