"""The database: opened, reopened, refused, and written from many threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert, select, update

from mendax.errors import StoreError
from mendax.service import schema
from mendax.service.database import open_database, read, secret, write


def test_it_is_made_once_and_keeps_its_secret(url):
    assert secret(open_database(url)) == secret(open_database(url))


def test_a_newer_schema_is_refused(url):
    engine = open_database(url)
    with write(engine) as connection:
        connection.execute(update(schema.meta).where(schema.meta.c.key == "schema").values(value="99"))
    with pytest.raises(StoreError, match="schema 99"):
        open_database(url)


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/x", "sqlite:////proc/nothing/x.sqlite3"])
def test_what_cannot_be_used_is_said_in_one_line(url):
    with pytest.raises(StoreError) as caught:
        open_database(url)
    assert "\n" not in str(caught.value)


def test_writers_wait_for_each_other_and_none_fails(tmp_path):
    """On SQLite, where there is one writer at a time."""
    engine = open_database(f"sqlite:///{tmp_path / 'a.sqlite3'}")

    def raise_by_one(_: int) -> None:
        with write(engine) as connection:
            had = connection.execute(select(schema.meta.c.value).where(schema.meta.c.key == "n")).scalar_one()
            connection.execute(update(schema.meta).where(schema.meta.c.key == "n").values(value=str(int(had) + 1)))

    with write(engine) as connection:
        connection.execute(insert(schema.meta).values(key="n", value="0"))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(raise_by_one, range(200)))
    with read(engine) as connection:
        assert connection.execute(select(schema.meta.c.value).where(schema.meta.c.key == "n")).scalar_one() == "200"
