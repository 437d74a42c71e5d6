"""Thousands of command lines, most of them wrong: each ends in time, in order, with a sentence.

The lines are made of the options that the commands have, of plausible words and of nasty ones. They
run in a process of their own, `line_server.py`, which is limited in time and memory.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
import pytest
from case_tables import table
from line_server import Server
from mistaken_lines import command_lines as lines_of
from tiers import sampled
from banditproof.cli.application import COMMANDS, imported_command
from banditproof.theory.prover import Proof, Statement, text_of_proof

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="needs Linux's /proc")

SEEDS = range(20, 23)
LINES = 400
NUMBERS = [
    *("1e400", "5e-324", "1e20000", "1e-20000", "1e-400", "1e308", "-1e308", "1e-310", "1e5000"),
    *("nan", "NaN", "inf", "-inf", "Infinity", "-0", "0", "0.0", "-1", "2", "1", "0.5", "1e-9"),
    *("1/3", "1/0", "0/0", "1//2", "1e", "1e5e5", ".5", "+", "-", "_", "1_0", "0x10", "٣", "½"),
    *("1,5", "1e6", "50%", "10^6", "10^10^10", "1e-5", "0." + "9" * 24),
]
WORDS = [
    *NUMBERS,
    *("", " ", "\t", "é", "\udc80", "\x1b[2J", "a\nb", "%s", "{}", "[", "[]", "()", "--", "-h"),
    *("/dev/null", "/dev/full", ".", "/", "missing.csv", "folder", "no/such/place.svg", "@x", "~"),
    *(",", "0.5,,0.4", "0.5,0.4", "1,0", "0.5;0.4", "nan,0.5", "1e400,0.5"),
    *(":", "1:", "1:2", "2:1"),
    *("0:1e400", "0.1:1", "math:pi", "sys:exit", "json:dumps", "nowhere:make", "a:b:c", ":x", "x:"),
    *("9" * 5000, "(" * 3000, "a" * 100_000, "0.5," * 2000, "1+" * 3000 + "1", "\U0001f600"),
]
"""Words that no option is prepared for."""

USUAL = lines_of("usual")
LONG = {
    "check": {"*", "--tier", "--workers"},
    "why": {"--run", "--workers"},
    "audit": {"--self-test"},
    "figure": {"--workers"},
    "report": {"--workers", "--tier"},
    "simulate": {"--workers"},
    "leakage": {"--exact"},
    "attack": {"--games", "--steps"},
    "sweep": {"--workers"},
}
"""What asks for long work, or for many processes, and is right to do so."""

NAMED = [
    *(
        ["simulate", policy, "--means", "0.8,0.6", "--runs", "5", option, word]
        for policy in ("dp-imed", "dp-klucb")
        for option in ("--epsilon", "--ratio")
        for word in ("1e400", "5e-324", "1e20000", "1e5000")
    ),
    *lines_of("fallen")["lines"],
]
"""Lines that once fell over, and their neighbours."""


def options_of(command: str) -> list[tuple[str, bool]]:
    """The options of a command, and whether each takes a word."""
    results = []
    for parameter in imported_command(command).params:
        for name in (*parameter.opts, *parameter.secondary_opts):
            if name.startswith("-") and name not in LONG.get(command, ()):
                results.append((name, not getattr(parameter, "is_flag", False)))
    return results


def command_lines(seed: int, count: int) -> Iterator[list[str]]:
    """The lines of a seed: usual ones in which a word, or several, are something else."""
    rng = random.Random(seed)
    options = {name: options_of(name) for name in COMMANDS}
    names = [name for name in COMMANDS for _ in USUAL[name]]
    for _ in range(count):
        name = rng.choice(names)
        line = list(rng.choice(USUAL[name]))
        barred = LONG.get(name, set())
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            word = rng.choice([word for word in WORDS if word not in barred])
            how = rng.random()
            if how < 0.45 and len(line) > 1:
                line[rng.randrange(1, len(line))] = word
            elif how < 0.85:
                option, takes = rng.choice(options[name])
                place = rng.randrange(1, len(line) + 1)
                line[place:place] = [option, word] if takes else [option]
            elif how < 0.95:
                line.insert(rng.randrange(1, len(line) + 1), word)
            elif len(line) > 2 and name != "check":
                del line[rng.randrange(1, len(line))]
        if name == "check" and not any(w.startswith("bern.") for w in line):
            continue  # the whole tier
        if name == "report" and "--recorded" not in line:
            continue  # all checks
        if name == "simulate" and "--exact" in line and "--horizon" not in line:
            line += ["--horizon", "1e4"]  # the exact law of a million rounds takes half a minute
        if rng.random() < 0.3:
            line.append("--json")
        yield line


SWEEP = """policies = ["dp-imed", "imed"]
budgets = [{eps = 1}]
horizons = [1000]
seeds = 2
[instances.easy]
means = [0.75, 0.5]
"""


def prepared(folder: Path) -> Path:
    """A folder with the files that the lines name."""
    (folder / "folder").mkdir()
    (folder / "laws.csv").write_text("0.5,0.5\n0.25,0.75\n")
    square = Proof(Statement.of("x**2 >= 0", "x in [0, 1]"), {"by": "span"})
    (folder / "proof.json").write_text(text_of_proof(square))
    (folder / "actions.csv").write_text("1,0\n0,1\n0.5,0.5\n")
    (folder / "bits.csv").write_text("0,0\n1,0\n0,1\n1,1\n" * 4)
    (folder / "sweep.toml").write_text(SWEEP)
    return folder


NOT_JSON = re.compile(r"\bnan\b", re.IGNORECASE)


def mistakes(line: list[str], answer: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the answer to a line."""
    code, out, err = answer["code"], answer["out"], answer["err"]
    if code not in (0, 1, 2, 3):
        yield f"the exit code is {code}"
    if "Traceback" in out + err:
        yield "there is a traceback"
    if code == 2:
        if out:
            yield "something is printed beside an error"
        last = (err.strip().splitlines() or [""])[-1]
        if not last.startswith("banditproof: ") or not last.endswith((".", "?")):
            yield "the error is no sentence"
        if any(
            word in err for word in ("invalid literal", "set_int_max_str_digits", "math domain")
        ):
            yield "the error is the interpreter's"
        if "beyond the range of this computation" in err:
            yield "a number is not refused where it is read"
    asked = "--json" in line and "--" not in line and not {"-h", "--help", "--help-all"} & {*line}
    if asked and code in (0, 1, 3):
        try:
            json.loads(out, parse_constant=lambda word: 1 / 0)
        except (ValueError, ZeroDivisionError):
            yield "what is printed is not JSON"
    elif code == 0 and NOT_JSON.search(out) and "nan" not in " ".join(line).lower():
        yield "NaN is printed"
    # what begins with a dot is a partial file, but for what the line itself asks for
    hidden = [name for name in answer["new"] if Path(name).name[:1] == "." and name not in line]
    if hidden or (answer["new"] and code != 0):
        yield f"files are left: {answer['new']}"


def shown(line: list[str]) -> str:
    return json.dumps([word if len(word) < 60 else f"{word[:20]}...{len(word)}" for word in line])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process for all lines: what it has read and judged once, it knows."""
    server = Server(prepared(tmp_path_factory.mktemp("lines")))
    yield server
    server.close()


def failures(lines: list[list[str]], server: Server) -> list[str]:
    result = []
    for line in lines:
        answer = server.answer(line)
        wrong = "; ".join(mistakes(line, answer))
        if wrong:
            result.append(f"{shown(line)}: {wrong}: {answer['err'][-300:]!r}")
    return result


@pytest.mark.slow
def test_lines_that_once_fell_over(server: Server) -> None:
    result = failures([*NAMED, *(line for usual in USUAL.values() for line in usual)], server)
    assert not result, "\n".join(result)


@pytest.mark.parametrize("seed", sampled(SEEDS, 3))
def test_random_lines(seed: int, server: Server) -> None:
    result = failures(list(command_lines(seed, LINES)), server)
    assert not result, "\n".join(result)


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "wrong"), table(__file__, "the_judge_sees_what_is_wrong"))
def test_the_judge_sees_what_is_wrong(answer: dict[str, Any], wrong: str) -> None:
    whole = {"out": "", "err": "", "new": []} | answer
    assert wrong in "; ".join(mistakes(["bounds", "--json"], whole))


@pytest.mark.slow
def test_the_judge_accepts_what_is_right() -> None:
    right = {"code": 0, "out": '{"a": null}', "err": "", "new": ["plot.svg"]}
    assert not list(mistakes(["plot", "--json"], right))
