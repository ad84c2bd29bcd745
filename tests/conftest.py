"""What hypothesis does in all tests. The oracle (naive.py) and what is drawn (draw.py) are importable by pyproject.toml."""

from hypothesis import settings

settings.register_profile("mendax", deadline=None, max_examples=20, derandomize=True)
settings.load_profile("mendax")
