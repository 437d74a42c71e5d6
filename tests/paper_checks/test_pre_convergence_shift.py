"""The shift of the divergence in proof F.8, by a computation that shares nothing with the claim."""

import random
import mpmath as mp


def divergence(x: mp.mpf, y: mp.mpf, eps: mp.mpf) -> mp.mpf:
    """d_eps(x, y) for x <= y < 1, by its dual form: the best slope is -min(eps, log-odds gap)."""
    gap = mp.inf if x == 0 else mp.log(y * (1 - x) / (x * (1 - y)))
    slope = -min(eps, gap)
    return slope * x - mp.log(1 - y + y * mp.exp(slope))


def test_no_random_point_needs_a_smaller_shift() -> None:
    source = random.Random(12)
    smallest = mp.inf
    with mp.workdps(40):
        for _ in range(4000):
            best = mp.mpf(source.random()) ** source.choice((1, 4))
            level = best * source.random()
            x, eps = (
                level * source.random() ** source.choice((0.1, 1, 3)),
                mp.mpf(10) ** (source.uniform(-3, 1.5)),
            )
            shift = divergence(level, best, eps)
            loss = divergence(x, best, eps) - divergence(x, level, eps)
            assert loss >= shift - mp.mpf(10) ** -35
            smallest = min(smallest, (loss - shift) / best)
    assert smallest < 1e-8  # the shift cannot be larger
