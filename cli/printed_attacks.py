"""What `attack gradient`, and games against programs, print for people."""

from __future__ import annotations
from pathlib import Path
from typing import TYPE_CHECKING
from .output import print_table, print_text

if TYPE_CHECKING:
    from banditproof.verify.membership.tables_of_data.membership_results import (
        AttackFacts,
        ProgramFacts,
    )


def print_attack(facts: AttackFacts) -> None:
    """The facts as tables, and sentences below them."""
    share = f"{100 * (1 - facts.level):.4g} %"
    rows = [
        ("area under the curve", f"{facts.area:.4f}", _between(facts.area_low, facts.area_high))
    ]
    for rate in facts.rates:
        rows += [
            (
                f"power, threshold for {100 * rate.alpha:g} %",
                f"{rate.power:.4f}",
                _between(rate.power_low, rate.power_high),
            ),
            (
                "  its false alarms",
                f"{rate.false_alarms:.4f}",
                _between(rate.false_alarms_low, rate.false_alarms_high),
            ),
        ]
    print_table((f"{facts.score} attack", "measured", f"with confidence {share}"), rows)
    print()
    known = facts.epsilon_certified.is_finite
    top = f"<= {facts.epsilon_certified.decimal_hi(6)}" if known else "none"
    print_table(
        (f"eps at delta = {float(facts.delta):g}", ""),
        [("shown by the attack", f">= {facts.epsilon_shown:.6g}"), ("certified", top)],
    )
    print()
    classes = f", {facts.classes} classes" if facts.model == "softmax" else ""
    print_text(
        f"Model: {facts.model}, {facts.columns} features{classes}, {facts.parameters} parameters. "
        f"Each game: {facts.rows} rows, drawn from {facts.pool} of {Path(facts.data).name}; "
        f"{facts.steps} steps, batches of {facts.batch}. {facts.references} other rows are "
        "references."
    )
    place = (
        ""
        if facts.target_row is None or facts.target.startswith("row ")
        else (f", row {facts.target_row}")
    )
    print_text(f"Target: {facts.target}{place}. Its Mahalanobis score is {facts.target_score:.6g}.")
    if facts.target_outside:
        print_text(
            "Its gradient has a part in directions in which no reference varies; the attack does "
            "not use it, and a better one would find the target for certain."
        )
    print_text(facts.guarantee)
    if facts.refuted:
        print_text("The attack refutes what was certified.")
    print_text(f"{facts.games} games with seed {facts.seed}, in {facts.seconds:.3g} s.")


def _between(low: float, high: float) -> str:
    return f"{low:.4f} to {high:.4f}"


def print_program(facts: ProgramFacts) -> None:
    """The facts as tables, and sentences below them."""
    share = f"{100 * (1 - facts.level):.4g} %"
    rows = [
        ("false alarms", f"{facts.false_alarms:.4f}", f"<= {facts.false_alarms_high:.4f}"),
        ("misses", f"{facts.misses:.4f}", f"<= {facts.misses_high:.4f}"),
    ]
    print_table(("is the target in?", "measured", f"with confidence {share}"), rows)
    print()
    word = "certified" if facts.kind == "gradient" else "claimed"
    known = facts.epsilon_certified.is_finite
    top = f"<= {facts.epsilon_certified.decimal_hi(6)}" if known else "none"
    budgets = [(f"eps at delta = {float(facts.delta):g}", f">= {facts.epsilon_shown:.6g}", top)]
    if facts.compared_at is not None and facts.delta_shown and facts.delta_declared:
        shown, declared = facts.delta_shown.decimal_lo(6), facts.delta_declared.decimal_hi(6)
        budgets.append(
            (f"delta at eps = {float(facts.compared_at):.6g}", f">= {shown}", f"<= {declared}")
        )
    print_table(("", "shown by the attack", word), budgets)
    print()
    print_text(f"{facts.program} on {facts.rows} rows of {facts.columns} numbers{_given(facts)}.")
    differs = "removed" if facts.neighbours == "remove" else "replaced by another row"
    file = "" if facts.data is None else f" of {Path(facts.data).name}"
    print_text(f"Target: {facts.target}{file}; in half of the games it is {differs}.")
    print_text(f"{facts.guarantee} {_verdict(facts)}")
    print_text(
        f"{facts.games} games with seed {facts.seed}, of which {facts.tested} are tested, in "
        f"{facts.seconds:.3g} s. Score: {facts.score}."
    )


def _given(facts: ProgramFacts) -> str:
    if facts.kind == "release":
        return ""
    return f", with noise multiplier {facts.noise:g}, clip {facts.clip:g} and {facts.steps} steps"


def _verdict(facts: ProgramFacts) -> str:
    if facts.refuted:
        return "The attack refutes it: the program is not as private as declared."
    if not facts.compared_at and facts.delta_shown is None:
        return ""
    if not facts.refutable:
        return "So few games could refute nothing: play more, or declare a smaller budget."
    return "The attack does not refute it, which proves nothing."
