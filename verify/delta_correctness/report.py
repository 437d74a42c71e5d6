"""Is a policy delta-correct, on the given instances and under the given sampling rules?

A policy is delta-correct if it stops with a wrong arm with probability at most delta. On a tiny
instance up to a horizon, with noise on the integers, that probability is computed exactly, if the
code of the policy is plain and keeps nothing outside of its states; elsewhere it is bounded from
runs by Clopper and Pearson's limits, which err with probability at most `level` in all rows
together.

Without a horizon a run that does not stop by the cap counts against the claim: what `holds` is then
that the best arm is recommended by the cap with probability at least 1 - delta, which is delta-
correctness in both of its readings. Thesis, Definition 2.19 and Lemmas 5.18 and 5.21.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Literal
import numpy as np
from banditproof.algorithms.policy import Policy
from banditproof.theory import BernoulliBandit, Enclosure
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.verify.audit.memory import changed_by_playing
from banditproof.verify.evidence import Grade, weakest
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.sampling.clopper_pearson import lower_limit, upper_limit
from .exact_errors import best_arm, stopped_law
from .sampling_rules import OWN, sampled_by
from .simulated_errors import simulated_ends

Verdict = Literal["holds", "fails", "not refuted"]
Subject = Policy[Any] | Callable[..., Any]
MOST_ENUMERATED = 10
"""Up to so many rounds the probabilities are enumerated, if the noise allows it."""
CAP = 10**6
MOST_RUNS = 10**8
CUT = 12


@dataclass(frozen=True)
class CorrectnessRow:
    """One instance under one sampling rule: an enclosure of the probability of a wrong arm.

    It is exact up to a horizon (`points`: one instance), or made of limits that err with the
    probability of the row's level (`statistical`); without a horizon, capped runs count as wrong
    in its upper end.
    """

    means: tuple[Fraction, ...]
    best: int
    sampling: str
    error: Enclosure
    grade: Grade
    runs: int = 0
    wrong: int = 0
    capped: int = 0

    def verdict(self, delta: Number) -> Verdict:
        """Whether the error is at most delta: shown, refuted, or neither."""
        if self.error.lo > exact(delta):
            return "fails"
        return "holds" if self.error.hi <= exact(delta) else "not refuted"

    def __str__(self) -> str:
        means = ", ".join(f"{float(mean):g}" for mean in self.means)
        where = f"means ({means}), best arm {self.best + 1}, arms sampled by {self.sampling}"
        ends = f"[{float(self.error.lo):.6g}, {float(self.error.hi):.6g}]"
        if self.grade is Grade.POINTS:
            return f"{where}: wrong with probability in {ends}, exactly"
        right = self.runs - self.wrong - self.capped
        how = f"of {self.runs} runs {right} right, {self.wrong} wrong, {self.capped} still running"
        return f"{where}: wrong with probability in {ends}; {how}"


@dataclass(frozen=True)
class CorrectnessReport:
    """All rows of a claim of delta-correctness, and the verdict that follows.

    `holds` means shown for the instances, sampling rules and horizon of the rows, and no others.
    """

    policy: str
    delta: Number
    rows: tuple[CorrectnessRow, ...]
    horizon: int | None
    level: Number

    @property
    def verdict(self) -> Verdict:
        """`fails` if a row refutes the claim, `holds` if every row shows it."""
        results = {row.verdict(self.delta) for row in self.rows}
        if "fails" in results:
            return "fails"
        return "holds" if results == {"holds"} else "not refuted"

    @property
    def grade(self) -> Grade:
        """That of the row which refutes, else the weakest of all."""
        fails = [row.grade for row in self.rows if row.verdict(self.delta) == "fails"]
        return min(fails) if fails else weakest(row.grade for row in self.rows)

    @property
    def worst(self) -> CorrectnessRow:
        """The row that refutes most clearly, else the one that shows least."""
        if self.verdict == "fails":
            return max(self.rows, key=lambda row: row.error.lo)
        return max(self.rows, key=lambda row: row.error.hi)

    @property
    def sentence(self) -> str:
        """The verdict with its claim, in words."""
        until = "" if self.horizon is None else f" by round {self.horizon}"
        claim = f"stops with a wrong arm{until} with probability at most {self.delta}"
        level = "" if self.grade is Grade.POINTS else f", errs with probability <= {self.level}"
        return (
            f"{self.policy}: {self.verdict} ({claim}; {len(self.rows)} rows, "
            f"{self.grade.value}{level}). At worst {self.worst}."
        )

    def to_json(self) -> dict[str, Any]:
        """The report in plain JSON types."""
        return {
            "policy": self.policy,
            "delta": str(self.delta),
            "horizon": self.horizon,
            "level": str(self.level),
            "verdict": self.verdict.replace(" ", "-"),
            "grade": self.grade.value,
            "rows": [
                {
                    "means": [str(mean) for mean in row.means],
                    "best": row.best,
                    "sampling": row.sampling,
                    "error": row.error.to_json(),
                    "grade": row.grade.value,
                    "runs": row.runs,
                    "wrong": row.wrong,
                    "capped": row.capped,
                    "verdict": row.verdict(self.delta).replace(" ", "-"),
                }
                for row in self.rows
            ],
        }


def delta_correctness(
    policy: Subject,
    delta: Number,
    means: Iterable[Any],
    *,
    best: int | None = None,
    sampling: Sequence[str] = (OWN,),
    horizon: int | None = None,
    runs: int = 400,
    cap: int = CAP,
    rng: int = 0,
    level: Number = "1e-6",
) -> CorrectnessReport:
    """Whether a policy stops with a wrong arm with probability at most delta, on some instances.

    `means` are those of one Bernoulli instance, or of several. With a `horizon` the claim is about
    runs up to it; if it is at most 10, the noise on the integers and the policy one of this
    library's, it is decided exactly.
    Otherwise `runs` are made of each row, at most `cap` rounds long. The rules of `sampling` (see
    `SAMPLING_RULES`) exchange which arm is pulled, for policies that say it in choose(state).
    Where the best arm is tied, `best` says which one is right: the limit of instances in which it
    is better by very little.

    >>> from banditproof.algorithms.identification.private_elimination import DPSEIdentification
    >>> policy = DPSEIdentification(arms=2, beta="0.2", eps=1)
    >>> report = delta_correctness(policy, "0.2", ("0.9", "0.1"), runs=80)
    >>> report.verdict, report.rows[0].wrong
    ('holds', 0)
    """
    risk = exact(delta)
    if not 0 < risk < 1:
        raise ValueError(f"delta is {delta}; give a probability strictly between 0 and 1.")
    instances = _instances(means)
    gamma = exact(level)
    if not 0 < gamma < 1:
        raise ValueError(f"The level is {level}; give a number strictly between 0 and 1.")
    if isinstance(sampling, str):
        raise ValueError(
            f"The sampling rules are {sampling!r}; give a list, such as [{sampling!r}]."
        )
    if not sampling:
        raise ValueError("There is no sampling rule; give at least one, such as 'its own'.")
    if exact_count("the number of runs", runs, least=1) > MOST_RUNS:
        raise ValueError(f"The number of runs is {runs}; give at most {MOST_RUNS}.")
    longest = exact_count("the cap", cap, least=1)
    if horizon is not None:
        longest = exact_count("the horizon", horizon, least=1)
    exact_count("the seed", rng, least=0)
    followed = _can_be_followed(policy, horizon)
    pairs = list(product(instances, sampling))
    each = gamma / (2 * len(pairs))
    rows: list[CorrectnessRow] = []
    chances = np.random.default_rng(rng).spawn(len(pairs))
    for (bandit, rule), chance in zip(pairs, chances, strict=True):
        right = best_arm(bandit, best)
        subject = _sampled(policy, rule)
        row = _enumerated(subject, bandit, right, rule, horizon) if followed else None
        if row is None:
            ends = simulated_ends(subject, bandit, right, runs, longest, chance)
            hits = ends.wrong if horizon is not None else ends.wrong + ends.capped
            error = Enclosure(
                lower_limit(ends.wrong, runs, each).lo, upper_limit(hits, runs, each).hi
            )
            row = CorrectnessRow(
                bandit.exact_means,
                right,
                rule,
                error,
                Grade.STATISTICAL,
                runs,
                ends.wrong,
                ends.capped,
            )
        rows.append(row)
    return CorrectnessReport(_name(policy), delta, tuple(rows), horizon, level)


def _instances(means: Iterable[Any]) -> list[BernoulliBandit]:
    if not isinstance(means, Iterable) or isinstance(means, str):
        raise ValueError(f"The means are {means!r}; give a list of numbers in [0, 1], or several.")
    given = list(means)
    several = given and all(
        isinstance(item, Iterable) and not isinstance(item, str) for item in given
    )
    results = [BernoulliBandit(tuple(item)) for item in (given if several else [given])]
    if any(bandit.arms < 2 for bandit in results):
        raise ValueError("An instance has one arm, which is always right; give at least two means.")
    return results


def _sampled(policy: Subject, rule: str) -> Subject:
    if rule == OWN:
        return policy
    if not isinstance(policy, Policy):
        raise ValueError(
            f"{_name(policy)} is not a policy of this library, so its sampling rule cannot be "
            "exchanged; leave sampling out."
        )
    return sampled_by(policy, rule)


def _can_be_followed(policy: Subject, horizon: int | None) -> bool:
    """Whether an enumeration may ask a policy about all runs at once.

    It may not if the code keeps something outside of the states, changes one that it was given, or
    draws its own numbers. Nothing shows that of code which is not this library's: it is run.
    """
    if horizon is None or horizon > MOST_ENUMERATED or not isinstance(policy, Policy):
        return False
    kind = type(policy)
    home = sys.modules.get(kind.__module__)
    ours = kind.__module__.startswith("banditproof.")
    return ours and vars(home).get(kind.__name__) is kind and not changed_by_playing(policy)


def _enumerated(
    policy: Subject, bandit: BernoulliBandit, right: int, rule: str, horizon: int | None
) -> CorrectnessRow | None:
    if horizon is None or horizon > MOST_ENUMERATED or not isinstance(policy, Policy):
        return None
    try:
        error = stopped_law(policy, bandit, horizon, CUT).error(right)
    except NotEnumerable:
        return None
    return CorrectnessRow(bandit.exact_means, right, rule, error, Grade.POINTS)


def _name(policy: Any) -> str:
    result = getattr(policy, "name", None) or getattr(policy, "__qualname__", None)
    return str(result or type(policy).__name__)
