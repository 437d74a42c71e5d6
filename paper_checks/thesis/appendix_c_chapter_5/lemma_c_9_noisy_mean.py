"""Claims about the concentration of a noisy mean: Lemma C.9."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.noisy_means import tail_above
from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import below, require
from banditproof.theory.balls import ball, working_precision

ATTAINED = Proof(
    "thesis.lemC.9.constant",
    where="c in [0,1), h in (0,1), w in (0,inf), z in [0,inf), r in [0,1], near in [0,1], "
    "both in [0,1], p in [0,1]",
    steps=(
        Given(
            1,
            r"Let $h=\frac{1-c}2$, one coin of mean $\mu=1-h$, $\delta=1$, so $w=0$;",
            "h == (1-c)/2",
        ),
        Given(2, r"$\rho=\frac1{2h^3}$: the noise $Z$ has the variance", "w == h**3"),
        Textbook(
            3,
            r"Markov's inequality for $Z^2$: $r=\mathbb P(Z^2\ge h^2)$,",
            "r <= w/h**2",
            fact="textbook.markov",
            hypotheses={"X >= 0": "z >= 0", "a > 0": "h**2 > 0"},
            instance={"p": "r", "a": "h**2", "m": "w", "X": "z"},
            over=("z",),
            uses=(2,),
        ),
        Given(4, "The coin and the noise are independent; the noise is near with", "near == 1 - r"),
        Textbook(
            5,
            r"so that the coin shows 1 and the noise is near with this probability.",
            "both == (1-h)*near",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 4},
            instance={"m": "both", "x": "1-h", "y": "near"},
        ),
        Given(6, r"Then $\hat\mu_1+Z_1>1-h=\mu$."),
        Textbook(
            7,
            "So at least with this.",
            "both <= p",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 6},
            instance={"p": "both", "q": "p"},
        ),
        Inequality(8, r"$r\le h$.", "r <= h", uses=(2,), weights={3: "1"}),
        Inequality(
            9,
            r"$p\ge(1-h)^2$,",
            "p >= (1-h)**2",
            uses=(4, 5),
            weights={7: "1", 8: "1-h"},
        ),
        Inequality(
            10,
            r"which is above $c=c\,\delta$.",
            "p > c",
            uses=(1,),
            weights={9: "1"},
            rest="(1-c)**2/4",
        ),
    ),
)


@checks(
    "thesis.lemC.9.constant",
    mutants={
        "a fair coin": {"mean": lambda h: Fraction(1, 2)},
        "more noise": {"proof": ATTAINED.changed(2, formula="w == h**2")},
        "sharper: beyond 1": {"proof": ATTAINED.changed(10, formula="p > c + (1-c)/2")},
    },
)
def constant_is_attained(mean: object = None, proof: Proof = ATTAINED) -> Verdict:
    """The steps, and the exact probability for c = 0.9 and 0.99."""
    with working_precision(80):
        for c in map(Fraction, ("9/10", "99/100")):
            h = (1 - c) / 2
            mu = mean(h) if callable(mean) else 1 - h
            found = tail_above(1, mu, h**3, ball(Fraction(0)))
            require(below(ball(c), found), "It is at most c.", c=c, probability=found)
    return proof.verdict(
        "One coin that nearly always shows 1, with little noise, at delta = 1.",
        instances="The exact probability for c = 0.9 and 0.99.",
    )
