"""`check`, `report` and the action run the mutants of a folder; no page says that others ran."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
import pytest
from opened_documents import close_all
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.paper_checks.report.mutants_in_words import mutants_in_words
from banditproof.paper_checks.running import noticed_mutants
from banditproof.paper_checks.running.noticed_mutants import digest_of_names
from banditproof.paper_checks.statements.index import text_index
from banditproof.theory.logic.coq import second_reader

SCRIPT = Path(__file__).parents[2] / ".github" / "actions" / "check-paper" / "check_paper.sh"
MISSED = "The check of my.lem1 does not notice 'rewards in [-1, 1]'."
ONE = ("--workers", "1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new folder in the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(second_reader, "coq_is_installed", lambda: False)
    new_folder(Path("my-paper"), title="On Private Bandits")
    yield Path("my-paper")
    close_all()


@pytest.fixture
def weak(folder: Path) -> Path:
    """The folder with a mutant that is no wrong one."""
    change(folder / "section_1_setting.py", "rewards=BOTH_SIGNS)", "rewards=ENDS_AND_MIDDLE[1:])")
    return folder


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def read(page: Path) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", page.read_text("utf-8"))).split())


@pytest.mark.parametrize("workers", ["1", "2"])
def test_check_runs_them_and_names_one_that_survives(
    weak: Path, banditproof: Callable, workers: str
) -> None:
    result = banditproof("check", "my-paper/", "--workers", workers)
    assert result.code == 1
    assert "7 mutants ran, and the checks notice 6 of them." in result.out
    assert "Every verdict is as recorded." in result.out
    assert result.err == f"banditproof: {MISSED}\n"
    (facts,) = json.loads(banditproof("check", "my-paper/", "lem1", "--json", *ONE).out)
    assert facts["noticed"] == ["sharper: by at most 1/2"]
    assert facts["not_noticed"] == {"rewards in [-1, 1]": MISSED}
    assert "mutants 1 of 2 are noticed" in " ".join(
        banditproof("check", "my-paper/", "lem1", *ONE).out.split()
    )


def test_check_of_a_sound_folder_says_how_many_ran(folder: Path, banditproof: Callable) -> None:
    result = banditproof("check", "my-paper/", *ONE)
    assert (result.code, result.err) == (0, "")
    assert "7 mutants ran, and the checks notice all of them." in result.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '    """A check:',
            '    if most == Fraction(1, 2):\n        raise RuntimeError("so")\n    """A check:',
            "The check of my.lem1 must judge 'sharper: by at most 1/2', and stops.",
        ),
        ("sharper: by at most 1/2", "half", "my.lem1 compares two sides, and has no mutant that"),
    ],
)
def test_a_mutant_at_which_a_check_stops_and_one_that_is_missing_are_named(
    folder: Path, banditproof: Callable, old: str, new: str, said: str
) -> None:
    change(folder / "section_1_setting.py", old, new)
    result = banditproof("check", "my-paper/", "lem1", *ONE)
    assert result.code == 1
    assert said in result.err


UNDECIDED = "    need(most >= 1, 'So few are not looked at')\n    sides = Sides()\n"


@pytest.mark.parametrize("compares", [True, False], ids=["sides", "no sides"])
def test_a_stronger_inequality_that_is_left_open_is_not_noticed(
    folder: Path, banditproof: Callable, compares: bool
) -> None:
    """A check that compares no two sides may say `need`, as tests do."""
    module = folder / "section_1_setting.py"
    change(module, "mutant, points", "mutant, need, points")
    text = module.read_text("utf-8").replace("    sides = Sides()\n", UNDECIDED, 1)
    kept = text if compares else text.replace("sharpness=sides", "# sides", 1)
    module.write_text(kept, "utf-8")
    result = banditproof("check", "my-paper/", "lem1", *ONE)
    said = "The check of my.lem1 decides nothing with 'sharper: by at most 1/2'"
    assert (result.code, said in result.err) == (int(compares), compares)
    assert f"{2 - compares} of 2 are noticed" in " ".join(result.out.split())


def test_a_mutant_with_which_a_false_statement_stays_false_is_told_why(
    folder: Path, banditproof: Callable
) -> None:
    old = '@mutant("sharper: by at most 3/2", most=Fraction(3, 2))'
    new = f'{old}\n@mutant("a half", "print", most=Fraction(1, 2))'
    change(folder / "section_1_setting.py", old, new)
    result = banditproof("check", "my-paper/", "lem2", *ONE)
    assert result.code == 1
    assert "'a half': with it, too, it finds the statement false" in result.err


def test_a_claim_that_is_not_as_recorded_has_nothing_that_mutants_could_change(
    folder: Path, banditproof: Callable
) -> None:
    change(folder / "section_1_setting.claims", "  fails, proved", "  misprint, proved")
    (facts,) = json.loads(banditproof("check", "my-paper/", "lem2", "--json", *ONE).out)
    assert (facts["as_recorded"], facts["noticed"], facts["not_noticed"]) == (False, None, None)


def test_pages_say_what_the_run_that_they_show_has_noticed(
    weak: Path, banditproof: Callable
) -> None:
    result = banditproof("report", "my-paper/", "--out", "site", *ONE)
    assert result.code == 1
    assert MISSED in result.err
    assert "6 of 7 mutants are noticed." in " ".join(result.out.split())
    shown = read(Path("site/claims/my.lem1.html"))
    said = (
        "he check itself, which noticed 1 wrong variant, and not 'rewards in [-1, 1]', in this run"
    )
    assert shown.count(said) == 2
    banditproof("report", "my-paper/", "--out", "site", "--recorded")
    shown = read(Path("site/claims/my.lem1.html"))
    assert shown.count("he check itself, by 2 wrong variants, which did not run for this page") == 2
    assert not re.search("notice[sd] [0-9]", shown)


def test_results_of_a_file_say_what_was_noticed_in_that_run(
    weak: Path, banditproof: Callable
) -> None:
    Path("results").write_text(banditproof("check", "my-paper/", "--json", *ONE).out, "utf-8")
    result = banditproof("report", "my-paper/", "--from", "results", "--out", "site")
    assert (result.code, MISSED in result.err) == (1, True)
    assert "noticed 1 wrong variant, and not" in read(Path("site/claims/my.lem1.html"))


def test_a_page_of_this_package_says_from_when_the_count_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = text_index()["bern.lemF.3"]
    wrong = len(facts.mutants)
    for digest, said in (
        (digest_of_names(facts.mutants), "on 2026-11-27, by programs which did not run for this"),
        ("0" * 8, "which did not run for this page"),
    ):
        file = tmp_path / digest
        file.write_text(f"bern.lemF.3 2026-11-27 {digest}\n", "utf-8")
        monkeypatch.setattr(noticed_mutants, "FILE", file)
        noticed_mutants.noticed_mutants.cache_clear()
        words = mutants_in_words(facts)
        assert said in words
        assert f"{wrong} wrong variant" in words
        assert ("notice" in words) == (digest != "0" * 8)
    noticed_mutants.noticed_mutants.cache_clear()


def test_the_stored_days_are_days_of_claims() -> None:
    """A claim that is gone since may leave its line, which no page reads."""
    days = noticed_mutants.noticed_mutants()
    assert len(days.keys() & text_index().keys()) > 1000
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day, _ in days.values())


@pytest.mark.slow
def test_the_action_ends_with_1_where_a_mutant_survives(weak: Path) -> None:
    tool = Path("bin/banditproof")
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec {sys.executable} -m banditproof "$@"\n')
    tool.chmod(0o755)
    found = subprocess.run(
        ["bash", str(SCRIPT), "my-paper", "all", "site"],
        env=os.environ | {"PATH": f"{tool.parent.absolute()}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert MISSED in found.stderr
    assert "check: 1" in found.stdout
    assert "and not 'rewards in [-1, 1]', in this run" in read(Path("site/claims/my.lem1.html"))
