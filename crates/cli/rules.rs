//! `courser rules`: five rules from one square, side by side.

use std::io::{self, IsTerminal, Write};

use courser::board::{Board, Kind, MoveOrder, Path, Square, Tour};
use courser::solve::warnsdorff::{self, Rule};
use serde::Serialize;

use crate::args::{RulesArgs, RulesFormat};
use crate::details::BoardDetails;
use crate::error::Failure;
use crate::output::Output;
use crate::{format, input};

/// The procedures of the article, in its order.
const RULES: [Rule; 5] = [Rule::Bottom, Rule::Center, Rule::Warnsdorff, Rule::Pohl, Rule::Roth];

/// The largest board: five paths are in memory at once, four bytes per square each.
const MOST_SQUARES: u64 = 1 << 24;

/// On boards of more squares the rules are not compared from every start.
const MOST_STARTS: u64 = 1 << 10;

/// Grids are as wide as a terminal, or as this where there is none.
const WIDTH: usize = 140;

/// Higher boards have no grids.
const MOST_ROWS: u32 = 100;

/// Spaces from one grid to the next.
const GAP: usize = 4;

/// A rule, how far it got, and which kind of tour that is, if it is one.
type Walk = (Rule, Path, Option<Kind>);

#[derive(Debug, Serialize)]
struct RulesJson {
    board: BoardDetails,
    start: [u32; 2],
    order: String,
    rules: Vec<Walked>,
    shared: Vec<Shared>,
    /// From how many starts Pohl's rule and Roth's walk the same, on boards where all are tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pohl_as_roth: Option<Same>,
}

/// From how many starts two rules walk the same path.
#[derive(Clone, Copy, Debug, Serialize)]
struct Same {
    same: u64,
    of: u64,
}

/// How many moves two paths share: from the same square to the same square, whenever they are made.
#[derive(Debug, Serialize)]
struct Shared {
    rules: [String; 2],
    moves: usize,
}

/// How far a rule got.
#[derive(Debug, Serialize)]
struct Walked {
    rule: String,
    visited: usize,
    of: u64,
    /// `open`, `closed`, or none where it got stuck.
    kind: Option<String>,
    squares: Vec<[u32; 2]>,
}

pub(crate) fn run(args: &RulesArgs, _quiet: bool) -> Result<(), Failure> {
    let format = format::chosen_or_default(&args.output, None)?;
    let (board, marked) = input::board(&args.board)?;
    if board.cells() > MOST_SQUARES {
        return Err(Failure::input(
            format!("five rules side by side are for boards of at most {MOST_SQUARES} squares, not {board}"),
            "choose a smaller board, or one rule: courser tour --rule",
        ));
    }
    let named = input::square(&board, &args.start, "--start")?;
    let start = named.or(marked).or_else(|| board.squares().next()).expect("a board has a square that is not a hole");
    let walk = |rule| -> Result<Walk, Failure> {
        let outcome = warnsdorff::run(&board, start, rule, args.order, 0)
            .map_err(|error| Failure::input(&error, error.hint()))?;
        let order = outcome.order.clone();
        let path = outcome.into_path(&board);
        let kind = Tour::new(board.clone(), order).ok().map(|tour| tour.kind());
        Ok((rule, path, kind))
    };
    let output = Output::open(args.output.output.as_deref())?;
    let walks = RULES.into_iter().map(walk).collect::<Result<Vec<_>, _>>()?;
    let same = (board.cells() <= MOST_STARTS).then(|| pohl_as_roth(&board, args.order)).transpose()?;
    output.put(|out| match format {
        RulesFormat::Json => json(out, args, &board, start, &walks, same),
        RulesFormat::Text => text(out, &board, &walks, same),
    })
}

/// From how many starts Pohl's rule and Roth's walk the same path.
///
/// "Knight's tour in HANA": "Surprisingly, running this for the same starting point generated the same result most of
/// the time as Pohl's tie-breaking."
fn pohl_as_roth(board: &Board, order: MoveOrder) -> Result<Same, Failure> {
    let walk = |start, rule| {
        let outcome = warnsdorff::run(board, start, rule, order, 0);
        outcome.map_err(|error| Failure::input(&error, error.hint()))
    };
    let mut same = 0;
    for start in board.squares() {
        same += u64::from(walk(start, Rule::Pohl)?.order == walk(start, Rule::Roth)?.order);
    }
    Ok(Same { same, of: board.playable() })
}

/// For every path the moves that it shares with each of those before it.
fn shared(board: &Board, walks: &[Walk]) -> Vec<Vec<usize>> {
    // The square after each, counted from 1; 0 where there is none.
    let after = |(_, path, _): &Walk| {
        let mut after = vec![0_u32; board.cells() as usize];
        path.order().windows(2).for_each(|two| after[two[0] as usize] = two[1] + 1);
        after
    };
    let paths: Vec<Vec<u32>> = walks.iter().map(after).collect();
    let both = |one: &[u32], other: &[u32]| one.iter().zip(other).filter(|(a, b)| a == b && **a > 0).count();
    (0..paths.len()).map(|at| paths[..at].iter().map(|before| both(&paths[at], before)).collect()).collect()
}

fn json(
    out: &mut dyn Write,
    args: &RulesArgs,
    board: &Board,
    start: Square,
    walks: &[Walk],
    pohl_as_roth: Option<Same>,
) -> io::Result<()> {
    let walked = |(rule, path, kind): &Walk| Walked {
        rule: rule.to_string(),
        visited: path.order().len(),
        of: board.playable(),
        kind: kind.map(|kind| kind.to_string()),
        squares: path.squares().map(|square| [square.row, square.col]).collect(),
    };
    let reported = RulesJson {
        board: BoardDetails::new(board),
        start: [start.row, start.col],
        order: args.order.to_string(),
        rules: walks.iter().map(walked).collect(),
        shared: pairs(board, walks),
        pohl_as_roth,
    };
    format::json(out, &reported)
}

/// Every two rules with the moves that they share.
fn pairs(board: &Board, walks: &[Walk]) -> Vec<Shared> {
    let mut pairs = Vec::new();
    for (row, (rule, ..)) in shared(board, walks).into_iter().zip(walks) {
        for (moves, (before, ..)) in row.into_iter().zip(walks) {
            pairs.push(Shared { rules: [before.to_string(), rule.to_string()], moves });
        }
    }
    pairs
}

fn text(out: &mut dyn Write, board: &Board, walks: &[Walk], same: Option<Same>) -> io::Result<()> {
    let all = board.playable().to_string();
    let width = all.len().max("visited".len());
    writeln!(out, "{:<10}  {:>width$}  of {all}", "rule", "visited")?;
    for (rule, path, kind) in walks {
        let visited = path.order().len();
        let end = match kind {
            Some(kind) => format!("{kind} tour"),
            None => {
                let last = path.squares().last().expect("a path has a square");
                format!("stuck on {}", last.name(board.rows()))
            }
        };
        writeln!(out, "{rule:<10}  {visited:>width$}  {end}")?;
    }
    writeln!(out, "\nmoves that two of them share, of {}", board.playable() - 1)?;
    let names: Vec<String> = walks.iter().map(|(rule, ..)| rule.to_string()).collect();
    let wide = names.iter().map(String::len).max().unwrap_or(0);
    writeln!(
        out,
        "{:wide$}  {}",
        "",
        names[..names.len() - 1].iter().map(|name| format!("{name:>wide$}")).collect::<Vec<_>>().join("  ")
    )?;
    for (name, row) in names.iter().zip(shared(board, walks)).skip(1) {
        let row: Vec<String> = row.iter().map(|moves| format!("{moves:>wide$}")).collect();
        writeln!(out, "{name:wide$}  {}", row.join("  "))?;
    }
    if let Some(Same { same, of }) = same {
        writeln!(
            out,
            "\npohl and roth walk the same from {same} of {of} starts (\"Knight's tour in HANA\": most of the time)"
        )?;
    }
    let room = if io::stdout().is_terminal() {
        terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0.into())
    } else {
        WIDTH
    };
    let wide = u64::from(board.cols()) * (all.len() as u64 + 1) - 1;
    if wide > room as u64 || board.rows() > MOST_ROWS {
        return Ok(());
    }
    let wide = wide as usize;
    for some in walks.chunks(((room + GAP) / (wide.max(10) + GAP)).max(1)) {
        writeln!(out)?;
        grids(out, board, some, wide.max(10), all.len())?;
    }
    Ok(())
}

/// Visit numbers side by side, under the names of their rules.
fn grids(out: &mut dyn Write, board: &Board, walks: &[Walk], wide: usize, digits: usize) -> io::Result<()> {
    let visits: Vec<Vec<u32>> = walks.iter().map(|(_, path, _)| path.visits()).collect();
    let mut line = String::new();
    for (rule, ..) in walks {
        line.push_str(&format!("{:<w$}", rule.to_string(), w = wide + GAP));
    }
    writeln!(out, "{}", line.trim_end())?;
    for row in 0..board.rows() {
        line.clear();
        for visits in &visits {
            let cells = (0..board.cols()).map(|col| {
                let index = board.index(Square::new(row, col));
                let text = match visits[index as usize] {
                    0 if board.is_hole(index) => "#".to_owned(),
                    0 => ".".to_owned(),
                    visit => visit.to_string(),
                };
                format!("{text:>digits$}")
            });
            let cells = cells.collect::<Vec<_>>().join(" ");
            line.push_str(&format!("{cells:<w$}", w = wide + GAP));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
