"""The tables, and their version. One portable subset: integers, floats, texts; JSON is text; times are seconds since 1970."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

VERSION = 1  # raise it with a row of database.STEPS when a table that is already there changes

metadata = MetaData()

meta = Table("meta", metadata, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))

# Browsers, by the id in their signed cookie.
player = Table(
    "player",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

# A table at which a game is played. `seats` and `options` are JSON. What has happened is in `event`.
room = Table(
    "room",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("seats", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("owner", String(40), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("ended", Float, index=True),
)

# Everything that happened in a room, in order: who sat down, the dice, the moves. Replayed, it is the room.
event = Table(
    "event",
    metadata,
    Column("room", String(40), ForeignKey("room.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# A finished game, played here or imported. `record` is a line as arena/records.py writes it.
game = Table(
    "game",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("room", String(40), unique=True),
    Column("game", String(200), nullable=False, index=True),
    Column("record", Text, nullable=False),
    Column("owner", String(40), nullable=False),
    Column("ended", Float, nullable=False),
)

Index("game_of_owner", game.c.owner, game.c.ended)

# Which people sat in a finished game; `ended` is that of the game.
seat = Table(
    "seat",
    metadata,
    Column("game", String(40), ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", String(40), nullable=False),
    Column("ended", Float, nullable=False),
)
Index("seat_of_person", seat.c.person, seat.c.ended)

# Finished games of one person against one agent, no move of which a stand-in made. `seat`: of the person; seat 0 began.
duel = Table(
    "duel",
    metadata,
    Column("id", String(40), ForeignKey("game.id"), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("agent", String(200), nullable=False),
    Column("help", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(40), nullable=False, index=True),
    Column("won", Integer, nullable=False),
)
Index("duels", duel.c.game, duel.c.agent, duel.c.help, duel.c.seat, duel.c.won)

# Work for the worker process: `spec` says what, `wanted` what is asked of it while it runs, `progress` how far it is. All are
# JSON, as is `result`. `key` names work that is not to be done twice at once.
job = Table(
    "job",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("key", String(300), nullable=False, index=True),
    Column("spec", Text, nullable=False),
    Column("owner", String(40), nullable=False),
    Column("priority", Integer, nullable=False),
    Column("status", String(12), nullable=False, index=True),
    Column("wanted", String(12), nullable=False),
    Column("progress", Text, nullable=False),
    Column("result", Text),
    Column("error", Text),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("heartbeat", Float),
    Column("ended", Float),
)

# What a job has told on its way, in order; streams go on from a number.
job_point = Table(
    "job_point",
    metadata,
    Column("job", String(40), ForeignKey("job.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# A reproduced item of a paper, as the last job found it with a version of the code.
paper_row = Table(
    "paper_row",
    metadata,
    Column("work", String(40), primary_key=True),
    Column("item", String(300), primary_key=True),
    Column("row", Text, nullable=False),
    Column("version", String(40), nullable=False),
    Column("at", Float, nullable=False),
)

# A spot that a browser's player was asked: how often, what it cost him, and when it comes again, counted in his answers.
spot = Table(
    "spot",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("game", String(200), primary_key=True),
    Column("at", String(300), primary_key=True),
    Column("hand", String(100), primary_key=True),
    Column("asked", Integer, nullable=False),
    Column("loss", Float, nullable=False),
    Column("step", Integer, nullable=False),
    Column("due", Integer, nullable=False),
    Column("seen", Float, nullable=False),
)
