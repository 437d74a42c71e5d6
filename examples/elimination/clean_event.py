"""The clean event: every released mean of every epoch is near its true mean."""

from fractions import Fraction
from itertools import product

from banditproof.claims import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Sides,
    Textbook,
    Verdict,
    checks,
)
from banditproof.theory.balls import ball

from .epochs import radii

EPOCH = Proof(
    "elim.epochs",
    where="D in (0,1/2], H in (0,inf), C in (0,inf), eps in (0,inf), R in [1,inf), h in (0,inf), "
    "c in (0,inf)",
    steps=(
        Given(1, r"$R_e$ is above both terms: the one of the rewards,", "R*D**2 >= 32*H"),
        Given(2, r"and the one of the noise.", "R*eps*D > 8*C"),
        Given(3, r"The radius of the rewards, with $H=\log(8Se^2/\beta)$.", "h == sqrt(H/(2*R))"),
        Given(4, r"The radius of the noise, with $C=\log(4Se^2/\beta)$.", "c == C/(eps*R)"),
        Inequality(
            5,
            r"So $h$ is at most $D/8$,",
            "sqrt(H/(2*R)) <= D/8",
            weights={1: "1/(64*R*(sqrt(H/(2*R)) + D/8))"},
        ),
        Inequality(6, r"and $c$ is below it.", "C/(eps*R) < D/8", weights={2: "1/(8*eps*R)"}),
        Inequality(
            7,
            r"Twice the margin $2h+2c$ is below $D=2^{-e}$.",
            "4*(h + c) < D",
            uses=(3, 4),
            weights={5: "4", 6: "4"},
        ),
    ),
)
ERRORS = "x in (-inf,inf), y in (-inf,inf)"
AVERAGE = "n independent draws in [0, 1] of one mean"
ONE_MEAN = Proof(
    "elim.clean.mean",
    where="S in [1,inf), e in [1,inf), beta in (0,1], eps in (0,inf), R in [1,inf), H in (0,inf), "
    "C in (0,inf), h in (0,inf), c in (0,inf), above in [0,1], below in [0,1], plus in [0,1], "
    "minus in [0,1], rewards in [0,1], noise in [0,1], P in [0,1]",
    steps=(
        Given(
            1,
            "Given the epochs before, the active arms and the length are fixed, and the rewards "
            "of an arm in this epoch are independent draws of its law.",
        ),
        Given(2, "The logarithms,", "H == log(8*S*e**2/beta)"),
        Given(3, "with half of the factor for the noise.", "C == log(4*S*e**2/beta)"),
        Given(4, "The radius of the rewards.", "h == sqrt(H/(2*R))"),
        Given(5, "The radius of the noise.", "c == C/(eps*R)"),
        Textbook(
            6,
            "The mean of the rewards is too high by $h$ with at most this probability.",
            "above <= exp(-2*R*h**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={AVERAGE: 1, "e >= 0": "h >= 0"},
            instance={"p": "above", "n": "R", "e": "h"},
        ),
        Textbook(
            7,
            "The mean of 1 minus the rewards is, too.",
            "below <= exp(-2*R*h**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={AVERAGE: 1, "e >= 0": "h >= 0"},
            instance={"p": "below", "n": "R", "e": "h"},
        ),
        Textbook(
            8,
            r"The noise, of scale $\frac1{\epsilon R}$, is $-c$ or less.",
            "minus == exp(-c/(1/(eps*R)))/2",
            fact="textbook.laplace-tail:below",
            hypotheses={"t >= 0": "c >= 0", "b > 0": "1/(eps*R) > 0"},
            instance={"p": "minus", "t": "c", "b": "1/(eps*R)"},
        ),
        Textbook(
            9,
            "It is symmetric.",
            "plus == exp(-c/(1/(eps*R)))/2",
            fact="textbook.laplace-tail:below",
            hypotheses={"t >= 0": "c >= 0", "b > 0": "1/(eps*R) > 0"},
            instance={"p": "plus", "t": "c", "b": "1/(eps*R)"},
        ),
        Identity(10, r"The exponent of the rewards is $-H$,", "2*R*sqrt(H/(2*R))**2 == H"),
        Inequality(11, "so the bound is this,", "exp(-2*R*h**2) <= exp(-H)", uses=(4, 10)),
        Inequality(12, r"which is $\beta/(8Se^2)$.", "exp(-H) <= beta/(8*S*e**2)", uses=(2,)),
        Inequality(
            13,
            r"That of the noise is $-C$, and $e^{-C}=\beta/(4Se^2)$.",
            "exp(-c/(1/(eps*R))) <= beta/(4*S*e**2)",
            uses=(3, 5),
        ),
        Textbook(
            14,
            "The error of the rewards is large on some side.",
            "rewards <= above + below",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 1},
            instance={"p": "rewards", "q": "above", "r": "below"},
        ),
        Textbook(
            15,
            "So is the noise.",
            "noise <= minus + plus",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 1},
            instance={"p": "noise", "q": "minus", "r": "plus"},
        ),
        Inequality(
            16,
            "An error of $h+c$ or more needs one of the two.",
            "x + y < h + c",
            where=f"{ERRORS}, x < h, y < c",
        ),
        Inequality(17, "So it does below.", "-x - y < h + c", where=f"{ERRORS}, -x < h, -y < c"),
        Textbook(
            18,
            "The two together.",
            "P <= rewards + noise",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 16},
            uses=(17,),
            instance={"p": "P", "q": "rewards", "r": "noise"},
        ),
        Inequality(
            19,
            "A half comes from the rewards, and a half from the noise.",
            "P <= beta/(2*S*e**2)",
            uses=(2, 4, 8, 9),
            weights={18: "1", 14: "1", 15: "1", 6: "1", 7: "1", 11: "2", 12: "2", 13: "1"},
        ),
    ),
)
TERM = "beta/2*(1/e**2)"
ALL_MEANS = Proof(
    "elim.clean",
    where="S in [1,inf), e in [1,inf), beta in (0,1], P in [0,1], p in [0,1], some in [0,1], "
    "bad in [0,1], s in [0,inf), tail in [0,inf)",
    parts=(9, 10),
    steps=(
        OnClaim(
            1,
            "An active arm of an epoch, given the epochs before.",
            "P <= beta/(2*S*e**2)*1",
            claim="elim.clean.mean",
            of_step=19,
        ),
        Textbook(
            2,
            "The mean over the epochs before.",
            "p <= beta/(2*S*e**2)*1",
            fact="textbook.elementary-probability:mean",
            over=("P",),
            hypotheses={"X <= c Y at every outcome": 1},
            instance={"x": "p", "c": "beta/(2*S*e**2)", "y": "1", "X": "P", "Y": "1"},
        ),
        Textbook(
            3,
            "Some of the $S$ active arms of an epoch.",
            "some <= S*(beta/(2*S*e**2))",
            fact="textbook.union-bound",
            over=("p",),
            hypotheses={"each event has probability at most d": 2},
            instance={"p": "some", "n": "S", "d": "beta/(2*S*e**2)", "X": "p"},
        ),
        Inequality(4, r"That is $\frac\beta{2e^2}$.", f"some <= {TERM}", weights={3: "1"}),
        Textbook(
            5,
            "Some epoch.",
            "bad <= s",
            fact="textbook.union-bound:sum",
            over=("some", "e"),
            hypotheses={"each event has its bound": 4},
            instance={"p": "bad", "total": "s", "X": "some", "T": TERM},
        ),
        Given(6, r"The sum, with $t=\sum_{e\ge4}e^{-2}$.", "s == beta/2*(1 + 1/4 + 1/9 + tail)"),
        Given(7, r"$\frac1{e+1/2}$ is the $\frac1{e-1/2}$ of the next epoch."),
        Textbook(
            8,
            r"Its terms are below differences, which add up to $\frac27$.",
            "tail <= 1*(1/(4 - 1/2))",
            fact="textbook.nonnegative-series:telescoping",
            over=("e",),
            hypotheses={
                "each term is <= c (Y - Z)": "1/e**2 <= 1*(1/(e - 1/2) - 1/(e + 1/2))",
                "Z is the Y of the next term, and they are >= 0": 7,
                "c >= 0": "1 >= 0",
            },
            instance={"x": "tail", "c": "1", "y": "1/(4 - 1/2)", "X": "1/e**2"}
            | {"Y": "1/(e - 1/2)", "Z": "1/(e + 1/2)"},
        ),
        Inequality(
            9,
            r"Some mean of some epoch is off with probability at most $0.824\,\beta$,",
            "bad <= 0.824*beta",
            uses=(6,),
            weights={5: "1", 8: "beta/2"},
        ),
        Inequality(10, r"which is below $\beta$.", "bad < beta", weights={9: "1"}),
        Parts(11, "The two bounds.", uses=(9, 10)),
    ),
)
SETTINGS = tuple(
    (S, e, Fraction(beta), Fraction(eps))
    for S, e, beta, eps in product((2, 9), (1, 2, 7), ("1/1000000", "1"), ("1/100", "1/20", "10"))
)


@checks(
    "elim.epochs",
    mutants={
        "sharper: 4.1 (h + c)": {"proof": EPOCH.changed(7, formula="4.1*(h + c) < D")},
        "sharper: 98/100 of 2^-e": {"share": Fraction(98, 100)},
        "epochs of half the length": {"proof": EPOCH.changed(1, formula="R*D**2 >= 16*H")},
        "the terms themselves": {"proof": EPOCH.changed(2, formula="R*eps*D >= 8*C")},
    },
)
def epochs_are_long_enough(share: Fraction = Fraction(1), proof: Proof = EPOCH) -> Verdict:
    """The steps, and the radii of 36 epochs in balls."""
    sides = Sides()
    for S, e, beta, eps in SETTINGS:
        h, c = radii(S, e, beta, eps)
        accuracy = ball(share / 2**e)
        finding = "The margin is too wide."
        sides.below(4 * (h + c), accuracy, finding, S=S, e=e, beta=beta, eps=eps)
    return proof.verdict(
        "An epoch is long enough for both radii to be at most an eighth of its accuracy.",
        instances="36 epochs, in balls.",
        sharpness=sides.sharpness,
    )


@checks(
    "elim.clean.mean",
    mutants={
        "sharper: a ninth in place of an eighth": {
            "proof": ONE_MEAN.changed(12, formula="exp(-H) <= beta/(9*S*e**2)")
        },
        "one logarithm for both": {"proof": ONE_MEAN.changed(2, formula="H == log(4*S*e**2/beta)")},
        "noise of twice the scale": {"proof": ONE_MEAN.changed(5, formula="c == C/(2*eps*R)")},
    },
)
def error_of_one_mean(proof: Proof = ONE_MEAN) -> Verdict:
    """Hoeffding's inequality for the rewards, the tail of the Laplace law for the noise."""
    return proof.verdict("The bounds of the rewards and of the noise take a half of it each.")


@checks(
    "elim.clean",
    mutants={
        "sharper: 0.82 beta": {"proof": ALL_MEANS.changed(9, formula="bad <= 0.82*beta")},
        "epochs share the risk equally": {
            "proof": ALL_MEANS.changed(4, formula="some <= beta/4*(1/e**2)")
        },
    },
)
def all_means_are_near(proof: Proof = ALL_MEANS) -> Verdict:
    """A union bound over the active arms, and one over the epochs."""
    return proof.verdict("The sum over all epochs is beta pi^2/12, so even 0.824 beta is enough.")
