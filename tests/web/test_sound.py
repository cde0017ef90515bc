"""Sounds: off by default, silent before a touch, short, and none for a raised thumb."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.games import GAMES
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.positions import opening
from tests.web.still_table import StillTable

ANY = next(iter(GAMES))
COUNT_SOUNDS = """window.soundCount = 0;
const Real = AudioContext;
window.AudioContext = class extends Real {
  createGain() { window.soundCount += 1; return super.createGain(); }
};"""
# Playwright counts as a touch, so the test says itself whether there was one.
UNTOUCHED = """window.wasTouched = false;
Object.defineProperty(navigator, "userActivation", {
  get: () => ({hasBeenActive: window.wasTouched}),
});"""
RENDER_SOUNDS = """async () => {
  const {SOUNDS, synthesise} = await import("/client/sound.js");
  const measured = {};
  for (const name of Object.keys(SOUNDS)) {
    const context = new OfflineAudioContext(1, 22050, 44100);
    synthesise(context, name, 1, 0);
    const wave = (await context.startRendering()).getChannelData(0);
    const end = wave.findLastIndex((one) => Math.abs(one) > 0.002);
    measured[name] = {peak: Math.max(...wave.map(Math.abs)), duration: end / 44100};
  }
  return measured;
}"""


def sound_count(user: BrowserUser) -> int:
    """Count the sounds that were started."""
    return int(user.page.evaluate("() => window.soundCount"))


def user_with_sound(new_user: NewUser, sound: str, **more: Any) -> BrowserUser:
    """Create a user whose sounds are counted."""
    user = new_user(sound=sound, **more)
    user.page.add_init_script(COUNT_SOUNDS)
    return user


def test_every_sound_is_audible_and_short(user: BrowserUser) -> None:
    user.visit("/settings")
    measured = user.page.evaluate(RENDER_SOUNDS)
    names = {"moved", "taken", "melded", "turn", "race", "refusal", "deal", "end"}
    assert set(measured) == names
    for name, one in measured.items():
        assert 0.02 < one["peak"] < 0.5, name
        assert one["duration"] < (0.32 if name in ("deal", "end") else 0.19), name


@pytest.mark.long
def test_sounds_are_off_by_default(new_user: NewUser) -> None:
    user = new_user()
    user.page.add_init_script(COUNT_SOUNDS)
    table = StillTable(opening(ANY))
    table.show(user)
    user.act("mouse")
    user.wait_for_ply(1)
    table.play_turn()
    table.play_others()
    user.wait_for_turn(1)
    assert sound_count(user) == 0


@pytest.mark.long
def test_sounds_begin_only_after_the_page_was_touched(new_user: NewUser) -> None:
    user = user_with_sound(new_user, "quiet")
    user.page.add_init_script(UNTOUCHED)
    StillTable(opening(ANY)).show(user)
    user.act("mouse")
    user.wait_for_ply(1)
    assert sound_count(user) == 0
    user.page.evaluate("() => { window.wasTouched = true; }")
    user.act("mouse")
    user.page.wait_for_function("() => window.soundCount > 0")


def test_choosing_a_volume_plays_a_sound_and_off_is_silent(new_user: NewUser) -> None:
    user = user_with_sound(new_user, "off")
    user.visit("/settings")
    user.page.wait_for_selector("input[name=sound]")
    pills = user.page.locator("fieldset:has(input[name=sound]) label")
    assert pills.all_inner_texts() == ["Off", "Quiet", "Normal", "Loud"]
    pills.nth(3).click()
    count = sound_count(user)
    assert count > 0
    pills.nth(0).click()
    assert sound_count(user) == count
