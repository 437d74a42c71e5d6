"""The pytest plugin for claims: each claim of a folder is a test, and each of its mutants.

A folder is collected if the command line or `testpaths` names it, its `document.claims` or one of
its tests, or if pytest is started in it. With `--banditproof-claims`, or with the setting
`banditproof_claims = true`, each folder below is collected.
Collecting imports the modules of the folder, which runs their code; no other folder is imported.
"""

from __future__ import annotations
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr
    from ..running.runner import Result
    from ..statements.claim import Claim
    from ..statements.documents import Document

FILE = "document.claims"
OPTION = "banditproof_claims"
HELP = "collect the claims of every folder with a document.claims, which imports its modules"
OF_THE_SOURCE = "statements-of-the-source"
"""The test that each statement of a source has a claim."""
SLOW = "banditproof_slow: a claim whose check takes longer than seconds, or a mutant of it"


class ClaimFailure(Exception):
    """A claim is not as it is recorded, or does not notice a mutant; the text says all of it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that collects every folder."""
    group = parser.getgroup("banditproof", "privacy of bandits")
    group.addoption("--banditproof-claims", dest=OPTION, action="store_true", help=HELP)
    parser.addini(OPTION, HELP, type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark of slow claims."""
    config.addinivalue_line("markers", SLOW)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a folder by its `document.claims`, if it was asked for."""
    if file_path.name != FILE or not _asked_for(parent.config, file_path):
        return None
    collector: pytest.Collector = ClaimFile.from_parent(parent, path=file_path)
    return collector


def _asked_for(config: pytest.Config, file: Path) -> bool:
    """Whether the options ask for every folder, or what pytest was given names this one."""
    if config.getoption(OPTION) or config.getini(OPTION):
        return True
    base = config.invocation_params.dir
    named = [(base / str(word).partition("::")[0]).resolve() for word in config.args]
    return file.resolve() in named or file.parent.resolve() in named


class ClaimFile(pytest.File):
    """The claims of a folder, by its `document.claims`."""

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each claim, and one for each mutant."""
        from ..statements.registry import claims
        from .opening import open_document
        from .source_record import record_in

        try:
            document = open_document(_near(self.path.parent, self.config))
        except ValueError as broken:
            raise self.CollectError(str(broken)) from None
        if record_in(document.home) is not None:
            yield SourceItem.from_parent(self, name=OF_THE_SOURCE, document=document)
        for claim in claims(document.name):
            yield ClaimItem.from_parent(self, name=claim.id, claim=claim)
            for mutant in claim.mutants:
                name = f"{claim.id}[{mutant}]"
                yield MutantItem.from_parent(self, name=name, claim=claim, mutant=mutant)


def _near(folder: Path, config: pytest.Config) -> Path:
    """The folder as it is named from where pytest was started, if it lies below."""
    base = config.invocation_params.dir
    return folder.relative_to(base) if folder != base and folder.is_relative_to(base) else folder


class SaidItem(pytest.Item):
    """A test whose failure is its sentences."""

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> str | TerminalRepr:
        """What was found, without a traceback."""
        if isinstance(excinfo.value, ClaimFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class SourceItem(SaidItem):
    """The statements of the source that a folder was made from: each has a claim or a reason."""

    def __init__(self, *, document: Document, **rest: Any) -> None:
        super().__init__(**rest)
        self.document = document

    def runtest(self) -> None:
        """Look for statements that no claim is about."""
        from .unclaimed import in_a_sentence, unclaimed

        if lost := in_a_sentence(unclaimed(self.document), self.document.name):
            raise ClaimFailure(lost)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file of the document."""
        return self.path, 0, self.name


class ClaimItem(SaidItem):
    """A claim: its check gives the recorded verdict."""

    def __init__(self, *, claim: Claim, **rest: Any) -> None:
        super().__init__(**rest)
        self.claim = claim
        if claim.tier == "slow":
            self.add_marker("banditproof_slow")

    def runtest(self) -> None:
        """Run the check, and compare its verdict with the recorded one."""
        from ..running.mutants_run import fault_of_sharpness
        from ..running.runner import run_all

        (result,) = run_all([self.claim], workers=1)
        if not result.graded_as_recorded:
            outcome, recorded = result.verdict.outcome.value, self.claim.recorded.value
            if result.as_recorded:
                outcome, recorded = f"{outcome}, {result.grade}", f"{recorded}, {self.claim.grade}"
            first = f"{self.claim.id} is recorded as {recorded}, and is {outcome}."
            raise ClaimFailure("\n".join((first, *_lines(result))))
        lack = fault_of_sharpness(self.claim, result)
        if lack:
            raise ClaimFailure(lack)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The program of the claim."""
        from ..statements.documents import document_named

        document = document_named(self.claim.document)
        file = str(document.source(self.claim.file)) if document else self.claim.file
        return Path(file), max(self.claim.line - 1, 0), self.name


class MutantItem(ClaimItem):
    """A mutant of a claim: its check notices that something is wrong."""

    def __init__(self, *, mutant: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.mutant = mutant

    def runtest(self) -> None:
        """Run the check with the mutant; the verdict must change, and no error may stop it."""
        from ..running.mutants_run import fault_of_mutant, fault_of_stronger_sides
        from ..running.runner import run

        result = run(self.claim, **self.claim.mutants[self.mutant])
        first = fault_of_mutant(self.claim, self.mutant, result) or fault_of_stronger_sides(
            self.claim, self.mutant, result, lambda: run(self.claim)
        )
        if not first:
            return
        raise ClaimFailure("\n".join((first, *_lines(result))))


def _lines(result: Result) -> Iterable[str]:
    """What a check found, name by name."""
    from ..proofs.step import STUCK

    facts = result.facts
    yield f"finding  {facts.summary}"
    for name, value in facts.witness_values.items():
        yield f"witness  {name} = {value}"
    if facts.witness and not facts.witness_values:
        yield f"witness  {facts.witness}"
    for step in facts.steps:
        if step.verdict in STUCK:
            yield f"step {step.number}   {step.verdict}: {step.detail}"
    yield f"program  {facts.file}:{facts.line}"
    yield f"again    banditproof check {facts.asked}"
