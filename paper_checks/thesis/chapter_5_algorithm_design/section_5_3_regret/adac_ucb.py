"""Claims about AdaC-UCB: its index (5.4), and its privacy, Theorem 5.5."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.algorithms import AdaCUCB, AdaCUCBPrinted
from banditproof.algorithms.policy import Pull
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian

repeated(
    "thesis.alg.adacucb",
    of="zcdp.alg4.play",
    statement=r"AdaC-UCB is Algorithm 7 with the index (5.4): choose each arm once; at the start "
    r"$t_\ell$ of an episode choose the arm of the largest $\hat\mu_a^\ell+"
    r"\mathcal N(0,\sigma_{a,\ell,\rho}^2)+B_a(t_\ell-1,\beta,\rho)$, until "
    r"$N_a(t)=2N_a(t_\ell-1)$; $\hat\mu_a^\ell$ is the mean of the last episode of arm $a$, "
    r"$\sigma_{a,\ell,\rho}^2=\frac1{2\rho(\frac12N_a)^2}$ and $B_a=\sqrt{(\frac1{2\cdot"
    r"\frac12N_a}+\frac1{\rho(\frac12N_a)^2})\beta\log t_\ell}$.",
    title="the play of AdaC-UCB",
)
repeated(
    "thesis.thm5.5",
    of="zcdp.thm12",
    statement=r"For rewards in $[0,1]$, AdaC-UCB satisfies $\rho$-Interactive zCDP.",
)
repeated(
    "thesis.thm5.5.fresh",
    of="zcdp.alg4.output",
    statement=r"Theorem 5.5 with each index of (5.4) drawing its own normal term, as the letters "
    r"of (5.4) have it; Section 5.2 and C.1.3 release one private mean for each episode.",
    stated=False,
    title="AdaC-UCB with noise that is drawn for each index",
)
BUDGETS = tuple(map(Fraction, ("1/10", "1", "9/2")))


@claim(
    "thesis.alg.adacucb.first",
    r"For an arm with one pull (5.4), with $\frac12N_a=\frac12$ samples, has the variance "
    r"$\frac2\rho$ where $\frac1{2\rho}$ is enough: the first mean of an arm spends $\frac\rho4$.",
    recorded="holds",
    title="the first mean of an arm is noised four times too much",
    mutants={
        "one sample": {"policy": AdaCUCB},
        "sharper: a fifth": {"share": Fraction(1, 5)},
    },
)
def first_mean(
    policy: Callable[..., AdaCUCB] = AdaCUCBPrinted,
    share: Fraction = Fraction(1, 4),
    proof: Proof = written_proof("thesis.alg.adacucb.first"),
) -> Verdict:
    """The steps, and the noise of the library's policy."""
    for rho in BUDGETS:
        made = policy(arms=2, rho=rho, ties="first")
        noise = made.mechanism(made.start(), Pull(0, 1))
        need(isinstance(noise, Gaussian), "The noise is not normal.")
        spent = exact(noise.loss(1).rho) if isinstance(noise, Gaussian) else Fraction(0)
        require(spent == share * rho, "It spends another part.", rho=rho, spent=spent)
    return proof.verdict(
        "The box counts one reward as half of one; adac-ucb counts it as one.",
        instances="The first release of adac-ucb-printed at three rho.",
    )


@claim(
    "thesis.alg.adacucb.limit",
    r"As $\rho\to\infty$ the index (5.4) becomes that of UCB with episodes and forgetting, "
    r"$\hat\mu_a^\ell+\sqrt{\beta\log(t_\ell)/(2n)}$: the square of the bonus exceeds that one by "
    r"$\frac{\beta\log t_\ell}{\rho n^2}$, and the noise has the variance $\frac1{2\rho n^2}$.",
    recorded="holds",
    title="AdaC-UCB without privacy",
    mutants={"a width of n": {"width": lambda n, rho: Fraction(1) / n + 1 / (rho * n**2)}},
)
def without_privacy(
    width: Callable[[int, Fraction], Fraction] = lambda n, rho: (
        Fraction(1, 2 * n) + 1 / (rho * n**2)
    ),
    proof: Proof = written_proof("thesis.alg.adacucb.limit"),
) -> Verdict:
    """The steps, and the square of the library's bonus."""
    for n, rho in ((2, Fraction(1)), (8, Fraction(10**6))):
        made = AdaCUCB(arms=2, rho=rho, beta=1, ties="first")
        phases = n.bit_length() + 1  # the first pull, and then 1, 2, 4, ... up to n
        need(made.samples(phases) == n, "Another number of samples", n=made.samples(phases))
        gap = abs(made.width(phases) - float(width(n, rho)))
        require(gap < 1e-12, "The policy has another bonus.", n=n, rho=rho)
    return proof.verdict(
        "Both differences are of the order 1/rho.",
        instances="The bonus of adac-ucb for n = 2 and 8.",
    )
