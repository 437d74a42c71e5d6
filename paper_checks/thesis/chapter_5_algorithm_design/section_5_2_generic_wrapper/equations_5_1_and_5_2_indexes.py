"""Claims about the indexes (5.1) of AdaP-UCB and (5.2) of AdaP-KLUCB, and their private mean."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.algorithms import AdaPKLUCB, AdaPUCB
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.paper_checks.models.doubling_episodes import (
    Index,
    adap_klucb_index,
    adap_ucb_index,
    real_samples,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.mechanisms import Laplace

OPTIMISTIC_UCB = written_proof("thesis.eq5.1.optimistic")
OPTIMISTIC_KLUCB = written_proof("thesis.eq5.2.optimistic")


Maker = Callable[..., Any]
CASES = tuple(
    product((1, 2, 16, 256), (7, 10**5), ("-1/3", "1/4", "7/8", "9/8"), ("1/10", "1", "30"))
)
BETA = Fraction(31, 10)


def require_index(make: Maker, index: Index) -> int:
    """The library's scores are the index, in balls; how many were compared."""
    for pulls, t, *texts in CASES:
        mean, eps = map(Fraction, texts)
        n = real_samples(pulls)
        record = ArmRecord(pulls.bit_length(), int(n), float(mean * n))
        own = make(arms=1, eps=eps, beta=BETA).scores((record,), t)[0]
        with working_precision(96):
            value = index(mean, n, t, eps, BETA)
        same = (own == float("inf")) if not value.is_finite() else close(own, float(value.mid()))
        case: dict[str, Any] = {"N": pulls, "t": t, "mean": mean, "eps": eps}
        require(same, "The index is another one.", **case, index=value, score=own)
    return len(CASES)


def close(x: float, y: float) -> bool:
    """Equal to nine digits, or to 1e-12."""
    return abs(x - y) <= 1e-9 * abs(y) + 1e-12


@claim(
    "thesis.eq5.1.noise",
    r"Since the rewards are in $[0,1]$, the private empirical mean $\tilde\mu=\hat\mu+\mathrm{Lap}"
    r"(\frac2{\epsilon N_a(t_\ell-1)})$ satisfies $\epsilon$-DP.",
    recorded="holds",
    stated=True,
    title="the noise of the private mean",
    mutants={
        "sharper: 1.99/(eps N)": {"scale": lambda N, eps: Fraction(199, 100) / (eps * N)},
        "the mean of all pulls": {"samples": lambda N: Fraction(N, 4)},
    },
)
def noise_of_the_mean(
    scale: Callable[[int, Fraction], Fraction] = lambda N, eps: 2 / (eps * N),
    samples: Callable[[int], Fraction] = real_samples,
    proof: Proof = written_proof("thesis.eq5.1.noise"),
) -> Verdict:
    """The loss of the mechanism for a mean of max(1, N/2) rewards."""
    sides = Sides()
    for N, eps in product((1, 2, 4, 1024), (Fraction(1, 10), Fraction(1), Fraction(7, 2))):
        loss = Fraction(Laplace(scale(N, eps)).loss(1 / samples(N)).eps)
        sides.at_most(loss, eps, "The mean costs more.", N=N, eps=eps)
    return proof.verdict(
        "A reward moves the mean by at most 2/N. For an arm with one pull the printed noise is "
        "twice what is needed.",
        instances="Twelve losses of the mechanism.",
        sharpness=sides.sharpness,
    )


def _definition(id: str, statement: str, make: Maker, own: Index, mutants: Any) -> None:
    def check(make: Maker = make, index: Index = own) -> Verdict:
        """The library's scores against the formula in balls."""
        compared = require_index(make, index)
        return points(
            "The library's policy has this index; an arm with one pull has n = 1 in place of 1/2.",
            covered=f"{compared} values, from one sample to 128 and up to t = 1e5.",
            not_covered="Other values: it is a definition.",
        )

    claim(id, statement, recorded="holds", stated=True, mutants=mutants)(check)


_definition(
    "thesis.eq5.1.index",
    r"AdaP-UCB: $\mathrm{UCB}_a^\epsilon(t_\ell-1,\beta)=\tilde\mu_a+\sqrt{\frac{\beta\log t_\ell}"
    r"{2n}}+\frac{\beta\log t_\ell}{\epsilon n}$ with $n=\frac12N_a(t_\ell-1)$ (5.1).",
    lambda arms, eps, beta: AdaPUCB(arms, eps=eps, beta=beta),
    adap_ucb_index,
    {
        "the round before": {"index": lambda m, n, t, e, b: adap_ucb_index(m, n, t - 1, e, b)},
        "sharper: 0.99 of the private bonus": {
            "index": lambda m, n, t, e, b: adap_ucb_index(m, n, t, e * 100 / 99, b)
        },
        "all samples": {"index": lambda m, n, t, e, b: adap_ucb_index(m, 2 * n, t, e, b)},
    },
)
_definition(
    "thesis.eq5.2.index",
    r"AdaP-KLUCB: $\max\{q\in[0,1]:d(\check\mu_a,q)\le\frac{\beta\log t_\ell}n\}$ with "
    r"$n=\frac12N_a"
    r"(t_\ell-1)$ and $\check\mu_a=\mathrm{Clip}_{0,1}(\tilde\mu_a+\frac{\beta\log t_\ell}"
    r"{\epsilon n})$ (5.2).",
    lambda arms, eps, beta: AdaPKLUCB(arms, eps=eps, optimism=beta),
    adap_klucb_index,
    {
        "the round before": {"index": lambda m, n, t, e, b: adap_klucb_index(m, n, t - 1, e, b)},
        "sharper: 0.99 of the private bonus": {
            "index": lambda m, n, t, e, b: adap_klucb_index(m, n, t, e * 100 / 99, b)
        },
        "all samples": {"index": lambda m, n, t, e, b: adap_klucb_index(m, 2 * n, t, e, b)},
    },
)


@claim(
    "thesis.eq5.2.root",
    r"The index of $x=\check\mu_a\in[0,1)$ at the level $v=\frac{\beta\log t}n\ge0$ is below 1 and "
    r"at "
    r"least $x$; it is $1-e^{-v}$ at $x=0$, grows with $v$ and with $x$, and it is 1 at $x=1$.",
    recorded="holds",
    stated=False,
    title="the shape of the kl index",
    mutants={"another value at 0": {"at_zero": lambda v: (-v).exp()}},
)
def shape_of_the_kl_index(
    at_zero: Callable[[arb], arb] = lambda v: 1 - (-v).exp(),
    proof: Proof = written_proof("thesis.eq5.2.root"),
) -> Verdict:
    """The value at 0, in balls, for shifted means below 0."""
    with working_precision(96):
        for t, n in product((2, 50, 10**6), (1, 8, 1024)):
            level = ball(BETA) * arb(t).log() / n
            score = adap_klucb_index(Fraction(-(10**9)), Fraction(n), t, Fraction(1), BETA)
            index = 1 - (-score).exp()
            require(index.overlaps(at_zero(level)), "Another value at 0.", t=t, n=n, index=index)
    return proof.verdict(
        "d(x, q) grows from 0 at q = x to infinity at q = 1 (for x < 1), and falls in x below q.",
        instances="Nine values at x = 0.",
    )


def _optimistic(id: str, statement: str, own: Proof, words: str, **rest: Any) -> None:
    def check(proof: Proof = own) -> Verdict:
        """The lemma at delta = t^-beta."""
        return proof.verdict(words)

    claim(
        id,
        statement,
        recorded="holds",
        stated=True,
        **rest,
    )(check)


_optimistic(
    "thesis.eq5.1.optimistic",
    r"The index (5.1) is a high-probability upper bound of the mean: in round $t$ it is at most "
    r"$\mu_a$ with probability at most $\frac32t^{-\beta}$, for each number of samples.",
    OPTIMISTIC_UCB,
    "It is (C.3) of Lemma C.2 at delta = t^-beta.",
    title="optimism of the index (5.1)",
)
_optimistic(
    "thesis.eq5.2.optimistic",
    r"The index (5.2) is a high-probability upper bound of the mean of Bernoulli rewards: in round "
    r"$t$ it is below $\mu_a\in(0,1)$ with probability at most $\frac32t^{-\beta}$, for each "
    r"number "
    r"of samples.",
    OPTIMISTIC_KLUCB,
    "It is (C.7) of Lemma C.3, repaired, at delta = t^-beta. At mean 1 the index is never above "
    "the mean, and below it with probability t^-beta/2.",
    title="optimism of the index (5.2)",
)

whole(
    "thesis.eq5.1",
    r"(5.1): the private mean of the last active episode is $\epsilon$-DP; the index of AdaP-UCB; "
    "it is a high-probability upper bound of the mean.",
    parts=("thesis.eq5.1.noise", "thesis.eq5.1.index", "thesis.eq5.1.optimistic"),
)
whole(
    "thesis.eq5.2",
    r"(5.2): the index of AdaP-KLUCB, which is a high-probability upper bound of the mean.",
    parts=("thesis.eq5.2.index", "thesis.eq5.2.optimistic"),
)
