"""The rows: a bound, the claim that states it, where it holds, and how it is named in tables."""

from __future__ import annotations
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.table_rows import check_fields, one_of, read_tables, reading
from banditproof.theory.bound_words import Privacy, Side, Status
from .formulas import DIGITS, REWARDS, Formula, Value
from .orders import Order

HERE = Path(__file__).parent
FILE = HERE / "bounds.toml"
SETTINGS = {
    "arms": "finite arms",
    "linear": "linear, K actions",
    "cube": "linear, cube",
    "contextual": "linear contexts",
    "contextual-adversarial": "  by an adversary",
    "contextual-private": "  that are private",
    "adversarial": "adversarial arms",
    "adaptive": "  adaptive",
    "experts": "N experts",
    "experts-full": "  all losses seen",
    "best-arm": "best arm",
}
"""The settings, in the order of the table; a part of the one before is indented."""
NOTIONS = {
    Privacy.NONE: "none",
    Privacy.PURE: "pure",
    Privacy.APPROXIMATE: "approx.",
    Privacy.ZCDP: "zCDP",
    Privacy.VIEW_ZCDP: "View",
    Privacy.RENYI: "Renyi",
    Privacy.LOCAL: "local",
    Privacy.SHUFFLE: "shuffle",
    Privacy.JOINT: "joint",
}
"""The notions of privacy, in the order of the table; zCDP is that of tables and interaction."""
POLICIES = {
    "all": "all policies that are private by the notion",
    "interactive": "policies that are private against interactive adversaries, as kernels of what "
    "they see",
}
"""The classes of policies that a bound may be about; each lies in the first one."""
QUANTITIES = ("minimax", "at T", "as T grows", "sample complexity")
"""What is bounded: the regret of the worst instance, of one at T or as T grows, or a time."""


@dataclass(frozen=True)
class KnownBound:
    """A bound for a setting and a notion of privacy, stated there or carried there."""

    claim: str
    setting: str
    notion: Privacy
    side: Side
    quantity: str
    order: Order | None
    """How a minimax bound grows; None where that depends on the instance."""
    shape: str
    """The same in words, where it does."""
    says: str = ""
    """The bound with its constants, in words."""
    formula: Formula | None = None
    """The same as a term, where its claim states it as one of sizes and budgets."""
    rewards: str = ""
    """The instances about which the formula is, as in `REWARDS`."""
    chance: str = ""
    """With which probability it holds; empty for one of the expected regret."""
    needs: str = ""
    """What the claim supposes besides the setting."""
    name: str = ""
    """How tables of the bounds of an instance call it; empty for one that is in none of them."""
    nameless: str = ""
    """Why a formula has no name."""
    status: Status = Status.OURS
    """What its constant is."""
    note: str = ""
    """What such a table says besides of its number."""
    paper: str = ""
    """Whose theorem it is, where the claim is about what a document quotes from another paper."""
    policies: str = "all"
    """The class of policies that it is about, as in `POLICIES`.

    A lower bound of a smaller class bounds no other policy: it is no part of the gap of a cell, and
    no inclusion of notions carries it, since privacy by another notion does not give the class.
    """
    variant: bool = False
    """Whether it is another form of a row above it, for tables of an instance alone."""
    carried: tuple[str, ...] = ()
    """The inclusions by which it came here, as "pure to zcdp"."""

    def __post_init__(self) -> None:
        """Refuse a class of policies that has no name."""
        if self.policies not in POLICIES:
            known = ", ".join(POLICIES)
            about = f"The bound of {self.claim} is about {self.policies!r} policies"
            raise ValueError(f"{about}; give one of {known}.")

    @property
    def of_all(self) -> bool:
        """Whether it is about all policies that are private by the notion."""
        return self.policies == "all"

    @property
    def growth(self) -> str:
        """The order in print."""
        return self.shape if self.order is None else str(self.order)

    def value_at(self, point: Mapping[str, Fraction], digits: int = DIGITS) -> Value:
        """The formula at sizes and budgets, at its least where a policy chooses a parameter."""
        if self.formula is None:
            raise ValueError(f"The bound of {self.claim} has no formula; its order alone is known.")
        return self.formula.at(point, least=self.side == Side.UPPER, digits=digits)


@cache
def rows() -> tuple[KnownBound, ...]:
    """The rows in the order of the file, other forms of a bound among them."""
    read = []
    for row in read_tables(FILE)["bound"]:
        with reading(FILE, f"the bound of {row.get('claim')}"):
            read.append(known_bound(row))
    return tuple(read)


@cache
def stated() -> tuple[KnownBound, ...]:
    """The bounds of the field, each in one form.

    >>> len(stated()), stated()[0].growth
    (102, 'sqrt(K T)')
    """
    return tuple(bound for bound in rows() if not bound.variant)


PARTS_OF_FORMULA = ("let", "when", "tuned")
"""The fields that say more of a formula; without one they mean nothing."""
NEEDED = ("claim", "setting", "notion", "side", "quantity")
FIELDS = {field.name for field in fields(KnownBound)} - {"carried"} | {*PARTS_OF_FORMULA}
WORDS: Mapping[str, Collection[Any]] = {
    "setting": SETTINGS,
    "notion": NOTIONS,
    "side": (Side.LOWER, Side.UPPER),
    "quantity": QUANTITIES,
    "rewards": REWARDS,
    "status": tuple(Status),
    "policies": POLICIES,
    "variant": (True, False),
}
"""The words that a field may have."""


def known_bound(row: Mapping[str, Any]) -> KnownBound:
    """The bound of a row; a ValueError says what is wrong with it.

    >>> row = {"claim": "my.thm1", "setting": "arms", "notion": "pure", "side": "lower"}
    >>> known_bound({**row, "quantity": "regret"})
    Traceback (most recent call last):
    ...
    ValueError: quantity is 'regret'; give one of minimax, at T, as T grows, sample complexity.
    """
    check_fields(row, NEEDED, sorted(FIELDS))
    for field, words in WORDS.items():
        if field in row:
            one_of(field, row[field], words)
    if ("order" in row) == ("shape" in row):
        raise ValueError("It has to have either an order, or a shape in words; give one of them.")
    parts = {key: row[key] for key in PARTS_OF_FORMULA if key in row}
    if "formula" in row:
        check_fields(row, ("rewards",), FIELDS)
    elif parts or "name" in row:
        raise ValueError("It has no formula, and so neither a name nor let, when or tuned.")
    facts = {"shape": "", **{key: value for key, value in row.items() if key not in parts}}
    facts |= {"status": Status(row["status"])} if "status" in row else {}
    facts |= {
        "notion": Privacy(row["notion"]),
        "side": Side(row["side"]),
        "order": Order.of(row["order"]) if "order" in row else None,
        "formula": Formula.of(row["formula"], **parts) if "formula" in row else None,
    }
    return KnownBound(**facts)
