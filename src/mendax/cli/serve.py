"""The command that starts the web app."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://...; by default SQLite in the data folder."
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of data; by default $MENDAX_HOME or the user's.",
)
@click.option(
    "--prepare/--no-prepare", default=True, help="Solve the small games at the first start, in the background."
)
@click.option("--name", multiple=True, help="A name by which browsers may address the server, besides localhost.")
def serve(host: str, port: int, database: str | None, data: Path | None, prepare: bool, name: tuple[str, ...]) -> None:
    """Start the web app: play, explore, train, review. Without --host it can be reached from this machine only."""
    try:
        from mendax.web.serve import run
    except ModuleNotFoundError as error:
        raise click.ClickException(f"the web app needs {error.name}; install mendax[web].") from None
    from mendax.service.config import Config, data_home

    hosts = (*Config().hosts, host, *name) if host not in ("0.0.0.0", "::") or name else ("*",)
    run(
        Config(data=data or data_home(), database=database, hosts=hosts, prepare=prepare),
        host,
        port,
        lambda url: click.echo(f"Mendax is at {url}"),
    )
