"""Makes the tables and plots of docs/review.md from what `tests.reviews.figures` measured.

PYTHONPATH=src:. python -m tests.reviews.figures_report FILE... --plots docs/pictures
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import hypot, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, median
from typing import Any

from meldroom.arena.charts import calibration_plot, interval_chart
from meldroom.arena.intervals import Estimate, estimate
from meldroom.games import GAMES
from tests.reviews.figures import LEVELS, Form, stored

POINTS = 100  # of win chance
CENTRAL_SHARES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
NAMED_FIRST = 3
PLOT_STYLE = (
    "text { font: 11px system-ui, sans-serif } .guide { stroke: #b9b3a0 }"
    " circle { fill: #1f6f5c; fill-opacity: 0.6 }"
)

ByGame = dict[str, list[Form]]


def by_figure(forms: Iterable[Form]) -> dict[str, ByGame]:
    """Sort what was measured by figure and game, in the order of the numbers."""
    found: dict[str, ByGame] = defaultdict(lambda: defaultdict(list))
    once = {tuple(form["unit"]): form for form in forms}
    for form in sorted(once.values(), key=lambda form: form["unit"][2]):
        figure, game, *_ = form["unit"]
        found[figure][game].append(form)
    return found


def table(*rows: Sequence[str]) -> list[str]:
    """Write rows as a Markdown table; the first is its head, the first column is text."""
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|---" + "|--:" * (len(rows[0]) - 1) + "|", *body, ""]


# Ordering.


def losses(measured: Sequence[Form], level: str) -> dict[int, float]:
    """Give the mean loss per decision by the number of the game, in points."""
    return {
        form["unit"][2]: POINTS * fmean(form["losses"][level])
        for form in measured
        if form["losses"].get(level)
    }


def told(mean: Estimate) -> str:
    """Write an estimate with its interval."""
    return f"{mean.mean:.2f} [{mean.low:.2f}, {mean.high:.2f}]"


def ordering(measured: ByGame) -> Iterator[str]:
    """Compare the levels by what their choices in the same positions lose."""
    rows = [["game", "games", *LEVELS]]
    steps = [["game", "random − novice", "novice − house", "house − champion", "house − master"]]
    for key in _present(measured):
        by_level = {level: losses(measured[key], level) for level in LEVELS}
        means = [
            told(estimate(list(by_level[level].values()))) for level in LEVELS if by_level[level]
        ]
        means = [
            told(estimate(list(by_level[level].values()))) if by_level[level] else ""
            for level in LEVELS
        ]
        rows.append([GAMES[key].name, str(len(by_level["house"])), *means])
        pairs = [cell.split(" − ") for cell in steps[0][1:]]
        steps.append([GAMES[key].name, *(_paired(by_level[a], by_level[b]) for a, b in pairs)])
    yield from ("### Ordering", "", "Points lost per decision, with 95 % intervals:", "")
    yield from table(*rows)
    yield from ("The difference in the same positions:", "")
    yield from table(*steps)


def _paired(one: dict[int, float], other: dict[int, float]) -> str:
    differences = [one[number] - other[number] for number in sorted(one.keys() & other.keys())]
    return told(estimate(differences)) if differences else ""


def ordering_chart(measured: Sequence[Form], name: str) -> str:
    """Draw the mean losses of the levels in one game."""
    rows = [
        (level, estimate(list(found.values())).as_json())
        for level in LEVELS
        if (found := losses(measured, level))
    ]
    high = max(row["high"] for _, row in rows)
    return interval_chart(rows, f"{name}: points lost per decision", 0.0, round(high + 0.5), 0.0)


# Planted blunders.


def blunders(measured: ByGame) -> Iterator[str]:
    """Count how often the planted decision is named."""
    rows = [["game", "planted", "named", "costliest", "not named at all", "cost"]]
    for key in _present(measured):
        planted = [form for form in measured[key] if form["planted"] is not None]
        ranks = [form["rank"] for form in planted]
        named = sum(rank is not None and rank <= NAMED_FIRST for rank in ranks)
        rows.append(
            [
                GAMES[key].name,
                str(len(planted)),
                f"{named} ({100 * named / max(1, len(planted)):.0f} %)",
                str(ranks.count(1)),
                str(sum(not form["word"] for form in planted)),
                f"{POINTS * fmean(form['cost'] for form in planted):.0f}" if planted else "",
            ]
        )
    yield from ("### Planted blunders", "", *table(*rows))


# Calibration.


def z_scores(pairs: Iterable[Sequence[float]]) -> list[float]:
    """Give by how many standard errors prices differ from those in other worlds."""
    return [
        (second - first) / error
        for first, first_error, second, second_error in pairs
        if (error := hypot(first_error, second_error)) > 0
    ]


def within(scores: Sequence[float]) -> list[dict[str, Any]]:
    """Compare how many scores lie within central intervals with how many should."""
    points = []
    for share in CENTRAL_SHARES:
        limit = NormalDist().inv_cdf(0.5 + share / 2)
        inside = sum(abs(score) <= limit for score in scores)
        points.append({"expected": share, "happened": inside / len(scores), "pairs": len(scores)})
    return points


def calibration(measured: ByGame) -> Iterator[str]:
    """Say how prices change in twice as many other worlds."""
    rows = [["game", "prices", "mean z", "spread of z", "within 1 error", "within 2 errors"]]
    everything: list[float] = []
    for key in _present(measured):
        scores = z_scores(pair for form in measured[key] for pair in form["pairs"])
        everything += scores
        if scores:
            rows.append([GAMES[key].name, *_spread(scores)])
    rows.append(["all (68 % and 95 % expected)", *_spread(everything)])
    yield from ("### Calibration", "", *table(*rows))


def _spread(scores: Sequence[float]) -> list[str]:
    inside = [sum(abs(score) <= errors for score in scores) / len(scores) for errors in (1, 2)]
    mean = fmean(scores)
    spread = sqrt(fmean((score - mean) ** 2 for score in scores))
    shares = [f"{100 * share:.0f} %" for share in inside]
    return [str(len(scores)), f"{mean:+.2f}", f"{spread:.2f}", *shares]


# Whole reviews.


def reviews(measured: ByGame) -> Iterator[str]:
    """Say whether shares add up and hold, and how prices change."""
    rows = [
        [
            "game", "reviews", "largest gap", "error", "luck held", "own play held", "prices held",
            "mean luck",
        ]
    ]  # fmt: skip
    for key in _present(measured):
        rows.append([GAMES[key].name, str(len(measured[key])), *_shares(measured[key])])
    yield from ("### Luck and skill", "", *table(*rows))


def _shares(forms: Sequence[Form]) -> list[str]:
    """Say whether shares make the result, and which hold within 2 errors with twice the worlds."""
    gaps, luck_held, own_held, prices_held, luck = [], [], [], [], []
    for form in forms:
        for first, error, second, other_error in form["prices"]:
            prices_held.append(abs(second - first) <= 2 * hypot(error, other_error))
        for result, once, twice in zip(form["results"], form["once"], form["twice"], strict=True):
            gaps.append(abs(1 / len(form["results"]) + sum(once[:3]) - result))
            spread = 2 * hypot(once[3], twice[3])
            luck_held.append(abs(once[0] - twice[0]) <= spread)
            own_held.append(abs(once[1] - twice[1]) <= spread)
        luck.append(form["once"][0][0])  # the seats share it: one of a game
    held = [f"{100 * fmean(each):.0f} %" for each in (luck_held, own_held, prices_held)]
    mean = estimate([POINTS * share for share in luck])
    error = POINTS * median(share[3] for form in forms for share in form["once"])
    return [f"{POINTS * max(gaps):.3f}", f"{error:.0f}", *held, told(mean)]


# Times.


def times(measured: ByGame, slow: ByGame) -> Iterator[str]:
    """Say how long the review of a whole game takes, with and without the compiled twins."""
    rows = [["game", "moves", "a review", "a decision", "a review without twins", "a decision"]]
    for key in _present(measured):
        forms = measured[key]
        decisions = sum(form["decisions"] for form in forms)
        seconds = [form["seconds"] for form in forms]
        rows.append(
            [
                GAMES[key].name,
                f"{median(form['moves'] for form in forms):.0f}",
                f"{median(seconds):.1f} s",
                f"{1000 * sum(seconds) / decisions:.0f} ms",
                *_slow(slow.get(key, []), forms),
            ]
        )
    yield from ("### Times", "", *table(*rows))


def _slow(forms: Sequence[Form], reviewed: Sequence[Form]) -> list[str]:
    if not forms:
        return ["", ""]
    decision, point = (fmean(form[name] for form in forms) for name in ("decision", "point"))
    moves, decisions = (median(form[name] for form in reviewed) for name in ("moves", "decisions"))
    return [f"{decision * decisions + point * moves:.0f} s", f"{decision:.1f} s"]


def _present(measured: ByGame) -> Iterator[str]:
    return (key for key in GAMES if measured.get(key))


def main() -> None:
    """Print the tables and write the plots."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--plots", type=Path, help="folder for the plots")
    given = parser.parse_args()
    found = by_figure(form for path in given.files for form in stored(path))
    parts = [
        ordering(found["ordering"]) if found["ordering"] else (),
        blunders(found["blunders"]) if found["blunders"] else (),
        calibration(found["calibration"]) if found["calibration"] else (),
        reviews(found["reviews"]) if found["reviews"] else (),
        times(found["times"], found["without-twins"]) if found["times"] else (),
    ]
    print("\n".join(line for part in parts for line in part))
    if given.plots and found["calibration"]:
        pairs = [p for forms in found["calibration"].values() for f in forms for p in f["pairs"]]
        title = "Prices within so many errors of those in other worlds"
        plot = calibration_plot(within(z_scores(pairs)), title)
        plot = plot.replace("<title>", f"<style>{PLOT_STYLE}</style><title>", 1)
        (given.plots / "review-calibration.svg").write_text(plot + "\n")


if __name__ == "__main__":
    main()
