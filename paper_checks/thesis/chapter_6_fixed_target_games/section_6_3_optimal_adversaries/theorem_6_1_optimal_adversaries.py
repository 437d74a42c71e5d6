"""Claims about the optimal adversaries: Theorem 6.1, its proof, and Definition 6.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import require
from banditproof.theory.membership.finite_laws import (
    EnumeratedLaw,
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
)
from banditproof.theory.membership.finite_laws.small_games import Law, Row

GAMES = (
    (("1/2",), 3, (1,)),
    (("1/2",), 4, (1,)),
    (("1/3",), 3, (0,)),
    (("1/2", "1/2"), 2, (1, 1)),
)
"""Means of Bernoulli columns, rows and target, released by the exact mean."""
CASE = "p in [0,inf), q in [0,inf), f in [0,1]"


@cache
def law_of(place: int) -> EnumeratedLaw:
    """The likelihood ratios of a game."""
    means, rows, target = GAMES[place]
    return fixed_target_game(bernoulli_rows(means), rows, target)


@cache
def outcomes(place: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """p_out and p_in of each mean that a game may release."""
    (means, rows, target), found = GAMES[place], {}
    records = bernoulli_rows(means)
    for data in product(records, repeat=rows):
        mass = Fraction(1)
        for row in data:
            mass *= records[row]
        changed = (tuple(map(Fraction, target)), *data[1:])  # the mean does not ask for the place
        for side, worlds in ((0, data), (1, changed)):
            for output in empirical_mean(worlds):
                found.setdefault(output, [Fraction(0)] * 2)[side] += mass
    return tuple((out, inside) for out, inside in found.values())


def all_tests(place: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Size and power of every set of outcomes: all scores with all thresholds give these."""
    cells = outcomes(place)
    for chosen in product((0, 1), repeat=len(cells)):
        picked = [cell for cell, one in zip(cells, chosen, strict=True) if one]
        yield sum((q for q, _ in picked), Fraction(0)), sum((p for _, p in picked), Fraction(0))


MOST_POWERFUL = Proof(
    "thesis.thm6.1a.repaired",
    where=f"{CASE}, c in [0,inf), size in [0,1], hit in [0,1], best in [0,1], level in [0,1]",
    steps=(
        Inequality(
            1,
            r"At an outcome with the densities $p$ of $p_n^{\mathrm{in}}$ and $q$ of "
            r"$p_n^{\mathrm{out}}$ another test says 1 with probability $f$; the LR test with the "
            r"threshold $\log c$ says 1 where $p-cq>0$.",
            "f*(p - c*q) <= 1*max(p - c*q, 0)",
        ),
        Textbook(
            2,
            r"The integrals: power minus $c$ times size, of the other test and of the LR test.",
            "hit - c*size <= 1*(best - c*level)",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            instance={
                "x": "hit - c*size",
                "c": "1",
                "y": "best - c*level",
                "X": "f*(p - c*q)",
                "Y": "max(p - c*q, 0)",
            },
            over=("p", "q", "f"),
        ),
        Given(3, r"The other test has at most the size $\alpha$ that the LR test attains.",
              "size <= level"),
        Inequality(4, r"So $c$ times its size is at most $c\alpha$.", "c*size <= c*level",
                   weights={3: "c"}),
        Inequality(5, r"So its power is not larger.", "hit <= best", weights={2: "1", 4: "1"}),
    ),
)  # fmt: skip


@pair(
    "thesis.thm6.1a",
    r"For every $\alpha\in[0,1]$ and any test function $s$: $\mathrm{Pow}_n(\ell_n,\alpha,z^\star)"
    r"\ge\mathrm{Pow}_n(s,\alpha,z^\star)$, where the power is the largest one of the tests "
    r"$1(s>\tau)$ of size at most $\alpha$.",
    r"For every $\alpha$ that some test $1(\ell_n>\tau)$ has as its size, and any test, also a "
    r"random one, of size at most $\alpha$: its power is at most "
    r"$\mathrm{Pow}_n(\ell_n,\alpha,z^\star)$.",
    recorded="holds-with-repair",
    subjects={"attained": (False, True)},
    stated_proof=("textbook.neyman-pearson",),
    mutants={
        "the test where the ratio is small": {
            "proof": MOST_POWERFUL.changed(1, formula="f*(p - c*q) <= 1*max(c*q - p, 0)")
        },
        "a larger size": {"proof": MOST_POWERFUL.changed(3, formula="size <= 2*level")},
        "sharper: 0.99 of the power": {
            "proof": MOST_POWERFUL.changed(5, formula="hit <= 0.99*best")
        },
        "sharper: 0.99 of the power in games": {"part": Fraction(99, 100)},
    },
    printed_mutants={"games where all sizes are attained": {"games": ()}},
)
def most_powerful_tests(
    attained: bool = True,
    proof: Proof = MOST_POWERFUL,
    part: Fraction = Fraction(1),
    games: tuple[int, ...] = (0, 1, 2, 3),
) -> Verdict:
    """All sets of outcomes of four games, at the sizes of all of them or of the LR tests."""
    sides = Sides()
    for place in games:
        law, tests = law_of(place), set(all_tests(place))
        sizes = {corner.size for corner in law.corners()} if attained else {a for a, _ in tests}
        means, rows, target = GAMES[place]
        for level in sorted(sizes):
            power = max(hit for size, hit in tests if size <= level)
            best = law.exact_power(level, randomised=False)
            sides.at_most_or_repair(
                power,
                part * best,
                "A score has more power than the likelihood ratio, because the sizes of its "
                "thresholds jump.",
                means=means,
                n=rows,
                target=target,
                alpha=level,
                power_of_the_score=power,
                power_of_the_ratio=best,
            )
    return proof.verdict(
        "At the sizes that it attains no test beats a threshold on the likelihood ratio.",
        instances="All sets of outcomes of four games, exact.",
        sharpness=sides.sharpness,
    )


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
        Given(2, r"The advantage is $1-\alpha_n-\beta_n$, the integral of $f(p-q)$.",
              "adv == hit - size"),
        Textbook(
            3,
            r"That of the Bayes adversary is the integral of the larger side.",
            "hit - size <= 1*best",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            instance={"x": "hit - size", "c": "1", "y": "best", "X": "f*(p - q)",
                      "Y": "max(p - q, 0)"},
            over=("p", "q", "f"),
        ),
        Given(4, r"$\mathrm{Adv}_n=2\mathrm{Acc}_n-1$, for this adversary", "adv == 2*acc - 1"),
        Given(5, r"and for the Bayes adversary.", "best == 2*top - 1"),
        Inequality(6, r"The advantage.", "adv <= best", uses=(2,), weights={3: "1"}),
        Inequality(7, r"The accuracy.", "acc <= top", uses=(4, 5), weights={6: "1/2"}),
        Parts(8, "Both.", uses=(6, 7)),
    ),
)  # fmt: skip


@claim(
    "thesis.thm6.1b",
    r"$\mathcal A_{\mathrm{Bayes},z^\star}=1(\ell_n>0)$ has the largest advantage and accuracy: "
    r"$\mathrm{Adv}_n(\mathcal A_{\mathrm{Bayes},z^\star})\ge\mathrm{Adv}_n(\mathcal A_{z^\star})$ "
    r"for any adversary.",
    recorded="holds",
    stated_proof=("thesis.ftm.claim.bayes-odds",),
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
        best, case = found.power - found.size, {"means": means, "n": rows, "target": target}
        for size, power in all_tests(place):
            sides.at_most(power - size, best, "An adversary has more.", **case)
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
        require(same, "The advantage is another number.", means=means, n=rows, target=target)
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
        Inequality(4, r"So the threshold 0 guesses 1 where that is the likelier bit.", "u > 1/2",
                   uses=(1,), where="p > q"),
        OnClaim(5, r"It has the largest accuracy.", "adv <= best", claim="thesis.thm6.1b",
                of_step=6),
        Parts(6, "The odds, and the classifier.", uses=(3, 4, 5)),
    ),
)  # fmt: skip


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


LEAKAGE = Proof(
    "thesis.def6.2",
    where="adv in [-1,1], tv in [0,1], xi in [-1,1]",
    steps=(
        OnClaim(1, "(6.1).", "adv == tv", claim="thesis.thm6.1c", of_step=4),
        Given(2, r"$\xi_n$ is the advantage of the Bayes adversary.", "xi == adv"),
        Identity(3, r"So it is the total variation.", "xi == tv", uses=(1, 2)),
    ),
)


@claim(
    "thesis.def6.2",
    r"Definition 6.2: $\xi_n(z^\star,\mathcal M,\mathcal D)=\mathrm{Adv}_n(\mathcal "
    r"A_{\mathrm{Bayes},z^\star})=\mathrm{TV}(p_n^{\mathrm{out}}(\cdot\mid z^\star)\,\|\,"
    r"p_n^{\mathrm{in}}(\cdot\mid z^\star))$ is the target-dependent leakage.",
    recorded="holds",
    mutants={
        "twice the distance": {"proof": LEAKAGE.changed(3, formula="xi == 2*tv")},
        "sharper: processing loses a tenth": {"part": Fraction(9, 10)},
    },
)
def leakage_of_a_target(proof: Proof = LEAKAGE, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and what a leakage should do in games: n = 1, and post-processing."""

    def first_column(rows: tuple[Row, ...]) -> Law:
        return {output[:1]: mass for output, mass in empirical_mean(rows).items()}  # type: ignore[index]

    sides = Sides()
    for means in (("1/3",), ("1/2", "1/5"), ("0", "1/4")):
        records = bernoulli_rows(means)
        for target, mass in records.items():
            alone = fixed_target_game(records, 1, target).exact_total_variation()
            require(alone == 1 - mass, "One record tells more or less.", means=means, z=target)
            whole = fixed_target_game(records, 2, target).exact_total_variation()
            less = fixed_target_game(records, 2, target, first_column).exact_total_variation()
            finding = "Post-processing adds leakage."
            sides.at_most(less, part * whole, finding, means=means, n=2, z=target)
    return proof.verdict(
        "The two expressions are equal.",
        instances="For n = 1 and the exact mean it is 1 - P(Z = z*), and the first column alone "
        "leaks no more than all, in games with one and two columns, exact.",
        sharpness=sides.sharpness,
    )
