"""Games in the terminal: one person or several, to the end or not."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from meldroom.cli.local_match import LocalMatch
from meldroom.cli.names import player_names
from meldroom.core.game import AnyGame, full_options
from meldroom.core.record import replay
from meldroom.games import find
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import rules
from tests.cli.conftest import ENVIRONMENT, MELDROOM, Command
from tests.cli.test_local_match import new_match
from tests.conformance.tables import SOME_GAMES
from tests.patience import PATIENCE
from tests.short_options import short_options

SEED = bytes(31) + b"\x05"
PLAY = ["play", "thumbs-up", "--seed", "5"]


def play_as_people(match: LocalMatch, limit: int = 10_000) -> list[tuple[int, str]]:
    """Play sensibly for all people, and give what each of them typed."""
    typed: list[tuple[int, str]] = []
    while (seat := match.let_bots_play()) is not None and len(typed) < limit:
        text = sensible_action(match, seat)
        typed.append((seat, text))
        match.play(match.game.parse(text))
    return typed


def sensible_action(match: LocalMatch, seat: int) -> str:
    """Raise the thumb, or discard what is furthest from a meld, or take the first legal action."""
    texts = [match.game.text(action) for action in match.legal()]
    if "thumb" in texts:
        return "thumb"
    hand = b"".join([group.cards for group in wording_of(match.game).hand(match.view(seat))])
    for code in reversed(match.game.deck.text(hand).split(" ")):
        if f"discard {code}" in texts:
            return f"discard {code}"
    return texts[0]


def with_enters(typed: list[tuple[int, str]]) -> Iterator[str]:
    """Add the Enter key whenever the screen goes to another person."""
    last: int | None = None
    for seat, text in typed:
        if seat != last:
            yield ""
        yield text
        last = seat


def sections(shown: str, name: str) -> list[str]:
    """Give the parts of the output that this person saw."""
    parts = re.split(r"^Thumbs Up · (\w+).*$", shown, flags=re.MULTILINE)
    return [text for who, text in zip(parts[1::2], parts[2::2], strict=True) if who == name]


def test_a_whole_game_against_a_bot_can_be_saved_and_replays(
    meldroom: Command, tmp_path: Path
) -> None:
    game = find("thumbs-up")
    options = full_options(game, {"hands": 3})
    bots = new_match(game, 2, people=1, seed=SEED).bots
    match = LocalMatch(game, options, ["Zoe", "Ada"], SEED, bots)
    typed = "\n".join(text for _, text in play_as_people(match))
    file = tmp_path / "game.json"
    args = ["--players", 2, "--option", "hands=3", "--name", "Zoe", "--save", file]
    done = meldroom(*PLAY, *args, typed=typed + "\n")
    assert done.exit_code == 0
    form = json.loads(file.read_text())
    assert form == match.record()
    assert list(replay(form, find))[-1] == match.state
    assert "You are Zoe; Ada is a bot." in done.stdout
    assert f"Seed {SEED.hex()}" in done.stdout
    assert f"meldroom replay {file}" in done.stdout
    best = form["players"][form["result"]["winners"][0]]
    assert f"{best} wins." in done.stdout
    assert "Ended by Q23: The end." in done.stdout or "Ended by Q22" in done.stdout
    assert done.stdout.count("╭────────┬") == 3  # after each of two hands, and at the end


def test_several_people_take_turns_and_never_see_what_another_drew(meldroom: Command) -> None:
    match = new_match(find("thumbs-up"), 3, people=2, seed=SEED)
    typed = list(with_enters(play_as_people(match, 40)))
    done = meldroom(*PLAY, "--players", 3, "--people", 2, typed="\n".join(typed) + "\n")
    assert "Ada and Bruno play here; Chidi is a bot." in done.stdout
    assert "Ada's turn. Ada, press Enter when you are ready." in done.stdout
    assert "Bruno's turn. Bruno, press Enter when you are ready." in done.stdout
    for mine, others in (("Ada", "Bruno|Chidi"), ("Bruno", "Ada|Chidi")):
        text = "\n".join(sections(done.stdout, mine))
        assert re.search(rf"^(> )?  {mine}: draw \(", text, re.MULTILINE)
        assert re.search(rf"^  ({others}): draw · discard", text, re.MULTILINE)
        assert not re.search(rf"^  ({others}): draw \(", text, re.MULTILINE)
        assert not re.search(rf"^  ({others}) \(you\)", text, re.MULTILINE)


@SOME_GAMES
def test_every_game_can_be_played_for_a_while(meldroom: Command, game: AnyGame) -> None:
    seats = game.players[-1]
    match = new_match(game, seats, people=1, seed=SEED, level="random")
    typed = [text for _, text in play_as_people(match, 12)]
    table = ("--seed", "5", "--players", seats, "--bots", "random")
    done = meldroom("play", game.key, *table, typed="\n".join(typed))
    assert done.exit_code == 0, done.output
    for text in typed[:-1]:
        assert f"Ada: {text}" in done.stdout or f"· {text}" in done.stdout
    assert player_names(seats)[-1] in done.stdout


@pytest.mark.long
@SOME_GAMES
def test_a_whole_game_is_played_against_the_champion(
    meldroom: Command, tmp_path: Path, game: AnyGame
) -> None:
    short = short_options(game.key)
    bots = new_match(game, 2, people=1, seed=SEED, level="champion").bots
    match = LocalMatch(game, full_options(game, short), player_names(2), SEED, bots)
    typed = "\n".join(text for _, text in play_as_people(match))
    assert match.turn is None, "the game went on"
    file = tmp_path / "game.json"
    options = [word for name, value in short.items() for word in ("--option", f"{name}={value}")]
    table = ("--seed", "5", "--players", 2, "--bots", "champion", "--save", file, *options)
    done = meldroom("play", game.key, *table, typed=typed + "\n")
    assert done.exit_code == 0, done.output
    assert json.loads(file.read_text()) == match.record()


def test_the_end_of_the_input_quits_the_game(meldroom: Command) -> None:
    done = meldroom(*PLAY, typed="draw\n")
    assert done.exit_code == 0
    assert done.stderr == ""
    assert "Goodbye." in done.stdout
    assert f"--seed {SEED.hex()}" in done.stdout
    assert done.stdout == meldroom(*PLAY, typed="draw\nquit\n").stdout


def test_commands_are_answered(meldroom: Command) -> None:
    commands = ["help", "table", "moves", "moves draw", "log", "score", "rules", "rules q12 Z9"]
    done = meldroom(*PLAY, typed="\n".join([*commands, "quit"]))
    assert "dr is short for draw" in done.stdout or "ta is short for take" in done.stdout
    assert "R5 A turn" in done.stdout
    assert f"Q12 {rules(find('thumbs-up'))['Q12'].title} (convention, text)." in done.stdout
    assert "There is no rule Z9; type rules to list them all." in done.stdout
    assert "│ points │ 200 │" in done.stdout


def test_x3_a_refusal_is_explained_by_its_rule(meldroom: Command) -> None:
    done = meldroom(*PLAY, typed="thumb\ndiscard R.\ndance\ndiscard H7\nquit\n")
    assert "No: your hand does not win yet (R7)\n  R7 The winning hand. Three dots" in done.stdout
    assert "No: pick a block first (R5)\n  R5 A turn." in done.stdout
    assert "there is no action 'dance'" in done.stdout
    assert "no card is called 'H7'" in done.stdout


def test_an_ambiguous_line_shows_its_meanings_and_enter_shows_the_table(meldroom: Command) -> None:
    done = meldroom(*PLAY, typed="draw\ndisc\n\nquit\n")
    assert re.search(r"^> disc could be: discard \S\S · discard", done.stdout, re.MULTILINE)
    assert done.stdout.count("1 Bruno rack 5") == 2


def test_the_first_turn_shows_the_deal_and_what_the_others_did(meldroom: Command) -> None:
    shown = meldroom(*PLAY, typed="").stdout
    assert "all cards go into the pool; the pool is shuffled; 5 dealt to each" in shown
    assert re.search(r"^  Dora: (draw|take)", shown, re.MULTILINE)
    assert "The deal is already fixed. SHA-256 of its seed: 96de8fc8c256fa1e" in shown


def test_without_a_game_one_is_chosen_from_the_list(meldroom: Command) -> None:
    shown = meldroom("play", "--seed", "5", typed="chess\n99\n\nthum\nquit\n").stdout
    assert "Choose a game:" in shown
    assert "there is no game 'chess'" in shown
    assert "Thumbs Up, 1941" in shown
    assert "Goodbye." in meldroom("play", typed="q\n").stdout
    assert "Goodbye." in meldroom("play", typed="").stdout
    assert re.search(r"^\S.*, \d{4}|year", meldroom("play", typed="1\n").stdout, re.MULTILINE)


@pytest.mark.parametrize("word", ["Thumbs Up", "thumbs_up", "THUMBS", "thu"])
def test_a_game_is_found_by_the_beginning_of_its_name(meldroom: Command, word: str) -> None:
    assert "Thumbs Up, 1941" in meldroom("play", word).stdout


@pytest.mark.parametrize(
    ("args", "players"),
    [
        ([], 4),
        (["--players", "6"], 6),
        (["--bots", "2"], 3),
        (["--bots", "random"], 4),
        (["--bots", "random,random"], 3),
        (["--people", "5"], 5),
        (["--people", "2", "--bots", "1"], 3),
    ],
)
def test_the_table_has_as_many_seats_as_were_asked_for(
    meldroom: Command, args: list[str], players: int
) -> None:
    greeting = meldroom(*PLAY, *args).stdout
    assert all(name in greeting for name in player_names(players))
    assert player_names(players + 1)[-1] not in greeting


def test_an_unfinished_game_leaves_no_empty_record_file(meldroom: Command, tmp_path: Path) -> None:
    meldroom(*PLAY, "--save", tmp_path / "left.json", typed="quit\n")
    assert list(tmp_path.iterdir()) == []


class PseudoTerminal:
    """A command in a pseudo-terminal, with somebody at the keyboard."""

    def __init__(self, keyboard: int, command: subprocess.Popen[bytes]) -> None:
        self.keyboard, self.command = keyboard, command
        self.screen = ""

    def until(self, words: str) -> str:
        """Read until these words are on the screen; give what came before them."""
        while words not in self.screen:
            ready, _, _ = select.select([self.keyboard], [], [], PATIENCE)
            assert ready, f"{words!r} never came: {self.screen!r}"
            self.screen += os.read(self.keyboard, 65536).decode()
        before, _, self.screen = self.screen.partition(words)
        return before

    def interrupt(self) -> None:
        """Press Ctrl-C, and Enter: readline looks only then if the first came just before it."""
        self.command.send_signal(signal.SIGINT)
        self.type("\r")

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.keyboard, keys.encode())


def _accept_interrupts() -> None:
    """Undo what a shell does to commands that it runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def pseudo_terminal(*args: str) -> Iterator[PseudoTerminal]:
    """Run a command in a pseudo-terminal until it says goodbye."""
    keyboard, screen = pty.openpty()
    environment = {**ENVIRONMENT, "TERM": "xterm-256color"}
    command = subprocess.Popen(
        [*MELDROOM, *args],
        env=environment,
        stdin=screen,
        stdout=screen,
        stderr=screen,
        preexec_fn=_accept_interrupts,
    )
    os.close(screen)
    try:
        user = PseudoTerminal(keyboard, command)
        yield user
        user.until("Goodbye.")
        assert command.wait() == 0
    finally:
        command.kill()
        command.wait()
        os.close(keyboard)


def test_in_a_terminal_tab_completes_and_cards_have_colours() -> None:
    with pseudo_terminal(*PLAY) as user:
        assert "\x1b[1;3" in user.until("> ")
        user.type("dr\t\r")
        user.until("draw")
        user.until("Ada\x1b[0m: draw (")
        user.until("> ")
        user.type("\x04")


def test_in_a_terminal_the_screen_is_cleared_between_people() -> None:
    match = new_match(find("thumbs-up"), 4, people=4, seed=SEED)
    match.play(match.game.parse("draw"))
    discard = match.game.text(match.legal()[0])
    with pseudo_terminal(*PLAY, "--people", "4", "--players", "4") as user:
        assert "\x1b[2J" not in user.until("press Enter")
        user.type("\r")
        user.until("> ")
        user.type("dr\r")
        user.until("> ")
        user.type(f"{discard}\r")
        after_discard = user.until("press Enter").rpartition(discard)[2]
        assert "\x1b[2J" in after_discard
        assert "\x1b[3J" in after_discard
        assert "(you)" not in after_discard
        user.type("\r")
        user.until("> ")
        user.type("quit\r")


def test_in_a_terminal_ctrl_c_quits_the_game() -> None:
    with pseudo_terminal(*PLAY) as user:
        user.until("> ")
        user.interrupt()
