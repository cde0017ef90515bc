"""Sounds: off unless wanted, nothing before a touch, short, and none for a silent thumb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.web.guest import Guest, play_until_told, sit_down

ANY = next(iter(GAMES))
RACED = next((key for key, game in GAMES.items() if game.race.verb), "")
Guests = Callable[..., Guest]
LISTEN = """window.struck = 0;
const Real = AudioContext;
window.AudioContext = class extends Real {
  createGain() { window.struck += 1; return super.createGain(); }
};"""
# What drives the browser counts as a touch, so whether there was one has to be told here.
UNTOUCHED = """window.touched = false;
Object.defineProperty(navigator, "userActivation", {
  get: () => ({hasBeenActive: window.touched}),
});"""
STRIKE = """async () => {
  const {SOUNDS, strike} = await import("/client/sound.js");
  const told = {};
  for (const name of Object.keys(SOUNDS)) {
    const stage = new OfflineAudioContext(1, 22050, 44100);
    strike(stage, name, 1, 0);
    const wave = (await stage.startRendering()).getChannelData(0);
    const end = wave.findLastIndex((one) => Math.abs(one) > 0.002);
    told[name] = {peak: Math.max(...wave.map(Math.abs)), long: end / 44100};
  }
  return told;
}"""


def struck(guest: Guest) -> int:
    """Count the sounds that were begun."""
    return int(guest.page.evaluate("() => window.struck"))


def listening(guests: Guests, sound: str, **more: Any) -> Guest:
    """Come with ears."""
    guest = guests(sound=sound, **more)
    guest.page.add_init_script(LISTEN)
    return guest


def test_every_sound_is_heard_and_is_quiet_and_short(guest: Guest) -> None:
    guest.visit("/settings")
    told = guest.page.evaluate(STRIKE)
    asked = {"moved", "taken", "laid", "turn", "thumb", "refused", "round", "end"}
    assert set(told) == asked
    for name, one in told.items():
        assert 0.02 < one["peak"] < 0.5, name
        assert one["long"] < (0.32 if name in ("round", "end") else 0.19), name


def test_sounds_are_off_by_default(guests: Guests) -> None:
    guest = guests()
    guest.page.add_init_script(LISTEN)
    guest.open_table(ANY)
    for _ in range(3):
        guest.wait_for_turn()
        ply = guest.look()["ply"]
        guest.step("mouse")
        guest.wait_for_turn(ply)
    assert struck(guest) == 0


def test_nothing_sounds_before_the_page_was_touched_and_then_what_is_done(guests: Guests) -> None:
    guest = listening(guests, "quiet")
    guest.page.add_init_script(UNTOUCHED)
    guest.open_table(ANY, seats=3)
    guest.wait_for_turn()
    ply = guest.look()["ply"]
    guest.step("mouse")
    guest.wait_for_turn(ply)
    assert struck(guest) == 0
    guest.page.evaluate("() => { window.touched = true; }")
    guest.step("mouse")
    guest.page.wait_for_function("() => window.struck > 0")


def test_a_volume_is_tried_where_it_is_chosen_and_off_is_off(guests: Guests) -> None:
    guest = listening(guests, "off")
    guest.visit("/settings")
    guest.page.wait_for_selector("input[name=sound]")
    pills = guest.page.locator("fieldset:has(input[name=sound]) label")
    assert pills.all_inner_texts() == ["off", "quiet", "normal", "loud"]
    pills.nth(3).click()
    loud = struck(guest)
    assert loud > 0
    pills.nth(0).click()
    assert struck(guest) == loud


@pytest.mark.skipif(not RACED, reason="no game has a race")
def test_tu_5_a_raised_thumb_makes_no_sound(guests: Guests) -> None:
    ada, bruno = guests("Ada"), listening(guests, "loud", name="Bruno")
    sit_down(bruno, ada.open_table(RACED, seats=3))
    bruno.page.evaluate(
        """() => new MutationObserver(() => {
          if (!document.querySelector(".raised")) window.before = window.struck;
          else window.rose ??= window.struck - window.before;
        }).observe(document.body, {subtree: true, childList: true})"""
    )
    rose = play_until_told(ada, bruno, "window.rose")
    assert (rose, struck(bruno) > 0) == (0, True)
