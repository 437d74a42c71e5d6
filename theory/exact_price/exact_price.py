"""The least regret of all private policies at one horizon, between two certified ends."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from banditproof.theory.argument_readers import reads
from banditproof.theory.balls import ball, enclose
from banditproof.theory.decimal_digits import decimal
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.rational_programs import Row
from .dual_bound import Certificate, certified
from .every_instance import largest_cost
from .exact_policy import ExactPolicy, repaired
from .problem import Goal, Means, Model, Problem, corners, grid
from .relabelled_actions import ActionTree
from .sequence_program import solved

Instances = str | int | Sequence[Sequence[Number]]
MOST_SEARCHES, FEW_SEARCHES = 12, 5
"""How often instances are added, and how often to a program of more than `LARGE` variables."""
LARGE = 2000
CLOSE = Fraction(1, 10**6)
"""The relative gap at which the search for worse instances ends."""
FACTOR_STEP = 2**48
"""The denominator of e^eps, where that is no rational number."""
LARGEST_EPS, LARGEST_FACTOR = 8, 3000
"""The largest eps, and the number with the largest logarithm that stands for one."""
MOST_INSTANCES = 5000
_LOGARITHM = re.compile(r"\s*(?:log|ln)\s*\(([^()]+)\)\s*")


@dataclass(frozen=True)
class ExactPrice:
    """Both ends, each proved: no policy costs less than `lower`, and `policy` costs `upper`.

    Both are about the instances of the problem, so `lower` holds for the worst case over all
    instances too. `everywhere` bounds the cost of `policy` on all instances, where it is known.
    """

    budget: str | None
    """eps in words."""
    problem: Problem
    """With e^eps rounded upwards: what is proved of its policies holds for all with the budget."""
    upper_problem: Problem
    """With e^eps rounded downwards: its policies have the budget."""
    tree: ActionTree
    certificate: Certificate
    policy: ExactPolicy
    upper: Fraction
    everywhere: Fraction | None

    @property
    def lower(self) -> Fraction:
        """No policy with the budget costs less."""
        return self.certificate.value

    @property
    def value(self) -> Fraction | None:
        """The least cost as an exact number, where the ends meet.

        >>> exact_price(2, 4, "log(2)").value, exact_price(2, 3).value
        (Fraction(25, 18), Fraction(9, 16))
        """
        return self.lower if self.lower == self.upper else None


@accepts_epsilon
@reads(arms=exact_count, horizon=exact_count)
def exact_price(
    arms: int,
    horizon: int,
    eps: Number | None = None,
    *,
    delta: Number = 0,
    model: Model = "view",
    goal: Goal = "regret",
    instances: Instances = "worst",
    prior: str | Row | None = None,
) -> ExactPrice:
    """The least cost over all (eps, delta)-DP policies of Bernoulli rewards, between two ends.

    eps is a number, "log(2)", or None without privacy. The cost is the largest over the instances:
    "worst" (all of them, for two arms), "corners" (one arm pays 1, the others 0), a number N (all
    means that are multiples of 1/N), or a list. With a `prior`, "equal" or weights, it is the mean.

    >>> found = exact_price(2, 3, "log(2)")
    >>> found.lower, found.upper, found.everywhere
    (Fraction(7, 6), Fraction(7, 6), Fraction(7, 6))
    """
    above, below = factors(eps)
    said = None if eps is None else eps_in_words(eps)
    chosen = instances_of(arms, instances)
    weights = _prior(prior, len(chosen))
    if weights is None:  # the largest cost is that of the instances, once each
        chosen = tuple(dict.fromkeys(chosen))
    problem = Problem(arms, horizon, above, chosen, goal, exact(delta), model, weights)
    if (
        instances == "worst"
        and arms == 2
        and prior is None
        and problem.symmetric
        and goal != "error"
    ):
        return _worst(said, problem, below)
    return _solved(said, problem, below)


def factors(eps: Number | None) -> tuple[Fraction | None, Fraction | None]:
    """e^eps, rounded upwards and downwards; exact for the logarithm of a rational number.

    >>> factors("log(3/2)"), [float(x) for x in factors("1")]
    ((Fraction(3, 2), Fraction(3, 2)), [2.718281828459048, 2.7182818284590446])
    """
    if eps is None:
        return None, None
    match = _LOGARITHM.fullmatch(eps) if isinstance(eps, str) else None
    if match is not None:
        factor = exact(match[1])
        if not 1 <= factor <= LARGEST_FACTOR:
            raise ValueError(
                f"eps is log({decimal(factor, 6, up=False)}); give the logarithm of a number from "
                f"1 to {LARGEST_FACTOR}, or no eps."
            )
        return factor, factor
    loss = exact(eps)
    if not 0 <= loss <= LARGEST_EPS:
        shown = decimal(loss, 6, up=False)
        raise ValueError(f"eps is {shown}; give a number in [0, {LARGEST_EPS}], or log(2).")
    if loss == 0:
        return Fraction(1), Fraction(1)
    found = enclose(lambda: ball(loss).exp(), 25)
    up = -int(-Fraction(found.hi) * FACTOR_STEP // 1)
    down = max(FACTOR_STEP, int(Fraction(found.lo) * FACTOR_STEP // 1))
    return Fraction(up, FACTOR_STEP), Fraction(down, FACTOR_STEP)


def eps_in_words(eps: Number) -> str:
    """The eps of a file: log(q), or an exact number.

    >>> eps_in_words("ln(2)"), eps_in_words("0.25")
    ('log(2)', '1/4')
    """
    match = _LOGARITHM.fullmatch(eps) if isinstance(eps, str) else None
    return str(exact(eps)) if match is None else f"log({exact(match[1])})"


def instances_of(arms: int, given: Instances) -> tuple[Means, ...]:
    """The instances that a word, a number or a list stands for."""
    if isinstance(given, str) and given in ("worst", "corners"):
        return corners(arms)
    if isinstance(given, int):
        if given < 1 or (given + 1) ** arms > MOST_INSTANCES:
            raise ValueError(
                f"The grid has steps of 1/{given}; give a number >= 1 with at most "
                f"{MOST_INSTANCES} instances."
            )
        return grid(arms, given)
    if isinstance(given, str):
        raise ValueError(f"The instances are {given!r}; give worst, corners, a number, or a list.")
    return tuple(tuple(exact(mean) for mean in means) for means in given)


def _prior(prior: str | Row | None, count: int) -> tuple[Fraction, ...] | None:
    if prior is None:
        return None
    if prior == "equal":
        return (Fraction(1, count),) * count
    if isinstance(prior, str):
        raise ValueError(f"The prior is {prior!r}; give equal, or a list of weights.")
    return tuple(exact(weight) for weight in prior)


def _solved(eps: str | None, problem: Problem, below: Fraction | None) -> ExactPrice:
    """Both ends of a program; each holds whatever the solver found."""
    tree = ActionTree.of(problem.arms, problem.actions, problem.symmetric)
    solution, private = solved(problem, tree), replace(problem, factor=below)
    policy, upper = repaired(private, tree, solution)
    found = certified(problem, tree, solution)
    return ExactPrice(eps, problem, private, tree, found, policy, upper, None)


def _worst(eps: str | None, problem: Problem, below: Fraction | None) -> ExactPrice:
    """Add the worst instance of the best policy until it is no worse than the others."""
    best: ExactPrice | None = None
    for _ in range(MOST_SEARCHES if problem.variables <= LARGE else FEW_SEARCHES):
        found = _solved(eps, problem, below)
        gap = max(found.lower, CLOSE) * CLOSE / 100
        everywhere, where = largest_cost(problem, found.tree, found.policy, gap)
        found = replace(found, everywhere=everywhere)
        if best is None or everywhere - found.lower < (best.everywhere or 0) - best.lower:
            best = found
        pair = tuple(dict.fromkeys((where, where[::-1])))
        if everywhere - found.lower <= CLOSE * everywhere or set(pair) <= set(problem.instances):
            break
        problem = replace(problem, instances=(*problem.instances, *pair))
    assert best is not None
    return best
