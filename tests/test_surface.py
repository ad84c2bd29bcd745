"""What `import mendax` offers, and what it costs."""

import subprocess
import sys

import mendax

SURFACE = {
    *("GameLawError", "IllegalAction", "MendaxError", "NotationError", "StoreError", "UnsupportedGame", "VariantError"),
    *("Round", "RoundVariant", "Solution", "Status", "Strategy", "Tree", "Verification"),
    *("parse", "compile_game", "compile_round", "check_game", "unfold", "to_efg"),
    *("solve_game", "solve_lp", "double_oracle", "best_response", "exploitability", "nash_conv"),
    *("ManySolution", "cfr_many", "Cup", "equilibria", "check_agent", "make_agent", "play", "series"),
    *("begin", "tournament"),
    *("Evolution", "Reading", "evolve", "survey", "duel", "replicator", "moran"),
    *("node_table", "verify", "load_solution", "save_solution"),
}


def test_the_surface_is_exactly_this():
    assert set(mendax.__all__) == SURFACE
    assert sorted(mendax.__all__) == sorted(set(mendax.__all__))
    for name in mendax.__all__:
        assert getattr(mendax, name) is getattr(mendax, name)
    assert not hasattr(mendax, "nothing")


def test_importing_loads_nothing_heavy():
    code = "import sys, mendax; print([m for m in ('numpy', 'scipy', 'highspy', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
