//! `courser census`: measures of tours that are drawn uniformly.

use std::collections::BTreeMap;
use std::io::{self, Write};

use courser::board::measure::Measures;
use courser::board::{Board, Kind, Square, Symmetry, Tour};
use courser::count::{Layers, Task, Tours};
use courser::view::{Axis, Line, Plot, Point};
use courser::{Content, Format};
use rayon::prelude::*;

use crate::args::CensusArgs;
use crate::error::{Failure, note};
use crate::output::Output;
use crate::progress::bar;
use crate::tour::all;
use crate::{format, input, interrupt, plot};

/// Tours that are drawn at once.
const BATCH: u64 = 1 << 16;

/// Width and height of a plot in pixels.
const SIZE: (u32, u32) = (1000, 600);

/// The longest bar of a histogram in text.
const WIDTH: u64 = 50;

/// For each measure, the number of tours by twice the value: an area may end in a half.
type Census = BTreeMap<String, BTreeMap<i64, u64>>;

pub(crate) fn run(args: &CensusArgs, quiet: bool) -> Result<(), Failure> {
    let extension = args.output.output.as_ref().and_then(|path| path.extension()?.to_str());
    let drawn = match extension {
        Some("svg") => Some(Format::Svg),
        Some("png") => Some(Format::Png),
        _ => None,
    }
    .filter(|_| args.output.format.is_none() && !args.output.json);
    let format = drawn.map_or_else(|| args.output.format_or_text(Content::Count), Ok)?;
    if drawn.is_some() && args.histogram.is_none() {
        return Err(Failure::input("a plot shows one measure", "name it, as in --histogram turns"));
    }
    let task = task(args, quiet)?;
    let output = Output::open(args.output.output.as_deref())?;
    let layers = all::layers(&task, args.layers.as_deref(), quiet)?;
    if layers.count().bits() == 0 {
        return Err(Failure::no("there is no such tour: all were counted", "try another board, or other ends"));
    }
    let census = draw(&layers, args, quiet)?;
    let shown = match &args.histogram {
        None => None,
        Some(name) => Some((
            name,
            census.get(name).ok_or_else(|| {
                let known: Vec<&str> = census.keys().map(String::as_str).collect();
                Failure::input(
                    format!("'{name}' is not a measure of these tours"),
                    format!("use one of: {}", known.join(", ")),
                )
            })?,
        )),
    };
    match (format, shown) {
        (Format::Svg | Format::Png, Some((name, histogram))) => {
            let bytes = plot::bytes(&plot_of(task.board(), name, histogram), format, SIZE)?;
            output.put(|out| out.write_all(&bytes))
        }
        (Format::Csv, _) => output.put(|out| csv(&census, out)),
        (Format::Json, _) => output.put(|out| json(&layers, args, &census, out)),
        _ => output.put(|out| text(&layers, args, &census, shown.map(|(_, histogram)| histogram), out)),
    }
}

fn task(args: &CensusArgs, quiet: bool) -> Result<Task, Failure> {
    let (board, marked) = input::board(&args.board)?;
    let start = input::square(&board, &args.start, "--start")?;
    let end = input::square(&board, &args.end, "--end")?;
    let is_open = args.open || start.or(end).is_some();
    if !is_open && !args.closed {
        note(quiet, "closed tours are drawn; --open draws open ones");
    }
    let tours = if is_open { Tours::Open { start: start.or(marked), end } } else { Tours::Closed };
    input::restricted(Task::new(board, tours)?, &args.moves)
}

/// Draws and measures the tours.
fn draw(layers: &Layers, args: &CensusArgs, quiet: bool) -> Result<Census, Failure> {
    let board = layers.task().board();
    let bar = bar(args.samples, "tours", quiet);
    let mut census = Census::new();
    for first in (0..args.samples).step_by(BATCH as usize) {
        if interrupt::asked() {
            interrupt::end(interrupt::CODE);
        }
        let orders = layers.sample(args.seed, first..args.samples.min(first + BATCH))?;
        bar.inc(orders.len() as u64);
        let judged = orders.into_par_iter().map(|order| Tour::new(board.clone(), order).map(|tour| measures(&tour)));
        for measured in judged.collect::<Result<Vec<_>, _>>().map_err(|flaw| Failure::wrong_tour(&flaw))? {
            for (name, twice) in measured {
                *census.entry(name).or_default().entry(twice).or_default() += 1;
            }
        }
    }
    bar.finish_and_clear();
    // A measure that most tours do not have, such as a rare angle, is 0 for the others.
    for histogram in census.values_mut() {
        let missing = args.samples - histogram.values().sum::<u64>();
        if missing > 0 {
            *histogram.entry(0).or_default() += missing;
        }
    }
    Ok(census)
}

/// Twice the value of each measure of a tour.
fn measures(tour: &Tour) -> BTreeMap<String, i64> {
    let is_closed = tour.kind() == Kind::Closed;
    let mut squares: Vec<Square> = tour.squares().collect();
    if is_closed {
        squares.push(squares[0]);
    }
    let mut steps: Vec<[i64; 2]> = squares.windows(2).map(|two| step(two[0], two[1])).collect();
    let moves = steps.len();
    let Measures { turns, crossings, .. } = Measures::of(tour);
    let mut found =
        BTreeMap::from([("turns".to_owned(), 2 * turns as i64), ("crossings".to_owned(), 2 * crossings as i64)]);
    for &[row, col] in &steps {
        let [row, col] = if (col, row) < (0, 0) { [-row, -col] } else { [row, col] };
        *found.entry(format!("moves {col},{}", -row)).or_default() += 2;
    }
    if is_closed {
        let cross = |two: &[Square]| {
            let [a, b, c, d] = [two[0].row, two[0].col, two[1].row, two[1].col].map(i64::from);
            b * c - a * d
        };
        let is_symmetric = Symmetry::ALL.into_iter().any(|symmetry| symmetry.is_of(tour));
        found.insert("symmetric".into(), 2 * i64::from(is_symmetric));
        found.insert("area".into(), squares.windows(2).map(cross).sum::<i64>().abs());
        steps.push(steps[0]);
    }
    for two in steps.windows(2) {
        let ([a, b], [c, d]) = (two[0], two[1]);
        // The angle at the square, between the moves to its two neighbours.
        let angle = ((a * d - b * c).abs() as f64).atan2(-(a * c + b * d) as f64).to_degrees();
        *found.entry(format!("angle {angle:.0}")).or_default() += 2;
    }
    // The steps of a closed tour twice over: a run may go through its beginning.
    let around: Vec<[i64; 2]> = if is_closed { steps[..moves].repeat(2) } else { steps };
    let longest = around.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0);
    found.insert("straight".into(), 2 * longest.min(moves) as i64);
    found
}

fn step(from: Square, to: Square) -> [i64; 2] {
    [i64::from(to.row) - i64::from(from.row), i64::from(to.col) - i64::from(from.col)]
}

/// The mean and its standard error, the least and the greatest value.
fn summary(histogram: &BTreeMap<i64, u64>) -> [f64; 4] {
    let number = histogram.values().sum::<u64>() as f64;
    let sum = |power: i32| {
        histogram.iter().map(|(&twice, &tours)| (twice as f64 / 2.0).powi(power) * tours as f64).sum::<f64>()
    };
    let mean = sum(1) / number;
    let variance =
        histogram.iter().map(|(&twice, &tours)| (twice as f64 / 2.0 - mean).powi(2) * tours as f64).sum::<f64>();
    let end = |twice: Option<&i64>| twice.map_or(0.0, |&twice| twice as f64 / 2.0);
    let error = (variance / (number - 1.0) / number).sqrt();
    [mean, error, end(histogram.keys().next()), end(histogram.keys().next_back())]
}

fn text(
    layers: &Layers,
    args: &CensusArgs,
    census: &Census,
    shown: Option<&BTreeMap<i64, u64>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(histogram) = shown {
        let most = histogram.values().copied().max().unwrap_or(1);
        return histogram.iter().try_for_each(|(&twice, &tours)| {
            let bar = "#".repeat((tours * WIDTH).div_ceil(most) as usize);
            writeln!(out, "{:>8} {tours:>10} {bar}", twice as f64 / 2.0)
        });
    }
    writeln!(out, "{} of {} tours of {}", args.samples, layers.count(), layers.task().board())?;
    writeln!(out, "{:<12} {:>10} {:>9} {:>8} {:>8}", "measure", "mean", "error", "minimum", "maximum")?;
    census.iter().try_for_each(|(name, histogram)| {
        let [mean, error, least, most] = summary(histogram);
        writeln!(out, "{name:<12} {mean:>10.4} {error:>9.4} {least:>8} {most:>8}")
    })
}

fn csv(census: &Census, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "measure,value,tours")?;
    census.iter().try_for_each(|(name, histogram)| {
        // A direction has a comma in it.
        histogram.iter().try_for_each(|(&twice, tours)| writeln!(out, "\"{name}\",{},{tours}", twice as f64 / 2.0))
    })
}

fn json(layers: &Layers, args: &CensusArgs, census: &Census, out: &mut dyn Write) -> io::Result<()> {
    let measure = |(name, histogram): (&String, &BTreeMap<i64, u64>)| {
        let [mean, error, minimum, maximum] = summary(histogram);
        let histogram: Vec<(f64, u64)> = histogram.iter().map(|(&twice, &tours)| (twice as f64 / 2.0, tours)).collect();
        serde_json::json!({
            "name": name, "mean": mean, "error": error, "minimum": minimum, "maximum": maximum, "histogram": histogram,
        })
    };
    let measures: Vec<_> = census.iter().map(measure).collect();
    let (board, count) = (layers.task().board(), layers.count().to_string());
    let answer = serde_json::json!({
        "board": board, "count": count, "samples": args.samples, "seed": args.seed, "measures": measures,
    });
    format::json(out, &answer)
}

/// The share of the tours by value.
fn plot_of(board: &Board, name: &str, histogram: &BTreeMap<i64, u64>) -> Plot {
    let number = histogram.values().sum::<u64>() as f64;
    let point = |(&twice, &tours): (&i64, &u64)| Point::new(twice as f64 / 2.0, 100.0 * tours as f64 / number);
    let points: Vec<Point> = histogram.iter().map(point).collect();
    Plot {
        title: format!("{name}: {number} tours of {board}, drawn uniformly"),
        x: Axis::linear(name),
        y: Axis::linear("% of the tours"),
        lines: vec![Line::new(name, points)],
    }
}
