"""The program of a claim as highlighted source: its declaration and check, and what they use.

What stands in other files is named, not shown; a proof as text is shown, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any
from banditproof.theory.optional_libraries import library
from ..statements.claim_facts import ClaimFacts
from ..statements.documents import document_named
from ..statements.ids_in_texts import ENDING
from .program_files import Program, Statement
from .proof_listing import ProofListing, proof_listing

SHADES = {
    "k": ("#7b1fa2", "#d9a6f5"),
    "s": ("#1b5e20", "#a5d6a7"),
    "m": ("#8a3c00", "#ffc48a"),
    "c": ("#5c5c57", "#a9aba6"),
    "d": ("#9b1c1c", "#ff9d94"),
    "f": ("#1a4f8f", "#8ebbf2"),
    "t": ("#00626e", "#80d8e4"),
    "b": ("#00626e", "#80d8e4"),
}
"""The colours of each class of words, on light and on dark paper."""


def _style() -> str:
    light, dark = (
        "\n".join(f".source .{name} {{ color: {shade[at]} }}" for name, shade in SHADES.items())
        for at in (0, 1)
    )
    return f"""\
.source {{ overflow-x: auto; max-width: 100% }}
.source pre {{ margin: 0; width: max-content; min-width: 100% }}
.source a {{ text-decoration-style: dotted }}
.source i {{ font-style: normal; counter-increment: line }}
.source i::before {{
  content: counter(line); display: inline-block; width: 3.2em; margin-right: 1em;
  text-align: right; color: var(--quiet);
}}
{light}
@media screen and (prefers-color-scheme: dark) {{
{dark}
}}
@media print {{ .source pre {{ width: auto; white-space: pre-wrap }} }}
"""


STYLE = _style()
"""The style sheet of listings."""


@dataclass(frozen=True)
class Excerpt:
    """A statement of a file: the number of its first line, and the lines as HTML."""

    first: int
    html: str

    def framed(self, name: str) -> str:
        """The lines with their numbers, which are not copied with the text."""
        return (
            f'<div class="source" role="region" tabindex="0" aria-label="{escape(name)}">'
            f'<pre style="counter-reset: line {self.first - 1}"><code>{self.html}</code></pre>'
            "</div>"
        )


@dataclass(frozen=True)
class SourceListing:
    """The program of a claim: its declaration, and other statements of its file that it uses."""

    path: str
    line: int
    """Where the declaration begins; 0 if the file is not there."""
    declaration: Excerpt | None
    used: Mapping[str, Excerpt]
    """Statements of the same file, by the name that they define, in the order of the file."""
    elsewhere: Mapping[str, tuple[str, ...]]
    """Names that come from other modules, by module."""
    proof: ProofListing | None = None
    """The proof, if it is written as text."""

    @property
    def html(self) -> str:
        """The declaration, then the rest behind a summary; all text is escaped."""
        if self.declaration is None:
            return f"<p>The file {escape(self.path)} is not part of this installation.</p>"
        parts = [self.declaration.framed(f"{self.path}, line {self.line}"), *self._proof()]
        if self.used:
            names = ", ".join(f"<code>{escape(name)}</code>" for name in self.used)
            blocks = dict.fromkeys(
                item.framed(f"{self.path}, line {item.first}") for item in self.used.values()
            )
            parts += [
                f'<details class="used"><summary>In the same file: {names}</summary>',
                *blocks,
                "</details>",
            ]
        if self.elsewhere:
            sentence = "; ".join(
                f"{', '.join(f'<code>{escape(name)}</code>' for name in names)} from "
                f"<code>{escape(module)}</code>"
                for module, names in self.elsewhere.items()
            )
            parts.append(f'<p class="elsewhere">It uses {sentence}.</p>')
        return "\n".join(parts)

    def _proof(self) -> Iterator[str]:
        """The proof as text behind a summary, and the lemmas that it takes in below it."""
        if self.proof is not None:
            place = f"{self.proof.path}, line {self.proof.first}"
            yield f'<details class="used proof-text"><summary>The proof: {escape(place)}</summary>'
            for item in (self.proof, *self.proof.lemmas):
                lines = Excerpt(item.first, _numbered(item.lines))
                yield lines.framed(f"{item.path}, line {item.first}")
            yield "</details>"

    @property
    def listing(self) -> Any:
        """The same as markup that a template does not escape again."""
        return library("markupsafe", "A report", "report").Markup(self.html)


def listing_of(facts: ClaimFacts) -> SourceListing:
    """The program of a claim, from the file that its facts name.

    >>> from ..statements.index import text_index
    >>> listing = listing_of(text_index()["bern.thm4.3"])
    >>> listing.path.rpartition("/")[2], "bern.thm4.3" in listing.html
    ('theorem_4_3_regret.py', True)
    """
    if facts.file.endswith(ENDING):
        return _listed(facts)
    program = _program(facts.document, facts.file)
    result = None if program is None else program.declaration(facts.id)
    document = document_named(facts.document)
    if program is not None and result is None and document and facts.id in document.printed:
        result = program.declaration(document.printed[facts.id])  # one check serves both
    if program is None or result is None:
        return SourceListing(facts.file, 0, None, {}, {})
    proof = proof_listing(facts)
    used = program.used(result)
    names = result.names.union(*(item.names for item in used.values()))
    elsewhere: dict[str, tuple[str, ...]] = {}
    for name, module in program.imported.items():
        if name in names:
            elsewhere[module] = (*elsewhere.get(module, ()), name)
    excerpts = {name: _excerpt(program, item) for name, item in used.items()}
    shown = _excerpt(program, result)
    return SourceListing(facts.file, result.first, shown, excerpts, elsewhere, proof)


def _listed(facts: ClaimFacts) -> SourceListing:
    """What the text says of a claim that has no program."""
    known = document_named(facts.document)
    source = None if known is None else known.source(facts.file)
    if source is None or not source.is_file():
        return SourceListing(facts.file, 0, None, {}, {})
    lines = source.read_text(encoding="utf-8").split("\n")
    first = last = facts.line
    while last < len(lines) and lines[last].startswith(" "):
        last += 1
    html = "\n".join(f"<i></i>{escape(line)}" for line in lines[first - 1 : last])
    return SourceListing(facts.file, first, Excerpt(first, html), {}, {})


@cache
def _program(document: str, file: str) -> Program | None:
    """A file of a document, read once; None if it is not there, or is no program."""
    known = document_named(document)
    source = None if known is None else known.source(file)
    if source is None or not source.is_file() or not file.endswith(".py"):
        return None
    return Program(source.read_text(encoding="utf-8"))


def _excerpt(program: Program, statement: Statement) -> Excerpt:
    lines = program.lines[statement.first - 1 : statement.last]
    return Excerpt(statement.first, _numbered(lines))


def _numbered(lines: Iterable[str]) -> str:
    """Lines with a place for the number of each."""
    return "\n".join(f"<i></i>{line}" for line in lines)
