"""Claims about linear bandits and LinUCB: Section 2.2.7."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import LinearBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds.quotient import dot
from banditproof.verify.evidence import Grade

Vector = tuple[Fraction, ...]
Feature = Callable[[int, int, int, int], Vector]
Regret = Callable[[Sequence[Fraction]], list[Fraction]]


def one_hot(arm: int, context: int, arms: int, contexts: int) -> Vector:
    """psi(a, c): the unit vector of the pair."""
    return tuple(Fraction(int(k == context * arms + arm)) for k in range(arms * contexts))


def regret_of_each(means: Sequence[Fraction]) -> list[Fraction]:
    """max over a' of <theta, a' - a>, for each a."""
    return [max(means) - mean for mean in means]


@claim(
    "thesis.lin.model",
    r"$r_t=\langle\theta^*,\psi(a_t,c_t)\rangle+\eta_t$; only the features matter, so a policy may "
    r"be served decision sets $\mathcal A_t$ with $r_t=\langle\theta^*,a_t\rangle+\eta_t$: "
    r"$\{\psi(a,c_t)\}$ gives contexts, the unit vectors a $d$-armed bandit; "
    r"$R_T=\mathbb E\sum_t\max_{a\in\mathcal A_t}\langle\theta^*,a-a_t\rangle$.",
    recorded="holds",
    mutants={
        "a feature map that forgets the context": {
            "feature": lambda a, c, arms, contexts: one_hot(a, 0, arms, contexts)
        },
        "regret against the worst action": {
            "regret": lambda means: [mean - min(means) for mean in means]
        },
    },
)
def linear_model(feature: Feature = one_hot, regret: Regret = regret_of_each) -> Verdict:
    """Tables of means by context and arm, as linear bandits, exact."""
    source = random.Random(7)
    checked = 0
    for arms, contexts in ((2, 1), (3, 1), (2, 3), (4, 2)):
        table = [
            [Fraction(source.randint(0, 20), 20) for _ in range(arms)] for _ in range(contexts)
        ]
        theta = [mean for row in table for mean in row]
        for context, row in enumerate(table):
            served = [feature(arm, context, arms, contexts) for arm in range(arms)]
            bandit = LinearBandit(served, theta)
            gaps = [max(row) - mean for mean in row]
            if list(bandit.exact_means) != row or list(bandit.gaps) != gaps:
                return fails(
                    Grade.PROVED,
                    "The reduced model has other means.",
                    witness=f"Means {row} in context {context}: the decision set gives "
                    f"{bandit.exact_means}.",
                )
            if regret(row) != gaps:
                return fails(
                    Grade.PROVED,
                    "The regret of (2.17) is not the sum of the gaps.",
                    witness=f"Means {row}: {regret(row)} against {gaps}.",
                )
            checked += 1
    return holds(
        Grade.CERTIFIED,
        f"{checked} decision sets of contexts and arms, one context being a plain bandit, have the "
        "means of the table, and the regret of (2.17) is the sum of the gaps.",
        numbers={"decision sets": checked},
        covered="One-hot features: every table of means by context and arm is linear, exactly.",
        not_covered="It is a definition; the law of the noise and of the contexts plays no part.",
    )


Matrix = fmpq_mat


def _matrix(rows: Sequence[Sequence[Fraction]]) -> Matrix:
    size = len(rows)
    return fmpq_mat(size, size, [fmpq(x.numerator, x.denominator) for row in rows for x in row])


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def quadratic(matrix: Matrix, vector: Sequence[Fraction]) -> Fraction:
    """v^T M v, exact."""
    size = len(vector)
    column = fmpq_mat(size, 1, [fmpq(x.numerator, x.denominator) for x in vector])
    return _fraction((column.transpose() * matrix * column)[0, 0])


def printed_metric(design: Matrix) -> Matrix:
    """The norm of (2.19) as printed: V^-1."""
    return design.inv()


def right_metric(design: Matrix) -> Matrix:
    """The norm of the ridge estimator's confidence set: V."""
    return design


def squared_bonus(metric: Matrix, action: Sequence[Fraction]) -> Fraction:
    """(max over ||x||_M <= 1 of <x, a>)^2 = a^T M^-1 a, by Cauchy and Schwarz."""
    return quadratic(metric.inv(), action)


def _design(pulled: Sequence[Sequence[Fraction]]) -> Matrix:
    """V = I + sum of a a^T."""
    size = len(pulled[0])
    return _matrix(
        [
            [Fraction(int(i == j)) + sum(a[i] * a[j] for a in pulled) for j in range(size)]
            for i in range(size)
        ]
    )


def _growing_bonus(metric: Callable[[Matrix], Matrix]) -> str | None:
    """An action whose bonus does not shrink when it is pulled once more, or None."""
    source = random.Random(11)
    for _ in range(20):
        pulled = [tuple(Fraction(source.randint(-9, 9), 10) for _ in range(3)) for _ in range(4)]
        action = (Fraction(1), *(Fraction(source.randint(-9, 9), 10) for _ in range(2)))
        before = squared_bonus(metric(_design(pulled)), action)
        after = squared_bonus(metric(_design([*pulled, action])), action)
        if after >= before:
            return (
                f"V = I + sum of four a a^T, action {tuple(map(str, action))}: the squared bonus "
                f"goes from {before} to {after} when the action is pulled once more."
            )
    return None


def _plays(metric: Callable[[Matrix], Matrix], rounds: int) -> list[int]:
    """The actions of LinUCB on the unit vectors of R^2, means 1/4 and 3/4, no noise, beta = 2."""
    unit = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    means = (Fraction(1, 4), Fraction(3, 4))
    counts = [1, 0]
    for _ in range(rounds):
        design = _matrix(
            [[1 + Fraction(counts[0]), Fraction(0)], [Fraction(0), 1 + Fraction(counts[1])]]
        )
        indexes = []
        for arm, action in enumerate(unit):
            estimate = means[arm] * Fraction(counts[arm], 1 + counts[arm])
            bonus = 2 * ball(squared_bonus(metric(design), action)).sqrt()
            indexes.append(ball(estimate) + bonus)
        counts[1 if indexes[1] > indexes[0] else 0] += 1
    return counts


@claim(
    "thesis.linucb",
    r"LinUCB plays $\arg\max_a\max_{\theta\in\mathcal C_t}\langle\theta,a\rangle$ with "
    r"$\mathcal C_t=\{\theta:\|\theta-\hat\theta_t\|_{V_t^{-1}}\le\beta_t\}$, $\hat\theta_t$ the "
    r"ridge estimator, $V_t=\lambda I+\sum_{s<t}a_sa_s^\top$ (2.19).",
    recorded="fails",
    repaired_by="thesis.linucb.repaired",
    doubts=("D12",),
    mutants={"the norm of V_t": {"metric": right_metric}},
)
def printed_confidence_set(metric: Callable[[Matrix], Matrix] = printed_metric) -> Verdict:
    """The bonus of an action under the printed set, before and after it is pulled."""
    unit = (Fraction(1), Fraction(0))
    bonuses = []
    for pulls in (0, 3, 99):
        design = _matrix([[Fraction(1 + pulls), Fraction(0)], [Fraction(0), Fraction(1)]])
        bonuses.append(squared_bonus(metric(design), unit))
    growing = bonuses == sorted(bonuses) and bonuses[-1] > bonuses[0]
    if growing and _growing_bonus(metric):
        with working_precision(64):
            counts = _plays(metric, 200)
        return fails(
            Grade.PROVED,
            "With the printed norm V_t^-1 the bonus is beta ||a||_{V_t}, which grows with every "
            f"pull of a; the set must use the norm V_t (D12). Without noise, on means 1/4 and 3/4, "
            f"the printed rule pulls the first arm {counts[0]} times out of {sum(counts)}.",
            witness="V = diag(1 + n, 1), a = (1, 0), beta = 1: the maximum of <theta - theta_hat, "
            "a> over the printed set is sqrt(1 + n): 1, 2, 10 for n = 0, 3, 99.",
            numbers={"squared bonuses": bonuses, "pulls": counts},
            covered="Exact maxima over ellipsoids, and one exact run without noise.",
            not_covered="The claimed regret C d sqrt(T) log T and the choice of beta_t, which are "
            "left to a textbook.",
        )
    return holds(Grade.CERTIFIED, "The bonus of an action shrinks when it is pulled.")


@claim(
    "thesis.linucb.repaired",
    r"With $\mathcal C_t=\{\theta:\|\theta-\hat\theta_t\|_{V_t}\le\beta_t\}$ the index is "
    r"$\langle\hat\theta_t,a\rangle+\beta_t\|a\|_{V_t^{-1}}$, and the bonus shrinks whenever "
    r"$a\ne0$ is pulled.",
    recorded="holds",
    doubts=("D12",),
    title="the LinUCB confidence set with the norm of V_t",
    mutants={"the norm of V_t^-1": {"metric": printed_metric}},
)
def confidence_set(metric: Callable[[Matrix], Matrix] = right_metric) -> Verdict:
    """The index by Cauchy and Schwarz against points of the ellipsoid, and its bonus over time."""
    source = random.Random(13)
    worst = Fraction(0)
    for _ in range(10):
        pulled = [tuple(Fraction(source.randint(-9, 9), 10) for _ in range(3)) for _ in range(5)]
        action = tuple(Fraction(source.randint(-9, 9), 10) for _ in range(3))
        design = _design(pulled)
        square = quadratic(design.inv(), action)
        if not any(action):
            continue
        # the maximiser of <x, a> on the ellipsoid: x = M^-1 a up to its length
        column = fmpq_mat(3, 1, [fmpq(x.numerator, x.denominator) for x in action])
        top = metric(design).inv() * column
        peak = tuple(_fraction(top[k, 0]) for k in range(3))
        if dot(peak, action) ** 2 != square * quadratic(metric(design), peak):
            return fails(
                Grade.PROVED,
                "The maximum over the set is not beta ||a||_{V^-1}.",
                witness=f"Action {tuple(map(str, action))}: squared maximum "
                f"{dot(peak, action) ** 2 / quadratic(metric(design), peak)}, ||a||^2 {square}.",
            )
        for _ in range(10):
            x = tuple(Fraction(source.randint(-9, 9)) for _ in range(3))
            if any(x):
                ratio = dot(x, action) ** 2 / (square * quadratic(design, x))
                worst = max(worst, ratio)
                if ratio > 1:
                    return fails(
                        Grade.PROVED,
                        "A point of the set beats the index.",
                        witness=f"Action {action}, direction {x}.",
                    )
    growing = _growing_bonus(metric)
    if growing:
        return fails(Grade.PROVED, "A bonus grows with data.", witness=growing)
    with working_precision(64):
        counts = _plays(metric, 200)
    if counts[1] <= counts[0]:
        return fails(Grade.PROVED, "The rule stays with the worse arm.", witness=f"Pulls {counts}.")
    return holds(
        Grade.CERTIFIED,
        "The maximum over the ellipsoid of V_t is beta ||a||_{V_t^-1}, reached at V_t^-1 a, and it "
        f"shrinks with every pull of a; without noise the rule pulls the better arm {counts[1]} "
        f"times out of {sum(counts)}.",
        numbers={"largest squared ratio of a random point": worst, "pulls": counts},
        covered="10 random rational designs in R^3, exact; 20 designs for the shrinking bonus.",
        not_covered="All designs (Cauchy and Schwarz, and the rank-one update of an inverse); the "
        "textbook's beta_t and its regret bound.",
    )
