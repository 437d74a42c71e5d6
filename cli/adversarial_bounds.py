"""What `bounds --adversarial` prints: the answer, the rates, the upper bounds, the lower bounds."""

from __future__ import annotations
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal
from .bound_results import HypothesisFacts
from .output import print_json, print_table, print_text
from .results import NumberFacts

if TYPE_CHECKING:
    from banditproof.theory import Enclosure
    from banditproof.theory.adversarial import GameBound, GameBounds
    from banditproof.theory.bound_words import Privacy

Kind = Literal["none", "approximate", "pure", "local"]
WHOM = {
    "none": "every algorithm",
    "approximate": "(eps, delta)-DP",
    "pure": "eps-DP",
    "local": "eps-local DP",
}
Line = tuple[str, str, str, str]


@dataclass(frozen=True)
class GameFacts:
    """The parameters of a private adversarial game."""

    arms: int
    horizon: int
    eps: str
    experts: int | None
    delta: str | None
    batch: int


@dataclass(frozen=True)
class GameBoundFacts(NumberFacts):
    """A bound of the regret at T; it has no number if a hypothesis is not satisfied."""

    name: str
    claim: str
    side: Literal["lower", "upper"]
    privacy: Kind
    status: Literal["printed", "ours", "repaired"]
    formula: str
    applies: bool
    vacuous: bool | None
    useful_from: int | None
    of_class: str | None
    note: str
    hypotheses: tuple[HypothesisFacts, ...]

    @classmethod
    def of(cls, bound: GameBound) -> GameBoundFacts:
        """The facts of a bound."""
        number = _number(bound.enclosure)
        return cls(
            number.value,
            number.lo,
            number.hi,
            bound.name,
            bound.claim,
            bound.side.value,  # type: ignore[arg-type]
            bound.privacy.value,  # type: ignore[arg-type]
            bound.status.value,  # type: ignore[arg-type]
            bound.formula,
            bound.applies,
            bound.vacuous,
            bound.useful_from,
            bound.of_class,
            bound.note,
            tuple(HypothesisFacts(*hypothesis) for hypothesis in bound.hypotheses),
        )


@dataclass(frozen=True)
class BestFacts:
    """The least upper and the largest lower bound of the regret of algorithms with a privacy."""

    privacy: Kind
    upper: GameBoundFacts | None
    lower: GameBoundFacts | None


@dataclass(frozen=True)
class RateFacts:
    """The rates with experts, where constants and logarithms are left out."""

    best: tuple[str, ...]
    table_2: tuple[str, ...]


@dataclass(frozen=True)
class AdversarialBoundsFacts:
    """All bounds of a private adversarial game, and the best ones."""

    game: GameFacts
    best: tuple[BestFacts, ...]
    rates: RateFacts | None
    bounds: tuple[GameBoundFacts, ...]

    @classmethod
    def of(cls, table: GameBounds) -> AdversarialBoundsFacts:
        """The facts of a table of bounds."""
        from banditproof.theory.adversarial import best_rates, recommended

        game = table.game
        facts = GameFacts(
            game.arms,
            game.horizon,
            str(game.eps),
            game.experts,
            None if game.delta is None else str(game.delta),
            game.batch,
        )
        best = tuple(
            BestFacts(
                kind.value,  # type: ignore[arg-type]
                _facts(table.best_upper(kind)),
                _facts(table.best_lower(kind)),
            )
            for kind in table.notions
        )
        rates = None
        if game.experts is not None:
            rates = RateFacts(
                tuple(rate.claim for rate in best_rates(game)),
                tuple(row.recommends.claim for row in recommended(game)),
            )
        bounds = (*table.upper(), *table.lower())
        return cls(facts, best, rates, tuple(GameBoundFacts.of(bound) for bound in bounds))


def _facts(bound: GameBound | None) -> GameBoundFacts | None:
    return None if bound is None else GameBoundFacts.of(bound)


def _number(enclosure: Enclosure | None) -> NumberFacts:
    if enclosure is None:
        return NumberFacts(None, None, None)
    value, ends = float(enclosure), enclosure.to_json()
    return NumberFacts(value if abs(value) < float("inf") else None, ends["lo"], ends["hi"])


def show(table: GameBounds, digits: int, json: bool) -> None:
    """Print the bounds of a game, as text or as JSON."""
    if json:
        print_json(AdversarialBoundsFacts.of(table))
        return
    print_text(_title(table))
    print()
    _print("Answer", [_answer(table, kind, digits) for kind in table.notions])
    if table.game.experts is not None:
        print_text(_rates(table))
        if table.game.delta is None:
            print_text("With --delta also the bounds of batched EXP4, which is (eps, delta)-DP.")
        print()
    _print("Upper bounds of the regret at T", [_upper(row, digits) for row in table.upper()])
    _print("Lower bounds of the regret at T", [_lower(row, digits) for row in table.lower()])


def _print(title: str, lines: list[Line]) -> None:
    heading = ("bound", "value", "of") if title != "Answer" else ("", "", "")
    print_table((title, ""), [])
    print_table((*heading, ""), lines, below=True)
    print()


def _title(table: GameBounds) -> str:
    from banditproof.theory.number_text import number_text

    game = table.game
    arms, horizon, batch = (
        number_text(Fraction(count)) for count in (game.arms, game.horizon, game.batch)
    )
    parts = [f"{arms} arms", f"T = {horizon}"]
    if game.experts is not None:
        parts.insert(1, f"{number_text(Fraction(game.experts))} experts")
    parts.append(f"eps = {number_text(game.eps)}")
    if game.delta is not None:
        parts.append(f"delta = {number_text(game.delta)}")
    whole = f"batches of {batch} rounds" if game.batch > 1 else "batches of 1 round"
    if game.horizon < game.batch:
        whole += ", of which none is complete: nothing is learnt, and no bound is below T"
    return f"Private adversarial bandits with losses in [0, 1]: {', '.join(parts)}; {whole}."


def _value(enclosure: Enclosure, digits: int) -> str:
    from banditproof.theory.number_text import enclosure_text

    return enclosure_text(enclosure, digits)


def _answer(table: GameBounds, kind: Privacy, digits: int) -> Line:
    """The best upper and the best lower bound of algorithms of a notion."""
    upper, lower = table.best_upper(kind), table.best_lower(kind)
    if upper is None or upper.enclosure is None:
        value, below = "at most T", "no upper bound is below T, the regret of every algorithm"
    else:
        share = 100 * float(upper.enclosure) / table.game.horizon
        value = f"at most {_value(upper.enclosure, digits)}"
        below = f"{upper.name} ({upper.claim}), {share:.3g}% of T"
    if lower is not None and lower.enclosure is not None:
        below += f"; at least {_value(lower.enclosure, digits)}: {lower.name} ({lower.claim})"
    return (f"regret, {WHOM[kind]}", value, "", below)


def _rates(table: GameBounds) -> str:
    """The best rate of the algorithms with experts, and the recommendation of Table 2."""
    from banditproof.theory.adversarial import best_rates, recommended

    best = " and ".join(rate.name for rate in best_rates(table.game)) or "none is below T"
    rows = [f"{row.recommends.name} ({row.name})" for row in recommended(table.game)]
    said = " and ".join(rows) or "nothing here"
    return f"Rates without constants and logarithms: the best is {best}; Table 2 recommends {said}."


def _upper(bound: GameBound, digits: int) -> Line:
    from banditproof.theory.number_text import number_text

    parts = list(_about(bound))
    if bound.useful_from and (bound.vacuous or not bound.applies):
        parts.append(f"below T from T near {number_text(Fraction(bound.useful_from))} on")
    value = "does not apply" if bound.enclosure is None else _value(bound.enclosure, digits)
    if bound.vacuous:
        value += " >= T"
    return (bound.name, value, WHOM[bound.privacy], "; ".join(parts))


def _lower(bound: GameBound, digits: int) -> Line:
    value = "does not apply" if bound.enclosure is None else _value(bound.enclosure, digits)
    parts = list(_about(bound))
    if bound.of_class is not None:
        parts.append(f"only of {bound.of_class}")
    whom = "eps-DP, a class" if bound.of_class else WHOM[bound.privacy]
    return (bound.name, value, whom, "; ".join(parts))


def _about(bound: GameBound) -> Iterator[str]:
    """What stands below every bound: its claim and state, its formula, what it needs."""
    from banditproof.theory.lower_bounds.bound_sections import STATES

    yield bound.claim
    yield STATES[bound.status]
    yield bound.formula
    missing = [text for text, fits in bound.hypotheses if not fits]
    if missing:
        yield f"it needs {' and '.join(missing)}"
    if bound.note:
        yield bound.note
