"""DP-SGD for a module of PyTorch, as Opacus does it: each row's gradient is clipped, the sum noisy.

`banditproof attack gradient torch_loop:train` plays the membership game against it, and against
each of the loops with a mistake at the end of this file.
"""

import math
import torch
from torch.func import functional_call, grad, vmap

RATE = 0.1
STEPS = 4


def train(data, noise_multiplier, clip, rng, steps=STEPS, total=None):
    """The parameters after so many steps; the last column of the data has the labels 0 and 1."""
    chance = torch.Generator().manual_seed(int(rng.integers(2**63)))
    table = torch.from_numpy(data)
    x, y = table[:, :-1], table[:, -1]
    model = torch.nn.Linear(x.shape[1], 1, bias=False, dtype=torch.float64)
    parameters = {name: torch.zeros_like(value) for name, value in model.named_parameters()}

    def loss(parameters, row, label):
        score = functional_call(model, parameters, (row,)).squeeze()
        return torch.nn.functional.binary_cross_entropy_with_logits(score, label)

    for _ in range(steps):
        gradients = vmap(grad(loss), in_dims=(None, 0, 0))(parameters, x, y)
        rows = torch.cat([part.flatten(1) for part in gradients.values()], dim=1)
        step = (total or noisy_sum)(rows, noise_multiplier, clip, chance)
        sizes = [value.numel() for value in parameters.values()]
        for value, part in zip(parameters.values(), step.split(sizes), strict=True):
            value -= RATE * part.view_as(value)
    return torch.cat([value.flatten() for value in parameters.values()]).numpy()


def noisy_sum(rows, noise_multiplier, clip, chance):
    """The sum of the rows, none longer than the norm, with noise of its size."""
    return clipped(rows, clip).sum(0) + noise(rows, noise_multiplier * clip, chance)


def clipped(rows, clip):
    """Each row, no longer than the norm."""
    return rows * (clip / rows.norm(dim=1, keepdim=True).clamp_min(1e-12)).clamp_max(1)


def noise(rows, deviation, chance):
    """Normal noise for each coordinate of a sum."""
    return deviation * torch.randn(rows.shape[1], generator=chance, dtype=rows.dtype)


def spent(noise_multiplier, delta, steps=STEPS):
    """The eps of these steps by Renyi privacy, as the accountant of Opacus has it."""
    orders = [1 + k / 10 for k in range(1, 1000)]
    each = ((a, steps * a / (2 * noise_multiplier**2)) for a in orders)
    return min(loss + math.log1p(-1 / a) - math.log(delta * a) / (a - 1) for a, loss in each)


def without_noise(data, noise_multiplier, clip, rng, steps=STEPS):
    """The noise was forgotten."""

    def total(rows, noise_multiplier, clip, chance):
        return clipped(rows, clip).sum(0)

    return train(data, noise_multiplier, clip, rng, steps, total)


def clip_after_sum(data, noise_multiplier, clip, rng, steps=STEPS):
    """The gradient of the whole batch is clipped, as `clip_grad_norm_` does it."""

    def total(rows, noise_multiplier, clip, chance):
        whole = clipped(rows.sum(0, keepdim=True), clip).squeeze(0)
        return whole + noise(rows, noise_multiplier * clip, chance)

    return train(data, noise_multiplier, clip, rng, steps, total)


def noise_of_the_mean(data, noise_multiplier, clip, rng, steps=STEPS):
    """The noise of the mean of a batch is added to its sum: too small by the size of the batch."""

    def total(rows, noise_multiplier, clip, chance):
        return clipped(rows, clip).sum(0) + noise(rows, noise_multiplier * clip / len(rows), chance)

    return train(data, noise_multiplier, clip, rng, steps, total)
