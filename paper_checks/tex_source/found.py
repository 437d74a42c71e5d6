"""What is found in a source: statements, proofs, sections, labels; and all of it together."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class FoundProof:
    """A proof: its place, its text, and what its title names."""

    file: str
    line: int
    title: str
    text: str = ""
    after: int = -1
    """The last statement above it, by number."""
    inside: "FoundStatement | None" = None
    """The statement around it."""


@dataclass(frozen=True)
class Span:
    """An environment, by where it begins and ends in the text."""

    environment: str
    begin: int
    end: int


@dataclass(frozen=True)
class Layout:
    """Where the environments of a source stand."""

    text: str
    begin: int
    """Where its body begins; its preamble is before that."""
    end: int
    spans: Sequence[Span]
    """All environments and displays of the body, by their beginnings."""
    held: frozenset[Span]
    """Those that are statements, or hold one."""


@dataclass
class FoundPlace:
    """An environment that is no statement, such as an algorithm, a figure or an equation."""

    environment: str
    file: str
    line: int
    span: Span
    labels: list[str]
    expanded: str = ""
    """What stands in it, with macros expanded, in one line."""
    names: list[str] = field(default_factory=list)
    """The labels that it refers to."""

    @property
    def spot(self) -> str:
        """Its file and line."""
        return f"{self.file}:{self.line}"


@dataclass
class FoundStatement:
    """A statement as its source prints it, with its labels and its number."""

    environment: str
    name: str
    kind: str
    number: str
    title: str
    file: str
    line: int
    section: str
    text: str = ""
    """The text between its ends, with macros as they are written."""
    expanded: str = ""
    """The text with macros expanded, in one line, without labels."""
    labels: list[str] = field(default_factory=list)
    equations: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The labels that it refers to."""
    uses: list[str] = field(default_factory=list)
    """The labels that it uses by `\\uses`."""
    proof_names: list[str] = field(default_factory=list)
    """The labels that its proof refers to."""
    lean: list[str] = field(default_factory=list)
    """The names of its theorems in Lean."""
    has_proof: bool = False
    begin: int = 0
    page: str = ""

    @property
    def label(self) -> str:
        """The label by which it is known from one version to the next; empty if it has none."""
        return self.labels[0] if self.labels else ""

    @property
    def called(self) -> str:
        """How it is printed: `Lemma 2.1`."""
        return f"{self.name} {self.number}".strip()

    @property
    def spot(self) -> str:
        """Its file and line."""
        return f"{self.file}:{self.line}"


@dataclass
class Paper:
    """All that was read of a source."""

    title: str = ""
    chapters: bool = False
    statements: list[FoundStatement] = field(default_factory=list)
    proofs: list[FoundProof] = field(default_factory=list)
    sections: dict[str, str] = field(default_factory=dict)
    """The titles of numbered sections, by number."""
    labels: dict[str, str] = field(default_factory=dict)
    """The number behind each label."""
    notes: list[str] = field(default_factory=list)
    """What was not understood, each with file and line."""
    absent: list[str] = field(default_factory=list)
    """The packages and classes that are not in the folder of the source, each with its place."""
    spans: list[Span] = field(default_factory=list)
    """All environments that were closed."""
    places: list[FoundPlace] = field(default_factory=list)
    """Algorithms, figures and their like, and other environments with a label."""
    layout: Layout = field(default_factory=lambda: Layout("", 0, 0, (), frozenset()))
    """Where all of it stands."""
