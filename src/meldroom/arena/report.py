"""The report of a contest as one JSON value, made from the outcomes alone, in any order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, median
from typing import Any

from meldroom.arena.contest import Contest, ContestGame, Outcome, complete_deals
from meldroom.arena.intervals import Estimate, estimate
from meldroom.arena.ratings import rate

FORMAT = "meldroom-arena/1"

Measure = Callable[[ContestGame], Iterable[float]]
"""Gives what is measured in a game, once or several times."""


def report(contest: Contest, outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Sum up the games; only deals played in every seating count."""
    games = complete_deals(contest, outcomes)
    form: dict[str, Any] = {
        "format": FORMAT,
        "contest": contest.as_json(),
        "reproducible": contest.budget is None,
        "games": len(games),
        "deals": len({seating.deal for seating, _ in games}),
    }
    if not games:
        return form
    bots = list(dict.fromkeys(name for names in contest.lineups for name in names))
    seats = range(max(map(len, contest.lineups)))
    base = [game for game in games if game[0].option_set == 0]
    return {
        **form,
        "bots": [
            {
                "bot": name,
                "games": sum(name in seating.players for seating, _ in base),
                "wins": by_deal(base, for_bot(name, Outcome.win_share), share=True).as_json(),
                "place": by_deal(base, for_bot(name, lambda out, seat: out.places[seat])).as_json(),
                "score": by_deal(base, for_bot(name, lambda out, seat: out.scores[seat])).as_json(),
            }
            for name in bots
        ],
        "seats": [
            {"seat": seat, "wins": by_deal(base, seat_wins(seat), share=True).as_json()}
            for seat in seats
        ],
        "cross": cross_table(base, bots),
        "ratings": rate([(seating.players, outcome.places) for seating, outcome in base]),
        "lengths": {
            "plies": summarize([outcome.plies for _, outcome in base]),
            "rounds": summarize([len(outcome.rounds) for _, outcome in base]),
            "plies of a round": summarize([plies for _, out in base for plies in out.rounds]),
        },
        "endings": dict(sorted(Counter(outcome.reason for _, outcome in base).items())),
        **({"effect": option_effect(contest, games, bots)} if len(contest.option_sets) > 1 else {}),
    }


def for_bot(name: str, measure: Callable[[Outcome, int], float]) -> Measure:
    """Measure something in every seat of a bot."""
    return lambda game: [
        measure(game[1], seat) for seat, player in enumerate(game[0].players) if player == name
    ]


def seat_wins(seat: int) -> Measure:
    """Measure how often a seat wins, whoever sits there."""
    return lambda game: [game[1].win_share(seat)]


def placed_ahead(name: str, other: str) -> Measure:
    """Measure how often a bot is placed ahead of another one; a tie is a half."""

    def measure(game: ContestGame) -> list[float]:
        seating, outcome = game
        placed = list(zip(seating.players, outcome.places, strict=True))
        own = [place for player, place in placed if player == name]
        others = [place for player, place in placed if player == other]
        return [(1 + (a < b) - (a > b)) / 2 for a in own for b in others]

    return measure


def deal_means(games: Sequence[ContestGame], measure: Measure) -> dict[int, float]:
    """Average what is measured within each deal."""
    measured: dict[int, list[float]] = defaultdict(list)
    for game in games:
        measured[game[0].deal] += measure(game)
    return {deal: fmean(values) for deal, values in measured.items() if values}


def by_deal(games: Sequence[ContestGame], measure: Measure, share: bool = False) -> Estimate:
    """Average what is measured, with the deal as the sampling unit."""
    return estimate(list(deal_means(games, measure).values()), share)


def cross_table(games: Sequence[ContestGame], bots: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Say for each pair of bots how often the one is placed ahead of the other."""
    return {
        name: {
            other: by_deal(games, placed_ahead(name, other), share=True).as_json()
            for other in bots
            if other != name and deal_means(games, placed_ahead(name, other))
        }
        for name in bots
    }


def summarize(values: Sequence[int]) -> dict[str, Any]:
    """Describe lengths by minimum, median, mean, maximum and a histogram of at most 24 bars."""
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // 24))
    bars = Counter((value - low) // width for value in values)
    return {
        "least": low,
        "median": median(values),
        "mean": round(fmean(values), 2),
        "most": high,
        "width": width,
        "bars": [bars[number] for number in range((high - low) // width + 1)],
    }


def option_effect(
    contest: Contest, games: Sequence[ContestGame], bots: Sequence[str]
) -> dict[str, Any]:
    """Compare the two sets of options, deal by deal."""
    measures: dict[str, tuple[Measure, bool]] = {
        "plies": (lambda game: [game[1].plies], False),
        "rounds": (lambda game: [len(game[1].rounds)], False),
        "winning score": (lambda game: [game[1].scores[game[1].places.index(1)]], False),
        "shared wins": (lambda game: [game[1].places.count(1) > 1], True),
        "wins of the first seat": (seat_wins(0), True),
        **{f"wins of {name}": (for_bot(name, Outcome.win_share), True) for name in bots},
    }
    rows = {}
    for name, (measure, share) in measures.items():
        one, other = (
            deal_means([game for game in games if game[0].option_set == number], measure)
            for number in range(2)
        )
        rows[name] = {
            "option": estimate(list(one.values()), share).as_json(),
            "against": estimate(list(other.values()), share).as_json(),
            "change": estimate([one[deal] - other[deal] for deal in one]).as_json(),
        }
    first, second = contest.option_sets
    changed = [name for name, value in first.items() if second[name] != value]
    return {
        "option": {name: first[name] for name in changed},
        "against": {name: second[name] for name in changed},
        "rows": rows,
    }
