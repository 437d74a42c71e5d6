"""AdaP-KLUCB: optimism in kl with a private shift, from the last episode only."""

import math
from dataclasses import dataclass
from typing import Any
from flint import arb
from banditproof.theory import Number
from banditproof.theory.balls import MoreBits, ball
from banditproof.theory.batch_schedule import DoublingSchedule, Schedule
from banditproof.theory.bernoulli_kernels import kl_parts
from banditproof.theory.compiled import kernel
from banditproof.theory.confidence_bound_kernels import kl_ucb_log_complement as index_kernel
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .known_arms_kernels import MEAN, POINT, PULLS, VALUE, Floats, Integers, listed
from .phased_index import ArmRecord, CompiledIndex, PrivateIndexPolicy, as_float, clipped
from .proved_index import TOP, Form, OneArm, divergence_root, floor_of

EPISODES = DoublingSchedule()
_WIDE_MARGIN = 1e-9  # above the rounding of 1 - index, relative to it, while that is above exp(-12)


@kernel
def choose_adap_klucb(
    log_t: float, eps: float, optimism: float, known: Floats, phases: Integers, tied: Integers
) -> int:
    """List the arms with the largest AdaP-KLUCB index, compared by -log(1 - index).

    The first one is likely to be the largest. An arm whose divergence from the largest index is
    above its level is smaller, by the slope q / (q - x) of -log(1 - q) in the level, or more.
    """
    arms = known.shape[0]
    bonus = optimism * log_t
    first = 0
    most = -1.0
    for a in range(arms):
        level = bonus / known[a, PULLS]
        known[a, POINT] = level
        x = min(max(known[a, MEAN] + level / eps, 0.0), 1.0)
        known[a, VALUE] = x
        guess = x + math.sqrt(x * (1.0 - x) * level) + level
        if guess > most:
            most = guess
            first = a
    top = -1.0
    count = 0
    near = False
    q, qc = 0.0, 1.0
    for turn in range(arms):
        a = first if turn == 0 else (turn - 1 if turn <= first else turn)
        x = known[a, VALUE]
        level = known[a, POINT]
        if top == math.inf and x < 1.0:
            continue
        if near and x < q:
            divergence = kl_parts(x, 1.0 - x, q, qc, q - x)
            if (divergence - level) * q > _WIDE_MARGIN * (q - x):
                continue
        index = index_kernel(x, level)
        if index > top:
            top = index
            count = 0
            near = top < 12.0
            if near:
                qc = math.exp(-top)
                q = -math.expm1(-top)
        if index == top:
            count = listed(tied, count, a)
    return count


@accepts_epsilon
@dataclass(frozen=True)
class AdaPKLUCB(PrivateIndexPolicy):
    """Pull the arm with the largest max { q : kl(x, q) <= b }, forgetting all but one episode.

    b = optimism log(t) / s and x = [mean + b / eps]_0^1, with the mean and the size s of the
    arm's last episode alone. The index may be within 1e-30 of 1 without being 1, so arms are
    compared by -log(1 - q), which is infinite only at x = 1. The guarantee needs optimism > 3.
    Algorithm 7 of the thesis; claim `bern.comp.adapklucb`.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AdaPKLUCB(arms=2, eps=10, ties="first")
    >>> play(policy, RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)]), 30, Silent()).pulls[3:]
    ((4, 0, 2), (6, 0, 4), (10, 0, 8), (18, 1, 1), (19, 1, 2), (21, 0, 16))
    """

    schedule: Schedule = EPISODES
    optimism: Number = 3.1

    name = "adap-klucb"
    bordered = True
    forgets = True
    compiled = CompiledIndex(choose_adap_klucb, per_pull=10, per_arm=12)

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("optimism", self.optimism)

    @property
    def parameters(self) -> tuple[float, float]:
        """eps and the optimism."""
        return as_float(self.eps), as_float(self.optimism)

    def index(self, arm: ArmRecord, t: int) -> Any:
        """-log(1 - q) of the largest q with kl([mean + b / eps]_0^1, q) <= b."""
        eps, optimism = self.parameters
        bonus = optimism * math.log(t)
        return kl_ucb_log_complement(clipped(arm.mean + bonus / arm.pulls / eps), bonus / arm.pulls)

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index is 1 if and only if n - k <= optimism L / eps."""
        eps, optimism = exact(self.eps), exact(self.optimism)
        raised = floor_of(lambda: ball(optimism / eps) * arb(t).log())

        def form(total: int) -> Form:
            return TOP if n - total <= raised else (n, max(total, -raised - 1))

        def score(total: int) -> arb:
            bonus = ball(optimism) * arb(t).log()
            if total < -raised:
                return bonus / n
            x, level = (total + bonus / ball(eps)) / n, bonus / n
            if not 0 < x < 1:
                raise MoreBits
            return divergence_root(x, level, kl_ucb_log_complement(float(x), float(level)))

        return OneArm(form, score, (-raised - 1, n - raised))


def with_beta(beta: Number = AdaPKLUCB.optimism, **options: Any) -> AdaPKLUCB:
    """AdaP-KLUCB whose optimism is called beta, as the thesis calls it.

    >>> with_beta(arms=2, eps=1, beta=4).optimism
    4
    """
    return AdaPKLUCB(**options, optimism=beta)
