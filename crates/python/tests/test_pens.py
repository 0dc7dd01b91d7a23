"""Tests the strokes for pen plotters with the reader of a plotter tool."""

import subprocess

import numpy as np
import pytest

vpype = pytest.importorskip("vpype")


def drawn(file, *options):
    line = "courser tour 16x16 --closed --method tame --stroke single --paper A4 --pen 0.3mm".split()
    subprocess.run([*line, *options, "-o", file], check=True, capture_output=True)
    return vpype.read_multilayer_svg(str(file), quantization=0.1)


def test_one_layer_has_one_closed_path_in_millimetres(tmp_path):
    drawing, millimetre = drawn(tmp_path / "pen.svg"), vpype.convert_length("1mm")
    assert list(drawing.layers) == [1] and len(drawing.layers[1]) == 1
    path = drawing.layers[1][0]
    # The path has one point per turn, and the first point again at the end.
    assert len(path) == 4 * 32 - 14 + 1 and path[0] == path[-1]
    moves = np.abs(np.diff(path))
    assert np.isclose(moves / moves.min(), np.round(moves / moves.min()), atol=0.01).all()
    left, top, right, bottom = np.array(drawing.bounds()) / millimetre
    assert np.allclose(np.array(drawing.page_size) / millimetre, (210, 297), atol=0.01)
    # The margin is 10 mm plus half the width of the pen.
    assert np.allclose([left, right, top + bottom], (10.15, 199.85, 297), atol=0.01)
    assert np.isclose(drawing.layers[1].property("vp_pen_width") / millimetre, 0.3, atol=0.001)


def test_each_of_four_layers_goes_on_where_the_one_before_ends(tmp_path):
    drawing = drawn(tmp_path / "pens.svg", "--stroke-layers", "4")
    assert list(drawing.layers) == [1, 2, 3, 4]
    paths = [path for layer in drawing.layers.values() for path in layer]
    assert len(paths) == 4 and len({layer.property("vp_color") for layer in drawing.layers.values()}) == 4
    for path, following in zip(paths, paths[1:] + paths[:1]):
        assert abs(path[-1] - following[0]) < 0.01
