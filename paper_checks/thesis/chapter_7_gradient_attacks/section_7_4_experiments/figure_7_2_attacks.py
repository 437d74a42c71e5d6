"""Claims about Figure 7.2, on a softmax model that is trained for one epoch."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from banditproof.algorithms.membership.descents.descent_attack import WRONG_SIGN
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import need, statistical

from .attacked_softmax_models import ATTACKS, SYNTHETIC, Attacked, Place, played

ERRORS = 5
"""Standard errors that a difference of areas has to exceed."""
LEVEL = 3e-7
OURS = (
    "our synthetic softmax model with features of very different variances, not the two data sets; "
    "the sign and the index of Algorithm 13 corrected"
)


def error_of(curve: SampledROC) -> float:
    """A limit of the standard error of an area: sqrt(A (1 - A) / m), m games of each kind."""
    area = min(max(curve.area, 0.01), 0.99)
    return sqrt(area * (1 - area) / min(len(curve.out), len(curve.inside)))


def separated(better: SampledROC, worse: SampledROC) -> float:
    """The difference of two areas in standard errors."""
    return (better.area - worse.area) / sqrt(error_of(better) ** 2 + error_of(worse) ** 2)


@claim(
    "thesis.gd.fig7.2.easy",
    r"The point with the highest Mahalanobis score is easier to attack than that with the lowest.",
    recorded="holds",
    stated=True,
    reading=OURS,
    tier="slow",
    title="easy and hard targets",
    mutants={
        "the sign of the print": {"cell": replace(SYNTHETIC, recovery=WRONG_SIGN)},
        "the hardest point twice": {"places": ("hard", "hard")},
    },
)
def easy_against_hard(
    cell: Attacked = SYNTHETIC, places: tuple[Place, Place] = ("easy", "hard")
) -> Verdict:
    """The areas under the curves of the covariance attack for both targets."""
    easy, hard = (played(cell, place) for place in places)
    curves = easy.curves[ATTACKS[0]], hard.curves[ATTACKS[0]]
    need(
        separated(*curves) > ERRORS,
        "The areas do not differ clearly",
        areas=[c.area for c in curves],
    )
    return statistical(
        "The covariance attack finds the easy point more often.",
        numbers={
            "area, easy": round(curves[0].area, 3),
            "area, hard": round(curves[1].area, 3),
            "Mahalanobis scores": f"{easy.score:.3g} and {hard.score:.3g}",
            "level": LEVEL,
            "runs": cell.games,
        },
        covered="One synthetic model, one epoch of ten batches, the areas under both curves.",
        not_covered="The models and data sets of the document, and each point of the curves.",
    )


@claim(
    "thesis.gd.fig7.2.better",
    r"The covariance attack improves on the scalar product attack.",
    recorded="holds",
    stated=True,
    reading=f"{OURS}; the easy target, at which both can be told from guessing",
    tier="slow",
    title="covariance attack and scalar product",
    mutants={
        "features of one variance": {"cell": replace(SYNTHETIC, widest=1.0)},
        "the scalar product against itself": {"better": ATTACKS[1]},
    },
)
def better_attack(cell: Attacked = SYNTHETIC, better: str = ATTACKS[0]) -> Verdict:
    """The areas under the curves of both attacks on the same games."""
    found = played(cell, "easy").curves
    curves = found[better], found[ATTACKS[1]]
    need(
        separated(*curves) > ERRORS,
        "The areas do not differ clearly",
        areas=[c.area for c in curves],
    )
    return statistical(
        "The covariance attack is better where the variances of the features differ much; the mean "
        "of the likelihood ratios of the steps is better than its sum (thesis.fix.epoch.lr).",
        numbers={
            **{f"area, {name}": round(curve.area, 3) for name, curve in found.items()},
            "level": LEVEL,
            "runs": cell.games,
        },
        covered="One synthetic model whose features have deviations from 0.1 to 10.",
        not_covered="The models and data sets of the document; with features of one variance no "
        "difference is seen.",
    )


@claim(
    "thesis.gd.fig7.2.once",
    r"The covariance attack can be run over one epoch with the same covariance matrix at each "
    r"step, "
    r"that of the last layer.",
    recorded="holds",
    stated=True,
    reading=f"{OURS}; the linear model is its own last layer; with references that are computed "
    f"anew "
    "at each step the area is larger by less than 0.05",
    tier="slow",
    title="one covariance for an epoch",
    mutants={"steps that are fifty times as long": {"rate": 0.5}},
)
def one_covariance(rate: float = 0.01) -> Verdict:
    """The areas with frozen and with recomputed references on the same games."""
    cell = replace(SYNTHETIC, rate=rate, games=400, references=500)
    frozen = played(cell, "easy").curves[ATTACKS[0]]
    anew = played(replace(cell, recomputed=True), "easy").curves[ATTACKS[0]]
    lost = anew.area - frozen.area
    need(lost < 0.05, "A frozen covariance costs more", frozen=frozen.area, anew=anew.area)
    return statistical(
        "Over one epoch of short steps the covariance at the start will do.",
        numbers={
            "area, frozen": round(frozen.area, 3),
            "area, computed anew": round(anew.area, 3),
            "level": "the two curves are of the same games; no test is made",
            "runs": cell.games,
        },
        covered="One synthetic model, learning rate 0.01.",
        not_covered="The network of the document; longer steps, where it fails.",
    )


whole(
    "thesis.gd.fig7.2",
    r"ROC curves of the covariance and the scalar product attack against the easiest and the "
    r"hardest "
    r"target: the easy one is easier, the covariance attack is better, and one covariance will do.",
    parts=("thesis.gd.fig7.2.easy", "thesis.gd.fig7.2.better", "thesis.gd.fig7.2.once"),
)
