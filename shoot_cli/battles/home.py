"""The folder for everything that outlives a command: the database, the locks, the settings."""

from __future__ import annotations

import os
from pathlib import Path

from shoot_cli.battles.errors import StorageError


def home() -> Path:
    """The folder named by ``SHOOT_HOME``, else the platform's own user data folder. It need not exist yet.

    :raises StorageError: ``SHOOT_HOME`` begins with ``~`` and there is no such user.
    """
    named = os.environ.get("SHOOT_HOME", "")
    if named:
        try:
            return Path(named).expanduser().absolute()
        except (OSError, RuntimeError) as error:
            raise StorageError(f"SHOOT_HOME names “{named}”, which cannot be found: {error}") from error
    import platformdirs  # only here: most commands never look for the folder

    return Path(platformdirs.user_data_dir("shoot", appauthor=False))


def cache() -> Path:
    """The folder for what can be worked out again: ``cache`` in ``SHOOT_HOME``, else the platform's own folder for it.

    :raises StorageError: as ``home``.
    """
    if os.environ.get("SHOOT_HOME"):
        return home() / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("shoot", appauthor=False))


def made_home() -> Path:
    """``home()``, made if it is not there.

    :raises StorageError: it cannot be made or written to.
    """
    return made(home())


def made(folder: Path) -> Path:
    """``folder``, made with its parents if it is not there, and known to be writable.

    :raises StorageError: it cannot be made or written to.
    """
    advice = "Name another folder with SHOOT_HOME."
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StorageError(f"The folder {folder} cannot be made: {why}. {advice}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StorageError(f"The folder {folder} cannot be written to. {advice}")
    return folder
