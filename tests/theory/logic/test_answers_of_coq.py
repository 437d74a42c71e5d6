"""What Coq refuses, what it has no word for, and that a Coq which does not run refuses nothing."""

from pathlib import Path
import pytest
from banditproof.theory.logic.coq import second_reader
from banditproof.theory.logic.coq.second_reader import read_by_coq
from banditproof.theory.logic.development import Development
from banditproof.theory.prover.coq.spelling import NoExport


def pretended(monkeypatch: pytest.MonkeyPatch, place: Path, script: str) -> None:
    """A coqc that is found, with its libraries, and does what a script says."""
    for name in ("Interval", "Coquelicot"):
        (place / "lib" / "user-contrib" / name).mkdir(parents=True)
    file = place / "coqc"
    where = f'if [ "$1" = -where ]; then echo {place}/lib; exit 0; fi\n'
    file.write_text(f"#!/bin/sh\n{where}{script}\n", "utf-8")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")


RUINS = {
    "it fails by itself": ("echo 'coqc: error while loading shared libraries' >&2; exit 127", ""),
    "it is killed": ("kill -9 $$", "coqc ended with -9, and said nothing."),
    "a library is damaged": (
        "echo 'File \"derivations.v\", line 1, characters 0-9:' >&2; "
        "echo 'Error: Cannot find a physical path bound to Coq.Reals.' >&2; exit 1",
        "Cannot find a physical path",
    ),
    "its memory ends": (
        "echo 'File \"derivations.v\", line 9, characters 0-9:' >&2; "
        "echo 'Error: Out of memory.' >&2; exit 1",
        "Out of memory",
    ),
    "it takes too long": ("exec sleep 60", "did not end within 0.5 s"),
}


@pytest.mark.parametrize("ruin", RUINS)
@pytest.mark.parametrize("rules", [True, False], ids=["at the proof", "at the rules"])
def test_a_coq_that_does_not_run_refuses_nothing(
    ruin: str,
    rules: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    development: Development,
) -> None:
    script, why = RUINS[ruin]
    pretended(monkeypatch, tmp_path, script)
    folder = tmp_path / "folder"
    folder.mkdir()
    if rules:
        (folder / "rules.vo").touch()
    else:
        monkeypatch.setattr(second_reader, "SECONDS_OF_RULES", 0.5)
    theorem = development.derive("my.cases").theorem
    reading = read_by_coq([("my.cases", theorem)], folder, seconds=0.5)
    assert (reading.result, bool(reading)) == ("not run", False)
    assert why in reading.message


REFUSAL = (
    "echo 'File \"derivations.v\", line 9, characters 0-9:' >&2; "
    "echo 'Error: The term has another type.' >&2; exit 1"
)


def test_what_coq_read_and_did_not_accept_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, development: Development
) -> None:
    pretended(monkeypatch, tmp_path, REFUSAL)
    (tmp_path / "rules.vo").touch()
    theorem = development.derive("my.cases").theorem
    reading = read_by_coq([("my.cases", theorem)], tmp_path)
    assert (reading.result, reading.message) == ("refused", "The term has another type.")


def test_a_rule_without_a_form_is_no_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, development: Development
) -> None:
    def none(*words: object) -> str:
        raise NoExport("The rule 'hill' has no export to Coq.")

    pretended(monkeypatch, tmp_path, "exit 0")
    (tmp_path / "rules.vo").touch()
    monkeypatch.setattr(second_reader, "leaf_of", none)
    theorem = development.derive("my.pinsker").theorem
    reading = read_by_coq([("my.pinsker", theorem)], tmp_path)
    assert (reading.result, bool(reading)) == ("no word", False)
    assert "hill" in reading.message
    assert "has no word for a rule" in reading.result.sentence(reading.message)
