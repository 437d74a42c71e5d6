"""`assert_delta_correct`: delta-correctness as an assertion, for third-party test suites.

Like `assert_private`, it passes only what was shown: a refuted claim and an undecided one both
fail, with different errors.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from banditproof.algorithms.catalogue import POLICIES, make_policy
from banditproof.theory.exact import Number
from banditproof.theory.parameter_names import with_other_names
from .delta_correctness.report import CAP, CorrectnessReport, Subject, delta_correctness
from .delta_correctness.sampling_rules import OWN

LEVEL = "1e-6"


class _WithReport(AssertionError):
    def __init__(self, message: str, found: CorrectnessReport) -> None:
        super().__init__(message)
        self.found = found


class NotDeltaCorrect(_WithReport):
    """A policy stops with a wrong arm too often; `found` holds the report."""

    __module__ = "banditproof.testing"


class NotShownDeltaCorrect(_WithReport):
    """Neither shown nor refuted: more runs, a larger cap, or a horizon may decide."""

    __module__ = "banditproof.testing"


@with_other_names("epsilon", "seed")
def assert_delta_correct(
    policy: str | Subject,
    delta: Number,
    means: Iterable[Any],
    *,
    eps: Number | None = None,
    best: int | None = None,
    sampling: Sequence[str] = (OWN,),
    horizon: int | None = None,
    runs: int = 400,
    cap: int = CAP,
    rng: int = 0,
    level: Number = LEVEL,
) -> CorrectnessReport:
    """Pass if a policy was shown to stop with a wrong arm with probability at most delta.

    It is shown for the given Bernoulli means (one instance, or a list of them) and sampling rules,
    exactly or with an error of at most `level`; nothing is shown about others. The policy is one of
    this library, the name of a built-in one (with its `eps`), or the class or factory of an object
    with select(), update(arm, reward), stopped() and recommend() or similar names. The options are
    those of `verify.delta_correctness.delta_correctness`. The report is returned.

    >>> assert_delta_correct("dp-se-stop", "0.1", ("0.9", "0.1"), eps=1, runs=200).verdict
    'holds'
    """
    __tracebackhide__ = True
    given = [_plain(mean) for mean in means]
    result = delta_correctness(
        _made(policy, delta, given, eps),
        delta,
        given,
        best=best,
        sampling=sampling,
        horizon=horizon,
        runs=runs,
        cap=cap,
        rng=rng,
        level=level,
    )
    if result.verdict == "fails":
        raise NotDeltaCorrect(result.sentence, result)
    if result.verdict == "not refuted":
        raise NotShownDeltaCorrect(result.sentence, result)
    return result


def _plain(one: Any) -> Any:
    return tuple(one) if isinstance(one, Iterable) and not isinstance(one, str) else one


def _made(policy: str | Subject, delta: Number, means: list[Any], eps: Number | None) -> Subject:
    if not isinstance(policy, str):
        if eps is not None:
            raise ValueError("eps belongs to the name of a built-in policy; leave it out.")
        return policy
    entry = POLICIES.get(policy)
    if entry is None or not entry.stops:
        known = ", ".join(sorted(name for name, item in POLICIES.items() if item.stops))
        raise ValueError(f"There is no policy {policy!r} that stops; give one of {known}.")
    arms = len(means[0]) if means and isinstance(means[0], tuple) else len(means)
    return make_policy(policy, arms, eps, delta=delta)
