"""Makes tests/ importable, for the oracle (naive.py) and what hypothesis draws (draw.py)."""

from hypothesis import settings

settings.register_profile("mendax", deadline=None, max_examples=20, print_blob=True)
settings.load_profile("mendax")
