//! Implements `courser count --by`, which counts tours by class. `--by move` counts, for each move, the tours that use
//! this move. `--by slope` counts the tours by their number of moves in each direction.

use std::io::{self, Write};

use courser::board::Board;
use courser::board::measure::direction_name;
use courser::count::{self, BigUint, CountTask, MoveUse, Slope};
use courser::view::{StaticPicture, Style};
use courser::{Content, FileFormat};
use serde::Serialize;

use crate::count::args::{By, CountArgs};
use crate::counting::{ratio, watched, with_asked};
use crate::error::Result;
use crate::output::{self, OutputTarget};
use crate::picture;
use crate::terminal::table;

/// Counts the tours by class, and writes a table or a picture.
pub(super) fn run(args: &CountArgs, task: &CountTask, by: By) -> Result<()> {
    let content = if by == By::Move { Content::Statistics } else { Content::Count };
    let format = args.output.format_or_text(content)?;
    let output = args.output.open()?;
    let columns = output.columns();
    let (found, _) = watched(|options| {
        Ok::<_, count::CountError>(match by {
            By::Move => (count::count(task, &options)?, count::by_move(task, &options)?, Vec::new()),
            By::Slope => (BigUint::ZERO, Vec::new(), count::by_slope(task, &options)?),
        })
    });
    let (all, moves, slopes) = found?;
    match by {
        By::Move if format.is_picture() => draw(task.board(), &all, &moves, format, output),
        By::Move => output.put(|out| write_moves(task, &all, &moves, format, columns, out)),
        By::Slope => output.put(|out| write_slopes(task, &slopes, format, columns, out)),
    }
}

fn draw(board: &Board, all: &BigUint, moves: &[MoveUse], format: FileFormat, output: OutputTarget) -> Result<()> {
    let moves: Vec<_> = moves.iter().map(|used| (used.from, used.to, ratio(&used.tours, all))).collect();
    let style = Style::default();
    picture::write_still(output, format, StaticPicture::moves(board, &moves, &style))
}

/// A move, and the number of tours that use it, as written in JSON.
#[derive(Serialize)]
struct Used {
    from: String,
    to: String,
    /// Number of tours that use the move. The number is a string because a double is not exact enough.
    count: String,
    share: f64,
}

fn write_moves(
    task: &CountTask,
    all: &BigUint,
    moves: &[MoveUse],
    format: FileFormat,
    columns: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let board = task.board();
    let used = |used: &MoveUse| Used {
        from: used.from.name(board.rows()).to_string(),
        to: used.to.name(board.rows()).to_string(),
        count: used.tours.to_string(),
        share: ratio(&used.tours, all),
    };
    let moves: Vec<Used> = moves.iter().map(used).collect();
    match format {
        FileFormat::Json => {
            let answer = serde_json::json!({ "board": board, "count": all.to_string(), "moves": moves });
            output::json(out, &with_asked(task, answer))
        }
        FileFormat::Csv => {
            writeln!(out, "from,to,count,share")?;
            moves.iter().try_for_each(|one| writeln!(out, "{},{},{},{:.6}", one.from, one.to, one.count, one.share))
        }
        _ => {
            let row =
                |one: &Used| vec![format!("{}-{}", one.from, one.to), one.count.clone(), format!("{:.4}", one.share)];
            let rows: Vec<_> = moves.iter().map(row).collect();
            out.write_all(table(&[('<', 0), ('>', 0), ('>', 0)], &rows, columns).as_bytes())
        }
    }
}

fn write_slopes(
    task: &CountTask,
    slopes: &[Slope],
    format: FileFormat,
    columns: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == FileFormat::Json {
        let table = |slope: &Slope| {
            let tours: Vec<String> = slope.tours.iter().map(BigUint::to_string).collect();
            serde_json::json!({ "direction": direction_name(slope.direction), "tours": tours })
        };
        let slopes: Vec<_> = slopes.iter().map(table).collect();
        let answer = serde_json::json!({ "board": task.board(), "slopes": slopes });
        return output::json(out, &with_asked(task, answer));
    }
    // The table has one row for each number of moves. Rows at the beginning and at the end that contain only 0 are
    // omitted.
    let most = slopes.iter().map(|slope| slope.tours.len()).max().unwrap_or(0);
    let tours = |slope: &Slope, moves: usize| slope.tours.get(moves).map_or("0".into(), BigUint::to_string);
    let names: Vec<String> = slopes.iter().map(|slope| direction_name(slope.direction)).collect();
    let rows: Vec<Vec<String>> =
        (0..most).map(|moves| slopes.iter().map(|slope| tours(slope, moves)).collect()).collect();
    let first = rows.iter().position(|row| row.iter().any(|tours| tours != "0")).unwrap_or(0);
    if format == FileFormat::Csv {
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        writeln!(out, "moves,{}", quoted.join(","))?;
        return rows
            .iter()
            .enumerate()
            .skip(first)
            .try_for_each(|(moves, row)| writeln!(out, "{moves},{}", row.join(",")));
    }
    let wide = rows.iter().flatten().chain(&names).map(String::len).max().unwrap_or(0);
    let titles = std::iter::once(("moves".to_owned(), &names));
    let rows = rows.iter().enumerate().skip(first).map(|(moves, row)| (moves.to_string(), row));
    let rows: Vec<Vec<String>> = titles
        .chain(rows)
        .map(|(first, cells)| std::iter::once(first).chain(cells.iter().cloned()).collect())
        .collect();
    let mut shape = vec![('>', wide); names.len() + 1];
    shape[0] = ('>', 0);
    out.write_all(table(&shape, &rows, columns).as_bytes())
}
