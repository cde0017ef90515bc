"""The report of a contest as one JSON value; it follows from the outcomes alone, in any order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, median
from typing import Any

from meldroom.arena.contest import Contest, Outcome, Pairing, pairing
from meldroom.arena.intervals import Estimate, figure
from meldroom.arena.ratings import rate

FORMAT = "meldroom-arena/1"

Game = tuple[Pairing, Outcome]
Measure = Callable[[Game], Iterable[float]]


def report(contest: Contest, outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Say what the games prove; deals that were not played to the end do not count."""
    games = whole_deals(contest, outcomes)
    form: dict[str, Any] = {
        "format": FORMAT,
        "contest": contest.form(),
        "reproducible": contest.budget is None,
        "games": len(games),
        "deals": len({pair.deal for pair, _ in games}),
    }
    if not games:
        return form
    bots = list(dict.fromkeys(name for names in contest.lineups for name in names))
    seats = range(max(map(len, contest.lineups)))
    base = [game for game in games if game[0].table == 0]
    return {
        **form,
        "bots": [
            {
                "bot": name,
                "games": sum(name in pair.players for pair, _ in base),
                "wins": by_deal(base, of_bot(name, Outcome.share), share=True).form(),
                "place": by_deal(base, of_bot(name, lambda out, at: out.places[at])).form(),
                "score": by_deal(base, of_bot(name, lambda out, at: out.scores[at])).form(),
            }
            for name in bots
        ],
        "seats": [
            {"seat": seat, "wins": by_deal(base, seat_wins(seat), share=True).form()}
            for seat in seats
        ],
        "cross": cross_table(base, bots),
        "ratings": rate([(pair.players, outcome.places) for pair, outcome in base]),
        "lengths": {
            "plies": spread([outcome.plies for _, outcome in base]),
            "rounds": spread([len(outcome.rounds) for _, outcome in base]),
            "plies of a round": spread([many for _, out in base for many in out.rounds]),
        },
        "endings": dict(sorted(Counter(outcome.reason for _, outcome in base).items())),
        **({"effect": effect(contest, games, bots)} if len(contest.tables) > 1 else {}),
    }


def whole_deals(contest: Contest, outcomes: Iterable[Outcome]) -> list[Game]:
    """Give the games of all deals that were played in every seating, in order."""
    games = [(pairing(contest, out.number), out) for out in sorted(outcomes)]
    many = Counter(pair.deal for pair, _ in games)
    return [game for game in games if many[game[0].deal] == contest.games_a_deal]


def of_bot(name: str, measure: Callable[[Outcome, int], float]) -> Measure:
    """Measure something in every chair of a bot."""
    return lambda game: [
        measure(game[1], at) for at, player in enumerate(game[0].players) if player == name
    ]


def seat_wins(seat: int) -> Measure:
    """Measure how often a seat wins, whoever sits there."""
    return lambda game: [game[1].share(seat)]


def before(name: str, other: str) -> Measure:
    """Measure how often a bot is placed before another one; the same place is a half."""

    def measure(game: Game) -> list[float]:
        pair, outcome = game
        mine = [p for p, who in zip(outcome.places, pair.players, strict=True) if who == name]
        theirs = [p for p, who in zip(outcome.places, pair.players, strict=True) if who == other]
        return [(1 + (a < b) - (a > b)) / 2 for a in mine for b in theirs]

    return measure


def deal_means(games: Sequence[Game], measure: Measure) -> dict[int, float]:
    """Average what is measured within each deal."""
    found: dict[int, list[float]] = defaultdict(list)
    for game in games:
        found[game[0].deal] += measure(game)
    return {deal: fmean(values) for deal, values in found.items() if values}


def by_deal(games: Sequence[Game], measure: Measure, share: bool = False) -> Estimate:
    """Average what is measured, with the interval by deal."""
    return figure(list(deal_means(games, measure).values()), share)


def cross_table(games: Sequence[Game], bots: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Say for each pair of bots how often the one is placed before the other."""
    return {
        name: {
            other: by_deal(games, before(name, other), share=True).form()
            for other in bots
            if other != name and deal_means(games, before(name, other))
        }
        for name in bots
    }


def spread(values: Sequence[int]) -> dict[str, Any]:
    """Describe a length: least, middle, mean and most, and a histogram of at most 24 bars."""
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // 24))
    bars = Counter((value - low) // width for value in values)
    return {
        "least": low,
        "median": median(values),
        "mean": round(fmean(values), 2),
        "most": high,
        "width": width,
        "bars": [bars[at] for at in range((high - low) // width + 1)],
    }


def effect(contest: Contest, games: Sequence[Game], bots: Sequence[str]) -> dict[str, Any]:
    """Say what the second setting of the options changes, deal by deal."""
    measures: dict[str, tuple[Measure, bool]] = {
        "plies": (lambda game: [game[1].plies], False),
        "rounds": (lambda game: [len(game[1].rounds)], False),
        "winning score": (lambda game: [game[1].scores[game[1].places.index(1)]], False),
        "shared wins": (lambda game: [game[1].places.count(1) > 1], True),
        "wins of the first seat": (seat_wins(0), True),
        **{f"wins of {name}": (of_bot(name, Outcome.share), True) for name in bots},
    }
    rows = {}
    for name, (measure, share) in measures.items():
        one, other = (
            deal_means([game for game in games if game[0].table == table], measure)
            for table in range(2)
        )
        rows[name] = {
            "option": figure(list(one.values()), share).form(),
            "against": figure(list(other.values()), share).form(),
            "change": figure([one[deal] - other[deal] for deal in one]).form(),
        }
    differ = [name for name, value in contest.tables[0].items() if contest.tables[1][name] != value]
    return {
        "option": {name: contest.tables[0][name] for name in differ},
        "against": {name: contest.tables[1][name] for name in differ},
        "rows": rows,
    }
