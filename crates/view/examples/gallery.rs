//! Paints one picture of each kind into a folder, for visual review.
//!
//! `cargo run --release -p courser-view --example gallery -- FOLDER`

use std::error::Error;
use std::fs::{self, File};
use std::path::PathBuf;

use courser_board::{Board, Kind, Path, Square};
use courser_view::{Colouring, Palette, Style, Visibility, paint, write_png};

#[path = "../tests/common/mod.rs"]
mod common;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".into()));
    fs::create_dir_all(&folder)?;
    let draw = |name: &str, path: &Path, kind: Option<Kind>, style: &Style| -> Result<(), Box<dyn Error>> {
        let picture = paint(path, kind, style)?;
        write_png(&picture, &mut File::create(folder.join(name).with_extension("png"))?)?;
        Ok(())
    };
    let auto = Style::default();
    let dark = Style { palette: Palette::Dark, ..auto.clone() };
    let bare = Style { numbers: Visibility::Never, ..auto.clone() };
    let board = |rows, cols| Board::new(rows, cols);
    let from = |row, col| Square::new(row, col);
    let part = |path: &Path, visits: usize| Path::new(path.board().clone(), path.order()[..visits].to_vec());

    let closed = common::tour(&board(8, 8)?, from(0, 0), Kind::Closed);
    draw("8x8-closed", &closed, Some(Kind::Closed), &auto)?;
    draw("8x8-closed-dark", &closed, Some(Kind::Closed), &dark)?;
    draw("8x8-closed-bare", &closed, Some(Kind::Closed), &bare)?;
    draw("8x8-closed-bare-dark", &closed, Some(Kind::Closed), &Style { numbers: Visibility::Never, ..dark.clone() })?;
    draw("8x8-plain", &closed, Some(Kind::Closed), &Style { colouring: Colouring::Plain, ..auto.clone() })?;
    let partial = part(&common::slides(), 41)?;
    draw("8x8-partial", &partial, None, &auto)?;
    draw("8x8-partial-dark", &partial, None, &dark)?;
    let small = common::three_by_four();
    draw("3x4", &small, Some(Kind::Open), &auto)?;
    draw("3x4-large", &small, Some(Kind::Open), &Style { square: Some(120), ..auto.clone() })?;
    draw("1x1", &Path::new(board(1, 1)?, vec![0])?, Some(Kind::Open), &auto)?;
    let holed = common::five_by_five_with_holes();
    draw("5x5-holes", &common::walk(&holed, from(0, 1), 0), None, &auto)?;
    draw("5x5-holes-dark", &common::walk(&holed, from(0, 1), 0), None, &dark)?;
    draw("32x32", &common::walk(&board(32, 32)?, from(9, 15), 0), None, &auto)?;
    draw("32x32-bare", &common::walk(&board(32, 32)?, from(9, 15), 0), None, &bare)?;
    draw("80x80", &common::walk(&board(80, 80)?, from(0, 0), 0), None, &auto)?;
    draw("100x100-dark", &common::walk(&board(100, 100)?, from(0, 0), 0), None, &dark)?;
    draw("300x300", &common::walk(&board(300, 300)?, from(0, 0), 0), None, &auto)?;
    draw("3x500", &common::three_by(500), Some(Kind::Open), &auto)?;
    draw("500x3", &common::walk(&board(500, 3)?, from(0, 0), 1), None, &auto)?;
    draw("3x30000", &common::three_by(30_000), Some(Kind::Open), &auto)?;
    draw("3x100000", &common::three_by(100_000), Some(Kind::Open), &auto)?;
    let heat = common::walk(&board(1000, 1000)?, from(0, 0), 0);
    draw("1000x1000", &heat, None, &auto)?;
    draw(
        "1000x1000-part",
        &part(&heat, heat.order().len() * 6 / 10)?,
        None,
        &Style { coordinates: Visibility::Always, ..dark },
    )?;
    draw("500x500", &common::walk(&board(500, 500)?, from(250, 250), 0), None, &auto)?;
    Ok(())
}
