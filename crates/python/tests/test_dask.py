"""Shards counted by the workers of Dask."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import courser

distributed = pytest.importorskip("distributed")

RECIPE = Path(__file__).parents[3] / "packaging" / "shards" / "dask_count.py"


def shard(index, of, layers):
    return courser.count(7, 8, shard=(index, of), layers=layers)


def test_a_worker_that_is_killed_does_not_end_a_count(tmp_path):
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with (
        distributed.LocalCluster(**options, local_directory=tmp_path) as cluster,
        distributed.Client(cluster) as client,
    ):
        processes = client.run(os.getpid)
        assert len(set(processes.values())) == 2
        # Without a folder, each shard computes both halves of the board itself. The computation is long enough for the
        # test to interrupt it.
        parts = client.map(shard, range(16), [16] * 16, [None] * 16, pure=False)
        distributed.wait(parts, return_when="FIRST_COMPLETED")
        assert not all(part.done() for part in parts)
        os.kill(min(processes.values()), signal.SIGKILL)
        assert courser.merge(client.gather(parts)) == 34524432316


def test_the_recipe_of_the_page_counts(tmp_path):
    command = [sys.executable, str(RECIPE), "6", "8", "3"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.stdout == "55488142\n", ran.stderr
