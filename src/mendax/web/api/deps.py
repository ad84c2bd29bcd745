"""What routes ask for: the services, and whose browser it is."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from mendax.service.services import Services


def _services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


def _player(connection: HTTPConnection) -> str:
    player: str = connection.state.player
    return player


Served = Annotated[Services, Depends(_services)]
Player = Annotated[str, Depends(_player)]
