"""What a failed assertion says: one plain sentence, then labelled rows.

Arms and rounds are counted from 1, budgets stand as they were typed, and each number carries the
name of its quantity: an approximate claim is refuted by a delta at its eps, or by an eps at its
delta.
"""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any
from banditproof.theory import Enclosure
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, RenyiDP
from banditproof.theory.exact import Number, exact
from banditproof.theory.shown_budgets import claim_of, shown
from .audit.report import AuditReport, CheckResult
from .definitions.notions import Notion
from .evidence import Grade
from .finite_mechanisms import WorstPair, shown_mass
from .sampling.event_bounds import claimed as claimed_number
from .sampling.statistical_audit import StatisticalAudit, rounded_down
from .sampling.witness import StatisticalWitness
from .sampling.witness import shown as shown_input

Rows = list[tuple[str, str]]
HINT = (
    "Nothing was shown, so the assertion does not pass. If that is enough, say so: "
    "accept_not_refuted=True."
)
LONG = 12
"""The rounds of a witness that are written out."""
READ_AS = {
    Notion.VIEW: "one reward for each round, whichever arm is pulled",
    Notion.TABLE: "one group for each round; in it the rewards of arm 1, arm 2, ...",
    Notion.INTERACTIVE: "one group for each round; in it the rewards of arm 1, arm 2, ...",
    Notion.ADAPTIVE: "one group for each round; in it a reward for each sequence of actions so far",
}
"""How the rewards of a witness are written."""


def lines(sentence: str, rows: Rows) -> str:
    """A sentence and labelled rows; further lines of a row are indented like its first.

    >>> print(lines("It fails.", [("claimed", "eps = 1"), ("found", "eps >= 2")]))
    It fails.
      claimed   eps = 1
      found     eps >= 2
    """
    body = (f"  {label:<9} " + text.replace("\n", "\n" + " " * 12) for label, text in rows)
    return "\n".join((sentence, *body))


def exact_finding(budget: Budget, loss: Enclosure) -> str:
    """A computed privacy loss under the name of its quantity.

    What is known exactly is written so, and what is above the claim has as many digits as show it.

    >>> from banditproof.theory.budgets import PureDP
    >>> exact_finding(ApproxDP("0.4", "0.1"), Enclosure.of("0.2"))
    'delta = 0.2 at eps = 0.4'
    >>> exact_finding(PureDP(1), Enclosure.of(Fraction(10**8 + 1, 10**8), 2))
    'eps >= 1.00000001'
    """
    name = {ApproxDP: "delta", ZCDP: "rho"}.get(type(budget), "eps")
    allowed = budget.delta if isinstance(budget, ApproxDP) else claimed_number(budget)
    if loss.lo == loss.hi != math.inf:
        number = f"= {shown(Fraction(loss.lo))}"
    else:
        number = "= inf" if loss.lo == math.inf else f">= {_above(loss.lo, allowed)}"
    if isinstance(budget, ApproxDP):
        return f"{name} {number} at eps = {shown(budget.eps)}"
    return f"{name} {number}{_order(budget)}"


def sampled_finding(budget: Budget, bound: float) -> str:
    """What runs force, under the name of its quantity: of an approximate claim the eps.

    >>> sampled_finding(ApproxDP("0.4", "1e-5"), 1.066)
    'eps >= 1.066 at delta = 1e-5'
    """
    name = "rho" if isinstance(budget, ZCDP) else "eps"
    number = "= inf" if bound == math.inf else f">= {_above(bound, claimed_number(budget))}"
    if isinstance(budget, ApproxDP):
        return f"{name} {number} at delta = {shown(budget.delta)}"
    return f"{name} {number}{_order(budget)}"


def _above(bound: Fraction | float, number: Number) -> str:
    """A bound, rounded down to six digits, or to as many as show that it is above the claim."""
    claimed, digits = math.inf if number == math.inf else exact(number), 6
    text = f"{rounded_down(bound, digits):.{digits}g}"
    while digits < 17 and claimed < bound and Fraction(text) <= claimed:
        digits += 1
        text = f"{rounded_down(bound, digits):.{digits}g}"
    return text


def _order(budget: Budget) -> str:
    return f" at order {shown(budget.alpha)}" if isinstance(budget, RenyiDP) else ""


def refuted(name: str, report: AuditReport, replay: str) -> str:
    """The message for an audit that ended `fails`."""
    check = report.deciding
    assert check is not None
    budget = report.claim.budget
    claimed = ("claimed", f"{report.claim}, {report.arms}")
    audit = check.found
    if isinstance(audit, StatisticalAudit) and audit.witness is not None:
        result = f"runs show {sampled_finding(budget, audit.witness.bound)}"
        rows = [claimed, *_of_runs(audit, audit.witness), ("replay", replay + _again(audit))]
        return lines(_refutation(name, budget, result), rows)
    result = (
        "a check refutes it"
        if check.loss is None
        else f"it has {exact_finding(budget, check.loss)}"
    )
    rows = [claimed, ("found", _graded(check, budget)), ("because", check.note)]
    rows += _inputs_of(check)
    return lines(_refutation(name, budget, result), [*rows, ("replay", replay)])


def _inputs_of(check: CheckResult) -> Rows:
    """The two lists of rewards of a witness, if it has some."""
    witness = check.witness or {}
    inputs = witness.get("inputs", witness)
    if not isinstance(inputs, Mapping) or not {"left", "right"} <= set(inputs):
        return []
    lists = (" ".join(["rewards", *map(str, inputs[side])]) for side in ("left", "right"))
    left, right = shortened(*lists)
    return [("left", left), ("right", right)]


def _refutation(name: str, budget: Budget, found: str) -> str:
    return f"{name} is not private as claimed: {claim_of(budget)} is claimed, and {found}."


def _graded(check: CheckResult, budget: Budget) -> str:
    number = "" if check.loss is None else f"{exact_finding(budget, check.loss)}, "
    grade = "" if check.grade is None else f"{check.grade.value} "
    link = "in runs" if check.grade is Grade.STATISTICAL else "by"
    return f"{number}{grade}{link}: {check.name}"


def _of_runs(audit: StatisticalAudit, witness: StatisticalWitness) -> Rows:
    counts, rounds = witness.counts, witness.event.rounds - 1
    chance = f"wrong with probability at most {shown(audit.level)}"
    inputs = (witness.pair.left, witness.pair.right)
    left, right = shortened(*(shown_input(item, rounds) for item in inputs))
    return [
        ("found", f"{sampled_finding(audit.budget, witness.bound)}; {chance}"),
        ("event", str(witness.event)),
        ("often", f"in {counts.left_hits} of {counts.left_runs} runs on {left}"),
        ("seldom", f"in {counts.right_hits} of {counts.right_runs} runs on {right}"),
        ("read as", f"{READ_AS[audit.notion]}; they differ in round {witness.pair.challenge}"),
        ("spent", audit.tried),
    ]


def shortened(left: str, right: str) -> tuple[str, str]:
    """Two inputs in words; of long ones the groups around what differs, and the ends.

    >>> shortened("rewards 00 01", "rewards 00 11")
    ('rewards 00 01', 'rewards 00 11')
    >>> left, right = ["00"] * 20, ["00"] * 20
    >>> right[8] = "10"
    >>> for text in shortened(" ".join(["rewards", *left]), " ".join(["rewards", *right])):
    ...     print(text)
    rewards 00 ... 00 00 00 ... 00 (all 20 rounds: error.witness)
    the same, but 10 in round 9
    """
    words, others = left.split(), right.split()
    changed = [t for t, pair in enumerate(zip(words, others, strict=False)) if pair[0] != pair[1]]
    rounds = len(words) - 1
    if rounds <= LONG or len(words) != len(others) or not changed or "shown" in words:
        return left, right
    kept = {0, 1, rounds} | {u for t in changed for u in (t - 1, t, t + 1) if 1 <= u <= rounds}
    parts: list[str] = []
    for t, word in enumerate(words):
        if t in kept:
            parts.append(word)
        elif parts[-1] != "...":
            parts.append("...")
    text = f"{' '.join(parts)} (all {rounds} rounds: error.witness)"
    return text, "the same, but " + ", ".join(f"{others[t]} in round {t}" for t in changed)


def _again(audit: StatisticalAudit) -> str:
    assert audit.witness is not None
    if audit.reproducible:
        return "\nerror.witness.replay() makes the runs of the witness again"
    return (
        "\nerror.witness.replay(runs) makes new runs: the policy draws its own random numbers, so "
        "no seed repeats them"
    )


def not_shown(name: str, report: AuditReport, replay: str) -> str:
    """The message for an audit that ended `not refuted`: what was tried, and what is missing."""
    claim = report.claim
    sentence = (
        f"{name} was not shown to be private: {claim_of(claim.budget)} is claimed, and nothing "
        "that was tried refutes or shows it."
    )
    tried = [check.tried for check in report.checks if check.tried]
    rows = [("claimed", f"{claim}, {report.arms}")]
    rows += [("tried", text) for text in tried] or [("tried", "nothing: the time was over")]
    rows += [
        ("missing", f"{check.name}: {check.note}")
        for check in report.checks
        if check.verdict == "look further"
    ]
    if report.interrupted:
        rows.append(("stopped", "the audit was interrupted"))
    return lines(sentence, [*rows, ("replay", replay), ("accept", HINT)])


def of_a_mechanism(name: str, found: WorstPair, replay: str) -> str:
    """The message for a mechanism: its worst event, and the two neighbours."""
    event = ", ".join(map(str, found.event[:6])) + (", ..." if len(found.event) > 6 else "")
    number = exact_finding(found.claimed, found.loss)
    rows = [
        ("claimed", claim_of(found.claimed)),
        ("found", number),
        ("event", f"{{{event}}}"),
        ("left", f"{found.left}, where the event has probability {shown_mass(found.left_mass)}"),
        ("right", f"{found.right}, where the event has probability {shown_mass(found.right_mass)}"),
        ("replay", replay),
    ]
    if found.verdict == "fails":
        return lines(_refutation(name, found.claimed, f"it has {number}"), rows)
    sentence = (
        f"{name} was not shown to be private: {claim_of(found.claimed)} is claimed, and {number} "
        "is too close to decide."
    )
    return lines(sentence, [*rows, ("accept", HINT)])


def call_of(policy: object, options: Mapping[str, Any]) -> str:
    """The call that was made, as far as it can be written down.

    >>> call_of("dp-imed", {"budget": "0.5", "rng": 3})
    "assert_private('dp-imed', '0.5', rng=3)"
    """
    arguments = [repr(policy) if isinstance(policy, str) else _written(policy)]
    for key, value in options.items():
        if value is not None:
            arguments.append(repr(value) if key == "budget" else f"{key}={value!r}")
    return f"assert_private({', '.join(arguments)})"


def _written(policy: object) -> str:
    """An expression for a policy: a name, or a call of its class with the fields that it has."""
    if callable(policy):
        name = name_of(policy)
        return name if name.isidentifier() else "policy"
    kind = type(policy).__qualname__.rpartition("<locals>.")[2]
    if is_dataclass(policy) and kind.isidentifier():
        usual = {one.name: one.default for one in fields(policy)}
        given = ((key, getattr(policy, key)) for key in usual)
        shown_fields = (f"{key}={value!r}" for key, value in given if value != usual[key])
        return f"{kind}({', '.join(shown_fields)})"
    return f"{kind}(...)" if kind.isidentifier() else "policy"


def name_of(policy: object) -> str:
    """What a reader calls a policy: its given name, or that of its function or class.

    >>> name_of("dp-imed"), name_of(dict), name_of(lambda: None)
    ('dp-imed', 'dict', 'The policy')
    """
    result = policy if isinstance(policy, str) else getattr(policy, "__qualname__", None)
    name = result if isinstance(result, str) else type(policy).__qualname__
    return "The policy" if "<lambda>" in name else name.rpartition("<locals>.")[2]
