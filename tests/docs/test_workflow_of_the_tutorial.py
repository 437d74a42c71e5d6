"""The workflow file of the tutorial on continuous integration is YAML, and runs what there is."""

import re
import shlex
import tomllib
from pathlib import Path
import pytest
import yaml
from banditproof.cli.application import COMMANDS, imported_command

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tutorials" / "continuous_integration.md").read_text(encoding="utf-8")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]


def steps() -> list[str]:
    """The commands of the workflow."""
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (job,) = yaml.safe_load(text)["jobs"].values()
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_workflow_installs_tests_audits_and_checks() -> None:
    programs = [shlex.split(step)[:2] for step in steps()]
    assert [words[0] for words in programs] == ["python", "pytest", "banditproof", "banditproof"]
    assert [words[1] for words in programs[2:]] == ["audit", "check"]


@pytest.mark.parametrize("step", steps())
def test_each_step_is_understood(step: str) -> None:
    program, *words = shlex.split(step)
    if program == "python":
        (extra,) = re.findall(r"\[(.*)\]", words[-1])
        assert words[:3] == ["-m", "pip", "install"]
        assert extra in EXTRAS
        return
    if program == "banditproof":
        assert words[0] in COMMANDS
        imported_command(words[0]).make_context(words[0], words[1:])
    files = [word for word in words if word.endswith(".py")]
    files += [f"{word.partition(':')[0]}.py" for word in words if ":" in word]
    assert all(f"# {file}\n" in PAGE for file in files), "a file that the page does not have"
