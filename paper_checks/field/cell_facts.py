"""The cells of the table as plain facts, for JSON and for pages."""

from __future__ import annotations
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.known_bounds.formulas import REWARDS
from banditproof.theory.known_bounds.rows import POLICIES, QUANTITIES
from .cells import STATES, Cell
from .gaps import Gap
from .judged_bounds import Bound
from .numbers import Number, brackets, numbers_of
from .printed_optimality import PrintedOptimality, contradictions_of, printed_of
from .whole_batches import WholeBatches, whole_batches


@dataclass(frozen=True)
class FieldBound:
    """A bound in a cell."""

    side: Annotated[str, "lower or upper."]
    quantity: Annotated[
        str,
        "What is bounded: the minimax regret, the regret of an instance at T or as T grows, or the "
        "sample complexity.",
    ]
    order: Annotated[str, "How it grows, without constants."]
    says: Annotated[str, "The bound with its constants; empty where the order is all."]
    needs: Annotated[str, "What the claim supposes besides the setting."]
    policies: Annotated[
        str,
        "The class of policies that it is about: all, or interactive for policies that are private "
        "against interactive adversaries, as kernels of what they see.",
    ]
    claim: Annotated[str, "The ID of the claim that states it."]
    verdict: Annotated[str, "The recorded verdict of the claim."]
    grade: Annotated[str, "The recorded grade; empty if nothing was judged."]
    judged: Annotated[bool, "Whether the claim was judged here and holds; else it is quoted only."]
    paper: Annotated[
        str,
        "Whose theorem it is, where the claim is about what a document quotes from another paper; "
        "empty where it is the document's own, or ours.",
    ]
    quoted_at: Annotated[str, "Where the document quotes it; empty without such a paper."]
    carried: Annotated[
        tuple[str, ...], "The inclusions that carry it here; none if the claim is about this cell."
    ]
    formula: Annotated[
        str, "The bound as a term in sizes and budgets; empty where its claim states none."
    ]
    rewards: Annotated[str, "The instances about which the formula is; empty without one."]
    chance: Annotated[
        str, "With which probability the formula holds; empty for one of the expected regret."
    ]
    value: Annotated[
        Enclosure | None, "The formula at the numbers of --at; null where it has no value there."
    ]
    without_value: Annotated[
        str, "Why it has none: a number that is left out, or a condition that is not met."
    ]


@dataclass(frozen=True)
class FieldBracket:
    """The best bounds of the minimax regret over one class of instances, at given numbers."""

    rewards: Annotated[str, "The class of instances."]
    lower: Annotated[Enclosure | None, "The largest lower bound; null if none is known."]
    lower_claim: Annotated[str, "The ID of its claim; empty if none is known."]
    upper: Annotated[Enclosure | None, "The smallest upper bound; null if none is known."]
    upper_claim: Annotated[str, "The ID of its claim; empty if none is known."]
    interactive: Annotated[
        Enclosure | None,
        "A larger lower bound, of policies alone that are private against interactive adversaries; "
        "null if none is.",
    ]
    interactive_claim: Annotated[str, "The ID of its claim; empty if none is larger."]


@dataclass(frozen=True)
class FieldCell:
    """What is known of a setting under a notion of privacy."""

    setting: Annotated[str, "The setting."]
    notion: Annotated[str, "The notion of privacy."]
    state: Annotated[str, "What is known: closed, open, without, lower, upper, quoted or nothing."]
    gap: Annotated[
        str | None,
        "The largest quotient of the best minimax bounds as a power of T, logarithms left out; "
        "null if a side is missing.",
    ]
    at: Annotated[
        Mapping[str, str],
        "Where it is attained: exponents of T in K, d, N and in the private scale E, which is "
        "1/eps, 1/sqrt(rho) or sqrt(alpha/eps).",
    ]
    gaps_of_classes: Annotated[
        Mapping[str, str],
        "The power of T that lower bounds of a smaller class of policies leave, by the class, if "
        "it is smaller than the gap. It closes no cell: the upper bounds are not of such policies.",
    ]
    bounds: Annotated[tuple[FieldBound, ...], "The bounds, the stated ones of each kind first."]
    printed: Annotated[
        tuple[PrintedOptimality, ...], "What documents print about how near these bounds are."
    ]
    contradictions: Annotated[
        tuple[PrintedOptimality, ...], "Where documents contradict each other about these bounds."
    ]
    numbers: Annotated[
        tuple[FieldBracket, ...], "What is known at the numbers of --at; empty without them."
    ]
    whole_batches: Annotated[
        WholeBatches | None,
        "A smaller upper bound at these numbers that counts the batches of an algorithm, as "
        "`bounds --adversarial` does; null where there is none.",
    ]


def facts_of(cell: Cell, at: Mapping[str, Fraction] | None = None) -> FieldCell:
    """The facts of a cell, and its bounds at some sizes and budgets if they are given.

    >>> from .cells import cell
    >>> facts = facts_of(cell("cube", "zcdp"))
    >>> facts.state, facts.gap, facts.at["d"], facts.bounds[0].claim
    ('open', '1/6', '1/3', 'zcdp.fix.thm9.cube')
    """
    gap = cell.gap
    found = () if at is None else numbers_of(cell, at)
    values = {id(one.bound): one for one in found}
    known = tuple(brackets(found))
    return FieldCell(
        cell.setting,
        cell.notion,
        cell.state,
        None if gap is None else str(gap.power),
        {} if gap is None else {name: str(power) for name, power in gap.at.items()},
        {name: str(one.power) for name, one in cell.of_classes.items()},
        tuple(_facts_of_bound(one, values.get(id(one))) for one in in_reading_order(cell.bounds)),
        printed_of(cell.setting, cell.notion),
        contradictions_of(cell.setting, cell.notion),
        tuple(
            FieldBracket(
                REWARDS[one.rewards],
                one.lower.found if one.lower else None,
                one.lower.bound.claim if one.lower else "",
                one.upper.found if one.upper else None,
                one.upper.bound.claim if one.upper else "",
                one.of_a_class.found if one.of_a_class else None,
                one.of_a_class.bound.claim if one.of_a_class else "",
            )
            for one in known
        ),
        None if at is None else whole_batches(cell, at, known),
    )


def in_reading_order(bounds: Iterable[Bound]) -> list[Bound]:
    """Minimax bounds first, lower before upper, judged before quoted, stated before carried."""
    return sorted(
        bounds,
        key=lambda one: (
            QUANTITIES.index(one.quantity), one.side, not one.judged, len(one.carried),
        ),
    )  # fmt: skip


def _facts_of_bound(one: Bound, number: Number | None) -> FieldBound:
    return FieldBound(
        one.side, one.quantity, one.growth, one.says, one.needs, one.policies, one.claim,
        one.verdict, one.grade, one.judged, one.paper, one.quoted_at, one.carried,
        "" if one.formula is None else str(one.formula),
        REWARDS.get(one.rewards, ""), one.chance, number.found if number else None,
        without_value(number) if number else "",
    )  # fmt: skip


def without_value(number: Number) -> str:
    """Why a bound has no value at some numbers, in words; empty if it has one."""
    if number.value.missing:
        return f"give {' and '.join(number.value.missing)}"
    return f"not unless {number.value.lack}" if number.value.lack else ""


def word_of(cell: Cell, gap: str = "T^{}", without: str = " *", nothing: str = "") -> str:
    """A cell in a word: its gap as a power of T, or what is known of it.

    `without` stands behind one whose lower bounds are all of policies without privacy.

    >>> from .cells import cell
    >>> word_of(cell("contextual", "zcdp")), word_of(cell("arms", "pure"))
    ('T^1/4', '=')
    """
    words = {"closed": "=", "without": "open", "nothing": nothing}
    power = cell.gap.power if cell.gap is not None else 0
    word = gap.format(power) if power else words.get(cell.state, cell.state)
    return word + without * (cell.state == "without")


def classes_in_words(cell: Cell) -> tuple[str, ...]:
    """What lower bounds of a smaller class of policies would leave of the gap, in sentences."""
    return tuple(_class_in_words(cell, name, one) for name, one in cell.of_classes.items())


def _class_in_words(cell: Cell, name: str, left: Gap) -> str:
    known = [x for x in cell.bounds if x.judged and x.quantity == "minimax" and x.policies == name]
    claims = ", ".join(dict.fromkeys(one.claim for one in known))
    beside = f"a gap of T^{left.power}" if left.power else "no gap"
    return (
        f"Larger lower bounds are known of {POLICIES[name]} ({claims}). They are no part of the "
        "gap, and close nothing, since the upper bounds are not of such policies; beside these "
        f"they would leave {beside}."
    )


def state_in_words(cell: Cell) -> str:
    """What is known of a cell, in a sentence's part."""
    return STATES[cell.state]
