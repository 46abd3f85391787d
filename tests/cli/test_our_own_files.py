"""Results are written beside the files of the storage, and never over them."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoot_cli.cli.output import OURS, refuse_ours


def test_only_our_own_files_in_our_own_folder_are_refused(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    for name in OURS:
        with pytest.raises(SystemExit):
            refuse_ours(home / name, json=False)
        refuse_ours(tmp_path / name, json=False)
    refuse_ours(home / "result.csv", json=False)
