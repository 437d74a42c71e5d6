"""The proofs about the two simple private counters, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

from .proofs_of_noise import moments_of_noise

FRESH_NOISE = Proof(
    "thesis.mech.simple1",
    where="t in [0,inf), T in [1,inf), eps in (0,inf), c in [0,inf), one in [0,inf), gap in "
    "[0,inf), "
    "b in (0,inf), err in [0,inf)",
    parts=(2, 3, 6),
    steps=(
        Given(1, r"Neighbours differ in one bit, which is in a prefix sum or not.", "c <= 1"),
        OnClaim(
            2,
            r"A sum has $s_1\le1$, so $\mathrm{Lap}(1/\epsilon)$ makes it $\epsilon$-DP.",
            claim="thesis.thm2.13.repaired",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"$T$ such releases with independent noise are $T\epsilon$-DP.",
            claim="thesis.prop2.9",
            uses=(2,),
        ),
        Induction(
            4,
            r"The vector of $t$ sums moves by at most $t$ in the 1-norm, so $s_1\le T$.",
            "one <= t",
            variable="t",
            start="0",
            sequence="one",
            first="0",
            following="one + c",
            weight="1",
            uses=(1,),
        ),
        Given(5, r"The noise of scale $T/\epsilon$.", "b == T/eps"),
        OnClaim(
            6,
            r"It is at least $s_1/\epsilon$ by step 4: the sequence is $\epsilon$-DP.",
            claim="thesis.thm2.13.repaired",
            uses=(4, 5),
        ),
        Computed(7, r"$\mathbb E|Y|=b$ for $\mathrm{Lap}(b)$.", by=moments_of_noise),
        Given(8, "The mean error at a step is that of its noise.", "err == b", uses=(7,)),
        Identity(9, r"It is $T/\epsilon$.", "err == T/eps", uses=(5, 8)),
    ),
)

NOISED_STREAM = Proof(
    "thesis.mech.simple2",
    where="t in [0,inf), T in [1,inf), eps in (0,inf), var in [0,inf), x in (0,inf), p in [0,1], "
    "j in [1,inf), b in [1,inf)",
    parts=(2, 6),
    steps=(
        OnClaim(
            1,
            r"The stream with $\mathrm{Lap}(1/\epsilon)$ on each bit is $\epsilon$-DP: one bit "
            r"differs, so $s_1=1$.",
            claim="thesis.thm2.13.repaired",
        ),
        OnClaim(
            2,
            r"The released sums are functions of that noised stream: $\epsilon$-DP.",
            claim="thesis.prop2.7",
            uses=(1,),
        ),
        Computed(3, r"$\mathbb E\gamma_s^2=2/\epsilon^2$, and the mean is 0.", by=moments_of_noise),
        Induction(
            4,
            r"The error at step $t$ is a sum of $t$ independent terms: its variance is "
            r"$2t/\epsilon^2$.",
            "var == 2*t/eps**2",
            variable="t",
            start="0",
            sequence="var",
            first="0",
            following="var + 2/eps**2",
            uses=(3,),
        ),
        Textbook(
            5,
            r"$\Pr[|S_t|\ge x]=\Pr[S_t^2\ge x^2]\le\mathbb E S_t^2/x^2$.",
            "p*x**2 <= 2*t/eps**2",
            fact="textbook.markov",
            over=("y",),
            where="y in (-inf,inf)",
            hypotheses={"X >= 0": "y**2 >= 0", "a > 0": "x**2 > 0"},
            instance={"p": "p", "a": "x**2", "m": "2*t/eps**2", "X": "y**2"},
            uses=(4,),
        ),
        Inequality(
            6,
            r"At $x=\sqrt{2t/(\epsilon^2\beta)}$ this is $\beta$: up to its probability the error "
            r"is $O(\sqrt t/\epsilon)$.",
            "p <= q",
            where="q in (0,1], x**2*q >= 2*t/eps**2",
            weights={5: "1/x**2"},
        ),
        Inequality(
            7,
            r"$\sqrt t\le T$ for $t=j\ge1$ and $T=j+b-1\ge t$: it improves on $O(T/\epsilon)$.",
            "sqrt(j) <= j + (b - 1)",
            uses=(6,),
        ),
    ),
)
