"""The folder of policies that are played apart is the working directory."""

from pathlib import Path
import pytest


@pytest.fixture(autouse=True)
def _beside_the_policies(monkeypatch):
    monkeypatch.chdir(Path(__file__).with_name("policies"))
