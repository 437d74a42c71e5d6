"""Runs the tests that need a real browser: finds Chromium, or installs Debian's package.

Where there is no browser it says so loudly and exits with 1, or with 0 if it was called with
`--or-skip`. CHROMIUM names a browser of one's own. Screenshots are put into `screenshots/`.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
AXE = "axe-core@4.10.3"
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PATIENCE = 300
"""How many seconds a package manager may take."""
APT = ("apt-get", "install", "--yes", "--no-install-recommends", "chromium")


def main(arguments: list[str]) -> int:
    """Install what is missing, then run the tests."""
    unknown = set(arguments) - {"--or-skip"}
    if unknown:
        print(f"The arguments are {arguments}; there is only --or-skip.", file=sys.stderr)
        return 2
    browser, why = found_browser()
    if not why:
        why = installed_playwright()
    if why or browser is None:
        print("=" * 78)
        print(f"NO BROWSER: the pages of the report were NOT opened. {why}")
        print("=" * 78, flush=True)
        return 0 if "--or-skip" in arguments else 1
    wanted = {"CHROMIUM": browser, "SCREENSHOTS": str(ROOT / "screenshots")}
    axe = fetched_axe()
    if axe is not None:
        wanted["AXE"] = str(axe)
    tests = (sys.executable, "-m", "pytest", "-m", "browser", "-rs", "tests/browser")
    return subprocess.run(tests, cwd=ROOT, env={**os.environ, **wanted}, check=False).returncode


def found_browser() -> tuple[str | None, str]:
    """The path of a browser, installed if need be; or why there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        there = shutil.which(named)
        return there, "" if there else f"CHROMIUM is {named}, which is no program."
    found = known_browser()
    if found is None and shutil.which("apt-get"):
        if hasattr(os, "geteuid") and os.geteuid() != 0:
            return None, f"No Chromium was found; as root, run `{' '.join(APT)}`."
        quiet = {
            "stdout": subprocess.DEVNULL,
            "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        }
        print("Installing Chromium, the package of the system.", flush=True)
        for command in (("apt-get", "update"), APT):
            try:
                code = subprocess.run(command, check=False, timeout=PATIENCE, **quiet).returncode
            except subprocess.TimeoutExpired:
                code = 1
            if code:
                return None, f"No Chromium was found, and `{' '.join(command)}` failed."
        found = known_browser()
    return found, "" if found else "No Chromium was found; install it, or name it in CHROMIUM."


def known_browser() -> str | None:
    """The path of a browser on this machine."""
    on_path = (shutil.which(name) for name in NAMES)
    return next((one for one in (*on_path, *filter(os.path.exists, PLACES)) if one), None)


def installed_playwright() -> str:
    """Why Playwright is not there; empty if it is, or was installed now."""
    if find_spec("playwright"):
        return ""
    command = (*PIP, "--editable", f"{ROOT}[report,browser]")
    if subprocess.run(command, check=False).returncode:
        return f"Playwright could not be installed: `{' '.join(command)}` failed."
    return ""


def fetched_axe() -> Path | None:
    """The program that looks for barriers, fetched from npm once; None where it cannot be."""
    folder = Path(sys.prefix) / "axe"
    script = folder / "package" / "axe.min.js"
    npm = shutil.which("npm")
    if script.is_file() or npm is None:
        return script if script.is_file() else None
    folder.mkdir(exist_ok=True)
    packed = subprocess.run(
        (npm, "pack", "--silent", AXE), cwd=folder, capture_output=True, text=True, check=False
    )
    if packed.returncode:
        return None
    with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # not in 3.11.2
        archive.extractall(folder)
    return script if script.is_file() else None


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
