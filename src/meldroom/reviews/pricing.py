"""What a decision cost: the chance to win by what was played, and by what else could be played.

All prices come from what the seat could see. Candidates are compared in the same worlds; one half
of the worlds chooses the best candidate, the other half prices it, so that no price is flattered by
having been chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from meldroom.bots.champion import champion_files, champion_policy
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.rng import seed_from
from meldroom.core.skill import Lots
from meldroom.core.view import AnyView
from meldroom.fast import Playouts, playouts
from meldroom.games.companions import skill_of
from meldroom.reviews.why import WHAT_WAS_PLAYED, Explanation, why

FIRST_PRICING_WORLD = 1 << 20  # those before it are for choosing
LINE_WORLDS = 120_000  # at most, in all points of a line
MOST_WORK = 1_000  # moves that get the usual effort; a review of more spends less on each
FIRST_BATCH = 24  # worlds, before a candidate can be dropped
DROP_ERRORS = 2.5  # standard errors within which a candidate may still be the best
CHOICE_ERRORS = 1.0  # standard errors by which one must lead what was played to be chosen
CLEAR_ERRORS = 4.0  # standard errors after which a difference is beyond doubt
RANKED_ERROR = 0.01  # to which such a difference is priced, so that the costliest can be ranked
SMALL_ERROR = 0.004  # a price needs no more worlds than for this standard error
MOST_COMPARED = 48  # of the legal actions, where too few are worth a longer look
CHAMPION_CANDIDATES = 3  # at most: its choice and what it rates nearly as high
CHAMPION_CLOSE = 2.0  # below its best rating: played an eighth as often in its training
FINALISTS = 3  # that are priced besides what was played
WORD_ERRORS = 2.0  # a loss must be above so many standard errors to be called names
WORDS = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))  # by the loss


class Effort(NamedTuple):
    """The most worlds for one decision, and those for one point of the line."""

    choosing: int = 128
    pricing: int = 512
    line: int = 200

    @classmethod
    def usual(cls, game: AnyGame) -> Effort:
        """Give what reviews of a game need: more where luck decides much."""
        decisions = cls().times(skill_of(game).review_effort)
        return decisions._replace(line=cls().line)

    @classmethod
    def of_review(cls, game: AnyGame, moves: int) -> Effort:
        """Give what each move of a whole game gets: less in a long one, so that nobody waits."""
        skill, usual = skill_of(game), cls.usual(game)
        work = moves * skill.review_effort * skill.review_cost
        line = min(usual.line, LINE_WORLDS // max(1, moves))
        return usual.times(min(1.0, MOST_WORK / max(1, work)))._replace(line=line)

    def times(self, factor: float) -> Effort:
        """Give so many times the worlds."""
        return Effort(*(max(1, round(worlds * factor)) for worlds in self))


class Price(NamedTuple):
    """What an action is worth: the chance to win the game, and by how much it leads."""

    action: Action
    chance: float
    lead: float  # over what was played
    error: float  # standard error of the lead


class PricedDecision(NamedTuple):
    """A decision of a seat: what was played first, then the alternatives, the best first."""

    ply: int
    seat: Seat
    prices: tuple[Price, ...]
    chosen: int  # which of the prices was found the best, before it was priced
    why: Explanation | None = None  # what speaks for the best one, where it was asked for

    @property
    def played(self) -> Price:
        """What was played."""
        return self.prices[0]

    @property
    def best(self) -> Price:
        """What was better, or else what was played."""
        return self.prices[self.chosen]

    @property
    def loss(self) -> float:
        """How much of the chance to win it cost; a little below 0 by chance."""
        return self.best.lead

    @property
    def word(self) -> str:
        """Inaccuracy, mistake or blunder, or nothing where the loss is small or in doubt."""
        if self.loss <= WORD_ERRORS * self.best.error:
            return ""
        return next((word for least, word in WORDS if self.loss >= least), "")


class _Totals:
    """What candidates were worth in some worlds, and their leads over the first."""

    def __init__(self, candidates: int) -> None:
        self.worlds = 0
        self.sums = [0.0] * candidates
        self.lead_squares = [0.0] * candidates

    def add(self, played: Playouts, places: Sequence[int]) -> None:
        self.worlds += played.worlds
        for at, place in enumerate(places):
            self.sums[place] += played.sums[at]
            self.lead_squares[place] += played.lead_squares[at]

    def chance(self, place: int) -> float:
        return self.sums[place] / self.worlds

    def lead(self, place: int) -> float:
        return (self.sums[place] - self.sums[0]) / self.worlds

    def error(self, place: int) -> float:
        variance = self.lead_squares[place] / self.worlds - self.lead(place) ** 2
        return sqrt(max(0.0, variance) / self.worlds)

    def is_clear(self, place: int) -> bool:
        error, lead = self.error(place), abs(self.lead(place))
        if place == 0 or 0 < error < SMALL_ERROR:
            return True
        return 0 < error < RANKED_ERROR and lead > CLEAR_ERRORS * error


class _Search:
    """Compares candidates from one view; the first was played."""

    def __init__(self, game: AnyGame, seen: AnyView, candidates: Sequence[Action]) -> None:
        self.game, self.seen, self.candidates = game, seen, candidates
        self.seed = seed_from(seen.ply)  # of nothing that is hidden
        self.horizon = skill_of(game).review_horizon

    def play(self, places: Sequence[int], first: int, worlds: int) -> Playouts:
        actions = [self.candidates[place] for place in places]
        search = self.seen, worlds, "house", actions, self.horizon, self.seed
        return playouts(self.game, *search, first=first, exact=True)

    def finalists(self, most_worlds: int, alternatives: int = 0) -> tuple[int, list[int]]:
        """Choose the best candidate, and rank those that are worth a price.

        What was played is the best unless another clearly leads: else luck would often choose one
        that is worse. So many alternatives are ranked, however bad they are.
        """
        totals, alive = _Totals(len(self.candidates)), list(range(len(self.candidates)))
        while totals.worlds < most_worlds and len(alive) > 1:
            worlds = min(max(FIRST_BATCH, totals.worlds), most_worlds - totals.worlds)
            totals.add(self.play(alive, totals.worlds, worlds), alive)
            ranked = sorted(alive, key=totals.lead, reverse=True)
            best, kept = ranked[0], {0, *[place for place in ranked if place][:alternatives]}
            alive = [
                place
                for place in alive
                if place in kept
                or totals.lead(place) + DROP_ERRORS * totals.error(place)
                >= totals.lead(best) - DROP_ERRORS * totals.error(best)
            ]
        if not totals.worlds:
            return 0, alive
        ranked = sorted(alive, key=totals.lead, reverse=True)
        leads = totals.lead(ranked[0]) > CHOICE_ERRORS * totals.error(ranked[0])
        return ranked[0] if leads else 0, ranked

    def prices(self, places: Sequence[int], settle: Sequence[int], most_worlds: int) -> _Totals:
        """Price the finalists in worlds of their own, until the leads of some of them are clear."""
        totals = _Totals(len(self.candidates))
        while totals.worlds < most_worlds:
            worlds = min(max(FIRST_BATCH, totals.worlds), most_worlds - totals.worlds)
            first = FIRST_PRICING_WORLD + totals.worlds
            totals.add(self.play(places, first, worlds), places)
            if totals.worlds >= 2 * FIRST_BATCH and all(map(totals.is_clear, settle)):
                break
        return totals


def price_decision(
    game: AnyGame,
    seen: AnyView,
    legal: Sequence[Action],
    played: Action,
    effort: Effort,
    favourite: Action | None = None,
    *,
    alternatives: int = 0,
) -> PricedDecision:
    """Price one decision from what its seat saw; `favourite` is what `house` would play.

    So many of the best alternatives are compared with what was played, however bad they are.
    """
    assert seen.seat is not None
    skill = skill_of(game)
    if favourite is None:
        favourite = skill.house(seen, legal, Lots(seed_from(seen.ply)))
    others = [favourite, *skill.candidates(seen, legal, favourite), *_champions(game, seen)]
    candidates = list(dict.fromkeys([played, *others]))
    if len(candidates) <= alternatives:
        step = max(1, len(legal) // MOST_COMPARED)
        candidates = list(dict.fromkeys([*candidates, *legal[::step]]))
    search = _Search(game, seen, candidates)
    best, ranked = search.finalists(effort.choosing, alternatives)
    places = [0, *[place for place in ranked if place][:FINALISTS]]
    settle = places[: 1 + alternatives] if alternatives else [best]
    totals = search.prices(places, settle, effort.pricing)
    prices = [
        Price(search.candidates[at], totals.chance(at), totals.lead(at), totals.error(at))
        for at in places
    ]
    return PricedDecision(seen.ply, seen.seat, tuple(prices), places.index(best))


def _champions(game: AnyGame, seen: AnyView) -> list[Action]:
    """Name what the champion of a game would play, and what it finds nearly as good."""
    if not champion_files(game):
        return []
    rated = champion_policy(game).rated_actions(seen)[:CHAMPION_CANDIDATES]
    _, best = rated[0]
    return [action for action, rating in rated if rating >= best - CHAMPION_CLOSE]


def explained(
    game: AnyGame, seen: AnyView, decision: PricedDecision, other: str = WHAT_WAS_PLAYED
) -> PricedDecision:
    """Say why the best is better than what was played, or than the second where that is the best.

    The view must be the one that was priced; `other` is what the sentence calls the worse one.
    """
    best, rivals = decision.best, [price for price in decision.prices if price != decision.best]
    if not rivals:
        return decision
    lead = best.lead - rivals[0].lead
    return decision._replace(why=why(game, seen, best.action, rivals[0].action, lead, other))
