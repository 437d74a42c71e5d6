"""Claims about the Bayes adversary: Theorem 6.1(b) and (c), and its posterior odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, require

from .theorem_6_1_most_powerful_tests import CASE, GAMES, all_tests, law_of, outcomes

BAYES = Proof(
    "thesis.thm6.1b",
    where=f"{CASE}, size in [0,1], hit in [0,1], adv in [-1,1], best in [-1,1], acc in [0,1], "
    "top in [0,1]",
    parts=(6,),
    steps=(
        Inequality(
            1,
            r"At an outcome an adversary guesses 1 with probability $f$, and $\mathcal "
            r"A_{\mathrm{Bayes}}$ where $p>q$.",
            "f*(p - q) <= 1*max(p - q, 0)",
        ),
        Given(
            2,
            r"The advantage is $1-\alpha_n-\beta_n$, the integral of $f(p-q)$.",
            "adv == hit - size",
        ),
        Textbook(
            3,
            r"That of the Bayes adversary is the integral of the larger side.",
            "hit - size <= 1*best",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            instance={
                "x": "hit - size",
                "c": "1",
                "y": "best",
                "X": "f*(p - q)",
                "Y": "max(p - q, 0)",
            },
            over=("p", "q", "f"),
        ),
        Given(4, r"$\mathrm{Adv}_n=2\mathrm{Acc}_n-1$, for this adversary", "adv == 2*acc - 1"),
        Given(5, r"and for the Bayes adversary.", "best == 2*top - 1"),
        Inequality(6, r"The advantage.", "adv <= best", uses=(2,), weights={3: "1"}),
        Inequality(7, r"The accuracy.", "acc <= top", uses=(4, 5), weights={6: "1/2"}),
        Parts(8, "Both.", uses=(6, 7)),
    ),
)


@claim(
    "thesis.thm6.1b",
    r"$\mathcal A_{\mathrm{Bayes},z^\star}=1(\ell_n>0)$ has the largest advantage and accuracy: "
    r"$\mathrm{Adv}_n(\mathcal A_{\mathrm{Bayes},z^\star})\ge\mathrm{Adv}_n(\mathcal A_{z^\star})$ "
    r"for any adversary.",
    recorded="holds",
    mutants={
        "it guesses 0 where p > q": {
            "proof": BAYES.changed(1, formula="f*(p - q) <= 1*max(q - p, 0)")
        },
        "sharper: 0.99 of the advantage": {"proof": BAYES.changed(6, formula="adv <= 0.99*best")},
        "sharper: 0.99 of the accuracy": {"proof": BAYES.changed(7, formula="acc <= 0.99*top")},
        "the threshold log 2 in games": {"threshold": Fraction(2)},
    },
)
def bayes_adversary(proof: Proof = BAYES, threshold: Fraction = Fraction(1)) -> Verdict:
    """The steps, and all deterministic adversaries of four games."""
    sides = Sides()
    for place, (means, rows, target) in enumerate(GAMES):
        found = law_of(place).exact_errors(threshold)
        best = found.power - found.size
        case: dict[str, Any] = {"means": means, "n": rows, "target": target}
        gains = [power - size for size, power in all_tests(place)]
        for gain in gains:
            sides.at_most(gain, best, "An adversary has more.", **case)
        need(best in gains, "The Bayes adversary is none of them", **case)
    return proof.verdict(
        "No adversary has a larger advantage or accuracy than the threshold 0.",
        instances="All deterministic adversaries of four games, exact; the Bayes adversary is one.",
        sharpness=sides.sharpness,
    )


DISTANCE = Proof(
    "thesis.thm6.1c",
    where="hit in [0,1], alarm in [0,1], adv in [-1,1], tv in [0,1]",
    steps=(
        Given(1, r"The Bayes adversary says 1 where $p_n^{\mathrm{in}}>p_n^{\mathrm{out}}$."),
        Textbook(
            2,
            r"The total variation is the difference of the masses of this set.",
            "tv == hit - alarm",
            fact="textbook.scheffe",
            hypotheses={"where p > q": 1},
            instance={"t": "tv", "p": "hit", "q": "alarm"},
        ),
        Given(3, r"Its advantage is $1-\alpha_n-\beta_n$.", "adv == hit - alarm"),
        Identity(4, r"So they are equal.", "adv == tv", uses=(2, 3)),
    ),
)


@claim(
    "thesis.thm6.1c",
    r"$\mathrm{Adv}_n(\mathcal A_{\mathrm{Bayes},z^\star})=\mathrm{TV}(p_n^{\mathrm{out}}"
    r"(\cdot\mid z^\star)\,\|\,p_n^{\mathrm{in}}(\cdot\mid z^\star))$, (6.1).",
    recorded="holds",
    reading="TV is the supremum over events, half of the L1 distance; ties at 0 do not change it",
    mutants={
        "half of it": {"proof": DISTANCE.changed(4, formula="adv == tv/2")},
        "the L1 distance in games": {"factor": Fraction(1)},
    },
)
def advantage_is_a_distance(proof: Proof = DISTANCE, factor: Fraction = Fraction(1, 2)) -> Verdict:
    """The steps, and the L1 distances of four games."""
    for place, (means, rows, target) in enumerate(GAMES):
        errors, cells = law_of(place).exact_errors(1), outcomes(place)
        total = factor * sum((abs(p - q) for q, p in cells), Fraction(0))
        weak = sum((q - p for q, p in cells if q >= p), Fraction(0))
        same = errors.power - errors.size == total == weak
        require(same, "The advantage differs.", means=means, n=rows, target=target)
    return proof.verdict(
        "The advantage of the Bayes adversary is the total variation of the two laws.",
        instances="Half of the L1 distances of four games, with the set of the proof, in which "
        "ties count, exact.",
    )


ODDS = Proof(
    "thesis.ftm.claim.bayes-odds",
    where="p in (0,inf), q in (0,inf), u in [0,1], v in [0,1], adv in [-1,1], best in [-1,1]",
    parts=(3, 4),
    steps=(
        Given(1, r"Bayes' rule for a fair bit: $P(b=1\mid o,z^\star)$", "u == p/(p + q)"),
        Given(2, r"and $P(b=0\mid o,z^\star)$.", "v == q/(p + q)"),
        Identity(3, r"The posterior odds are the likelihood ratio.", "u/v == p/q", uses=(1, 2)),
        Inequality(
            4,
            r"So the threshold 0 guesses 1 where that is the likelier bit.",
            "u > 1/2",
            uses=(1,),
            where="p > q",
        ),
        OnClaim(
            5, r"It has the largest accuracy.", "adv <= best", claim="thesis.thm6.1b", of_step=6
        ),
        Parts(6, "The odds, and the classifier.", uses=(3, 4, 5)),
    ),
)


@claim(
    "thesis.ftm.claim.bayes-odds",
    r"Since $\Pr(b=0)=\Pr(b=1)=1/2$: $\ell_n(o;z^\star)=\log\frac{\Pr(b=1\mid o,z^\star)}"
    r"{\Pr(b=0\mid o,z^\star)}$, so the threshold 0 is the Bayes classifier, which has the highest "
    r"accuracy.",
    recorded="holds",
    mutants={
        "a bit with P(b = 1) = 3/10": {"proof": ODDS.changed(1, formula="u == 3*p/(3*p + 7*q)")},
        "the other posterior": {"proof": ODDS.changed(2, formula="v == p/(p + q)")},
        "sharper: likelier by a tenth": {"proof": ODDS.changed(4, formula="u > 11/20")},
    },
)
def posterior_odds(proof: Proof = ODDS) -> Verdict:
    """The steps; with another prior the threshold is another one."""
    for (place, _), prior in product(enumerate(GAMES), (Fraction(3, 10), Fraction(4, 5))):
        cells, law = outcomes(place), law_of(place)
        best = sum((max(prior * p, (1 - prior) * q) for q, p in cells), Fraction(0))
        errors = law.exact_errors((1 - prior) / prior)
        accuracy = prior * errors.power + (1 - prior) * (1 - errors.size)
        require(accuracy == best, "The threshold log((1-q)/q) is not the best.", q=prior)
    return proof.verdict(
        "The log-likelihood ratio is that of the posterior odds, and the threshold 0 is Bayes' "
        "classifier.",
        instances="In four games with P(b = 1) = q in {3/10, 4/5} the threshold log((1-q)/q) is "
        "the best one, exact.",
    )
