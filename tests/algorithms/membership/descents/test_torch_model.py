"""Modules of PyTorch against the models in NumPy, and what is refused without PyTorch."""

import math
import sys
from typing import Any
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.batch_schedules import Epochs
from banditproof.algorithms.membership.descents.canaries import input_canary
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.descent_attack import (
    DescentAttack,
    RecomputedReferences,
    TargetRow,
)
from banditproof.algorithms.membership.descents.descent_game import DescentGame, attack_scores
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows, PoolOfRows
from banditproof.algorithms.membership.descents.linear_layers import (
    LinearLayer,
    LinearRegression,
    LogisticRegression,
    SoftmaxRegression,
)
from banditproof.algorithms.membership.descents.model import Model
from banditproof.algorithms.membership.descents.torch_model import Loss, TorchModel, pieces

LAYERS: list[tuple[Loss, LinearLayer]] = [
    ("squares", LinearRegression(columns=3, intercept=False)),
    ("logistic", LogisticRegression(columns=3, intercept=False)),
    ("softmax", SoftmaxRegression(columns=3, classes=4, intercept=False)),
]


def some_rows(model: LinearLayer, count: int, seed: int) -> LabelledRows:
    rng = np.random.default_rng(seed)
    labels = rng.integers(max(model.outputs, 2), size=count)
    return LabelledRows(rng.normal(size=(count, model.columns)), labels)


def pytorch() -> Any:
    return pytest.importorskip("torch", reason="pip install banditproof[torch]")


def as_module(loss: Loss, layer: LinearLayer, **settings: Any) -> TorchModel:
    linear = pytorch().nn.Linear(layer.columns, layer.outputs, bias=False)
    return TorchModel(module=linear, loss=loss, columns=layer.columns, **settings)


def test_without_pytorch_a_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ValueError, match=r'pip install "banditproof\[torch\]"'):
        TorchModel(module=None, loss="softmax", columns=2)
    for wrong in ({"loss": "hinge"}, {"columns": 0}, {"shape": (2, 3)}, {"shape": (-2, -2)}):
        settings: dict[str, Any] = {"module": None, "loss": "softmax", "columns": 4, **wrong}
        with pytest.raises(ValueError, match=next(iter(wrong))):  # before PyTorch is asked for
            TorchModel(**settings)


def test_pieces_are_in_the_order_of_the_vector() -> None:
    theta = np.arange(11.0)
    sizes = [(2, 3), (), (1, 4)]
    parts = pieces(theta, sizes)
    assert [part.shape for part in parts] == sizes
    assert np.concatenate([part.ravel() for part in parts]).tolist() == theta.tolist()


@pytest.mark.slow
@pytest.mark.parametrize(("loss", "layer"), LAYERS, ids=[loss for loss, _ in LAYERS])
@pytest.mark.parametrize("together", [True, False])
def test_a_linear_module_is_the_model_in_numpy(
    loss: Loss, layer: LinearLayer, together: bool
) -> None:
    model, rows = as_module(loss, layer, together=together), some_rows(layer, 5, 1)
    theta = 10 * np.random.default_rng(2).normal(size=layer.parameters)
    assert model.parameters == layer.parameters
    for own, other in ((model.losses, layer.losses), (model.gradients, layer.gradients)):
        np.testing.assert_allclose(own(theta, rows), other(theta, rows), rtol=1e-12, atol=1e-14)
    along = [
        item.gradients_along(np.stack([theta, -theta]), rows.take(0)) for item in (model, layer)
    ]
    np.testing.assert_allclose(*along, rtol=1e-12, atol=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("noise", [None, ClippedNoise(bound=0.5, multiplier=0.1)])
def test_the_attack_and_the_canary_are_those_of_numpy(noise: ClippedNoise | None) -> None:
    loss, layer = LAYERS[2]
    rows, references = some_rows(layer, 8, 3), some_rows(layer, 60, 4)

    def scores(model: Model) -> tuple[np.ndarray, np.ndarray]:
        descent = Descent(model=model, rates=(0.5, 0.25), batches=Epochs(4), noise=noise)
        target, start = TargetRow(model, rows.take(0)), np.zeros(model.parameters)
        known = RecomputedReferences(model, references, noise)
        attack = DescentAttack(target=target, references=known, noise=noise)
        law = PoolOfRows(references)
        game = DescentGame(law=law, rows=8, descent=descent, target=target, start=start)
        result = attack_scores(game, attack, 6, rng=5)
        canary = input_canary(model, references, rows, theta=start)
        return np.concatenate([result.out, result.inside]), canary.scores

    for own, other in zip(scores(as_module(loss, layer)), scores(layer), strict=True):
        np.testing.assert_allclose(own, other, rtol=1e-9)


@pytest.mark.slow
def test_gradients_of_a_small_network_are_slopes_of_its_losses() -> None:
    torch = pytorch()
    nn = torch.nn
    layers = [nn.Conv2d(1, 2, 2), nn.BatchNorm2d(2), nn.Tanh(), nn.Dropout(0.5), nn.Flatten()]
    network = nn.Sequential(*layers, nn.Linear(8, 3))
    network[1].weight.requires_grad_(False)
    before = [own.detach().clone() for own in network.parameters()]
    model = TorchModel(module=network, loss="softmax", columns=9, shape=(1, 3, 3))
    rng = np.random.default_rng(6)
    rows = LabelledRows(rng.normal(size=(4, 9)), [0, 1, 2, 2])
    theta, step = model.start, 1e-5
    assert len(theta) == model.parameters == 10 + 2 + 27
    moves = step * np.eye(len(theta))
    slopes = [model.losses(theta + move, rows) - model.losses(theta - move, rows) for move in moves]
    result = model.gradients(theta, rows)
    np.testing.assert_allclose(result, np.transpose(slopes) / (2 * step), atol=1e-8)
    alone = np.vstack([model.gradients(theta, rows.take(k)) for k in range(4)])
    np.testing.assert_allclose(result, alone, rtol=1e-12, atol=1e-15)
    seen = Descent(model=model, rates=(0.5,)).run(rows, rng=0)
    np.testing.assert_allclose(seen.gradients()[0], result.mean(axis=0), atol=1e-12)
    moved = model.module_at(seen.iterates[1])
    again = TorchModel(module=moved, loss="softmax", columns=9, shape=(1, 3, 3))
    assert again.start.tolist() == seen.iterates[1].tolist()
    after = list(network.parameters())
    assert network.training
    assert all(torch.equal(x, y) for x, y in zip(before, after, strict=True))


@pytest.mark.slow
def test_what_a_module_cannot_do_is_said() -> None:
    torch = pytorch()

    class Branching(torch.nn.Linear):  # type: ignore[misc]
        def forward(self, rows: Any) -> Any:
            score = super().forward(rows)
            return -score if float(score.detach().sum()) < 0 else score

    rows = LabelledRows([[1.0, 2.0], [-1.0, -2.0]], [0, 1])
    branching = Branching(2, 1, bias=False)
    with pytest.raises(ValueError, match="give together=False"):
        TorchModel(module=branching, loss="logistic", columns=2).gradients([1.0, 1.0], rows)
    slow = TorchModel(module=branching, loss="logistic", columns=2, together=False)
    likely = 1 / (1 + math.exp(-3.0))
    expected = [[likely, 2 * likely], [likely - 1, 2 * (likely - 1)]]
    np.testing.assert_allclose(slow.gradients([1.0, 1.0], rows), expected, rtol=1e-12)
    for module, words in (
        (torch.nn.Linear(3, 2), "does not take a row of the shape"),
        (torch.nn.Linear(2, 1), r"The scores of one row have the shape \(1, 1\)"),
        (torch.nn.Flatten(), "no parameter that needs a gradient"),
        ("linear", "give a torch.nn.Module"),
    ):
        with pytest.raises(ValueError, match=words):
            TorchModel(module=module, loss="softmax", columns=2)
    two = TorchModel(module=torch.nn.Linear(2, 2), loss="softmax", columns=2)
    with pytest.raises(ValueError, match="There is a label 2; give integers from 0 to 1"):
        two.gradients(two.start, LabelledRows([[0.0, 0.0]], [2]))
