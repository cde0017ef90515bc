"""Reviews of finished games: what each decision cost, and what was luck."""

from meldroom.reviews.pricing import Effort, Price, PricedDecision, price_decision
from meldroom.reviews.review import Balance, Review, ReviewPlan, review

__all__ = [
    "Balance",
    "Effort",
    "Price",
    "PricedDecision",
    "Review",
    "ReviewPlan",
    "price_decision",
    "review",
]
