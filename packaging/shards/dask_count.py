"""Counts the closed tours of a board in shards by the workers of Dask.

`python dask_count.py ROWS COLS SHARDS` starts workers on this machine; with the address of a scheduler behind it, as
`tcp://host:8786`, the workers of that scheduler count. A shard whose worker is lost is counted by another one.
"""

import sys

from distributed import Client

import courser


def shard(rows: int, cols: int, index: int, of: int) -> courser.Part:
    return courser.count(rows, cols, shard=(index, of), layers="layers")


if __name__ == "__main__":
    rows, cols, of = (int(number) for number in sys.argv[1:4])
    with Client(*sys.argv[4:]) as client:
        parts = client.map(shard, [rows] * of, [cols] * of, range(of), [of] * of, pure=False)
        print(courser.merge(client.gather(parts)))
