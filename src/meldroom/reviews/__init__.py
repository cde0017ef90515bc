"""Reviews of finished games: what each decision cost, and what was luck."""

from meldroom.reviews.pricing import Decision, Effort, Price, price_decision
from meldroom.reviews.review import Balance, Review, review

__all__ = ["Balance", "Decision", "Effort", "Price", "Review", "price_decision", "review"]
