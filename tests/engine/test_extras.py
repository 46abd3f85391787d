"""The command that installs an extra fits how the program itself was installed."""

from __future__ import annotations

import json
import shlex
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from shoot_cli.engine import extras
from shoot_cli.engine.extras import how_to_install


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Pretends that the program is installed below this folder; returns a function that says how."""
    monkeypatch.chdir(tmp_path)

    def install(*, url: str | None, prefix: str, files: tuple[str, ...]) -> None:
        folder = tmp_path / prefix
        for name in files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
        monkeypatch.setattr(sys, "prefix", str(folder))
        monkeypatch.setattr(sys, "executable", str(folder / "bin" / "python"))

        class Distribution:
            def read_text(self, name: str) -> str | None:
                assert name == "direct_url.json"
                return None if url is None else json.dumps({"url": url})

        monkeypatch.setattr(metadata, "distribution", lambda name: Distribution())

    return install


def test_a_clone_with_a_virtual_environment(tmp_path: Path, installed) -> None:
    installed(url=tmp_path.as_uri(), prefix=".venv", files=("bin/pip",))
    assert how_to_install("matrix") == ".venv/bin/pip install '.[matrix]'"


def test_a_clone_elsewhere_is_named(tmp_path: Path, installed, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(url=tmp_path.as_uri(), prefix="my venv", files=("bin/pip",))
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")
    assert shlex.split(how_to_install("phone")) == [f"{tmp_path}/my venv/bin/pip", "install", f"{tmp_path}[phone]"]


def test_a_folder_that_is_gone_is_not_named(tmp_path: Path, installed) -> None:
    installed(url=(tmp_path / "gone").as_uri(), prefix=".venv", files=("bin/pip",))
    assert how_to_install("phone") == ".venv/bin/pip install 'shoot-cli[phone]'"


@pytest.mark.parametrize(
    ("prefix", "files", "command"),
    [
        ("env", ("bin/pip",), "env/bin/pip install 'shoot-cli[datasheets]'"),
        ("pipx/venvs/shoot-cli", ("pipx_metadata.json",), "pipx install --force 'shoot-cli[datasheets]'"),
        ("uv/tools/shoot-cli", ("uv-receipt.toml",), "uv tool install --force 'shoot-cli[datasheets]'"),
        ("cache/uv/archive-v0/abc", (), "uvx --from 'shoot-cli[datasheets]' shoot"),
        ("env", (), "uv pip install --python env/bin/python 'shoot-cli[datasheets]'"),
    ],
)
def test_an_installation_from_the_index(installed, prefix: str, files: tuple[str, ...], command: str) -> None:
    installed(url=None, prefix=prefix, files=files)
    assert how_to_install("datasheets") == command


def test_as_windows_writes_it(installed, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(url=None, prefix="my venv", files=("Scripts/pip.exe",))
    monkeypatch.setattr(extras, "os", SimpleNamespace(name="nt"))
    command, *words = how_to_install("phone").split('" ')
    assert command.startswith('"my venv')
    assert command.endswith("pip")
    assert words == ['install "shoot-cli[phone]"']


def test_a_clone_that_was_never_installed(tmp_path: Path, installed, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(url=None, prefix=".venv", files=("bin/pip",))

    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    clone = Path(__file__).parents[2]
    assert shlex.split(how_to_install("phone"))[-1] == f"{clone}[phone]"
