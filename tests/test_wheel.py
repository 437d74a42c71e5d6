"""The wheel works in a fresh environment, away from the checkout."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = (
    *("bernoulli/document.claims", "thesis/chapter_4_lower_bounds/statements.claims"),
    *("report/fonts/latin-modern-math.woff2", "report/fonts/GUST-FONT-LICENSE.txt"),
)
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}


@pytest.mark.slow
def test_a_wheel_installs_elsewhere_and_checks_a_claim(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"banditproof"}, "the rooms must not claim names of their own"
    assert {f"banditproof/paper_checks/{data}" for data in DATA} <= set(names)
    assert {f"banditproof/{name}" for name in ("py.typed", "claims.py", "testing.py")} <= set(names)
    examples = "banditproof/paper_checks/other_papers/example"
    assert {f"{examples}/document.claims.txt", f"{examples}/README.md.txt"} <= set(names)

    venv.create(tmp_path / "fresh", with_pip=False)
    binaries = tmp_path / "fresh" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(binaries / "python")]
    install = [*pip, "install", "--quiet", "--no-compile", str(wheel)]
    subprocess.run(install, check=True, capture_output=True, cwd=tmp_path)
    for command in (
        [str(binaries / "banditproof")],
        [str(binaries / "python"), "-m", "banditproof.cli"],
    ):
        answer = subprocess.run(
            [*command, "check", "bern.lemF.3", "--json"],
            check=True,
            capture_output=True,
            cwd=tmp_path,
            env=CLEAN,
        )
        assert json.loads(answer.stdout)[0]["verdict"] == "holds"
