"""Burcsi and Nagy 2014, sections 3 and 4: the items, that they can fail, and what they are measured by."""

import copy

import numpy as np
import pytest

from mendax.arena.reading import CHOICES, single_changes
from mendax.papers.burcsi_nagy import figures, part_2, section_3, section_4, stored
from mendax.papers.burcsi_nagy.simulation import FIGURE_1, FIGURE_2, STRIP, experiment, figures_of, name_of, signal
from mendax.papers.report import Verdict, run

KEPT = stored.stored()


@pytest.fixture(scope="module")
def rows():
    wanted = ("Section 4, the mesh", "Section 4, the scheme", "Section 4.1, t against s, (P, D) = (2, 10)")
    return {row.item: row for row in run(item for item in part_2() if item.name in wanted)}


class TestSection3:
    def test_eight_twos_rather_than_seven_fours(self):
        found = section_3.eight_twos()
        assert found.verdict is Verdict.AGREES
        assert found.ours.startswith("8x2;")

    def test_no_two_statements_agree(self):
        """What each says is found by asking strategies, and is what the page says."""
        assert section_3.contradiction().verdict is Verdict.CANNOT_TELL
        assert len(set(section_3.STATEMENTS.values())) == 3 == len(CHOICES["inequality"])

    def test_every_reading_is_measured(self):
        named = {row for row in (item.name for item in part_2()) if "reading: " in row}
        for reading in single_changes()[1:]:
            assert f"Section 3, reading: {reading.differs()}" in named
            assert KEPT[name_of(experiment(2, 30, reading=reading.differs()))]["games"] >= 600_000


class TestSection4:
    def test_mesh_and_scheme(self, rows):
        assert rows["Section 4, the mesh"].verdict is Verdict.CANNOT_TELL
        assert rows["Section 4, the mesh"].ours == "the set has 121 points, a 10 × 10 mesh 100"
        assert rows["Section 4, the scheme"].verdict is Verdict.AGREES
        assert rows["Section 4, the scheme"].ours == "after 300 rounds 421 = 121 + 300, the least 1"

    def test_t_is_decisive_as_printed(self, rows):
        assert rows["Section 4.1, t against s, (P, D) = (2, 10)"].verdict is Verdict.AGREES
        for table in FIGURE_1:
            assert KEPT[name_of(experiment(*table))]["share_t"][0] > 0.9

    def test_what_is_kept_must_be_what_is_measured(self, monkeypatch):
        """A share of t that is off by a tenth, or a mean t by a twentieth, fails."""
        name = name_of(experiment(2, 10))
        for path, by in ((("share_t", 0), -0.1), (("figures", "mean_t", 0), 0.05), (("small_t", 0), 0.1)):
            kept = copy.deepcopy(KEPT)
            place = kept[name]
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] += by
            monkeypatch.setattr(stored, "stored", lambda kept=kept: kept)
            stored.check_again.cache_clear()
            assert section_4.decisive(2, 10).verdict is Verdict.FAILS
        monkeypatch.undo()
        stored.check_again.cache_clear()

    def test_a_small_t_by_reading(self):
        """Two experiments agree in each reading, so the claim's truth is the reading's."""
        for choice, sign in (("printed", -1), ("intuition", 1)):
            for table in FIGURE_2:
                value, error = KEPT[name_of(experiment(*table, box=STRIP, reading=f"inequality={choice}"))]["small_t"]
                assert sign * value > 3 * error
                for each in KEPT[f"duels {table[0]}x{table[1]}, inequality={choice}"]:
                    assert sign * (each["share"][0] - 0.5) > 3 * each["share"][1]


class TestSignal:
    def test_of_figures_with_a_known_share(self):
        """Variance 1 in common, 3 of noise: a quarter."""
        rng = np.random.default_rng(1)
        figures = rng.normal(0, 1, 4000) + rng.normal(0, 3**0.5, (60, 4000))
        assert signal(figures) == pytest.approx(0.25, abs=0.02)
        assert signal(rng.normal(0, 1, (60, 4000))) == pytest.approx(0, abs=0.01)

    def test_strategies_that_are_alike_have_none(self):
        """One die each: nobody has a record, so scores are an urn."""
        found = figures_of(experiment(2, 1, seed=1), 300)
        assert found["signal"] < 0.01
        assert 0.4 < found["decisive"] < 0.6


def test_figures_carry_what_remakes_them():
    found = figures()
    assert {"figure-1-heat", "figure-1-surface", "figure-2-heat", "figure-2-surface"} <= {each.name for each in found}
    for each in found:
        assert "burcsi-nagy:dice=30v30" in each.command
        assert "seed" in each.command
        assert each.series or each.panels
    heat = next(each for each in found if each.name == "figure-1-heat")
    assert all(sum(map(sum, panel.z)) == 421 for panel in heat.panels)
    assert heat.command.count("mendax evolve") == len(heat.panels) == 4
