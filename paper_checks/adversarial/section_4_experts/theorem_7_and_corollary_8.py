"""Claims about private algorithms with experts as arms: Theorem 7 and Corollary 8."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.adversarial.conversion_bounds import htinf_conversion_proved
from banditproof.theory.adversarial.expert_bounds import expert_conversion_printed
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import working_precision


@claim(
    "adv.thm7.batches",
    r"For every bandit algorithm $\mathcal B$, $\tau\ge1$ and $\epsilon\le1$ there is an "
    r"$\epsilon$-DP algorithm with expert advice with $R_{\mathcal A_\tau}(T,K,N)\le\tau\tilde "
    r"R_{\mathcal B}(\frac T\tau,N,\frac1{\epsilon\tau})+\tau$.",
    recorded="holds",
    stated=True,
    reading=r"public advice; whole $\tau$, $\epsilon>0$",
    stated_proof=("adv.thm1", "adv.thm6", "adv.lem16"),
    title="generic conversion with experts, for any batch",
)
def experts_for_any_batch(proof: Proof = written_proof("adv.thm7.batches")) -> Verdict:
    """Theorem 6 around Algorithm 1."""
    return proof.verdict("Algorithm 5 around Algorithm 1, with the experts as its arms.")


@claim(
    "adv.thm7.one_over_eps",
    r"In particular, with $\tau=\lceil1/\epsilon\rceil$ there is an $\epsilon$-DP one with "
    r"$R_{\mathcal A}(T,K,N)\le\frac2\epsilon\tilde R_{\mathcal B}(\epsilon "
    r"T,N,1)+\frac2\epsilon$.",
    recorded="holds",
    stated=True,
    reading="as for the second part of Theorem 1",
    stated_proof=("adv.thm7.batches",),
    title="generic conversion with experts, with batches of 1/eps rounds",
)
def experts_one_over_eps(proof: Proof = written_proof("adv.thm7.one_over_eps")) -> Verdict:
    """The second display of Theorem 1 with the experts as arms."""
    return proof.verdict("As for Theorem 1, with noise Lap(1).")


whole(
    "adv.thm7",
    r"Theorem 7: any bandit algorithm gives an $\epsilon$-DP one with expert advice.",
    parts=("adv.thm7.batches", "adv.thm7.one_over_eps"),
)

GAMES = tuple(
    PrivateGame.of(2, t, eps, experts=n)
    for n, t, eps in ((2, 10**6, 1), (10, 10**7, "0.1"), (100, 10**9, "0.001"))
)


@claim(
    "adv.cor8",
    r"For every $\epsilon\in[\frac1T,1]$, if $\mathcal B$ is HTINF with $\alpha=2$, "
    r"$\sigma=\sqrt6$, "
    r"Theorem 7 gives an $\epsilon$-DP algorithm with a worst-case expected regret of "
    r"$O(\frac{\sqrt{TN}}{\sqrt\epsilon}+\frac1\epsilon)$.",
    recorded="holds",
    reading=r"with the constants of Corollary 2: $208\frac{\sqrt{TN}}{\sqrt\epsilon}+"
    r"\frac2\epsilon$; the letter $K$ of the steps is $N$",
    stated_proof=("adv.thm7", "adv.thm21"),
    title="private HTINF on experts",
    mutants={"sharper: 10 sqrt(TN/eps) at the points": {"share": Fraction(10, 208)}},
)
def private_htinf_on_experts(
    share: Fraction = Fraction(1), proof: Proof = written_proof("adv.cor8")
) -> Verdict:
    """The bound from first principles against the printed one."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            printed = expert_conversion_printed(game) * share.numerator / share.denominator
            own = htinf_conversion_proved(game.experts_as_arms)
            sides.at_most(own, printed, "It is larger.", game=game)
    return proof.verdict(
        "Corollary 2 with the experts as arms.",
        instances="Three games, in balls.",
        sharpness=sides.sharpness,
    )
