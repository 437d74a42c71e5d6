"""Claims about the densities of one column's mean: Step 1 of D.1."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision


def density_steps(first: int, rows: str, words: str) -> tuple[Given | Identity, ...]:
    """The map from the standardised mean to the released one, with the target and without."""
    r = rows
    return (
        Given(
            first,
            rf"OUT: $\hat\mu=\mu+\frac\sigma{{\sqrt {r}}}\hat Z_{r}$ takes the value $x$ where "
            rf"$\hat Z_{r}$ is ${words}$",
            f"out == sqrt({r})/s*(x - mu)",
        ),
        Identity(
            first + 1,
            "(the map has this inverse),",
            f"mu + s/sqrt({r})*out == x",
            uses=(first,),
        ),
        Given(
            first + 2,
            rf"IN: $\hat\mu=\frac{{z^*}}{r}+\frac{{{r}-1}}{r}(\mu+\frac\sigma{{\sqrt{{{r}-1}}}}"
            rf"\hat Z_{{{r}-1}})$ takes it where $\hat Z_{{{r}-1}}$ is",
            f"within == {r}/(s*sqrt({r}-1))*(x - mu - (z-mu)/{r})",
        ),
        Identity(
            first + 3,
            "(the map has this inverse).",
            f"z/{r} + ({r}-1)/{r}*(mu + s/sqrt({r}-1)*within) == x",
            uses=(first + 2,),
        ),
    )


WHERE = (
    "n in [2,inf), k in [2,inf), s in (0,inf), x in (-inf,inf), mu in (-inf,inf), "
    "z in (-inf,inf), out in (-inf,inf), within in (-inf,inf), f in [0,inf), g in [0,inf), "
    "p in [0,inf), q in [0,inf), rho in (0,1), mixed in [0,inf), before in (-inf,inf), "
    "own in (-inf,inf), after in (-inf,inf)"
)
CHANGE = "the map is affine with this inverse"


def change_steps(first: int, rows: str, out: int, within: int) -> tuple[Textbook, ...]:
    """The densities by the change of variables; f and g are those of the standardised means."""
    return (
        Textbook(
            first,
            r"So $p^{out}(x)$, with $f=d(\delta^{out})$.",
            f"q == sqrt({rows})/s*f",
            fact="textbook.density:affine",
            hypotheses={CHANGE: out, "b > 0": f"sqrt({rows})/s > 0"},
            instance={"y": "q", "b": f"sqrt({rows})/s", "f": "f"},
        ),
        Textbook(
            first + 1,
            r"And $p^{in}(x)$, with $g=d_{-1}(\delta^{in})$.",
            f"p == {rows}/(s*sqrt({rows}-1))*g",
            fact="textbook.density:affine",
            hypotheses={CHANGE: within, "b > 0": f"{rows}/(s*sqrt({rows}-1)) > 0"},
            instance={"y": "p", "b": f"{rows}/(s*sqrt({rows}-1))", "f": "g"},
        ),
    )


COLUMN = Proof(
    "thesis.appD.step1",
    where=WHERE,
    steps=(
        *density_steps(1, "n", r"\delta^{out}"),
        *change_steps(5, "n", 2, 4),
        Identity(
            7,
            r"The log-ratio of the column, where both are above 0.",
            "log(p/q) == -log(1 - 1/n)/2 + log(g/f)",
            where="f > 0, g > 0",
            uses=(5, 6),
        ),
        OnClaim(
            8,
            r"That of the mean is the sum over the columns.",
            "after == before + own",
            claim="thesis.ftm.lr.product",
            of_step=7,
        ),
        Parts(9, "Both densities, and the score.", uses=(5, 6, 7, 8)),
    ),
)


def log_gamma_density(shape: int, place: arb) -> arb:
    """log of the density of the sum of exponential draws."""
    return (shape - 1) * place.log() - place - arb(shape).lgamma()


Inside = Callable[[int, arb, arb], arb]


def delta_in(n: int, mean: arb, target: arb) -> arb:
    """n/(sqrt(n-1) sigma) (mean - mu + (mu - z*)/n) for mu = sigma = 1, as printed."""
    return n / arb(n - 1).sqrt() * (mean - 1 + (1 - target) / n)


def log_standard(n: int, x: arb) -> arb:
    """log d_n(x): the standardised mean of n exponential draws."""
    return arb(n).log() / 2 + log_gamma_density(n, n + x * arb(n).sqrt())


@claim(
    "thesis.appD.step1",
    r"For columns with densities: $p^{out}_{n,j}(x)=\frac{\sqrt n}{\sigma_j}d_{n,j}[\frac{\sqrt n}"
    r"{\sigma_j}(x-\mu_j)]$, $p^{in}_{n,j}(x)=\frac n{\sigma_j\sqrt{n-1}}d_{n-1,j}[\frac n{\sigma_j"
    r"\sqrt{n-1}}(x-\mu_j-\frac1n(z^*_j-\mu_j))]$, and $\ell_n=\sum_j-\frac12\log(1-\frac1n)+"
    r"\log\frac{d_{n-1,j}(\delta^{in}_{n,j})}{d_{n,j}(\delta^{out}_{n,j})}$.",
    recorded="holds",
    place="D.1 Step 1",
    mutants={
        "the target with the other sign": {
            "inside": lambda n, m, z: n / arb(n - 1).sqrt() * (m - 1 - (1 - z) / n)
        },
        "sqrt(n) for sqrt(n-1)": {"inside": lambda n, m, z: arb(n).sqrt() * (m - 1 + (1 - z) / n)},
        "sharper: no constant": {"constant": Fraction(0)},
        "sharper: no constant in the proof": {
            "proof": COLUMN.changed(7, formula="log(p/q) == log(g/f)")
        },
        "another inverse": {"proof": COLUMN.changed(4, formula="z/n + mu + s*within == x")},
    },
)
def column_densities(
    inside: Inside = delta_in, constant: Fraction = Fraction(1, 2), proof: Proof = COLUMN
) -> Verdict:
    """The proof, and Gamma densities of sums of exponential draws in balls."""
    with working_precision(192):
        for n, x, z in product((2, 5, 40), ("0.9", "1.3"), ("0", "1.5")):
            mean, target = (ball(Fraction(v)) for v in (x, z))
            total = n * mean
            direct = log_gamma_density(n - 1, total - target) - log_gamma_density(n, total)
            out = arb(n).sqrt() * (mean - 1)
            printed = log_standard(n - 1, inside(n, mean, target)) - log_standard(n, out)
            printed -= ball(constant) * (1 - 1 / arb(n)).log()
            require(
                bool(printed.overlaps(direct)),
                "The score of a column differs.",
                n=n,
                mean=x,
                target=z,
                direct=direct,
                printed=printed,
            )
    return proof.verdict(
        "Both means are affine images of standardised ones, and the logarithms of the columns add.",
        instances="Gamma densities for n = 2, 5 and 40, in balls.",
        beyond="Columns without a density, where the masses take their place; n = 1.",
    )
