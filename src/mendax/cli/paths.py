"""Files and folders named on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class FilePath(click.Path):
    """A click.Path to a pathlib.Path that is not empty: an empty name would mean this folder."""

    def __init__(self, **allowed: Any) -> None:
        super().__init__(path_type=Path, **allowed)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) == "":
            self.fail("'' is no name of a file or folder", param, ctx)
        return super().convert(value, param, ctx)
