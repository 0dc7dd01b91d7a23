//! Compares SVG pictures, rendered by another library, with painted pictures.

use courser_board::{Board, Kind, Path, Square};
use courser_view::{Palette, PathStyle, Picture, Style, ViewError, Visibility, paint, write_svg};
use resvg::tiny_skia::Pixmap;

mod common;

use common::rendered;

/// Maximum mean difference between the colour values of an SVG picture and of the painted picture. Colour values range
/// from 0 to 255. The two pictures differ at text: SVG text consists of outlines, but painted text is rasterised by a
/// font library.
const MEAN: f64 = 0.6;

/// Maximum fraction of colour values whose difference exceeds a quarter of the value range. Such differences occur at
/// antialiased edges.
const FAR: f64 = 0.002;

fn svg(path: &Path, kind: Option<Kind>, style: &Style) -> String {
    let mut file = Vec::new();
    write_svg(path, kind, style, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

/// Returns two values: the mean difference of the colour values, and the fraction of colour values that differ by more
/// than a quarter of the value range.
fn difference(picture: &Picture, other: &Pixmap) -> (f64, f64) {
    assert_eq!((picture.width(), picture.height()), (other.width(), other.height()));
    let (mut sum, mut far) = (0, 0);
    for (one, two) in picture.rgb().chunks_exact(3).zip(other.data().chunks_exact(4)) {
        assert_eq!(two[3], 255, "an SVG covers all of its picture");
        for (one, two) in one.iter().zip(two) {
            sum += u64::from(one.abs_diff(*two));
            far += u64::from(one.abs_diff(*two) > 64);
        }
    }
    let numbers = picture.rgb().len() as f64;
    (sum as f64 / numbers, far as f64 / numbers)
}

#[test]
fn another_renderer_makes_the_same_picture() {
    let slides = common::slides();
    let closed = common::tour(&Board::new(8, 8).unwrap(), Square::new(0, 0), Kind::Closed);
    let part = Path::new(slides.board().clone(), slides.order()[..41].to_vec()).unwrap();
    let holes = common::walk(&common::five_by_five_with_holes(), Square::new(0, 1), 1);
    let folds = common::three_by(500);
    let look = |look| Style { look, ..Style::default() };
    let cases = [
        ("numbers on a line", slides.path(), Some(Kind::Open), Style::default()),
        ("closed and dark", closed.path(), Some(Kind::Closed), Style { palette: Palette::Dark, ..Style::default() }),
        ("a curve", closed.path(), Some(Kind::Closed), Style { curve: true, ..look(PathStyle::Line) }),
        ("arrows", slides.path(), None, look(PathStyle::Arrows)),
        ("numbers", slides.path(), None, look(PathStyle::Numbers)),
        ("heat", slides.path(), None, look(PathStyle::Heat)),
        ("small heat", slides.path(), None, Style { square: Some(3), ..Style::default() }),
        ("a part", &part, None, Style { numbers: Visibility::Never, ..Style::default() }),
        ("holes", &holes, None, Style { square: Some(31), ..Style::default() }),
        ("folds", folds.path(), None, Style::default()),
    ];
    for (name, path, kind, style) in &cases {
        let picture = paint(path, *kind, style).unwrap();
        let (mean, far) = difference(&picture, &rendered(&svg(path, *kind, style)));
        assert!(mean < MEAN && far < FAR, "{name}: {mean} on the average, {far} far apart");
    }
}

#[test]
fn the_comparison_can_tell_one_move_from_none() {
    let slides = common::slides();
    let part = Path::new(slides.board().clone(), slides.order()[..63].to_vec()).unwrap();
    let style = Style { palette: Palette::Paper, ..Style::default() };
    let (mean, far) = difference(&paint(&part, None, &style).unwrap(), &rendered(&svg(&slides, None, &style)));
    assert!(mean > MEAN || far > FAR, "{mean} on the average, {far} far apart");
}

#[test]
fn every_number_is_there_for_those_who_cannot_see_it() {
    let text = svg(&common::slides(), Some(Kind::Open), &Style::default());
    for visit in 1..=64 {
        assert_eq!(text.matches(&format!("aria-label=\"{visit}\"")).count(), if visit <= 8 { 2 } else { 1 }, "{visit}");
    }
    assert!(text.contains("<title>open tour of 8x8</title>"));
}

#[test]
fn an_svg_is_small_and_the_same_every_time() {
    let (tour, style) = (common::slides(), Style::default());
    let text = svg(&tour, Some(Kind::Open), &style);
    assert!(text.len() < 80_000, "{} bytes", text.len());
    assert_eq!(text, svg(&tour, Some(Kind::Open), &style));
}

#[test]
fn what_cannot_be_painted_cannot_be_written() {
    let path = Path::new(Board::new(8, 8).unwrap(), vec![0]).unwrap();
    let style = Style { square: Some(0), ..Style::default() };
    assert!(matches!(write_svg(&path, None, &style, &mut Vec::new()), Err(ViewError::Square { .. })));
    let error =
        write_svg(&common::three_by_four(), Some(Kind::Closed), &Style::default(), &mut Vec::new()).unwrap_err();
    assert!(matches!(error, ViewError::NotClosed { .. }));
}
