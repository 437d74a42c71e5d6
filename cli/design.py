"""`banditproof design`: the optimal design of a set of actions, with its certificate."""

import time
from . import arguments
from .output import print_json, print_table, print_text

MOST_WORDS = 8


def command(
    file: str, tolerance: str = "1e-6", on_span: bool = False, json: arguments.AsJson = False
) -> None:
    """Find the design that minimises the largest variance of an action.

    A design w on actions a has V = sum of w_a a a'. The optimal one minimises max a'V^-1 a and
    maximises log det V; the least maximum is d, the dimension. What is printed is proved: the gap
    max a'V^-1 a / d - 1 lies between the two given ends.

    FILE has one line of numbers for each action, exact decimals or ratios (1/3), separated by
    commas, semicolons, tabs or blanks, or is a list of lists in JSON or YAML. A first line of names
    is a header; lines that begin with # are skipped. It holds at most 10^8 numbers in 2^31 bytes.

    Example: `banditproof design actions.csv --tolerance 1e-9`
    """
    from banditproof.theory import optimal_design
    from banditproof.theory.number_files.number_table import number_table
    from .results import DesignFacts

    wanted = arguments.positive("tolerance", tolerance)
    start = time.perf_counter()
    with number_table(file) as actions:
        try:
            design = optimal_design(actions, tolerance.strip())
        except ArithmeticError as error:
            raise ValueError(str(error)) from None
        if not design.spans and not on_span:
            raise ValueError(
                f"The actions of {file} span {design.dimension} of {design.columns} dimensions; "
                "give actions that span, or --on-span for the design on their span."
            )
        count = len(actions.images)
        shown = [] if json else [_shown(actions.given[row]) for row in design.support]
    del actions
    seconds = time.perf_counter() - start
    gap = design.enclosure / design.dimension - 1
    facts = DesignFacts(
        weights=tuple(design.weights.tolist()),
        support=tuple(design.support),
        gap=design.gap,
        gap_enclosure=gap,
        g_value=design.enclosure,
        log_determinant=design.log_determinant,
        dimension=design.dimension,
        columns=design.columns,
        actions=count,
        tolerance=wanted,
        seconds=round(seconds, 6),
    )
    if json:
        print_json(facts)
        return
    rows = [
        (row, repr(float(design.weights[row])), action)
        for row, action in zip(design.support, shown, strict=True)
    ]
    print_table(("row", "weight", "action"), rows)
    print()
    print_text(f"{len(rows)} of {count} rows, counted from 0; the others have weight 0.")
    spanned = "" if design.spans else f" of {design.columns}: the actions do not span"
    print_text(f"Dimension d: {design.dimension}{spanned}.")
    print_text(
        f"Gap, max a'V^-1 a / d - 1: at least {gap.decimal_lo(4)}, at most {gap.decimal_hi(4)}."
    )
    print_text(f"Read and computed in {seconds:.3g} s.")


def _shown(words: list[str]) -> str:
    """An action as it stands in the file, shortened."""
    return ", ".join(words[:MOST_WORDS]) + (", ..." if len(words) > MOST_WORDS else "")
