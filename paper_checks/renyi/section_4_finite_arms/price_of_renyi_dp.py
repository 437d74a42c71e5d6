"""What the Renyi paper concludes from Theorem 5 on the price of privacy, and its introduction."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.concentrated_regret_bounds import gap_dependent
from banditproof.paper_checks.verdicts.along_by_algebra import multiple_in_symbols
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require, showing
from banditproof.theory import certify, d_eps, kl
from banditproof.theory.balls import working_precision


def symbols() -> tuple[Any, ...]:
    """T, beta, alpha, eps and a gap, all positive; and log T."""
    import sympy as sp

    t, b, a, e, gap = sp.symbols("T beta alpha epsilon Delta", positive=True)
    return t, b, a, e, gap, sp.Symbol("L", positive=True)


def terms_of_an_arm() -> tuple[Any, Any]:
    """8 beta L/gap and 8 sqrt(beta alpha/eps) sqrt(L) of Theorem 5, compared with the library's."""
    import sympy as sp

    _, b, a, e, gap, log = symbols()
    free, private = 8 * b * log / gap, 8 * sp.sqrt(b * a / e) * sp.sqrt(log)
    point = {b: 4, a: 2, e: sp.Rational(1, 2), gap: sp.Rational(1, 2), log: sp.log(1000)}
    with working_precision(64):
        model = gap_dependent([Fraction(1, 2)], 1000, 4, Fraction(1, 4))
        for own, theirs in ((free, model.free), (private, model.private)):
            need(abs(float(own.subs(point)) - float(theirs.mid())) < 1e-9, "The terms differ.")
    return free, private


@checks("renyi.ucb.discussion.price")
@mutant("sharper: log T to the power 0.49", power="0.49")
@mutant("log T", power="1")
def price(power: str = "0.5") -> Verdict:
    """The private term over the stated order, symbolically."""
    import sympy as sp

    _, b, a, e, _, log = symbols()
    order = sp.sqrt(b * a / e) * log ** sp.Rational(power)
    quotient = sp.simplify(terms_of_an_arm()[1] / order * sp.sqrt(b))
    free = sp.simplify(quotient / sp.sqrt(b)).is_number
    require(bool(free), "The private term has another order.", quotient=quotient)
    shown = f"the term is {quotient} times the order"
    return proved(
        f"It is {quotient} times that order for each suboptimal arm.",
        along=multiple_in_symbols("T", shown, terms_of_an_arm()[1], order),
    )


@checks("renyi.ucb.discussion.negligible")
@mutant("sharper: even times the root of log T", power="0.5")
@mutant("the other way round", turned=True)
def negligible(power: str = "0.49", turned: bool = False) -> Verdict:
    """The quotient of the terms of an arm, and its limit; even times a power below 1/2 of log T."""
    import sympy as sp

    log = symbols()[5]
    free, private = terms_of_an_arm()
    quotient = sp.simplify(free / private if turned else private / free)
    exponent = sp.simplify(log * sp.diff(quotient, log) / quotient) + sp.Rational(power)
    require(bool(exponent < 0), "It does not tend to 0.", quotient=quotient)
    return proved(
        f"The quotient is {quotient} with L = log T, a negative power of log T.",
        along=multiple_in_symbols(
            "T", "the quotient is a multiple of (log T)^(-1/2)", quotient, 1 / sp.sqrt(log), [log]
        ),
    )


def mean_near_one(eps: Fraction) -> Fraction:
    """1 - 2^-m with 2^m >= 4 exp(2 eps), where kl(1/2, mu_star) >= eps."""
    return 1 - Fraction(1, 4 * 2 ** ceil(3 * eps))


@checks("renyi.ucb.discussion.contrast")
@mutant("means at which kl is small", best=lambda eps: Fraction(3, 4))
@mutant("sharper: even against the root of log T", power="1/2")
@mutant("sharper: all of log(T)/eps", part=Fraction(1))
@mutant("the non-private part", private=False)
def contrast(
    best: Callable[[Fraction], Fraction] = mean_near_one,
    power: str = "1",
    private: bool = True,
    part: Fraction = Fraction(1, 2),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The price at instances of two arms, and the quotient of that of Theorem 5 and log(T)/eps."""
    import sympy as sp

    sides = Sides()
    for eps in (Fraction(1, 4), Fraction(1), Fraction(2), Fraction(5)):
        star, other = best(eps), Fraction(1, 2)
        d, free = (certify(d_eps, other, star, eps), certify(kl, other, star))
        price = (star - other) / d - (star - other) / free
        sides.at_most(part / eps, price, "The price is smaller.", eps=eps, mu_star=star)
    _, _, _, e, _, log = symbols()
    term = terms_of_an_arm()[int(private)]
    quotient = sp.simplify(term / (log ** sp.Rational(power) / e))
    exponent = sp.simplify(log * sp.diff(quotient, log) / quotient)
    require(bool(exponent < 0), "It is of no smaller order.", quotient=quotient)
    return proof.verdict(
        f"The quotient of the price of Theorem 5 and of log(T)/eps is {quotient} with L = log T.",
        sharpness=sides.sharpness,
    )


@checks("renyi.ucb.discussion.introduction")
@mutant("sharper: log T to the power 0.49", power="0.49")
def introduction(power: str = "1") -> Verdict:
    """The private term of Theorem 5 over the order that the introduction gives.

    The quotient is a power of L = log T >= log 2; it is bounded if the exponent is not positive.
    """
    import sympy as sp

    _, _, a, e, _, log = symbols()
    quotient = sp.simplify(terms_of_an_arm()[1] / (sp.sqrt(a / e) * log ** sp.Rational(power)))
    exponent = sp.simplify(log * sp.diff(quotient, log) / quotient)
    need(bool(exponent.is_number), "The quotient is no power of L.", quotient=quotient)
    shown = f"the term is {quotient} times the order, with L = log T"
    along = multiple_in_symbols("T", shown, quotient, log**exponent, [log])
    with showing(along):
        require(exponent <= 0, "The term has a larger order.", quotient=quotient)
    return proved(f"The term is {quotient} times the order, with L = log T.", along=along)
