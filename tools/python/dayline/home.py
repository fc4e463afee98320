"""The address of a home's bus."""

from __future__ import annotations

import os


def bus_endpoint(home: str | None = None) -> str:
    """The broker's address for a home (default: DAYLINE_HOME, otherwise the user's home)."""
    home = home or os.environ.get("DAYLINE_HOME")
    if not home:
        data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        home = os.path.join(data, "dayline")
    return "ipc://" + os.path.join(os.path.realpath(os.path.join(home, "run")), "bus.sock")
