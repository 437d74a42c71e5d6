"""The proof of Lemma 2, the concentration of a noisy mean, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

WHERE = (
    "n in [1,inf), rho in (0,inf), r in (-inf,inf), p in [0,1], q in [0,inf), one in [0,inf), "
    "x in [0,inf), y in [0,inf), m in [0,inf), w in (0,inf), v in (0,inf), e in [0,inf), "
    "L in [0,inf), d in (0,1], "
    "up in [0,1], down in [0,1]"
)
PROXY = "(1/(2*sqrt(n)))"
"""Of the mean of n rewards."""


def tail(number: int, name: str, says: str) -> Step:
    """One side, by the tail of a subgaussian variable."""
    return OnClaim(
        number,
        says,
        f"{name} <= exp(-(e/sqrt(v))**2/2)",
        claim="thesis.lem2.21",
        of_step=7,
        instance={"q": name, "s": "sqrt(v)"},
        uses=(8,),
    )


def noisy_mean(id: str, noise: str, width: str, words: tuple[str, str]) -> Proof:
    """The proof for noise and width of any size, of which step 13 says that it is enough."""
    return Proof(
        id,
        where=WHERE,
        steps=(
            Given(
                1,
                r"$X_1,\dots,X_n\in[0,1]$ are independent, of mean $\mu=p$, and $Z_n$ is normal, "
                r"independent of them, of mean 0 and variance $w$. At a rate $r$ let "
                r"$q=\mathbb Ee^{rX_i}$, and for $X_i-\mu$ let this be $o$.",
                "one == exp(-r*p)*q",
            ),
            OnClaim(
                2,
                r"$X_i-\mu$ is $\frac12$-subgaussian:",
                "exp(-r*p)*q <= exp(r**2*(1/2)**2/2)",
                claim="thesis.lem2.22.bounded",
                of_step=6,
                instance={"L": "r", "l": "r", "h": "1", "m": "q"},
            ),
            Inequality(3, "in other words.", "one <= exp(r**2/8)", uses=(1,), weights={2: "1"}),
            Induction(
                4,
                r"The moment $x$ of the sum of $n$ is $o^n$.",
                "x <= exp(n*r**2/8)",
                sequence="x",
                first="one",
                following="x*one",
                uses=(3,),
                weight="one",
                rest="exp(n*r**2/8)*(exp(r**2/8) - one)",
            ),
            Inequality(
                5,
                r"It is that of $\hat\mu_n-\mu$, or of $\mu-\hat\mu_n$, at the rate $nr$.",
                f"x <= exp((n*r)**2*{PROXY}**2/2)",
                weights={4: "1"},
            ),
            Textbook(
                6,
                r"The noise has this one.",
                "y == exp((n*r)**2*w/2)",
                fact="textbook.normal-law:moments",
                hypotheses={"Z is normal, of mean 0 and variance v": 1},
                instance={"m": "y", "v": "w", "l": "n*r"},
            ),
            OnClaim(
                7,
                r"So their sum has",
                f"m <= exp((n*r)**2*sqrt({PROXY}**2 + sqrt(w)**2)**2/2)",
                claim="thesis.lem2.22.sum",
                of_step=5,
                instance={"l": "n*r", "s": PROXY, "t": "sqrt(w)"},
                uses=(5, 6),
            ),
            Given(
                8, r"$v=\frac1{4n}+w$ is the square of its proxy.", "v == 1/(4*n) + w", uses=(7,)
            ),
            tail(9, "up", r"So the noisy mean is at least $\mu+e$ with at most this probability,"),
            tail(10, "down", r"and at most $\mu-e$."),
            Given(11, words[0], f"w == {noise}"),
            Given(12, words[1], f"e == sqrt(({width})*L)"),
            Inequality(13, r"so that $e^2\ge2vL$,", "2*v*L <= e**2", uses=(8, 11, 12)),
            Inequality(
                14,
                r"and both probabilities are at most $e^{-L}$,",
                "exp(-(e/sqrt(v))**2/2) <= exp(-L)",
                weights={13: "1/(2*v)"},
                monotone=("exp", "-L", "-(e/sqrt(v))**2/2"),
            ),
            Given(15, r"$L=\log1/\delta$.", "d == exp(-L)"),
            Inequality(
                16,
                r"(15): the noisy mean is at least $\mu+e$ with probability at most $\delta$.",
                "up <= d",
                uses=(15,),
                weights={9: "1", 14: "1"},
            ),
            Inequality(
                17,
                r"(16): it is at most $\mu-e$ with probability at most $\delta$.",
                "down <= d",
                uses=(15,),
                weights={10: "1", 14: "1"},
            ),
            Parts(18, "Both sides.", uses=(16, 17)),
        ),
    )


NOISY_MEAN = noisy_mean(
    "zcdp.lem2.repaired",
    "1/(2*rho*n**2)",
    "1/(2*n) + 1/(rho*n**2)",
    (r"Here $w=\frac1{2\rho n^2}$,", r"$e=\sqrt{(\frac1{2n}+\frac1{\rho n^2})L}$,"),
)
HALF_SAMPLE = noisy_mean(
    "zcdp.lem2.half",
    "2/(rho*n**2)",
    "1/n + 4/(rho*n**2)",
    (r"Here $w=\frac1{2\rho(n/2)^2}$,", r"$e=\sqrt{(\frac1n+\frac1{\rho(n/2)^2})L}$,"),
)
