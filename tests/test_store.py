"""Solution files: what was written is read, and what is no solution is refused in one line."""

import json
from dataclasses import fields
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

import mendax
from mendax.errors import StoreError
from mendax.store import KEY, _from_bytes, _to_bytes, read_header


@pytest.fixture(
    scope="module", params=["bluff:faces=3", "kuhn", "lp", "dudo:dice=2v1,faces=2", "perudo:dice=1v1,faces=4"]
)
def solution(request):
    return mendax.solve_game("bluff:faces=3", "lp") if request.param == "lp" else mendax.solve_game(request.param)


def test_a_file_gives_back_what_was_saved(solution, tmp_path):
    path = mendax.save_solution(solution, tmp_path / "new folder" / "a.mendax")
    again = mendax.load_solution(path)
    for field in fields(solution):
        if field.name not in ("profile", "states"):
            assert getattr(again, field.name) == getattr(solution, field.name), field.name
    for old_state, new_state in zip(solution.states, again.states, strict=True):
        assert (old_state.standing, old_state.value, old_state.bounds) == (
            new_state.standing,
            new_state.value,
            new_state.bounds,
        )
    profiles = [(solution.profile, again.profile)]
    profiles += [(s.profile, t.profile) for s, t in zip(solution.states, again.states, strict=True)]
    for old, new in ((o, n) for pair in profiles for o, n in zip(*pair, strict=True)):
        assert list(old.rows()) == list(new.rows())
        assert old.is_exact == new.is_exact
    assert mendax.verify(again).holds
    assert [p.name for p in path.parent.iterdir()] == ["a.mendax"]  # nothing left beside it


@given(st.lists(st.integers(0, 2**200), max_size=5))
def test_integers_of_any_size_survive(values):
    assert _from_bytes(_to_bytes(values)) == values


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return mendax.save_solution(mendax.solve_game("bluff:faces=2"), tmp_path_factory.mktemp("whole") / "a").read_bytes()


@given(share=st.floats(0, 1, exclude_max=True))
def test_no_truncated_file_is_read(tmp_path_factory, whole, share):
    folder = tmp_path_factory.mktemp("cut")
    (folder / "cut.mendax").write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(StoreError) as error:
        mendax.load_solution(folder / "cut.mendax")
    assert "\n" not in str(error.value)


def _foreign(path, header):
    save_file({"x": np.zeros(3)}, path, metadata=None if header is None else {KEY: json.dumps(header)})


@pytest.mark.parametrize(
    ("header", "says"), [(None, "not one that Mendax wrote"), ({"schema": 99}, "schema 99"), ({"schema": 1}, "damaged")]
)
def test_foreign_files_are_named(tmp_path, header, says):
    _foreign(tmp_path / "f", header)
    with pytest.raises(StoreError, match=says):
        mendax.load_solution(tmp_path / "f")


def test_missing_and_other_files(tmp_path):
    with pytest.raises(StoreError, match="there is no file"):
        mendax.load_solution(tmp_path / "none")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(StoreError, match="not a whole solution file"):
        mendax.load_solution(tmp_path / "text")


def test_the_header_is_readable_without_the_arrays(tmp_path):
    path = mendax.save_solution(mendax.solve_game("bluff:faces=3"), tmp_path / "a")
    header = read_header(path)
    assert (header["game"], header["value"], header["status"]) == ("bluff:faces=3", str(Fraction(1, 9)), "exact")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("0.node", lambda a: a.astype("f4")),
        ("0.hand", lambda a: a.reshape(-1, 1)),
        ("1.action", lambda a: a.astype("i4")),
        ("1.numerator", lambda a: a.reshape(-1, 1, a.shape[1])),
    ],
)
def test_arrays_of_another_kind_are_named(tmp_path, name, change):
    path = mendax.save_solution(mendax.solve_game("bluff:faces=2"), tmp_path / "a")
    header = json.loads(path.read_bytes()[8 : 8 + int.from_bytes(path.read_bytes()[:8], "little")])["__metadata__"]
    arrays = {key: array.copy() for key, array in load_file(path).items()}
    arrays[name] = change(arrays[name])
    save_file(arrays, path, metadata=header)
    with pytest.raises(StoreError, match="damaged"):
        mendax.load_solution(path)


def test_a_link_is_followed_and_kept(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "there")
    mendax.save_solution(mendax.solve_game("rps"), tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert mendax.load_solution(tmp_path / "there").value == 0
