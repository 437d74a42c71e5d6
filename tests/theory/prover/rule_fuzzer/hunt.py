"""The hunt: each row has an attack, which is repeated until something false is concluded."""

import functools
import gc
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import process_time
from typing import Any
from flint import arb, ctx, fmpq
from . import along_a_variable as along
from . import pointwise, quantities
from .checkers import PLAIN, Checker
from .material import Dice, text_of
from .places import Oracle, Places, truth
from .quantities import PRECISION, Report
from .values import value

partial = functools.partial
APPLICATIONS: dict[str, Callable[..., pointwise.Application]] = {
    "span": pointwise.span,
    "given": pointwise.given,
    "contradiction": pointwise.contradiction,
    "sum": pointwise.sum_,
    "split": pointwise.split,
    "cases": pointwise.cases,
    "branch, max": partial(pointwise.branch, kind="max"),
    "branch, if": partial(pointwise.branch, kind="if"),
    "instance": pointwise.instance,
    "ends": pointwise.ends,
    "infinite": pointwise.infinite,
    "slope": along.slope,
    "least, flat and convex": partial(along.least_value, convex=True),
    "least, by its slope": partial(along.least_value, convex=False),
    "signs, one slope": partial(along.slopes, depths=(1,)),
    "signs, several slopes": partial(along.slopes, depths=(2, 2, 3)),
    "weight": along.weight,
    **{
        f"limit, a part with {word}": partial(along.with_parts, fall=fall)
        for word, fall in (("powers", "none"), ("exp", "exp"), ("erf", "erf"))
    },
}
"""A claim and a node with oracles for its premises, by the name of what is attacked."""
QUANTITIES: dict[str, Callable[..., Report]] = {
    "same": quantities.same,
    "read and put": quantities.read_and_put,
    "range": quantities.ranges,
    "continuity": quantities.continuity,
    "derivative": quantities.slope,
    "vanishing": partial(quantities.vanishing, fall="none"),
    "vanishing exp": partial(quantities.vanishing, fall="exp"),
    "vanishing erf": partial(quantities.vanishing, fall="erf"),
    **{
        f"limit, at {kind} {'high' if high else 'low'} end": partial(
            quantities.limit, high=high, endless=kind == "an infinite"
        )
        for kind in ("a finite", "an infinite")
        for high in (False, True)
    },
}
"""Attacks on what the rules compute with."""
ATTACKS = (*APPLICATIONS, *QUANTITIES)
BITS = (96, 96, 53, 24)
"""Balls of few bits are wide, so that an end that is rounded inwards shows."""


def attack(name: str, seed: str, checker: Checker) -> Report:
    """One application: None if it is accepted and nothing false is seen, or what is.

    What is refused raises an error of the checker.
    """
    dice, r = Dice(seed, checker), checker.replay()
    r.rules = {**checker.rules, "oracle": dice.sure}
    bits = dice.choice(BITS)
    if name in QUANTITIES:
        return QUANTITIES[name](dice, r, bits)
    claim, node = APPLICATIONS[name](dice, r)
    failed: list[dict[str, Any]] = []
    for dense in (1, 12, 12, 12, 12, 12):
        point = failing(r, checker, claim, node, Places(seed, dense, failed), bits)
        if point is None:
            return None
        failed += [point, *image(point, node)]  # next time the premises are tried there, too
    return {"goal": text_of(r, claim), "proof": node, "bits": bits, "point": point}


def image(point: dict[str, Any], node: Any) -> list[dict[str, Any]]:
    """Where an instance takes a point: there its lemma would be false as well."""
    places = {name: value(term, point) for name, term in node.get("with", {}).items()}
    known = {name: at for name, at in places.items() if isinstance(at, arb)}
    return [{**point, **{name: rational(at) for name, at in known.items()}}] if known else []


def rational(ball: arb) -> fmpq:
    """The middle of a ball."""
    mantissa, exponent = ball.mid().man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def failing(
    r: Any, checker: Checker, claim: Any, node: Any, places: Places, bits: int
) -> dict[str, Any] | None:
    """A point where the conclusion of an accepted application surely fails."""
    fresh = checker.replay(oracle=Oracle(places, checker.refused))
    fresh.book = r.book
    ctx.prec = bits
    try:
        fresh.check(claim, node)
    finally:
        ctx.prec = PRECISION
    before = [point for point in places.failed if places.covers(claim.region, point)]
    holds = truth(r.book, claim)
    for point in (*before, *places.points(claim.region)):
        if holds(point) is False:
            return point
    return None


@dataclass
class Tally:
    """What a hunt has tried, how many applications had true premises, and what it found."""

    tried: int = 0
    accepted: int = 0
    seconds: float = 0.0
    found: list[dict[str, Any]] = field(default_factory=list)

    def shortest(self) -> str:
        """The simplest thing that was found, as JSON."""
        return min((json.dumps(item, default=str) for item in self.found), key=len, default="")


def numbers() -> Iterator[int]:
    """1, 2, 3, ..."""
    n = 0
    while True:
        n += 1
        yield n


def hunt(
    name: str,
    seed: object,
    applications: int,
    checker: Checker = PLAIN,
    stop_at: int = 5,
    seconds: float = float("inf"),
) -> Tally:
    """Repeat an attack until as many applications are tried, or as many alarms are found.

    Some more alarms are looked for after the first one, so that a short one can be shown.
    """
    tally, begin, before, collected = Tally(), process_time(), ctx.prec, gc.get_threshold()
    ctx.prec = PRECISION
    gc.set_threshold(1000, 10, 10)  # each application leaves cycles: many of them fill the cache
    try:
        for n in numbers():
            tally.seconds = process_time() - begin
            enough = tally.tried >= applications or len(tally.found) >= stop_at
            if enough or tally.seconds > seconds:
                return tally
            tally.tried += 1
            try:
                found = attack(name, f"{name} {seed} {n}", checker)
            except checker.damage:
                continue
            tally.accepted += 1
            if found is not None:
                tally.found.append({"attack": name, "seed": f"{name} {seed} {n}", **found})
    finally:
        ctx.prec = before
        gc.set_threshold(*collected)
    raise AssertionError
