"""X-2: what the table does for a seat that stays silent."""

from __future__ import annotations

from meldroom.core.default_action import default_action, drawn_last
from meldroom.core.game import AnyGame
from meldroom.core.view import events, view
from meldroom.games.companions import timing_of
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.testing.random_games import random_game, seeds, setups
from tests.conformance.tables import EVERY_GAME
from tests.scenario import Scenario, deal


def silent(table: Scenario, seat: int = 0) -> str:
    drawn = drawn_last(events(table.state, seat), seat)
    seen = view(table.state, seat)
    verbs = timing_of(table.game).default_verbs(seen)
    return table.game.text(default_action(table.game, seen, drawn, verbs))


def test_x2_a_silent_seat_draws_blind_and_discards_what_it_drew() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. G- KV OL", "discard: R-", "pool: K.")
    assert silent(table) == "draw"
    assert silent(table.play("draw")) == "discard K."


def test_x2_the_thumb_is_never_raised_for_a_silent_seat() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. R. R- RV", "discard: R-", "pool: K.")
    assert silent(table) == "draw"
    assert silent(table.play("draw")) == "discard K."


def test_x2_what_cannot_be_thrown_back_gives_way_to_the_first_in_canonical_order() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. G- KV OL", "discard: B-")
    assert silent(table.play("take")) == "discard G-"


def test_x2_a_single_choice_is_taken() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. R. R- RV").play("thumb")
    assert silent(table, 1) == "seen"


def test_x2_a_card_from_another_hand_or_unseen_is_not_one_that_was_drawn() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. G- KV OL", "pool: K.").play("draw")
    assert drawn_last(events(table.state, 1), 1, b"x") == b"x"
    assert drawn_last(events(table.state, 1), 0, b"x") == b"x"


@EVERY_GAME
def test_x2_every_game_names_default_verbs_and_one_of_them_is_chosen(game: AnyGame) -> None:
    assert timing_of(game).verbs
    assert set(timing_of(game).verbs) <= {action.verb for action in game.actions}
    for setup in setups(game):
        for seed in seeds(f"shy {setup}", 1):
            for ply in random_game(setup, seed, most=100):
                for seat in game.to_act(ply.after.public):
                    seen = view(ply.after, seat)
                    verbs = timing_of(game).default_verbs(seen)
                    action = default_action(game, seen, b"", verbs)
                    legal = game.legal(seen)
                    assert action in legal
                    duty = not any(choice.verb in verbs for choice in legal)
                    assert duty or action.verb in verbs


def test_x2_without_default_verbs_the_first_legal_text_is_chosen() -> None:
    seen = view(deal(ThumbsUp(), "discard: R-").state, 0)
    assert ThumbsUp().text(default_action(ThumbsUp(), seen, b"", ())) == "draw"
