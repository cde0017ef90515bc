"""What each game's own table shows, and that it can be used."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from tests.games.rummy_battle_positions import position
from tests.scenario import deal
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.positions import opening
from tests.web.still_table import StillTable


def open_at_turn(user: BrowserUser, game: str, seats: int = 3) -> BrowserUser:
    """Show a table at the user's first turn."""
    StillTable(opening(game, seats)).show(user)
    return user


def test_home_shows_a_picture_for_every_game(user: BrowserUser) -> None:
    user.visit("/")
    user.page.wait_for_selector(".art-scorzo .sz-art-4")
    for part in (
        ".art-victory-rummy .vr-slip",
        ".art-thumbs-up .rack",
        ".art-rummy-battle .rb-THIEF",
        ".art-victor-or-victim .vv-fork",
    ):
        user.page.wait_for_selector(part)


@pytest.mark.long
def test_scorzo_shows_a_step_for_each_round_and_raises_the_current_one(user: BrowserUser) -> None:
    open_at_turn(user, "scorzo")
    steps = user.page.locator(".sidebar .sz-steps li")
    assert steps.all_inner_texts() == list("87654345678")
    assert user.page.locator(".sidebar .sz-steps [aria-current=step]").inner_text() == "8"
    assert user.page.locator(".centre .pile[data-select=draw]").is_visible()


@pytest.mark.long
def test_victor_or_victim_has_a_fork_for_each_colour_and_names_who_is_next(
    user: BrowserUser,
) -> None:
    open_at_turn(user, "victor-or-victim")
    assert user.page.locator(".own-side .vv-fork").count() == 3
    spoken = user.page.locator(".seat .vv-forks").first.get_attribute("aria-label")
    assert " has " in str(spoken)
    for slot in user.observe()["legal"][:2]:
        user.pick(slot, "mouse")
    following = user.page.locator(".seat:has(.vv-next) .name-plate b").inner_text()
    assert user.page.locator(".acts .primary").inner_text().split("\n")[0].endswith(following)


def test_victory_rummy_has_the_printed_pad_with_two_columns_for_each_player(
    user: BrowserUser,
) -> None:
    open_at_turn(user, "victory-rummy")
    heads = user.page.locator(".sidebar .vr-pad-table .vr-pad-heads th")
    assert heads.all_inner_texts() == ["Score", "Sym."] * 3
    assert user.page.locator(".sidebar .vr-pad-table .total td").all_inner_texts() == ["0"] * 3
    assert "Missing" in user.page.locator(".vr-period").inner_text()


@pytest.mark.long
def test_rummy_battle_says_whether_the_deepest_card_taken_must_be_played(user: BrowserUser) -> None:
    StillTable(position("hand0: 9c 9d 2s 7d 10c Jh", "row: 9h 3c", melds=["1: 4c 4d 4h"])).show(
        user
    )
    takeable = user.page.locator(".rb-row-cards button.card[data-select^=take]")
    act = takeable.first.get_attribute("data-select")
    takeable.first.click()
    assert user.observe()["acts"] == [act]
    title = user.page.locator(".rb-row-title").inner_text()
    assert "must be played at once" in title or "nothing must be played" in title
    taken = user.page.locator(".rb-row-cards .card.picked").count()
    assert act == f"take {taken}"
    user.page.keyboard.press("Escape")
    assert user.page.locator(".rb-row-cards .card.picked").count() == 0
    assert "Marker in" in user.page.locator(".centre .pile .caption").first.inner_text()


@pytest.mark.long
def test_a_full_table_of_rummy_battle_needs_no_scrolling_at_a_desk(
    new_user: NewUser,
) -> None:
    user = new_user(size="laptop")
    sets = [f"{at % 4}: {rank}c {rank}d {rank}h" for at, rank in enumerate("23456789")]
    StillTable(position(melds=sets, players=4)).show(user)
    assert user.page.locator(".meld:not(.rb-laid-off)").count() == 8
    hidden = user.page.evaluate(
        """() => [...document.querySelectorAll(".centre, .rb-melds, .rb-row-scroll, .hand")]
        .map((e) => [e.className, e.scrollHeight - e.clientHeight])
        .filter(([, more]) => more > 16)"""  # less than a line of text
    )
    assert hidden == []


@pytest.mark.long
def test_cards_named_in_a_sentence_are_drawn_and_highlighted(user: BrowserUser) -> None:
    for game in ("thumbs-up", "scorzo", "victor-or-victim"):
        table = StillTable(opening(game))
        table.show(user)
        table.play_turn()
        table.play_others()
        user.page.wait_for_selector(".own-side.on-turn .prompt .named-card")
        in_prompt, in_log = (
            user.page.locator(".prompt .named-card"),
            user.page.locator(".log .named-card"),
        )
        word = in_prompt.first.inner_text().split("\n")[-1]
        code = in_prompt.first.locator(".card").get_attribute("data-code")
        deck = GAMES[game].deck
        assert word == deck.words[deck.codes.index(str(code))]
        assert in_log.first.is_visible()


@pytest.mark.long
def test_melds_near_melds_and_loose_cards_of_the_hand_look_different(user: BrowserUser) -> None:
    hand = "hand0: S1 S2 S3 Q4 Q5 H9 C2 T7"
    StillTable(deal(GAMES["scorzo"], hand)).show(user)
    kinds = {"kind-meld", "kind-near", "kind-loose"}
    borders: dict[str, str] = {}
    for group in user.page.locator(".group.labelled").all():
        (kind,) = set(str(group.get_attribute("class")).split()) & kinds
        label = group.locator(".group-label")
        assert label.inner_text()
        borders[kind] = label.evaluate("(e) => getComputedStyle(e).borderTop")
    assert borders.keys() == kinds
    assert len(set(borders.values())) == len(kinds)
