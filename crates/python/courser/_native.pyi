from collections.abc import Sequence
from typing import TypedDict

from . import Style

__all__ = [
    "check", "count", "count_queens", "count_shard", "draw", "edges", "existence", "graph_count",
    "graph_tour", "hunt", "many", "merge", "order", "queens", "survey", "tour",
]

_Board = tuple[str, str, bytes | None]
_Pair = tuple[int, int]
_Row = tuple[int, int, str, int, int, int, int, int, float, int]

class _Ends(TypedDict):
    closed: bool
    start: str | None
    end: str | None

class _How(TypedDict):
    method: str | None
    rule: str | None
    seed: int | None
    limit: float | None
    device: str
    symmetry: str | None

class _Graph(TypedDict):
    names: list[str]
    edges: list[tuple[int, int]]
    directed: bool
    closed: bool
    start: int | None
    end: int | None

def tour(board: _Board, ends: _Ends, how: _How) -> tuple[bytearray, str, str]: ...
def check(tour: bytes, leaper: str | None) -> str: ...
def draw(tour: bytes, leaper: str | None, is_svg: bool, style: Style) -> bytes: ...
def existence(board: _Board, ends: _Ends) -> tuple[bool | None, str]: ...
def count(board: _Board, ends: _Ends, directed: bool, seconds: float | None) -> bytes: ...
def count_shard(
    board: _Board, ends: _Ends, directed: bool, seconds: float | None, shard: _Pair, layers: str | None
) -> str: ...
def merge(parts: Sequence[str]) -> bytes: ...
def many(board: _Board, ends: _Ends, count: int, seed: int) -> bytearray: ...
def survey(
    boards: str, rules: Sequence[str], starts: str, seeds: str, tries: int, leaper: str, on: str, of: _Pair
) -> tuple[str, list[_Row]]: ...
def order(parts: Sequence[tuple[str, int]]) -> list[int]: ...
def edges(board: _Board) -> tuple[list[_Pair], list[tuple[_Pair, _Pair]]]: ...
def graph_tour(asked: _Graph, seed: int, seconds: float | None) -> list[int]: ...
def graph_count(asked: _Graph) -> bytes: ...
def queens(n: int) -> list[int] | None: ...
def count_queens(n: int) -> tuple[int, int]: ...
def hunt(
    map: str, leaper: str, start: str | None, in_order: bool, home: bool, fast: bool
) -> tuple[list[_Pair], list[bool], int]: ...
