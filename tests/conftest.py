"""Makes tests/ importable, for the oracle (naive.py) and what hypothesis draws (draw.py)."""

from hypothesis import settings

settings.register_profile("mendax", deadline=None, max_examples=20, derandomize=True)
settings.load_profile("mendax")
