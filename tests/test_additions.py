"""To add something one touches the files that CONTRIBUTING names, and no others.

Each toy of `test_additions.toml` is added to a copy of the package, whose files are links to these.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
import pytest
from case_tables import table
from rules_of_coq import compiled_rules
import banditproof
from banditproof.theory.prover.coq.coqc import MISSING, RULES, compiled, coq_is_installed

ROOT = Path(__file__).resolve().parent.parent
ADDITIONS = {one["what"]: one for one in table(__file__, "addition")}
PLACEHOLDER = re.compile(r"<[^>]*>")


def files_of(addition: dict[str, Any]) -> list[str]:
    """The files that an addition touches."""
    return [*addition.get("new", ()), *addition.get("lines", ())]


def table_of_contributing() -> dict[str, list[str]]:
    """The files of each row, in which `<name>` stands for any name."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return {what.strip(): re.findall("`([^`]*)`", files) for what, files, *_ in rows[2:]}


def fits(file: str, pattern: str) -> bool:
    """Whether a file is one of a row."""
    parts = map(re.escape, PLACEHOLDER.split(pattern))
    return re.fullmatch(r"[\w/]+".join(parts), file) is not None


@pytest.mark.parametrize("what", ADDITIONS)
def test_an_addition_touches_the_files_that_contributing_names(what: str) -> None:
    named = table_of_contributing()[what]
    touched = files_of(ADDITIONS[what])
    assert all(any(fits(file, pattern) for pattern in named) for file in touched)
    assert len(touched) == len(named)
    # each line is there behind which one is added
    assert [name for name, _ in changed_files(ADDITIONS[what])] == touched


def package_with(addition: dict[str, Any], place: Path) -> Path:
    """A copy of the package in which something is added, as links to all that stays."""
    package = place / "banditproof"
    for source, below, names in os.walk(Path(banditproof.__file__).parent, followlinks=True):
        below[:] = [name for name in below if name != "__pycache__"]
        here = package / os.path.relpath(source, Path(banditproof.__file__).parent)
        here.mkdir(parents=True, exist_ok=True)
        for name in names:
            (here / name).symlink_to(Path(source, name).resolve())
    for name, text in changed_files(addition):
        file = package / name
        file.unlink(missing_ok=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return package


def changed_files(addition: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The new texts of files, by their names."""
    for name, text in addition.get("new", {}).items():
        assert not (ROOT / name).exists()
        yield name, text.lstrip("\n")
    for name, added in addition.get("lines", {}).items():
        was, text = (ROOT / name).read_text("utf-8"), added["text"].removeprefix("\n")
        if "behind" not in added:
            yield name, was + text
            continue
        before, behind, after = was.partition(added["behind"] + "\n")
        assert behind, f"{name} has no line {added['behind']!r} any more"
        yield name, f"{before}{behind}{text}{after}"


@pytest.mark.slow
@pytest.mark.parametrize("what", [what for what, one in ADDITIONS.items() if "command" in one])
def test_what_is_added_works(what: str, tmp_path: Path) -> None:
    package_with(ADDITIONS[what], tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "c")}
    for name, text in ADDITIONS[what].get("beside", {}).items():
        (tmp_path / name).write_text(text, "utf-8")
    for command in ADDITIONS[what]["command"]:
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(command["words"])],
            cwd=tmp_path, env=environment, text=True, capture_output=True, check=False,
        )  # fmt: skip
        said = " ".join(done.stdout.split())
        assert done.returncode == command.get("code", 0), done.stderr + done.stdout
        assert not [words for words in command["prints"] if words not in said], done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not coq_is_installed(), reason=MISSING)
def test_coq_proves_what_the_new_rule_names(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for rules in compiled_rules(tmp_path_factory).iterdir():
        if rules.stem in RULES:
            shutil.copy2(rules, tmp_path)
    files = dict(changed_files(ADDITIONS["a rule of the checker"]))
    (name,) = (name for name in files if name.endswith(".v"))
    texts = tomllib.loads(files["theory/prover/coq/checker_theorems.toml"])
    ask = f"Check (rule_weaker : {texts['checker_points']['rule_weaker']})."
    file = tmp_path / Path(name).name
    wrong = ask.replace("false", "true")
    for text, fails in ((files[name] + ask, False), (files[name] + wrong, True)):
        file.write_text(text, "utf-8")
        assert compiled(tmp_path, file.name, 600.0).failed == fails


def test_a_page_is_in_the_table_of_contents_and_its_example_is_run(tmp_path: Path) -> None:
    from extensions.console_blocks import run_page

    files = dict(changed_files(ADDITIONS["a page"]))
    (name,) = (name for name in files if name != "docs/index.md")
    page = tmp_path / Path(name).name
    page.write_text(files[name], "utf-8")
    assert page.stem in files["docs/index.md"].split("{toctree}")[2].split()
    assert run_page(page, tmp_path) == []
    page.write_text(files[name].replace("renyi.conj...", "renyi.last_words..."), "utf-8")
    assert run_page(page, tmp_path) != []
