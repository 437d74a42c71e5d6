"""Batches, contexts, slates, stopping, own loops, NumPy state: each kind is played as it should be.

The level of each audit is 1e-6, so that a careful policy is rejected with at most that probability.
"""

import numpy as np
import pytest
from black_box_runs import Plain, played, style
from banditproof.algorithms.interfaces import Contexts
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.inputs import TableInput, as_input

LEVEL = "1e-6"


class Batch(Plain):
    rounds, update = 0, None

    def select(self):
        self.rounds += 1
        return (self.rounds - 1) % 2

    def update_batch(self, arms, rewards):
        self.received.append((arms.tolist(), rewards.tolist()))


Declared = style("Declared", Batch, batch_size=3)
Fitting = style(
    "Fitting",
    Batch,
    update_batch=None,
    partial_fit=lambda self, X, a, r: self.received.append((X.tolist(), a.tolist(), r.tolist())),
)


@pytest.mark.parametrize(
    ("factory", "batch", "received"),
    [
        (Batch, 2, [([0, 1], [0, 0]), ([0, 1], [0.5, 0.25])]),
        (Batch, None, [([0], [0]), ([1], [0]), ([0], [0.5]), ([1], [0.25])]),
        (Declared, None, [([0, 1, 0], [0, 0, 0.5])]),
    ],
)
def test_rewards_come_in_batches(factory, batch, received):
    rows, policy = played(factory, batch=batch)
    assert (rows, policy.received) == ([[0, 1, 0, 1]], received)


def test_contexts_are_told_in_batches():
    contexts = Contexts.of([[1.0], [2.0], [3.0], [4.0]], 4)
    _, policy = played(Fitting, batch=2, contexts=contexts)
    assert policy.received == [([[1], [2]], [0, 1], [0, 0]), ([[3], [4]], [0, 1], [0.5, 0.25])]


class Linear:
    """Plays the arm of the sign of a context; updated in one of several orders."""

    def __init__(self):
        self.received = []

    def select(self, context):
        self.shown = context
        return int(context[0] > 0)

    def tell(self, context, arm, reward):
        self.received.append((context[0], arm, reward))


ContextFirst = style(
    "ContextFirst",
    Linear,
    update=lambda self, context, arm, reward: self.tell(context, arm, reward),
)
CONTEXTUAL = [
    ContextFirst,
    style(
        "ContextLast",
        Linear,
        update=lambda self, arm, reward, context: self.tell(context, arm, reward),
    ),
    style(
        "RewardFirst", Linear, learn=lambda self, x, reward, action: self.tell(x, action, reward)
    ),
    style(
        "WithoutContext",
        Linear,
        update=lambda self, arm, reward: self.tell(self.shown, arm, reward),
    ),
]


@pytest.mark.parametrize("kind", CONTEXTUAL)
def test_each_contextual_style_is_shown_and_told_the_same(kind):
    contexts = Contexts.of([[1.0, 0.0], [-1.0, 0.0]], 4)
    rows, policy = played(kind, contexts=contexts)
    assert rows == [[1, 0, 1, 0]]
    assert policy.received == [(1, 1, 1), (-1, 0, 1), (1, 1, 1), (-1, 0, 0)]
    with pytest.raises(ValueError, match=r"select\(context\), so it needs a context"):
        played(kind)


def test_an_input_says_which_contexts_are_shown():
    contexts = Contexts((np.ones((2, 1)), -np.ones((2, 1))))
    for public in (0, 1):
        rows, _ = played(ContextFirst, TableInput(((0, 0),) * 2, public=public), contexts=contexts)
        assert rows == [[1 - public] * 2]


def test_contexts_are_given_drawn_or_made():
    assert Contexts.of(np.eye(2), 5).sequences[0].tolist() == [[1, 0], [0, 1]] * 2 + [[1, 0]]
    assert Contexts.of(np.zeros((3, 2, 4)), 2).sequences[0].shape == (2, 2, 4)
    drawn = Contexts.of("normal", 5, dim=2)
    assert len({array.tobytes() for array in drawn.sequences}) == len(drawn.sequences)
    assert drawn.dim == 2
    sphere = Contexts.of("unit sphere", 5, dim=3).sequences[1]
    assert np.linalg.norm(sphere, axis=1) == pytest.approx(np.ones(5))
    again = Contexts.of("normal", 5, dim=2)
    assert all(np.array_equal(*p) for p in zip(drawn.sequences, again.sequences, strict=True))
    made = Contexts.of(lambda rng, rounds: rng.random((rounds, 3)), 4)
    assert made.sequences[0].shape == (4, 3)


class LeastSquares:
    """Ridge regression for each arm; `scale` is that of noise on all that it learned of rewards."""

    def __init__(self, rng, dim, scale):
        self.rng, self.scale = rng, scale
        self.gram = [np.eye(dim) for _ in range(2)]
        self.sums = [np.zeros(dim) for _ in range(2)]

    def select(self, context):
        values = [
            context @ np.linalg.solve(g, s + self.rng.laplace(scale=self.scale, size=len(s)))
            for g, s in zip(self.gram, self.sums, strict=True)
        ]
        return int(np.argmax(values))

    def update(self, context, arm, reward):
        self.gram[arm] += np.outer(context, context)
        self.sums[arm] += reward * context


def test_a_linear_policy_is_refuted_and_one_that_drowns_in_noise_is_not():
    settings = {"contexts": "unit sphere", "dim": 3, "horizon": 5, "level": LEVEL}
    bare = audit_black_box(lambda rng, dim: LeastSquares(rng, dim, 0.02), 1, **settings)
    assert bare.verdict == "fails"
    facts = bare.witness.to_json()
    assert np.shape(facts["contexts"])[1] == 3
    assert bare.witness.pair.left.public == bare.witness.pair.right.public
    drowned = audit_black_box(
        lambda rng, dim: LeastSquares(rng, dim, 40.0), 1, samples=3000, **settings
    )
    assert drowned.verdict == "not refuted"


TwoOfThree = style("TwoOfThree", select=lambda self: (2, len(self.received) % 2))
SLATES = TableInput(((0, 1, 0.5), (1, 0, 0.25)))


def test_a_slate_is_told_the_reward_of_each_of_its_arms():
    rows, policy = played(TwoOfThree, SLATES, arms=3, slate=2)
    assert rows == [[6, 7]]
    assert policy.received == [((2, 0), (0.5, 0)), ((2, 1), (0.25, 0))]


class TopTwo:
    """The two arms of the largest sums, with noise or without; a slate of both."""

    def __init__(self, rng, scale):
        self.sums, self.rng, self.scale = np.zeros(3), rng, scale
        self.t, self.best = 0, None

    def select(self):
        if self.t < 3:
            return self.t, (self.t + 1) % 3
        if self.best is None:
            self.best = np.argsort(-self.sums - self.rng.laplace(scale=self.scale, size=3))[:2]
        return self.best

    def update(self, slate, rewards):
        if self.t < 3:
            for arm, reward in zip(slate, rewards, strict=True):
                self.sums[arm] += reward
        self.t += 1


@pytest.mark.parametrize(("scale", "verdict"), [(0.1, "fails"), (2.0, "not refuted")])
def test_slates_are_audited(scale, verdict):
    """A row pays two arms of a slate, so noise of scale 2 / eps is enough."""
    result = audit_black_box(
        lambda rng: TopTwo(rng, scale), 1, arms=3, slate=2, horizon=5, level=LEVEL, samples=8000
    )
    assert result.verdict == verdict
    if verdict == "fails":
        assert " and " in str(result.witness.event)


def test_a_factory_gets_contexts_and_their_dimension():
    seen = {}

    def factory(dim, contexts=None, batch_size=None):
        seen.update(dim=dim, contexts=contexts, batch=batch_size)
        return ContextFirst()

    audit_black_box(factory, 1, contexts=np.eye(3), horizon=3, samples=10)
    assert (seen["dim"], np.shape(seen["contexts"])) == (3, (3, 3))
    audit_black_box(factory, 1, contexts="normal", dim=4, horizon=3, samples=10)
    assert (seen["dim"], seen["contexts"]) == (4, None)


def test_inputs_keep_their_contexts_apart():
    first, second = (as_input(Notion.TABLE, 2, [(0, 0)], public=p) for p in (0, 1))
    assert first != second
    assert first.with_block(1, (1, 1)).cut(1).public == 0
    assert second.lengthened(3, 0.5).blocks == ((0, 0), (0.5, 0.5), (0.5, 0.5))
