"""Self-play, PPO and contests on the processor, in small counts."""

from __future__ import annotations

from typing import Any

import pytest

from tests import missing

pytest.importorskip("torch", reason=missing.TORCH)
import torch

from meldroom.fast.twin import RowSizes
from meldroom.games import find
from meldroom.training.contest import contest
from meldroom.training.lockstep import differing_tables
from meldroom.training.networks import (
    MAX_BYTES,
    make_policy,
    masked,
    outputs,
    parameters,
    policy_sizes,
)
from meldroom.training.ppo import Learner, Minibatch, advantages_of, drawn, losses
from meldroom.training.self_play import Positions, SelfPlay, training_sizes
from meldroom.training.settings import TrainingSettings
from meldroom.training.setups import packed, packed_rotations, read_setup

pytestmark = pytest.mark.usefixtures("library")

GAME = find("victory-rummy")
SMALL = TrainingSettings(tables=96, steps=12, minibatch=256, widths="32-16", critic_widths="32-16")


@pytest.fixture
def learner() -> Learner:
    """Give a small learner that has played and judged once."""
    made = Learner(GAME, SMALL, "cpu")
    made.play()
    made.judge()
    return made


def small_policy(seed: int) -> Any:
    torch.manual_seed(seed)
    sizes = training_sizes(GAME)
    return make_policy((sizes.seen, 16, sizes.actions))


def test_tables_with_one_seed_are_dealt_alike_whatever_was_played() -> None:
    tables = SelfPlay(GAME, [packed(2, b"")] * 2, torch.tensor([7, 7]), "cpu")
    seen = Positions(tables.sizes, (2,), "cpu")
    tables.observe(seen.rows, seen.mask, seen.turn)
    assert torch.equal(seen.rows[0], seen.rows[1])
    assert int(seen.mask[0].sum()) > 1


def test_the_rewards_of_a_game_add_up_to_nothing_and_come_at_its_end() -> None:
    setups = packed_rotations(GAME, read_setup(GAME, "3,target=150"), with_house=True) * 4
    tables = SelfPlay(GAME, setups, torch.arange(12), "cpu")
    seen = Positions(tables.sizes, (12,), "cpu")
    rewards = torch.zeros(12, tables.sizes.seats)
    done, ended = torch.zeros(12, dtype=torch.uint8), torch.zeros(12, dtype=torch.bool)
    for _ in range(500):
        tables.observe(seen.rows, seen.mask, seen.turn)
        tables.step(seen.mask.argmax(-1), rewards, done, reopen=False)
        new = done.bool() & ~ended
        assert not rewards[~new].any()
        assert torch.allclose(rewards[new].sum(-1), torch.zeros(int(new.sum())), atol=1e-6)
        assert bool((rewards[new].max(-1).values > 0.1).all())
        ended |= new
    assert bool(ended.all())
    shares, plies = tables.ends()
    assert torch.allclose(shares.sum(-1), torch.ones(12))
    assert int(plies.min()) > 0


def test_only_legal_actions_are_drawn() -> None:
    torch.manual_seed(1)
    mask = (torch.rand(4_000, 16) < 0.2).to(torch.uint8)
    mask[:, 3] = 1
    chosen = drawn(masked(torch.randn(4_000, 16), mask))
    assert bool(mask.gather(1, chosen[:, None]).bool().all())


def test_actions_are_drawn_as_often_as_their_probability_says() -> None:
    torch.manual_seed(1)
    chances = torch.tensor([0.1, 0.2, 0.7])
    chosen = drawn(chances.log().expand(50_000, 3))
    assert torch.allclose(chosen.bincount() / 50_000, chances, atol=0.01)


def test_a_policy_is_as_wide_as_its_file_may_be_large() -> None:
    assert policy_sizes(RowSizes(320, 480, 16, 4)) == (320, 1024, 512, 256, 16)
    large = policy_sizes(RowSizes(1_100, 1_400, 551, 8))
    assert 2 * parameters(large) <= MAX_BYTES < 2 * parameters((1_100, large[1] + 64, *large[2:]))
    assert policy_sizes(RowSizes(320, 480, 16, 4), (64, 32)) == (320, 64, 32, 16)


def test_a_new_policy_finds_all_legal_actions_about_as_likely(learner: Learner) -> None:
    fresh = Learner(GAME, SMALL, "cpu")
    with torch.no_grad():
        logits = outputs(fresh.policy, learner.seen.rows[0, :, : learner.sizes.seen])
    assert float(logits.abs().max()) < 0.2


def test_with_full_traces_an_advantage_is_the_return_less_the_value() -> None:
    rewards = torch.zeros(4, 1, 2)
    rewards[2, 0] = torch.tensor([0.5, -0.5])
    done = torch.tensor([[0], [0], [1], [0]], dtype=torch.uint8)
    values = torch.arange(10.0).view(5, 1, 2) / 10
    found = advantages_of(rewards, values, done, 1.0)
    for step in range(3):  # the game that ends in step 2
        assert torch.allclose(found[step], rewards[2] - values[step])
    assert torch.allclose(found[3], values[4] - values[3])  # the next one goes on


def test_values_are_turned_from_the_one_who_acts_to_the_seats(learner: Learner) -> None:
    with torch.no_grad():  # a critic that rates the n-th seat after the one to act n
        for layer in learner.critic:
            for parameter in layer.parameters():
                parameter.zero_()
        learner.critic[-1].bias.copy_(torch.arange(float(learner.sizes.seats)))
    learner.judge()
    seats = learner.tables.seats
    for table in range(8):
        many, turn = int(seats[table]), int(learner.seen.turn[0, table])
        expected = [float((seat - turn) % many) for seat in range(many)]
        assert learner.values[0, table, :many].tolist() == expected
        assert not learner.values[0, table, many:].any()


def test_a_better_action_becomes_likelier_and_the_critic_improves(learner: Learner) -> None:
    before = learner.update(1e-3, 0.0)
    for _ in range(15):
        after = learner.update(1e-3, 0.0)
    assert float(after.value_loss) < float(before.value_loss)
    rows = learner.seen.rows[: SMALL.steps].flatten(0, 1)
    mask = learner.seen.mask[: SMALL.steps].flatten(0, 1)
    with torch.no_grad():
        logits = masked(outputs(learner.policy, rows[:, : learner.sizes.seen]), mask)
        logs = torch.log_softmax(logits, -1).gather(1, learner.actions.flatten()[:, None])[:, 0]
    change = logs - learner.log_probabilities.flatten()
    advantages = learner.advantages.flatten()
    assert float(change[advantages > 1].mean()) > float(change[advantages < -1].mean())


def test_entropy_keeps_the_policy_open(learner: Learner) -> None:
    with torch.no_grad():
        learner.policy[-1].bias.copy_(torch.randn(learner.sizes.actions))
    learner.advantages.zero_()
    first = learner.update(1e-2, 1.0)
    for _ in range(5):
        last = learner.update(1e-2, 1.0)
    assert float(last.entropy) > float(first.entropy)


def test_a_frozen_opponents_decisions_teach_the_policy_nothing(learner: Learner) -> None:
    batch = Minibatch(
        learner.seen.rows[0], learner.seen.mask[0], learner.actions[0],
        learner.log_probabilities[0], learner.advantages[0] + 1, learner.returns[0],
        torch.ones(SMALL.tables, learner.sizes.seats), torch.zeros(SMALL.tables),
    )  # fmt: skip
    loss, *_ = losses(
        learner.policy, learner.critic, batch, learner.sizes.seen, 0.2, torch.tensor(0.04)
    )
    loss.backward()
    assert not any(each.grad.any() for each in learner.policy.parameters())
    assert any(each.grad.any() for each in learner.critic.parameters())


def test_against_an_opponent_the_learner_has_one_seat_at_every_table() -> None:
    opponent = small_policy(3)
    with torch.no_grad():
        opponent[-1].weight.mul_(1_000)
    learner = Learner(GAME, SMALL, "cpu", opponent=opponent)
    learner.play()
    learner.judge()
    assert bool((learner.own_seat >= 0).all())
    assert bool((learner.own_seat < learner.tables.seats).all())
    turn = learner.seen.turn[: SMALL.steps]
    assert torch.equal(learner.own.bool(), turn == learner.own_seat)
    rows = learner.seen.rows[: SMALL.steps, :, : learner.sizes.seen]
    best = masked(outputs(opponent, rows), learner.seen.mask[: SMALL.steps]).argmax(-1)
    assert torch.equal(learner.actions[~learner.own.bool()], best[~learner.own.bool()])
    assert not torch.equal(learner.actions[learner.own.bool()], best[learner.own.bool()])


def test_a_seed_gives_the_same_weights_and_another_seed_others() -> None:
    def trained(seed: int) -> Any:
        learner = Learner(GAME, TrainingSettings(**{**vars(SMALL), "seed": seed}), "cpu")
        for _ in range(2):
            learner.play()
            learner.judge()
            learner.update(1e-3, 0.04)
        return torch.cat([each.flatten() for each in learner.averaged.parameters()])

    first, again, other = trained(1), trained(1), trained(2)
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


@pytest.mark.parametrize("seats", [2, 3])
def test_against_its_equal_a_network_wins_its_share_of_every_deal(seats: int) -> None:
    policy = small_policy(1)
    setup = read_setup(GAME, f"{seats},target=150")
    result = contest(GAME, policy, setup, 3, 5, "cpu", opponent=policy)
    assert result.wins.mean == pytest.approx(1 / seats)
    assert (result.wins.deals, result.unfinished) == (3, 0)


def test_house_beats_a_network_that_has_learned_nothing() -> None:
    setup = read_setup(GAME, "2,target=150")
    result = contest(GAME, small_policy(1), setup, 40, 5, "cpu")
    assert result.wins.high < 0.5
    again = contest(GAME, small_policy(1), setup, 40, 5, "cpu")
    assert again == result


def test_a_device_that_plays_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert differing_tables(GAME, "cpu", tables=40, steps=30) == 0
    observe, seen_first = SelfPlay.observe, list[SelfPlay]()

    def wrong(self: SelfPlay, rows: Any, mask: Any, turn: Any) -> None:
        observe(self, rows, mask, turn)
        seen_first.append(self)
        if self is seen_first[0]:
            rows[7, 0] += 1

    monkeypatch.setattr(SelfPlay, "observe", wrong)
    assert differing_tables(GAME, "cpu", tables=40, steps=30) == 1


@pytest.mark.skipif(not torch.cuda.is_available(), reason=missing.CARD)
def test_a_card_plays_every_table_as_the_processor_does() -> None:
    assert differing_tables(GAME, "cuda") == 0
