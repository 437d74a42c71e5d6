"""The proof of Theorem 4.24, the bound on the sample complexity of private strategies."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Identity, Inequality, OnClaim, Proof, Textbook

from .proof_of_lemma_4_23 import one_noisy_answer

SMALL = "delta in (0,1/3), n in [0,inf)"
SAMPLED = "delta in (0,1/3), n in (0,inf)"
"""The same, once it is known that samples are taken."""


WEIGHTS = Proof(
    "thesis.thm4.24.proof.repaired",
    where="tau in (1,inf), total in [0,inf), x in [0,inf), z in [1,inf), e in [0,inf), "
    "share in [0,inf), sum in [0,inf)",
    steps=(
        Given(
            1,
            r"Each step but the halting one takes one sample: $\sum_aN_a=\tau-1$ in each run; "
            r"$\mathbb E_\nu[\tau]$ is finite.",
            "x == -1 + 1*z",
        ),
        Textbook(
            2,
            r"So $\sum_a\mathbb E_\nu[N_a]=\mathbb E_\nu[\tau]-1$.",
            "total == -1 + 1*tau",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 1},
            instance={"x": "total", "c": "-1", "b": "1", "z": "tau", "X": "x", "Z": "z"},
            over=("x", "z"),
        ),
        Given(
            3,
            r"The weight of arm $a$ is $\mathbb E_\nu[N_a]/(\mathbb E_\nu[\tau]-1)$,",
            "share == e/(tau - 1)",
        ),
        Inequality(4, r"which is $\ge0$.", "share >= 0", uses=(3,)),
        Given(5, "The sum of the weights.", "sum == total/(tau - 1)"),
        Identity(6, "It is 1.", "sum == 1", uses=(2, 5)),
    ),
    parts=(4,),
)
PROOF = Proof(
    "thesis.thm4.24",
    where="eps in (0,inf), tau in [1,inf), rate in [0,inf), kls in [0,inf), tvs in [0,inf), "
    "x in [0,inf), y in [0,inf), w1 in [0,inf), w2 in [0,inf), c in [0,inf), value in [0,inf)",
    steps=(
        Given(
            1,
            r"$n=\mathbb E_\nu[\tau]-1$ is finite (else there is nothing to show), and "
            r"$\delta<\frac13$; $\lambda$ is any alternative (without one $T^*=0$).",
            "tau == n + 1",
            where=SMALL,
        ),
        Given(
            2,
            r"For an infinite $\sum_a\mathbb E_\nu[N_a]\mathrm{KL}(\nu_a,\lambda_a)$ write the "
            r"larger one of $\mathrm{kl}(\delta,1-\delta)$ and $\varepsilon\sum_a\mathbb E_\nu"
            r"[N_a]\mathrm{TV}(\nu_a,\lambda_a)$: the smaller one of the two sums is the same.",
        ),
        OnClaim(
            3,
            r"The transportation lemma: $\varepsilon\sum_a\mathbb E_\nu[N_a]\mathrm{TV}(\nu_a,"
            r"\lambda_a)\ge\mathrm{kl}(1-\delta,\delta)$ as $\delta\le\frac12$.",
            "eps*tvs >= kl(1-delta, delta)",
            where=SMALL,
            claim="thesis.lem4.23.repaired",
            of_step=3,
            instance={"dist": "tvs"},
        ),
        OnClaim(
            4,
            r"Without privacy: $\sum_a\mathbb E_\nu[N_a]\mathrm{KL}(\nu_a,\lambda_a)\ge"
            r"\mathrm{kl}(\delta,1-\delta)$.",
            "kls >= kl(delta, 1-delta)",
            where=SMALL,
            uses=(2,),
            claim="thesis.thm2.32.repaired",
            of_step=14,
            instance={"d": "delta", "sum": "kls"},
        ),
        Inequality(
            5,
            r"$\mathrm{kl}(1-\delta,\delta)\ge\log\frac1{3\delta}$.",
            "kl(1-delta, delta) >= -log(3*delta)",
            where="delta in (0,1)",
        ),
        Given(
            6,
            r"Distances are at most 1, and each step but the last takes one sample: in each run "
            r"$\sum_aN_a\mathrm{TV}(\nu_a,\lambda_a)\le\tau-1$.",
            "x <= 1*y",
        ),
        Textbook(
            7,
            r"The mean: $\sum_a\mathbb E_\nu[N_a]\mathrm{TV}(\nu_a,\lambda_a)\le n$.",
            "tvs <= n",
            where=SMALL,
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 6},
            instance={"x": "tvs", "c": "1", "y": "n", "X": "x", "Y": "y"},
            over=("x", "y"),
        ),
        Inequality(
            8,
            r"So samples are taken: $n>0$.",
            "n > 0",
            where=SMALL,
            weights={7: "1", 3: "1/eps", 5: "1/eps"},
        ),
        OnClaim(
            9,
            r"Hence $\omega_a=\mathbb E_\nu[N_a]/n$ is in the simplex.",
            uses=(8,),
            claim="thesis.thm4.24.proof.repaired",
        ),
        Given(
            10,
            r"So $\sum_a\omega_a\mathrm{KL}(\nu_a,\lambda_a)$ is $\frac1n\sum_a\mathbb E_\nu[N_a]"
            r"\mathrm{KL}(\nu_a,\lambda_a)$,",
            "w1 == kls/n",
            where=SAMPLED,
            uses=(8,),
        ),
        Given(
            11,
            r"and $\sum_a\omega_a\mathrm{TV}(\nu_a,\lambda_a)$ is $\frac1n\sum_a\mathbb E_\nu[N_a]"
            r"\mathrm{TV}(\nu_a,\lambda_a)$.",
            "w2 == tvs/n",
            where=SAMPLED,
            uses=(8,),
        ),
        Given(
            12,
            r"Let $c=\mathrm{kl}(1-\delta,\delta)/n$.",
            "c == kl(1-delta, delta)/n",
            where=SAMPLED,
            uses=(8,),
        ),
        Inequality(
            13,
            r"$\sum_a\omega_a\mathrm{KL}(\nu_a,\lambda_a)\ge c$, as $\mathrm{kl}(\delta,1-\delta)="
            r"\mathrm{kl}(1-\delta,\delta)$,",
            "w1 >= c",
            where=SAMPLED,
            uses=(10, 12),
            weights={4: "1/n"},
        ),
        Inequality(
            14,
            r"and $\varepsilon\sum_a\omega_a\mathrm{TV}(\nu_a,\lambda_a)\ge c$.",
            "eps*w2 >= c",
            where=SAMPLED,
            uses=(11, 12),
            weights={3: "1/n"},
        ),
        Inequality(
            15,
            "So is the smaller one.",
            "min(w1, eps*w2) >= c",
            where=SAMPLED,
            uses=(13, 14),
        ),
        Textbook(
            16,
            r"And so is the infimum over the alternatives.",
            "c <= value",
            where=SAMPLED,
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 15},
            instance={"c": "c", "low": "value", "X": "min(w1, eps*w2)"},
            over=("w1", "w2"),
        ),
        Textbook(
            17,
            r"$T^*(\nu;\varepsilon)^{-1}$, the supremum over $\omega$, is at least its value at "
            r"this $\omega$.",
            "value <= rate",
            where=SAMPLED,
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 9},
            instance={"v": "value", "high": "rate"},
        ),
        Inequality(
            18,
            r"$n\ge T^*(\nu;\varepsilon)\,\mathrm{kl}(1-\delta,\delta)$.",
            "rate*n >= kl(1-delta, delta)",
            where=SAMPLED,
            uses=(12,),
            weights={16: "n", 17: "n"},
        ),
        Inequality(
            19,
            r"For $\delta<\frac13$: $\mathbb E_\nu[\tau]\ge T^*(\nu;\varepsilon)\log"
            r"\frac1{3\delta}$.",
            "rate*tau >= -log(3*delta)",
            where=SAMPLED,
            uses=(1,),
            weights={18: "1", 5: "1"},
        ),
        Inequality(
            20,
            r"For $\delta\ge\frac13$ the bound is at most 0.",
            "rate*tau >= -log(3*delta)",
            where="delta in [1/3,1)",
        ),
    ),
    instances=one_noisy_answer,
    parts=(19,),
)
