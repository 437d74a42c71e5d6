"""Claims about the link between the games with a fixed and with a random target, Section 6.2.3."""

from __future__ import annotations

from fractions import Fraction

from banditproof.algorithms.membership.games.crafters import AverageTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair
from banditproof.theory.membership.finite_laws import (
    EnumeratedLaw,
    average_target_game,
    bernoulli_rows,
    fixed_target_game,
)
from banditproof.theory.membership.finite_laws.small_games import Row

GAMES = ((("1/3",), 3), (("1/4",), 2), (("1/2", "1/5"), 2))
"""Means of Bernoulli columns, and the number of rows."""


def both_games(
    means: tuple[str, ...], rows: int
) -> tuple[EnumeratedLaw, list[tuple[Row, Fraction, EnumeratedLaw]]]:
    """The game with a random target, and the games of its targets with their probabilities."""
    records = bernoulli_rows(means)
    single = [(z, mass, fixed_target_game(records, rows, z)) for z, mass in records.items()]
    return average_target_game(records, rows), single


def power_of_all_targets(means: tuple[str, ...], rows: int, level: Fraction) -> Fraction:
    """The largest power with a random target, by the law of the ratio and by the crafter's box."""
    power = average_target_game(bernoulli_rows(means), rows).exact_power(level)
    game = exact_game(AverageTarget(ExactMean(), BernoulliColumns(means), rows))
    need(game.power(level) == power, "The power differs", means=means, n=rows)
    return power


LINK = Proof(
    "thesis.ftm.claim.average-link",
    where="hit in [0,1], alarm in [0,1], hits in [0,1], alarms in [0,1], adv in [-1,1], "
    "mean in [-1,1], most in [-1,1], acc in [0,1], accs in [0,1]",
    parts=(6, 9),
    steps=(
        Given(
            1,
            r"In Algorithm 4 the target has the law $\mathcal D$ for both bits; given the target "
            r"$z$ the output has the law $p_n^{\mathrm{in}}(\cdot\mid z)$ or "
            r"$p_n^{\mathrm{out}}(\cdot\mid z)$, as in Algorithm 11.",
        ),
        Textbook(
            2,
            r"So the chance of the guess 1 for $b=1$ is the mean of those for the targets,",
            "hit == hits",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 1},
            instance={"p": "hit", "q": "hits"},
        ),
        Textbook(
            3,
            r"and so it is for $b=0$.",
            "alarm == alarms",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 1},
            instance={"p": "alarm", "q": "alarms"},
        ),
        Given(
            4, r"An advantage is $1-\alpha_n-\beta_n$; that of $\mathcal A$,", "adv == hit - alarm"
        ),
        Textbook(
            5,
            r"and the mean of those of the targets.",
            "mean == hits - alarms",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 4},
            instance={"x": "mean", "y": "hits - alarms"},
        ),
        Identity(6, r"Both are equal.", "adv == mean", uses=(2, 3, 4, 5)),
        Given(
            7,
            r"An accuracy is $\frac12(1+\mathrm{Adv}_n)$; that of $\mathcal A$,",
            "acc == (1 + adv)/2",
        ),
        Textbook(
            8,
            r"and the mean of those of the targets.",
            "accs == (1 + mean)/2",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 7},
            instance={"x": "accs", "y": "(1 + mean)/2"},
        ),
        Identity(9, r"They are equal too.", "acc == accs", uses=(6, 7, 8)),
        Textbook(
            10,
            r"The easiest target has at least the mean.",
            "mean <= most",
            fact="textbook.elementary-probability:largest",
            hypotheses={"a mean over finitely many cases": 1},
            instance={"mean": "mean", "largest": "most"},
        ),
        Inequality(
            11,
            r"So the game with a random target shows no more.",
            "adv <= most",
            uses=(6,),
            weights={10: "1"},
        ),
    ),
)


@claim(
    "thesis.ftm.claim.average-link",
    r"For $\mathcal A(z^\star,o)=\mathcal A_{z^\star}(o)$: $\mathrm{Adv}_n(\mathcal "
    r"A)=E_{z^\star\sim\mathcal D}[\mathrm{Adv}_n(\mathcal A_{z^\star})]$, and the same for the "
    r"accuracy. So an audit by the game with a random target can be worse than one with a fixed "
    r"target that is easy to attack.",
    recorded="holds",
    reading=r"$\mathcal D$ has finitely many values, so that there is an easiest target",
    mutants={
        "the law of the target changes with the bit": {
            "proof": LINK.changed(2, formula="hit <= hits")
        },
        "the advantage counts one error": {"proof": LINK.changed(4, formula="adv == 1 - alarm")},
        "sharper: 0.99 of the easiest": {"proof": LINK.changed(11, formula="adv <= 0.99*most")},
        "sharper: 0.99 of the mean accuracy": {
            "proof": LINK.changed(9, formula="acc == 0.99*accs")
        },
        "sharper: 0.6 of the easiest in games": {"part": Fraction(3, 5)},
    },
)
def mean_over_the_targets(proof: Proof = LINK, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and the best adversaries of three games, exact."""
    sides = Sides()
    for means, rows in GAMES:
        joint, single = both_games(means, rows)
        average = sum((mass * law.exact_total_variation() for _, mass, law in single), Fraction(0))
        best = joint.exact_total_variation()
        require(best == average, "The average game has another advantage.", means=means, n=rows)
        most = max(law.exact_total_variation() for _, _, law in single)
        sides.at_most(best, part * most, "No target is as easy.", means=means, n=rows)
    return proof.verdict(
        "The advantage with a random target is the mean of those with fixed ones, and at most that "
        "of the easiest target.",
        instances="The best adversaries of three games with Bernoulli columns, exact; with mean "
        "1/3 and three rows both sides are 16/81.",
        sharpness=sides.sharpness,
    )


SAME = Proof(
    "thesis.ftm.claim.same-lr.repaired",
    where="p in [0,inf), q in (0,inf), d in (0,1], r in [0,inf), s in [0,inf), adv in [-1,1], "
    "best in [-1,1]",
    parts=(3,),
    steps=(
        Given(
            1,
            r"The target has the law $\mathcal D$ for both bits: for $b=1$ target and output "
            r"have the density $\mathcal D(z)p_n^{\mathrm{in}}(o\mid z)$, and for $b=0$ "
            r"$\mathcal D(z)p_n^{\mathrm{out}}(o\mid z)$. Their ratio.",
            "r == (d*p)/(d*q)",
        ),
        Given(2, r"The ratio given the target.", "s == p/q"),
        Identity(3, "They are equal.", "r == s", uses=(1, 2)),
        OnClaim(
            4,
            r"For the pair of target and output as the outcome, the threshold 0 on this score has "
            r"the largest advantage.",
            "adv <= best",
            claim="thesis.thm6.1b",
            of_step=6,
        ),
        Parts(5, "One score, and one test for the advantage in both games.", uses=(3, 4)),
    ),
)


@pair(
    "thesis.ftm.claim.same-lr",
    r"$\log\frac{p_n^{\mathrm{in}}(z^\star,o)}{p_n^{\mathrm{out}}(z^\star,o)}=\log\frac"
    r"{p_n^{\mathrm{in}}(o\mid z^\star)}{p_n^{\mathrm{out}}(o\mid z^\star)}$, since $z^\star$ has "
    r"the law $\mathcal D$ for both bits. So the same LR attack is optimal in the games with a "
    r"fixed and with a random target, and only the resulting measure differs.",
    r"The scores of both games are equal, and the threshold 0 has the largest advantage in both. "
    r"(At a level $\alpha$ the game with a random target allows one threshold for all targets, and "
    r"its power can be larger than the mean of those of the targets.)",
    recorded="holds-with-repair",
    subjects={"level": (Fraction(1, 10), None)},
    reading=r"the best tests at each level, with randomisation, as in Theorem 6.1(a)",
    refutation_rests_on=("textbook.neyman-pearson",),
    mutants={
        "another law of the target for b = 1": {
            "proof": SAME.changed(1, formula="r == (d**2*p)/(d*q)")
        },
        "sharper: 0.99 of the advantage": {"proof": SAME.changed(4, formula="adv <= 0.99*best")},
    },
    printed_mutants={"the level 1": {"level": Fraction(1)}},
)
def one_score_for_both_games(level: Fraction | None = None, proof: Proof = SAME) -> Verdict:
    """Enumerated games: advantages, and powers at a level."""
    for means, rows in GAMES:
        joint, single = both_games(means, rows)
        ratios = {x.ratio for x in joint.levels}
        same = ratios == {x.ratio for _, _, law in single for x in law.levels}
        require(same, "The scores differ.", means=means, n=rows)
        errors = [(mass, law.exact_errors(1)) for _, mass, law in single]
        advantage = sum((mass * (e.power - e.size) for mass, e in errors), Fraction(0))
        best = joint.exact_total_variation()
        require(advantage == best, "Threshold 0 is not the best test.", means=means, n=rows)
        if level is not None:
            powers = [mass * law.exact_power(level) for _, mass, law in single]
            mean, common = sum(powers, Fraction(0)), power_of_all_targets(means, rows, level)
            need(common >= mean, "The tests of the targets are better", means=means, n=rows)
            require_or_repair(
                common == mean,
                "At a level one threshold for all targets is a better test than the best test of "
                "each target.",
                means=means,
                n=rows,
                alpha=level,
                power_of_one_threshold=common,
                mean_power_of_the_targets=mean,
            )
    return proof.verdict(
        "The scores are equal, and so are the tests with the largest advantage.",
        instances="Three games with Bernoulli columns, exact.",
    )
