"""Writes docs/environments/GAME.md from the games, and figures.json and trained.json beside them.

`python scripts/environment_pages.py` writes the pages; `--check` exits 1 if one is not current.
`scripts/environment_figures.py` measures the figures, `scripts/environment_trained.py` what trained
policies score.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from meldroom.arena.evaluation import DEALS, LADDER
from meldroom.arena.html import with_interval
from meldroom.core.action import every
from meldroom.core.cards import Deck
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, full_options, usual_players
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.zone import Sight
from meldroom.envs.features import NumberFeature
from meldroom.envs.observation import observation_of
from meldroom.games import BUILT_IN

FOLDER = Path(__file__).parent.parent / "docs" / "environments"
COMMAND = "make environment-pages"
LEVELS = ("random", "novice", "house", "champion")

LEADERBOARD = FOLDER.parent / "leaderboard.md"
FIRST_MARK, LAST_MARK = "<!-- our baselines -->", "<!-- results of others -->"

Figures = dict[str, Any]
"""Of a game by players and level; of trained policies by game."""


def page(game: AnyGame, figures: Figures, trained: Sequence[Figures]) -> str:
    """Write the page of a game."""
    sections = (
        introduction(game),
        observation_section(game),
        action_section(game),
        hidden_section(game),
        reward_section(figures),
        play_section(figures),
        baseline_section(game, figures, trained),
        ENDING,
    )
    return "\n".join(line for section in sections for line in section)


def introduction(game: AnyGame) -> Iterator[str]:
    """Name the game, and say how to make it in each interface."""
    low, high = game.players[0], game.players[-1]
    short = game.key.replace("-", "_")
    yield f"# {game.name} as an environment"
    yield ""
    yield f"{game.about} [Environments](../environments.md) explains the interfaces."
    yield ""
    yield from table(
        ("", ""),
        [
            ("players", f"{low} to {high}, {usual_players(game)} by default"),
            ("rules", f"version {game.rules}; observations and actions change only with it"),
            ("PettingZoo", f"`meldroom.envs.pettingzoo.env({game.key!r}, players=2)`"),
            ("Gymnasium", f"`gymnasium.make('meldroom/{game.key}-v{game.rules}', players=2)`"),
            ("OpenSpiel", f"`pyspiel.load_game('meldroom_{short}(players=2)')`"),
            ("options", f"[house rules](../house-rules.md#{game.key})"),
        ],
    )


def observation_section(game: AnyGame) -> Iterator[str]:
    """List the parts of the vector."""
    seats = usual_players(game)
    layout = observation_of(game, seats, full_options(game, {})).layout
    sizes = [
        f"{count}: {observation_of(game, count, full_options(game, {})).size}"
        for count in game.players
    ]
    yield "## Observation"
    yield ""
    yield f"32-bit floats; their number by players is {', '.join(sizes)}. With {seats} players:"
    yield ""
    yield from table(
        ("from", "size", "part", "range", "numbers"),
        [(p.start, p.size, p.name, value_range(p.meaning), p.meaning) for p in layout],
    )


def value_range(meaning: str) -> str:
    """Give the least and the greatest number of a part."""
    return "-1 to 1" if NumberFeature.meaning in meaning else "0 to 1"


def action_section(game: AnyGame) -> Iterator[str]:
    """List the numbers of each kind of action."""
    encoding = encoding_of(game)
    rows, first = [], 0
    for kind in game.actions:
        if kind in {type(action) for action in encoding.whole}:
            many = sum(1 for _ in every(kind, game.deck, game.players[-1]))
            last = first + many - 1
            numbers = f"{first}" if many == 1 else f"{first} to {last}"
            texts = dict.fromkeys([encoding.texts[first], encoding.texts[last]])
            rows.append((numbers, " … ".join(f"`{text}`" for text in texts), sentence(kind)))
            first += many
    for kind in game.actions:
        if kind not in {type(action) for action in encoding.whole}:
            rows.append(("spelled", f"`{kind.verb}` …", sentence(kind)))
    yield "## Actions"
    yield ""
    yield f"`Discrete({encoding.size})`. Cards come in deck order: {cards(game.deck)}."
    yield ""
    yield from table(("numbers", "texts", "meaning"), rows)
    if encoding.first_word < encoding.size:
        words = encoding.size - encoding.first_word
        yield (
            f"The {words} numbers from {encoding.first_word} on are words: an action that is "
            "spelled takes one step a word, and the mask marks the words that may come next."
        )
        yield ""


def sentence(kind: type) -> str:
    """Give the first sentence about a kind of action."""
    return (kind.__doc__ or "").partition("\n")[0]


def cards(deck: Deck) -> str:
    """List the kinds of card with the number of their copies."""
    return ", ".join(f"`{code}` × {deck.pack.count(card)}" for card, code in enumerate(deck.codes))


def hidden_section(game: AnyGame) -> Iterator[str]:
    """Say who sees which cards."""
    start = game.start({}, game.players[0], Rng(bytes(SEED_SIZE)))
    sights = {zone.name: zone.sight for zone in start.zones}
    about = {
        Sight.ALL: "everyone sees all of it",
        Sight.OWNER: "its owner sees it; others see how many cards it has, and those that everyone "
        "saw enter it",
        Sight.NONE: "nobody sees it; everyone sees how many cards it has",
    }
    yield "## What is hidden"
    yield ""
    for name, sight in sights.items():
        top = (
            "; at a table only the top card can be looked at, an observation remembers the others"
            if name in game.topped
            else ""
        )
        yield f"- `{name}`: {about[sight]}{top}."
    yield "- All facts but cards are public, and so are the rewards of all seats."
    yield ""


def reward_section(figures: Figures) -> Iterator[str]:
    """Give the scale of each reward."""
    yield "## Rewards"
    yield ""
    yield (
        "Measured in games of `house` against itself: the least, the greatest and the standard "
        "deviation of a reward that is paid, and how often it is paid to a seat in a game. Each "
        "kind adds up to zero over the seats."
    )
    yield ""
    rows = [
        (players, f"`{kind}`", one["least"], one["most"], one["deviation"], one["times"])
        for players, setup in figures.items()
        if "house" in setup
        for kind, one in setup["house"]["rewards"].items()
    ]
    yield from table(("players", "reward", "least", "most", "deviation", "paid"), rows)


def play_section(figures: Figures) -> Iterator[str]:
    """Give lengths, choices and the advantage of who is first, by level of play."""
    levels = list(measured(figures))
    yield "## Length, choices and the first turn"
    yield ""
    yield (
        "All seats are played by one level. A step is one number: an action, or a word of one "
        "that is spelled. Choices are the numbers that the mask allows, a step with one is forced."
    )
    yield ""
    yield from table(
        ("players", "level", "steps, median", "mean", "most", "choices, mean", "most", "forced"),
        [
            (
                *(players, f"`{level}`"),
                *(f"{one['steps'][name]:g}" for name in ("median", "mean", "most")),
                *(f"{one['choices'][name]:g}" for name in ("mean", "most")),
                f"{100 * one['choices']['forced']:.0f} %",
            )
            for players, level, one in levels
        ],
    )
    yield (
        "Who acts first is drawn by lot, so no seat number has an advantage. Wins by the order of "
        "the first turns, a shared win split, with 95 % intervals:"
    )
    yield ""
    yield from table(
        ("players", "level", "games", "first", "second", "third", "fourth"),
        [
            (
                *(players, f"`{level}`", one["games"]),
                *(with_interval(wins, share=True) for wins in one["wins by turn"]),
                *[""] * (4 - len(one["wins by turn"])),
            )
            for players, level, one in levels
        ],
    )


def baseline_section(game: AnyGame, figures: Figures, trained: Sequence[Figures]) -> Iterator[str]:
    """Give the evaluation of each level and of what was trained, with how to repeat that."""
    yield "## Baselines"
    yield ""
    yield (
        "By `meldroom evaluate`, with 95 % intervals: the score, and the share of games won when "
        "all other seats are played by one bot. [The leaderboard](../leaderboard.md) explains the "
        "score and has the results of others."
    )
    yield ""
    results = [(f"`{level}`", one["evaluation"]) for _, level, one in measured(figures)]
    results += [(one["name"], one["evaluation"]) for one in trained]
    rows = [
        (
            *(result["players"], name, result["deals"], with_interval(result["score"])),
            *(
                with_interval(result["against"][bot]["wins"], share=True)
                if bot in result["against"]
                else ""
                for bot in LADDER
            ),
        )
        for name, result in sorted(results, key=lambda result: result[1]["players"])
    ]
    ladder = (f"wins against `{name}`" for name in LADDER)
    yield from table(("players", "policy", "deals", "score", *ladder), rows)
    for one in trained:
        yield f"{one['name']}: {one['about']}"
        yield ""
        yield from ("```bash", *one["commands"], "```", "")
    if any("champion" not in setup for setup in figures.values()):
        yield f"The champion of {game.name} has not been measured yet."
        yield ""


def measured(figures: Figures) -> Iterator[tuple[str, str, Figures]]:
    """Give players, level and figures of all that was measured."""
    for players, setup in figures.items():
        for level in LEVELS:
            if level in setup:
                yield players, level, setup[level]


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Write a table in Markdown, and an empty line."""
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"
    yield ""


def leaderboard(text: str, figures: dict[str, Figures], trained: dict[str, Any]) -> str:
    """Write our own rows into the page of the leaderboard; those of others stay."""
    before, rest = text.split(FIRST_MARK)
    _, after = rest.split(LAST_MARK)
    heads = [f"`{name}`" for name in LADDER]
    rows: list[Sequence[Any]] = []
    for game in BUILT_IN:
        for players, level, one in measured(figures.get(game.key, {})):
            if players == "2":
                result = one["evaluation"]
                command = f"meldroom evaluate {level} --game {game.key} --players 2"
                if result["deals"] != DEALS:
                    command += f" --deals {result['deals']}"
                rows.append((game.key, 2, f"`{level}`", *rewards(result), f"`{command}`"))
        for one in trained.get(game.key, ()):
            result = one["evaluation"]
            command = f"[on its page](environments/{game.key}.md#baselines)"
            rows.append((game.key, result["players"], one["name"], *rewards(result), command))
    lines = [*table(("game", "players", "policy", "score", *heads, "command"), rows)][:-1]
    return "\n".join([f"{before}{FIRST_MARK}", "", *lines, LAST_MARK]) + after


def rewards(result: Figures) -> Iterator[str]:
    """Give the score of an evaluation, and the mean reward against each bot of the ladder."""
    yield with_interval(result["score"])
    for name in LADDER:
        against = result["against"].get(name)
        yield f"{against['reward']['mean']:.2f}" if against else ""


ENDING = (
    "## Determinism and citation",
    "",
    "[Determinism](../environments.md#determinism) and [how to cite]"
    "(../environments.md#how-to-cite) are the same for all games.",
    "",
    f"<!-- Made by `{COMMAND}` from the game, figures.json and trained.json. -->",
    "",
)


def main() -> None:
    """Write the pages, or check them."""
    figures = json.loads((FOLDER / "figures.json").read_text("utf-8"))
    trained = json.loads((FOLDER / "trained.json").read_text("utf-8"))
    pages = {
        FOLDER / f"{game.key}.md": page(game, figures.get(game.key, {}), trained.get(game.key, ()))
        for game in BUILT_IN
    }
    pages[LEADERBOARD] = leaderboard(LEADERBOARD.read_text("utf-8"), figures, trained)
    for path, text in pages.items():
        if sys.argv[1:] != ["--check"]:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            sys.exit(f"{path.name} is not current: run make environment-pages")


if __name__ == "__main__":
    main()
