"""Reviews of finished games: what each decision cost, and what was luck; and hints during one."""

from meldroom.reviews.hint import Alternative, Caution, Hint, caution, hint
from meldroom.reviews.pricing import Effort, Price, PricedDecision, explained, price_decision
from meldroom.reviews.review import (
    Balance,
    Review,
    ReviewPlan,
    costliest_first,
    review,
    turn_numbers,
)
from meldroom.reviews.why import Difference, Explanation, why

__all__ = [
    "Alternative",
    "Balance",
    "Caution",
    "Difference",
    "Effort",
    "Explanation",
    "Hint",
    "Price",
    "PricedDecision",
    "Review",
    "ReviewPlan",
    "caution",
    "costliest_first",
    "explained",
    "hint",
    "price_decision",
    "review",
    "turn_numbers",
    "why",
]
