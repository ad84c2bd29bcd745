"""The command line: one verb a job."""

from mendax.cli.main import main

__all__ = ["main"]
