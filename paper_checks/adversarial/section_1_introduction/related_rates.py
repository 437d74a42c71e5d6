"""Claims about other papers: rates that the document quotes, and what follows from its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import cited, require
from banditproof.theory.adversarial.rates import COROLLARY_2, PRIOR

KIND = "cited"


def own_exponent(c: Fraction) -> Fraction:
    """Of Corollary 2 at eps = T^-c, for constant K."""
    return COROLLARY_2.at((Fraction(0), Fraction(0), c))


def earlier_exponent(c: Fraction) -> Fraction:
    """Of the per-round noise at eps = T^-c, for constant K."""
    return PRIOR.at((Fraction(0), Fraction(0), c))


@claim(
    "adv.rel.prior",
    r"Earlier private adversarial bandits: $O(KT^{3/4}/\epsilon)$ with $(\epsilon,\delta)$-DP, "
    r"then "
    r"$O(\sqrt{KT\log K}/\epsilon)$ by noise in each round, which is locally private.",
    recorded="holds",
    title="earlier private adversarial bandits",
    mutants={"the exponents exchanged": {"earlier": own_exponent}},
)
def earlier_rates(earlier: Callable[[Fraction], Fraction] = earlier_exponent) -> Verdict:
    """The second rate is sublinear only for eps above 1/sqrt T, that of Corollary 2 for 1/T."""
    for c in (Fraction(1, 2), Fraction(3, 4), Fraction(99, 100)):
        require(earlier(c) >= 1, "It is sublinear.", eps=f"T^(-{c})")
        require(own_exponent(c) < 1, "Corollary 2 is not.", eps=f"T^(-{c})")
    return cited(
        "Theorems of three other papers, as the document quotes them.",
        covered="That the quoted rate is not sublinear at three eps <= 1/sqrt T, by exponents.",
        not_covered="The cited theorems.",
    )


@claim(
    "adv.rel.ldp",
    r"Any locally $\epsilon$-DP bandit algorithm has regret $\Omega(T)$ for $\epsilon<1/\sqrt T$; "
    r"Corollary 2 is sublinear there: a separation of central and local privacy.",
    recorded="holds",
    stated=True,
    kind=KIND,
    place="1, 3",
    title="central and local privacy",
    mutants={"the local rate": {"own": earlier_exponent}},
)
def local_separation(own: Callable[[Fraction], Fraction] = own_exponent) -> Verdict:
    """The exponent (1 + c)/2 of Corollary 2 for 1/2 < c < 1."""
    for c in (Fraction(51, 100), Fraction(3, 4), Fraction(99, 100)):
        require(own(c) == (1 + c) / 2 and own(c) < 1, "It is not sublinear.", eps=f"T^(-{c})")
    return cited(
        "The lower bound is another paper's; the upper bound is adv.cor2.",
        covered="The exponent of Corollary 2 at three eps below 1/sqrt T.",
        not_covered="The cited lower bound.",
    )


@claim(
    "adv.rel.subl",
    r"Sublinear regret is possible for any $\epsilon\in\omega(1/T)$, against an oblivious "
    "adversary.",
    recorded="holds",
    stated=True,
    kind="remark",
    place="1, 2.2",
    title="sublinear regret for eps beyond 1/T",
)
def sublinear(proof: Proof = written_proof("adv.rel.subl")) -> Verdict:
    """Corollary 2 divided by T."""
    return proof.verdict("Corollary 2 is at most (208 sqrt K + 2) r T where eps T >= 1/r^2.")


def _quoted(id: str, statement: str, place: str, title: str, reason: str) -> None:
    """A statement about other papers alone, in which there is nothing to compute."""

    @claim(
        id, statement, recorded="not-mechanical", stated=True, kind=KIND, place=place, title=title
    )
    def quoted() -> Verdict:
        return not_mechanical(reason)


_quoted(
    "adv.rel.adaptive",
    r"Against an adaptive adversary no sublinear regret is possible for $\epsilon\in o(1/\sqrt T)$ "
    "(lower bounds for full information, which carry over).",
    "1, 2.2",
    "adaptive adversaries",
    "The lower bounds are another paper's, for full information; the document only refers to them.",
)
_quoted(
    "adv.rel.minimax",
    r"Without privacy the minimax regret is $\Theta(\sqrt{TK})$; EXP3 has $O(\sqrt{TK\log K})$, "
    r"EXP4 $O(\sqrt{TK\log N})$, and for $N\ge K$ the lower bound is $\Omega(\sqrt{\frac K{\log K}"
    r"T\log N})$.",
    "1.1",
    "rates without privacy",
    "Theorems of other papers, which the document quotes and does not use.",
)
_quoted(
    "adv.rel.fullinfo",
    r"Private experts with full information: $O(\sqrt{T\log N}+\frac{N\log N\log^2T}\epsilon)$, "
    r"$O(\sqrt{T\log N}+\frac{T^{1/3}\log N}\epsilon)$ and $O(\sqrt{T\log N}+\frac{T^{1/3}\log N}"
    r"{\epsilon^{2/3}})$.",
    "1.1",
    "private experts with full information",
    "Theorems of other papers, which the document quotes and does not use.",
)
_quoted(
    "adv.rel.tossou",
    r"The claimed $\tilde O(T^{2/3}\sqrt{K\ln K}/\epsilon^{1/3})$ of an earlier paper could not be "
    "verified.",
    "1, G.1",
    "an unverified earlier rate",
    "It says what the authors could not do; the leak behind it is adv.secG1.",
)
_quoted(
    "adv.rel.open",
    r"Open: an additive separation of $\epsilon$ and $T$; rates against adaptive adversaries; "
    r"experts with $\epsilon\le1/\sqrt T$ and $N\ge T$.",
    "2.2, 4, 5",
    "open questions",
    "A list of questions.",
)
