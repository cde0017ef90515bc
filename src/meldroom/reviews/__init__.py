"""Reviews of finished games: what each decision cost, and what was luck."""

from meldroom.reviews.pricing import Effort, Price, PricedDecision, explained, price_decision
from meldroom.reviews.review import Balance, Review, ReviewPlan, review
from meldroom.reviews.why import Difference, Explanation, why

__all__ = [
    "Balance",
    "Difference",
    "Effort",
    "Explanation",
    "Price",
    "PricedDecision",
    "Review",
    "ReviewPlan",
    "explained",
    "price_decision",
    "review",
    "why",
]
