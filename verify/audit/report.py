"""What an audit says: a row for each station, the verdict that follows, and both as a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap
from typing import Any, Literal
from banditproof.algorithms.apart.plain_declaration import Declared
from banditproof.theory import Enclosure
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.shown_budgets import claim_of
from banditproof.verify.definitions.notions import Notion, Reading
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses.belonging import seal
from .claim import Claim

Verdict = Literal["holds", "fails", "not refuted"]
Answer = Literal["holds", "fails", "not refuted", "nothing found", "look further"]
LOSSES = {PureDP: "epsilon", ApproxDP: "delta", ZCDP: "rho", RenyiDP: "renyi"}
"""The name of the number that a budget of each kind bounds."""
COLUMNS = ("check", "verdict", "grade", "privacy loss", "note")
WIDTH = 100
"""The columns of a terminal that the table of a report takes at most, where its words allow it."""
LEAST_NOTE = 24


@dataclass(frozen=True)
class CheckResult:
    """What one station found: its answer, how strong it is, the privacy loss, and why.

    `holds` and `fails` are about the whole claim. `nothing found` and `look further` come from
    judges that are stricter than the claim: they decide only how far the audit goes on. The loss
    is an eps for a claim of pure privacy, the delta at the claimed eps for approximate privacy, a
    rho for zero-concentrated privacy.
    """

    name: str
    verdict: Answer
    grade: Grade | None = None
    loss: Enclosure | None = None
    note: str = ""
    witness: Mapping[str, Any] | None = None
    """The inputs and the event that show a violation, in plain JSON types, where there are any."""
    tried: str = ""
    """What was tried without success, for the verdict of a claim that was not refuted."""
    found: Any = None
    """The result of the search itself, with methods to replay it."""
    declared: Declared | None = None
    """The declaration that is said to hold: the verdict is about it, and about no name."""

    def to_json(self, quantity: str = "epsilon") -> dict[str, Any]:
        """The check in plain JSON types; the loss stands under the name of its quantity."""
        loss = None if self.loss is None else self.loss.to_json()
        named = {"epsilon": None} | {quantity: loss}
        return {
            "name": self.name,
            "verdict": self.verdict.replace(" ", "-"),
            "grade": None if self.grade is None else self.grade.value,
            **named,
            "note": self.note,
            "witness": self.witness,
        }


class InterruptedStation(KeyboardInterrupt):
    """An interruption in the middle of a station, with what it had found by then."""

    def __init__(self, check: CheckResult) -> None:
        super().__init__("Interrupted.")
        self.check = check


@dataclass(frozen=True, repr=False)
class AuditReport:
    """All rows of the audit of one claim, and the verdict that follows.

    The claim `fails` if a row refutes it, and `holds` if a row shows it for every horizon, reward
    and arm count of the claim. Everything else is `not refuted`, with what was tried. It prints as
    a table, in notebooks too.
    """

    policy: str
    claim: Claim
    reading: Reading
    checks: tuple[CheckResult, ...] = field(default_factory=tuple)
    interrupted: bool = False

    @property
    def claimed(self) -> Budget:
        """The claimed budget."""
        return self.claim.budget

    @property
    def notion(self) -> Notion:
        """What an adversary may vary."""
        return self.claim.notion

    @property
    def verdict(self) -> Verdict:
        """What follows from all rows."""
        results = {check.verdict for check in self.checks}
        if "fails" in results:
            return "fails"
        return "holds" if "holds" in results else "not refuted"

    @property
    def deciding(self) -> CheckResult | None:
        """The row that decided the verdict, or the last that tried to."""
        same = [check for check in self.checks if check.verdict == self.verdict]
        return same[-1] if same else None

    @property
    def declared(self) -> Declared | None:
        """The declaration that `holds` is about; None for other verdicts, and for tables."""
        check = self.deciding
        return None if check is None or self.verdict != "holds" else check.declared

    @property
    def digest(self) -> str | None:
        """The digest of that declaration, which `play_apart` and marks take.

        >>> from banditproof.verify.audit import audit
        >>> audit("dp-imed", 1).digest == audit("dp-imed", 2).digest
        False
        """
        return None if self.declared is None else self.declared.digest

    @property
    def sentence(self) -> str:
        """The verdict with its claim in one line, and with what was tried if nothing was found."""
        line = (
            f"{self.policy}: {self.verdict} ({self.claim}, {self.arms}, read as a {self.reading})"
        )
        if self.verdict == "not refuted":
            tried = "; ".join(check.tried for check in self.checks if check.tried)
            line += f". Tried: {tried or 'nothing, since the time was over'}"
        elif self.deciding is not None and self.deciding.grade is not None:
            line += f". {self.deciding.grade.value.capitalize()}: {self.deciding.name}"
        if self.declared is not None:
            line += f". About the declaration: {self.declared.words}; its digest is {self.digest}"
        return line + "." + (" Interrupted: this is what was known by then." * self.interrupted)

    @property
    def arms(self) -> str:
        """The arms of the claim, in words."""
        return f"{self.claim.arms} arm{'s' * (self.claim.arms > 1)}"

    def __repr__(self) -> str:
        return report_text(self)

    def _repr_html_(self) -> str:
        return report_html(self)

    def to_json(self) -> dict[str, Any]:
        """The report in plain JSON types."""
        claim = self.claim
        loss = LOSSES[type(claim.budget)]
        facts: dict[str, Any] = {
            "policy": self.policy,
            "claimed": claim_of(claim.budget),
            "notion": claim.notion.value,
            "output": claim.output,
            "rewards": str(claim.rewards),
            "arms": claim.arms,
            "horizon": claim.horizon,
            "reading": self.reading.value,
            "verdict": self.verdict.replace(" ", "-"),
            "declaration": None if self.declared is None else self.declared.plain,
            "digest": self.digest,
            "tried": [check.tried for check in self.checks if check.tried],
            "interrupted": self.interrupted,
            "checks": [check.to_json(loss) for check in self.checks],
        }
        for check in facts["checks"]:
            check["seal"] = None if check["witness"] is None else seal(facts, check)
        return facts


def rows_of(report: AuditReport) -> list[tuple[str, ...]]:
    """A row for each station of the audit: what it is, its verdict, its grade, the loss, a note."""
    return [
        (
            check.name,
            check.verdict,
            "" if check.grade is None else str(check.grade.value),
            "" if check.loss is None else check.loss.rounded(),
            " ".join(check.note.split()),
        )
        for check in report.checks
    ]


def report_text(report: AuditReport) -> str:
    """The table of an audit, and its verdict in a sentence below."""
    rows = rows_of(report)
    sizes = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
    sizes[-1] = max(LEAST_NOTE, WIDTH - sum(sizes[:-1]) - 2 * (len(sizes) - 1))
    lines = [_line(COLUMNS, sizes)]
    for row in rows:
        notes = wrap(row[-1], sizes[-1]) or [""]
        lines.append(_line((*row[:-1], notes[0]), sizes))
        lines += [_line(("",) * (len(row) - 1) + (note,), sizes) for note in notes[1:]]
    said = wrap(report.sentence, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *said])


def _line(cells: tuple[str, ...], sizes: list[int]) -> str:
    padded = (cell.ljust(size) for cell, size in zip(cells, sizes, strict=True))
    return "  ".join(padded).rstrip()


def report_html(report: AuditReport) -> str:
    """The same for a browser; every text of a policy is escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in COLUMNS)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows_of(report)
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"{table}<p>{escape(report.sentence)}</p>"
