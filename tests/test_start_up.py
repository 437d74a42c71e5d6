"""A command imports what it needs and no more; names, help and completion need no command."""

import atexit
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
import pytest
from case_tables import table
import banditproof
from banditproof.cli.application import COMMANDS, module_of

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify")
COMMAND_MODULES = {f"banditproof.cli.{module_of(name)}" for name in COMMANDS}


def ran(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command line in a separate process, as a shell would start it."""
    command = [sys.executable, "-m", "banditproof", *words]
    return subprocess.run(
        command, env=os.environ | variables, capture_output=True, text=True, check=False
    )


def loaded_after(program: str) -> set[str]:
    """The modules that a program has loaded when it ends."""
    report = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    command = [sys.executable, "-c", report + program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return set(done.stderr.splitlines()[-1].split())


BEFORE_ANY_COMMAND = table(__file__, "before_any_command")
"""What the start of the program loads is loaded once; each command line goes on in a fork."""


@cache
def starter() -> subprocess.Popen[str]:
    """The process that forks for each command line; it ends with its input."""
    command = [sys.executable, "-c", BEFORE_ANY_COMMAND]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    atexit.register(process.communicate)
    return process


def loaded_by(*words: str) -> set[str]:
    """The modules that a command line has loaded when it ends."""
    process = starter()
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(["banditproof", *words]) + "\n")
    loaded = set(process.stdout.readline().split())
    assert "banditproof.cli.application" in loaded, "the command line was not read"
    return loaded


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_and_version_import_no_command_and_no_numbers(word: str) -> None:
    loaded = loaded_by(word)
    assert "banditproof.cli.application" in loaded
    assert not loaded & {
        "numpy",
        "flint",
        *(f"banditproof.{room}" for room in ROOMS if room != "cli"),
    }
    assert not loaded & COMMAND_MODULES


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_imports_that_command(name: str) -> None:
    loaded = loaded_by(name, "--help")
    assert f"banditproof.cli.{module_of(name)}" in loaded
    # some commands share their options with one other
    assert len(loaded & COMMAND_MODULES) <= 2
    listed = {"banditproof.paper_checks"} if name == "figure" else set()  # its figures, as data
    assert not loaded & ({*HEAVY, "banditproof.paper_checks"} - listed)


HEAVY = {"numpy", "scipy", "sympy", "flint", "numba", "mpmath", "matplotlib", "multiprocessing"}


@pytest.mark.parametrize(
    "words",
    [
        ("why", "bern.thm4.3"),
        ("claims", "theorem 4.3"),
        ("graph", "bern.thm4.3"),
        ("figure", "bern.fig9", "--out", "nowhere"),
        ("check", "bern.xyzzy"),
        ("why", "bern.xyzzy"),
        ("simulate", "dp-imd", "--means", "0.8,0.6", "--eps", "1"),
        ("audit", "dp-imd", "--eps", "1"),
        ("why", "bern.thm4.3", "bern.thm4.4"),
        *((name, "--no-such-option") for name in COMMANDS),
    ],
    ids=" ".join,
)
def test_what_only_reads_and_wrong_usage_load_no_numbers(words: tuple[str, ...]) -> None:
    # the steps of a proof are read by the notation of the prover, which knows balls
    read = {"flint"} if words == ("why", "bern.thm4.3") else set()
    assert not loaded_by(*words) & (HEAVY - read)


@pytest.mark.parametrize(
    ("words", "near"),
    table(__file__, "an_unknown_name_is_refused_at_once_with_the_nearest"),
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_unknown_name_is_refused_at_once_with_the_nearest(words, near) -> None:
    """In little more than the processor time of an unknown option, whose command reads no name.

    The least of three runs each, since others may use the processor; one that is quick is enough.
    """

    def is_quick() -> bool:
        spent, answer = timed(*words)
        assert answer.returncode == 2
        assert near in answer.stderr
        return spent < 1.5 * of_an_unknown_option(words[0])

    assert any(is_quick() for _ in range(3))


@cache
def of_an_unknown_option(name: str) -> float:
    """The least processor time of three command lines that end at an unknown option."""
    return min(timed(name, "--xyzzy")[0] for _ in range(3))


def timed(*words: str) -> tuple[float, subprocess.CompletedProcess[str]]:
    """The processor time of a command line, and what it answered."""
    before = getrusage(RUSAGE_CHILDREN)
    answer = ran(*words)
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime
    return spent + (after.ru_stime - before.ru_stime), answer


def test_the_measurement_sees_a_command_that_runs() -> None:
    loaded = loaded_by("bounds", "--means", "0.8,0.6")
    assert {"numpy", "banditproof.theory", "banditproof.cli.bounds"} <= loaded


def test_the_process_of_a_folders_programs_loads_no_numbers_and_no_reader_of_tex() -> None:
    rooms = "banditproof.paper_checks"
    process = f"{rooms}.other_papers.programs_process"
    loaded = loaded_after(f"import {process}\nfrom banditproof.claims import *\n")
    assert {process, "banditproof.claims", f"{rooms}.other_papers.staleness"} <= loaded
    heavy = HEAVY - {"multiprocessing"}
    assert not loaded & {*heavy, f"{rooms}.other_papers.source_record"}


@pytest.mark.slow  # a whole audit
def test_an_audit_by_declared_parts_loads_no_solver_and_no_compiler() -> None:
    loaded = loaded_by("audit", "dp-imed", "--eps", "1")
    assert "banditproof.verify.audit.by_construction" in loaded
    assert not loaded & (HEAVY - {"numpy", "flint", "multiprocessing"})


def test_the_help_lists_every_command() -> None:
    shown = ran("--help").stdout
    for name, line in COMMANDS.items():
        assert name in shown
        assert line.split()[0] in shown


def test_the_version_is_defined_once() -> None:
    answer = ran("--version")
    assert (answer.returncode, answer.stdout) == (0, f"banditproof {banditproof.__version__}\n")
    source = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'version = { attr = "banditproof.__version__" }' in source
    assert banditproof.__version__ not in source


@pytest.mark.parametrize("module", ["banditproof", "banditproof.cli"])
def test_both_modules_run_the_command(module: str) -> None:
    command = [sys.executable, "-m", module, "bounds", "--means", "1.5"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith("banditproof: ")
    assert answer.stderr.count("\n") == 1


def test_an_unknown_command_is_a_usage_error_with_a_suggestion() -> None:
    answer = ran("chek")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "Did you mean 'check'?" in answer.stderr
    assert "Traceback" not in answer.stderr


def completions(*words: str) -> list[str]:
    """What the shell offers for the last word."""
    answer = ran(
        _BANDITPROOF_COMPLETE="complete_bash",
        COMP_WORDS=" ".join(["banditproof", *words]),
        COMP_CWORD=str(len(words)),
    )
    assert answer.stderr == ""
    return answer.stdout.split()


def test_the_names_of_commands_are_completed() -> None:
    assert completions("ch") == ["check"]
    assert set(completions("a")) == {name for name in COMMANDS if name.startswith("a")}
    assert completions("zz") == []


def test_the_options_of_a_command_are_completed() -> None:
    assert "--means" in completions("bounds", "--m")
    assert "--version" in completions("--v")


def test_completing_a_name_imports_no_command() -> None:
    loaded = loaded_after(
        "import os\n"
        "os.environ |= {'_BANDITPROOF_COMPLETE': 'complete_bash', 'COMP_CWORD': '1',"
        " 'COMP_WORDS': 'banditproof c'}\n"
        "sys.argv = ['banditproof']\nfrom banditproof.cli import main\nmain()"
    )
    assert not loaded & {"numpy", "banditproof.theory", *COMMAND_MODULES}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_of_a_shell_is_shown(shell: str) -> None:
    answer = ran(_BANDITPROOF_COMPLETE=f"source_{shell}")
    assert answer.returncode == 0
    assert "_BANDITPROOF_COMPLETE" in answer.stdout
    for option in ("--install-completion", "--show-completion"):
        assert option in ran("--help").stdout


def test_the_package_alone_imports_nothing() -> None:
    assert not any(name.startswith("banditproof.") for name in loaded_after("import banditproof"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_imported_when_it_is_used(room: str) -> None:
    loaded = loaded_after(f"import banditproof\nassert banditproof.{room}.__doc__")
    assert f"banditproof.{room}" in loaded
    assert room in dir(banditproof)


def test_other_attributes_do_not_exist() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'theorie'"):
        _ = banditproof.theorie
    assert not hasattr(banditproof, "tests")


@pytest.mark.slow
def test_a_type_checker_sees_the_rooms(tmp_path: Path) -> None:
    linked = (PROJECT / "src/banditproof/theory").is_dir()
    assert linked, "type checkers need the links in src/banditproof: `make links`"
    program = tmp_path / "program.py"
    program.write_text(
        "import banditproof\n"
        "half: banditproof.theory.Enclosure = banditproof.theory.certify(\n"
        "    banditproof.theory.kl, '0.5', '0.5')\n"
        "wrong: int = banditproof.theory.certify(banditproof.theory.kl, '0.5', '0.5')\n"
        "banditproof.theorie\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    command += ["--ignore-missing-imports", "--follow-imports=silent", str(program)]
    answer = subprocess.run(
        command,
        env=os.environ | {"MYPYPATH": str(PROJECT / "src")},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    errors = [line for line in answer.stdout.splitlines() if ": error:" in line]
    assert [line.split(":")[1] for line in errors] == ["4", "5"], answer.stdout
    assert "Enclosure" in errors[0]
    assert "theorie" in errors[1]
