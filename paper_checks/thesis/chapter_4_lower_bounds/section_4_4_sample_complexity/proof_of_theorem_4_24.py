"""The proof of Theorem 4.24, the bound on the sample complexity of private strategies."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.models.finite_strategies import Situation, noisy_answer, reported
from banditproof.paper_checks.proofs import Given, Inequality, Instance, OnClaim, Proof, Textbook
from banditproof.theory import certify, kl

SMALL = "delta in (0,1/3), n in [0,inf)"
SAMPLED = "delta in (0,1/3), n in (0,inf)"
"""The same, once it is known that samples are taken."""


def one_noisy_answer() -> Iterator[Instance]:
    """A strategy of one sample whose answer is right with probability 82 %, and one alternative.

    Only the first arm tells the two instances apart, so that the best weights are those of it.
    """
    nu = (Fraction(9, 10), Fraction(1, 2))
    case = Situation(noisy_answer(Fraction(9, 10)), nu, (Fraction(1, 10), Fraction(1, 2)))
    steps = case.performance.halting_step - 1
    divergence = certify(kl, nu[0], case.other[0], digits=20)
    eps = reported(case.view_eps)
    inner = min(divergence, eps * Fraction(4, 5), key=float)
    level = certify(kl, 1 - case.risk, case.risk, digits=20)
    strategy = {"delta": case.risk, "eps": eps, "n": steps, "tau": steps + 1, "c": level / steps}
    sums = {"kls": divergence * steps, "tvs": steps * Fraction(4, 5)}
    means = {"w1": divergence, "w2": Fraction(4, 5), "value": inner, "rate": inner}
    yield {**strategy, **sums, **means}


PROOF = Proof(
    "thesis.thm4.24",
    where="eps in (0,inf), tau in [1,inf), rate in [0,inf), kls in [0,inf), tvs in [0,inf), "
    "w1 in [0,inf), w2 in [0,1], c in [0,inf), value in [0,inf)",
    steps=(
        Given(
            1,
            r"$n=\mathbb E_\nu[\tau]-1$ is finite (else there is nothing to show), and "
            r"$\delta<\frac13$; $\lambda$ is any alternative (without one $T^*=0$).",
            "tau == n + 1",
            where=SMALL,
        ),
        OnClaim(
            2,
            r"The transportation lemma: $\varepsilon\sum_a\mathbb E_\nu[N_a]\mathrm{TV}(\nu_a,"
            r"\lambda_a)\ge\mathrm{kl}(1-\delta,\delta)$ as $\delta\le\frac12$.",
            "eps*tvs >= kl(1-delta, delta)",
            where=SMALL,
            claim="thesis.lem4.23.repaired",
        ),
        OnClaim(
            3,
            r"Without privacy: $\sum_a\mathbb E_\nu[N_a]\mathrm{KL}(\nu_a,\lambda_a)\ge"
            r"\mathrm{kl}(\delta,1-\delta)$; the sum may be infinite, and then is no constraint.",
            "kls >= kl(delta, 1-delta)",
            where=SMALL,
            claim="thesis.thm2.32.repaired",
        ),
        OnClaim(
            4,
            r"$\mathrm{kl}(1-\delta,\delta)\ge\log\frac1{3\delta}$.",
            "kl(1-delta, delta) >= -log(3*delta)",
            where="delta in (0,1)",
            claim="thesis.thm4.24.logarithm",
        ),
        OnClaim(
            5,
            r"$\sum_aN_a=\tau-1$, and distances are at most 1: "
            r"$\sum_a\mathbb E_\nu[N_a]\mathrm{TV}(\nu_a,\lambda_a)\le n$.",
            "tvs <= n",
            where=SMALL,
            claim="thesis.lem4.23.repaired",
        ),
        Inequality(
            6,
            r"So samples are taken: $n>0$.",
            "n > 0",
            where=SMALL,
            weights={5: "1", 2: "1/eps", 4: "1/eps"},
        ),
        OnClaim(
            7,
            r"Hence $\omega_a=\mathbb E_\nu[N_a]/n$ is in the simplex, and "
            r"$\sum_a\mathbb E_\nu[N_a]\mathrm{KL}=n\sum_a\omega_a\mathrm{KL}$,",
            "kls == n*w1",
            where=SAMPLED,
            uses=(6,),
            claim="thesis.thm4.24.proof.repaired",
        ),
        OnClaim(
            8,
            r"and $\sum_a\mathbb E_\nu[N_a]\mathrm{TV}=n\sum_a\omega_a\mathrm{TV}$.",
            "tvs == n*w2",
            where=SAMPLED,
            uses=(6,),
            claim="thesis.thm4.24.proof.repaired",
        ),
        Given(
            9,
            r"Let $c=\mathrm{kl}(1-\delta,\delta)/n$.",
            "c == kl(1-delta, delta)/n",
            where=SAMPLED,
            uses=(6,),
        ),
        Inequality(
            10,
            r"$\sum_a\omega_a\mathrm{KL}(\nu_a,\lambda_a)\ge c$, as $\mathrm{kl}(\delta,1-\delta)="
            r"\mathrm{kl}(1-\delta,\delta)$,",
            "w1 >= c",
            where=SAMPLED,
            uses=(7, 9),
            weights={3: "1/n"},
        ),
        Inequality(
            11,
            r"and $\varepsilon\sum_a\omega_a\mathrm{TV}(\nu_a,\lambda_a)\ge c$.",
            "eps*w2 >= c",
            where=SAMPLED,
            uses=(8, 9),
            weights={2: "1/n"},
        ),
        Inequality(
            12,
            "So is the smaller one.",
            "min(w1, eps*w2) >= c",
            where=SAMPLED,
            uses=(10, 11),
        ),
        Textbook(
            13,
            r"And so is the infimum over the alternatives.",
            "c <= value",
            where=SAMPLED,
            fact="textbook.bounds-of-sets:infimum",
            over=("w1", "w2"),
            hypotheses={"c is a lower bound": 12},
            instance={"c": "c", "low": "value", "X": "min(w1, eps*w2)"},
        ),
        Textbook(
            14,
            r"$T^*(\nu;\varepsilon)^{-1}$, the supremum over $\omega$, is at least its value at "
            r"this $\omega$.",
            "value <= rate",
            where=SAMPLED,
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 7},
            instance={"v": "value", "high": "rate"},
        ),
        Inequality(
            15,
            r"$n\ge T^*(\nu;\varepsilon)\,\mathrm{kl}(1-\delta,\delta)$.",
            "rate*n >= kl(1-delta, delta)",
            where=SAMPLED,
            uses=(9,),
            weights={13: "n", 14: "n"},
        ),
        Inequality(
            16,
            r"For $\delta<\frac13$: $\mathbb E_\nu[\tau]\ge T^*(\nu;\varepsilon)\log"
            r"\frac1{3\delta}$.",
            "rate*tau >= -log(3*delta)",
            where=SAMPLED,
            uses=(1,),
            weights={15: "1", 4: "1"},
        ),
        Inequality(
            17,
            r"For $\delta\ge\frac13$ the bound is at most 0.",
            "rate*tau >= -log(3*delta)",
            where="delta in [1/3,1)",
        ),
    ),
    instances=one_noisy_answer,
    parts=(16,),
)
