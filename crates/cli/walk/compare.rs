//! Implements `courser walk compare`. The command runs the procedures of "Knight's tour in HANA" from the same start,
//! and compares their results.

use std::io::{self, Write};

use courser::board::{Board, Path, Square, check};
use courser::solve::warnsdorff::{self, Rule};
use courser::{Content, FileFormat};
use serde::Serialize;

use crate::error::{Failure, Result, refuse};
use crate::input;
use crate::output;
use crate::terminal::{table, wrapped};
use crate::walk::args::CompareArgs;

/// The procedures in the article "Knight's tour in HANA", in the order of the article. An entry consists of the name of
/// the procedure, its rule, and a flag. The flag is true if the procedure selects the last of several equal candidates.
///
/// The text of the article describes [`Rule::Pohl`]. The procedure printed in the article does not exclude visited
/// neighbours, but includes each with the value 0. Therefore the procedure cannot distinguish two candidates of lowest
/// rank, and selects the last one. This is Warnsdorff's rule with the candidates in reversed order.
const PROCEDURES: [(&str, Rule, bool); 6] = [
    ("bottom", Rule::Bottom, false),
    ("center", Rule::Center, false),
    ("warnsdorff", Rule::Warnsdorff, false),
    ("pohl", Rule::Pohl, false),
    ("pohl-code", Rule::Warnsdorff, true),
    ("roth", Rule::Roth, false),
];

/// Maximum number of squares of a board. All paths are in memory, each with four bytes per square.
const MAX_SQUARES: u64 = 1 << 24;

/// Maximum number of squares of a board on which rules are compared from every start.
const MAX_STARTS: u64 = 1 << 10;

#[derive(Debug, Serialize)]
struct Comparison {
    board: Board,
    start: [u32; 2],
    order: String,
    rules: Vec<Walked>,
    shared: Vec<Shared>,
    /// For each of the two procedures for Pohl's rule, the number of starts from which it gives the same path as Roth's
    /// rule. Empty if the board is too large to try all starts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    as_roth: Vec<Same>,
}

/// The result of one procedure.
#[derive(Debug, Serialize)]
struct Walked {
    rule: &'static str,
    visited: usize,
    of: u64,
    /// `open` or `closed`, or `None` if the procedure got stuck.
    kind: Option<String>,
    /// Row and column of the last square.
    end: [u32; 2],
}

/// The number of moves that two paths share. A shared move has the same first and second square, at any position in the
/// paths.
#[derive(Debug, Serialize)]
struct Shared {
    rules: [&'static str; 2],
    moves: usize,
}

/// Number of starts from which a procedure gives the same path as Roth's rule, and total number of starts.
#[derive(Debug, Serialize)]
struct Same {
    rule: &'static str,
    same: u64,
    of: u64,
}

pub(crate) fn run(args: &CompareArgs) -> Result<()> {
    let format = args.output.format_or_text(Content::Rules)?;
    let (board, marked) = input::board(&args.board)?;
    refuse(
        board.cells() > MAX_SQUARES,
        format_args!("rules are compared on boards of at most {MAX_SQUARES} squares, not on {board}"),
        "choose a smaller board, or one rule: courser walk --rule",
    )?;
    let named = input::square(&board, &args.start, "--start")?;
    let start = named.or(marked).or_else(|| board.squares().next()).expect("a board has a square that is not a hole");
    let output = args.output.open()?;
    let columns = output.columns();
    let compared = compare(args, &board, start)?;
    output.put(|out| match format {
        FileFormat::Json => output::json(out, &compared),
        _ => text(out, &board, &compared, columns),
    })
}

fn compare(args: &CompareArgs, board: &Board, start: Square) -> Result<Comparison> {
    let walk = |start, (_, rule, last): (&str, Rule, bool)| {
        let order = if last { args.order.reversed() } else { args.order };
        Ok::<_, Failure>(warnsdorff::run(board, start, rule, order, 0)?.into_path(board))
    };
    let paths = PROCEDURES.iter().map(|&procedure| walk(start, procedure)).collect::<Result<Vec<_>, _>>()?;
    let walked = |(&(rule, ..), path): (&(&'static str, Rule, bool), &Path)| {
        let end = path.squares().last().expect("a path has a square");
        Walked {
            rule,
            visited: path.order().len(),
            of: board.playable(),
            kind: check(board, path.squares()).ok().map(|kind| kind.to_string()),
            end: [end.row, end.col],
        }
    };
    let mut as_roth = Vec::new();
    if board.cells() <= MAX_STARTS {
        for procedure @ (rule, ..) in &PROCEDURES[3..5] {
            let mut same = 0;
            for start in board.squares() {
                same += u64::from(walk(start, *procedure)?.order() == walk(start, PROCEDURES[5])?.order());
            }
            as_roth.push(Same { rule, same, of: board.playable() });
        }
    }
    Ok(Comparison {
        board: board.clone(),
        start: [start.row, start.col],
        order: args.order.to_string(),
        rules: PROCEDURES.iter().zip(&paths).map(walked).collect(),
        shared: shared(board, &paths),
        as_roth,
    })
}

/// Counts the moves that two paths have in common, for each pair of paths. Each path is paired with every earlier path,
/// in order.
fn shared(board: &Board, paths: &[Path]) -> Vec<Shared> {
    // Returns a list indexed by the square. An entry is the index of the next square plus 1, or 0 if there is no next
    // square.
    let after = |path: &Path| {
        let mut after = vec![0_u32; board.cells() as usize];
        path.order().windows(2).for_each(|two| after[two[0] as usize] = two[1] + 1);
        after
    };
    let after: Vec<Vec<u32>> = paths.iter().map(after).collect();
    let both = |one: &[u32], other: &[u32]| one.iter().zip(other).filter(|(a, b)| a == b && **a > 0).count();
    let pairs = (0..paths.len()).flat_map(|at| (0..at).map(move |before| (before, at)));
    pairs
        .map(|(before, at)| Shared {
            rules: [PROCEDURES[before].0, PROCEDURES[at].0],
            moves: both(&after[before], &after[at]),
        })
        .collect()
}

fn text(out: &mut dyn Write, board: &Board, compared: &Comparison, columns: Option<usize>) -> io::Result<()> {
    let all = board.playable();
    let row = |Walked { rule, visited, kind, end: [row, col], .. }: &Walked| {
        let end = match kind {
            Some(kind) => format!("{kind} tour"),
            None => format!("stuck on {}", Square::new(*row, *col).name(board.rows())),
        };
        vec![(*rule).to_owned(), visited.to_string(), end]
    };
    let head = vec!["rule".to_owned(), "visited".to_owned(), format!("of {all}")];
    let rows: Vec<_> = std::iter::once(head).chain(compared.rules.iter().map(row)).collect();
    out.write_all(table(&[('<', 10), ('>', 0), ('<', 0)], &rows, columns).as_bytes())?;
    let title = format!("moves that two of them share, of {}", all - 1);
    writeln!(out, "\n{}", wrapped(&title, 2, columns))?;
    let row = |Shared { rules, moves }: &Shared| vec![rules[0].to_owned(), rules[1].to_owned(), moves.to_string()];
    let rows: Vec<_> = compared.shared.iter().map(row).collect();
    out.write_all(table(&[('<', 10), ('<', 10), ('>', 0)], &rows, columns).as_bytes())?;
    if let Some(Same { of, .. }) = compared.as_roth.first() {
        let title = format!("starts with the same path as roth, of {of}");
        writeln!(out, "\n{}", wrapped(&title, 2, columns))?;
    }
    let rows: Vec<_> = compared.as_roth.iter().map(|same| vec![same.rule.to_owned(), same.same.to_string()]).collect();
    out.write_all(table(&[('<', 10), ('>', 0)], &rows, columns).as_bytes())
}
