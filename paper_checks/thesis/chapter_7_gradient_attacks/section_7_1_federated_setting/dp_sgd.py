"""Claims about DP-SGD as Section 7.1.1 (d) prints it, with the noise on the mean."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.algorithms.membership.descents.batch_schedules import DrawnRows
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.linear_layers import LinearRegression
from banditproof.algorithms.membership.descents.privacy_of_descents import descent_privacy
from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import points, require

PRIVATE = Proof(
    "thesis.gd.def.dpsgd.private",
    where="C in (0,inf), g in (0,inf), b in [1,inf), a in (1,inf), r in (0,inf), x in [0,inf), "
    "y in [0,inf), z in [0,inf), h in [0,inf), s in [0,inf), m in [0,inf), T in [1,inf), "
    "v in [0,inf)",
    steps=(
        Inequality(
            1, "A gradient of norm r is clipped to a norm of at most C.", "min(1,C/r)*r <= C"
        ),
        Given(
            2,
            "So is that of the row that may differ; the gradient 0 stays as it is.",
            "x <= C",
            uses=(1,),
        ),
        Given(3, "And that of the row in its place.", "y <= C", uses=(1,)),
        Textbook(
            4,
            "Their difference has a norm z.",
            "z <= x + y",
            fact="textbook.cauchy-schwarz:triangle",
        ),
        Given(5, "It moves the mean of the batch by the distance s.", "s == z/b"),
        Inequality(
            6,
            "That is at most 2 C/|B|.",
            "s <= 2*C/b",
            uses=(5,),
            weights={2: "1/b", 3: "1/b", 4: "1/b"},
        ),
        Given(
            7,
            "Each coordinate of the mean has independent normal noise of variance h, drawn anew at "
            "each step.",
            "h == g**2*C**2",
        ),
        Textbook(
            8,
            "A step has a Renyi divergence of order a of",
            "m == a*s**2/(2*h)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": 7},
            instance={"v": "m", "w": "h"},
        ),
        Inequality(9, "The square of the shift is", "s**2 <= 4*C**2/b**2", uses=(6,)),
        Inequality(
            10,
            "A step is (2/(g |B|))^2/2-zCDP, and C has cancelled.",
            "m <= 2*a/(g**2*b**2)",
            uses=(7, 8),
            weights={9: "a/(2*g**2*C**2)"},
        ),
        Textbook(
            11,
            "All T steps together, each computed from the data and the iterates before it, have "
            "the divergence v.",
            "v <= 2*T/(g**2*b**2)*a",
            fact="textbook.composition:concentrated",
            hypotheses={
                "each part is r_i-zCDP": 10,
                "each part draws by itself, given the data and the outputs before it": 7,
            },
            instance={"r": "2*T/(g**2*b**2)"},
        ),
        Parts(12, "The clipping, and the privacy of one step and of all.", uses=(1, 6, 10, 11)),
    ),
)


@checks(
    "thesis.gd.def.dpsgd.private",
    mutants={
        "clipping to 2C": {"proof": PRIVATE.changed(1, formula="min(1,2*C/r)*r <= C")},
        "noise without C": {"proof": PRIVATE.changed(7, formula="h == g**2")},
        "sharper: the sensitivity C/|B| of one gradient more": {
            "proof": PRIVATE.changed(6, formula="s <= C/b")
        },
        "sharper: 0.99 of the budget of a step": {
            "proof": PRIVATE.changed(10, formula="m <= 0.99*2*a/(g**2*b**2)")
        },
        "a clipped gradient that is scaled again": {"factor": Fraction(2)},
    },
)
def dp_sgd_is_private(proof: Proof = PRIVATE, factor: Fraction = Fraction(1)) -> Verdict:
    """The proof, and the library at a batch where it is tight."""
    clipped = clip([[3.0, 4.0], [0.0, 0.0], [0.0, 0.5]], 2.5) * float(factor)
    short = all(sum(Fraction(x) ** 2 for x in row) <= Fraction(25, 4) for row in clipped.tolist())
    require(short, "A clipped gradient is longer than C.", C="5/2", clipped=clipped.tolist())
    for size, steps, gamma in ((5, 1, "0.5"), (10, 3, "2")):
        found = descent_privacy(_descent(1.0, float(gamma), size, steps), 20).mu_squared
        wanted = steps * (2 / (Fraction(gamma) * size)) ** 2
        require(found == wanted, "The library has another budget.", found=found, wanted=wanted)
    return proof.verdict(
        "Each step is Gaussian with the ratio 2/(gamma |B|) of shift and noise, attained by two "
        "opposite gradients of norm at least C. The usual definition adds the noise to the sum, "
        "and has the ratio 2/gamma.",
        instances="Two settings of the library.",
        beyond="Amplification by the random choice of the batches.",
    )


def _descent(bound: float, multiplier: float, size: int, steps: int) -> Descent:
    noise = ClippedNoise(bound=bound, multiplier=multiplier)
    model = LinearRegression(columns=1)
    return Descent(model=model, rates=(0.1,) * steps, batches=DrawnRows(size), noise=noise)


Budget = Callable[[Fraction, Fraction, int, int], Fraction]
"""mu^2 of all steps from C, gamma, |B| and T."""
CHANGES = {"C": (2, 1, 1, 1), "gamma": (1, 2, 1, 1), "|B|": (1, 1, 2, 1), "T": (1, 1, 1, 2)}


def of_the_print(bound: Fraction, gamma: Fraction, size: int, steps: int) -> Fraction:
    """The noise gamma C on the mean: T (2C/|B|)^2 / (gamma C)^2."""
    return steps * (2 * bound / size) ** 2 / (gamma * bound) ** 2


def of_plain_noise(bound: Fraction, gamma: Fraction, size: int, steps: int) -> Fraction:
    """The noise gamma on the mean, without C."""
    return steps * (2 * bound / size) ** 2 / gamma**2


@checks_both(
    "thesis.gd.def.dpsgd.budget",
    subjects={"named": (("C", "gamma", "|B|", "T"), ("gamma", "|B|", "T"))},
    mutants={
        "the number of steps is left out": {"named": ("gamma", "|B|")},
        "noise that does not grow with C": {"budget": of_plain_noise},
    },
    printed_mutants={"noise that does not grow with C": {"budget": of_plain_noise}},
)
def what_the_budget_depends_on(named: tuple[str, ...], budget: Budget = of_the_print) -> Verdict:
    """The exact budget when one of the four numbers is doubled."""
    start = (Fraction(3, 2), Fraction(1, 2), 5, 2)
    before = budget(*start)
    library = descent_privacy(_descent(1.5, 0.5, 5, 2), 20).mu_squared
    if budget is of_the_print:
        require(before == library, "The library has another budget.", mu_squared=library)
    for name, (c, g, b, t) in CHANGES.items():
        after = budget(start[0] * c, start[1] * g, start[2] * b, start[3] * t)
        finding = f"The budget {'does not depend' if after == before else 'depends'} on {name}."
        require((after != before) == (name in named), finding, doubled=name, mu_squared=after)
    return points(
        "The budget changes with gamma, |B| and T, and not with C.",
        covered="One setting, each number doubled, exact; the proof of thesis.gd.def.dpsgd.private "
        "has the formula.",
        not_covered="Other settings, by that formula.",
    )
