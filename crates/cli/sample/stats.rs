//! Implements `courser sample stats`, which computes measures of uniform samples, and exact means over all tours.

use std::collections::BTreeMap;
use std::io::{self, Write};

use courser::board::measure::{Measures, MovePair};
use courser::board::{Board, Kind, Square, Symmetry, Tour};
use courser::count::{self, BigUint, CountError, CountTask, Layers, Tours};
use courser::view::caption::grouped;
use courser::view::{Axis, Plot, PlotLine, PlotPoint, Scale, Stroke};
use courser::{Content, FileFormat};
use rayon::prelude::*;
use serde_json::json;

use crate::counting::{ratio, watched, with_asked};
use crate::error::{Failure, Result, note, refuse};
use crate::output::{self, OutputTarget};
use crate::progress::bar;
use crate::sample::args::StatsArgs;
use crate::terminal::{table, wrapped};
use crate::{input, interrupt, layers, picture};

/// Number of tours in a batch of samples.
const BATCH: u64 = 1 << 16;

/// Width and height of a plot in pixels.
const SIZE: (u32, u32) = (1000, 600);

/// Width and height of a sheet of plots in pixels.
const SHEET: (u32, u32) = (1920, 1200);

/// Maximum length of a bar of a text histogram, in characters.
const WIDTH: u64 = 50;

/// Name of the measure that is 1 for a closed tour with a symmetry and 0 for other closed tours.
const SYMMETRIC: &str = "symmetric";

/// Number of tours for each value of a measure. The keys are the doubled values, since areas can be odd multiples of
/// 0.5.
type Histogram = BTreeMap<i64, u64>;

type Statistics = BTreeMap<String, Histogram>;

pub(crate) fn run(args: &StatsArgs) -> Result<()> {
    let format = args.output.format_or_text(Content::Statistics)?;
    let (board, marked) = input::board(&args.board)?;
    if let Some(name) = &args.histogram {
        let kind = if args.tours.kind.are_open() { Kind::Open } else { Kind::Closed };
        let mut known = Measures::names(board.leaper(), kind);
        known.extend((kind == Kind::Closed).then(|| SYMMETRIC.to_owned()));
        let known = known.iter().map(String::as_str).collect::<Vec<_>>();
        let text = format_args!("'{name}' is not a measure of these tours");
        refuse(!known.contains(&&**name), text, format!("use one of: {}", known.join(", ")))?;
    }
    let task = input::task(board, marked, &args.tours)?;
    if !args.tours.kind.are_open() && !args.tours.kind.closed {
        note("closed tours are measured; --open measures open ones");
    }
    let is_table = matches!(format, FileFormat::Csv | FileFormat::Json);
    let cure = "leave it out, or print it as text, or plot it as .svg or .png";
    refuse(args.histogram.is_some() && is_table, "CSV and JSON have the histograms of all measures", cure)?;
    let output = args.output.open()?;
    let columns = output.columns();
    if args.exact {
        return exact(&task, format, output);
    }
    let layers = layers::layers(&task, args.layers.as_deref())?;
    let mut statistics = draw(&layers, args)?;
    // If no tour has the requested angle or direction, the measure is 0 for all tours.
    if let Some(name) = &args.histogram {
        statistics.entry(name.clone()).or_insert_with(|| Histogram::from([(0, args.samples)]));
    }
    let shown = args.histogram.as_ref().and_then(|name| statistics.get_key_value(name));
    match (format, shown) {
        (FileFormat::Svg | FileFormat::Png, Some((name, histogram))) => {
            picture::write_plots(output, format, &[plot_of(task.board(), name, histogram)], SIZE)
        }
        (FileFormat::Svg | FileFormat::Png, None) => {
            let plots: Vec<Plot> =
                statistics.iter().map(|(name, histogram)| plot_of(task.board(), name, histogram)).collect();
            picture::write_plots(output, format, &plots, SHEET)
        }
        (FileFormat::Csv, _) => output.put(|out| csv(&statistics, out)),
        (FileFormat::Json, _) => output.put(|out| json(&layers, args, &statistics, out)),
        (_, Some((_, histogram))) => output.put(|out| bars(histogram, columns, out)),
        (_, None) => output.put(|out| text(&layers, args, &statistics, columns, out)),
    }
}

/// Writes the exact means of the measures, computed by counting pairs of moves in all tours.
fn exact(task: &CountTask, format: FileFormat, output: OutputTarget) -> Result<()> {
    layers::refuse_ruled_out(task)?;
    let (found, _) = watched(|options| {
        Ok::<_, CountError>((count::count(task, &options)?, count::by_pair(task, &options, &MovePair::of)?))
    });
    let (all, pairs) = found?;
    if all.bits() == 0 {
        return Err(layers::no_tour(task));
    }
    let mut sums = BTreeMap::from(["turns", "crossings"].map(|name| (name.to_owned(), BigUint::ZERO)));
    for (pair, sum) in pairs.into_iter().filter(|(_, sum)| sum.bits() > 0) {
        let (first, second) = match pair {
            MovePair::Crossing => ("crossings".to_owned(), None),
            MovePair::Angle(angle) => (format!("angle {angle}"), (angle != 180).then(|| "turns".to_owned())),
        };
        [Some(first), second].into_iter().flatten().for_each(|name| *sums.entry(name).or_default() += &sum);
    }
    let means: Vec<_> = sums.iter().map(|(name, sum)| (name, ratio(sum, &all), fraction(sum, &all))).collect();
    let columns = output.columns();
    output.put(|out| match format {
        FileFormat::Json => {
            let measure = |(name, mean, fraction)| json!({ "name": name, "mean": mean, "fraction": fraction });
            let measures: Vec<_> = means.into_iter().map(measure).collect();
            let answer = json!({ "board": task.board(), "count": all.to_string(), "measures": measures });
            output::json(out, &with_asked(task, answer))
        }
        FileFormat::Csv => {
            writeln!(out, "measure,mean,fraction")?;
            means.iter().try_for_each(|(name, mean, fraction)| writeln!(out, "{name},{mean:.9},{fraction}"))
        }
        _ => {
            writeln!(out, "{}", wrapped(&format!("all {all} tours of {}", asked(task)), 2, columns))?;
            let row = |(name, mean, fraction): &(&String, f64, String)| {
                vec![name.to_string(), format!("{mean:.9}"), fraction.clone()]
            };
            let titles = ["measure", "mean", "fraction"].map(str::to_owned).to_vec();
            let rows: Vec<_> = std::iter::once(titles).chain(means.iter().map(row)).collect();
            out.write_all(table(&[('<', 12), ('>', 13), ('<', 0)], &rows, columns).as_bytes())
        }
    })
}

/// Returns a description of a task: its board, and the ends and moves to which its tours are restricted.
fn asked(task: &CountTask) -> String {
    let name = |square: Square| square.name(task.board().rows()).to_string();
    let mut text = task.board().to_string();
    if let Tours::Open { start, end } = task.tours() {
        text += &start.map_or(String::new(), |start| format!(" from {}", name(start)));
        text += &end.map_or(String::new(), |end| format!(" to {}", name(end)));
    }
    for (word, moves) in [("with", task.with()), ("without", task.without())] {
        let moves: Vec<String> = moves.iter().map(|&[a, b]| format!("{}-{}", name(a), name(b))).collect();
        if !moves.is_empty() {
            text += &format!(" {word} {}", moves.join(","));
        }
    }
    text
}

/// Formats the fraction `sum / all` in lowest terms. The common divisor is computed by Euclid's algorithm.
fn fraction(sum: &BigUint, all: &BigUint) -> String {
    let (mut common, mut rest) = (sum.clone(), all.clone());
    while rest.bits() > 0 {
        (common, rest) = (rest.clone(), common % rest);
    }
    format!("{}/{}", sum / &common, all / &common)
}

/// Samples tours and measures them.
fn draw(layers: &Layers, args: &StatsArgs) -> Result<Statistics> {
    let (board, is_open) = (layers.task().board(), args.tours.kind.are_open());
    let bar = bar(args.samples, "tours");
    let mut statistics = Statistics::new();
    for first in (0..args.samples).step_by(BATCH as usize) {
        interrupt::end_if_asked();
        let orders = layers.sample(args.seed, first..args.samples.min(first + BATCH))?;
        bar.inc(orders.len() as u64);
        let judged =
            orders.into_par_iter().map(|order| Tour::new(board.clone(), order).map(|tour| measures(&tour, is_open)));
        for measured in judged.collect::<Result<Vec<_>, _>>().map_err(|flaw| Failure::wrong_tour(&flaw))? {
            for (name, value) in measured {
                *statistics.entry(name).or_default().entry((2.0 * value) as i64).or_default() += 1;
            }
        }
    }
    bar.finish_and_clear();
    // If a tour lacks a measure, such as the number of squares with a rare angle, this measure of the tour is 0.
    for histogram in statistics.values_mut() {
        let missing = args.samples - histogram.values().sum::<u64>();
        if missing > 0 {
            *histogram.entry(0).or_default() += missing;
        }
    }
    Ok(statistics)
}

/// Measures a tour of the requested kind. If `is_open` is true, a tour whose ends are one move apart is measured as an
/// open tour.
fn measures(tour: &Tour, is_open: bool) -> BTreeMap<String, f64> {
    let mut found = if is_open { Measures::of_open(tour) } else { Measures::of(tour) }.named();
    if !is_open {
        let is_symmetric = !Symmetry::all_of(tour).is_empty();
        found.insert(SYMMETRIC.into(), is_symmetric.into());
    }
    found
}

/// Returns the mean, its standard error, the minimum and the maximum of a measure.
fn summary(histogram: &Histogram) -> [f64; 4] {
    let values = || histogram.iter().map(|(&twice, &tours)| (twice as f64 / 2.0, tours as f64));
    let number: f64 = values().map(|(_, tours)| tours).sum();
    let mean = values().map(|(value, tours)| value * tours).sum::<f64>() / number;
    let squares: f64 = values().map(|(value, tours)| (value - mean).powi(2) * tours).sum();
    let error = (squares / (number - 1.0) / number).sqrt();
    let end = |end: Option<(f64, f64)>| end.map_or(0.0, |(value, _)| value);
    [mean, error, end(values().next()), end(values().next_back())]
}

/// Writes one bar for each value of a measure.
fn bars(histogram: &Histogram, columns: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    // A value and its number of tours precede each bar.
    let width = columns.map_or(WIDTH, |columns| WIDTH.min(columns.saturating_sub(20) as u64));
    let max = histogram.values().copied().max().unwrap_or(1);
    histogram.iter().try_for_each(|(&twice, &tours)| {
        let bar = "#".repeat((tours * width).div_ceil(max) as usize);
        writeln!(out, "{:>8} {tours:>10} {bar}", twice as f64 / 2.0)
    })
}

fn text(
    layers: &Layers,
    args: &StatsArgs,
    statistics: &Statistics,
    columns: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = format!("{} of {} tours of {}", args.samples, layers.count(), asked(layers.task()));
    writeln!(out, "{}", wrapped(&title, 2, columns))?;
    let row = |(name, histogram): (&String, &Histogram)| {
        let [mean, error, min, max] = summary(histogram);
        vec![name.clone(), format!("{mean:.4}"), format!("{error:.4}"), min.to_string(), max.to_string()]
    };
    let titles = ["measure", "mean", "error", "min", "max"].map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(titles).chain(statistics.iter().map(row)).collect();
    out.write_all(table(&[('<', 12), ('>', 9), ('>', 8), ('>', 7), ('>', 7)], &rows, columns).as_bytes())
}

fn csv(statistics: &Statistics, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "measure,value,tours")?;
    statistics.iter().try_for_each(|(name, histogram)| {
        // The name is quoted, since the name of a direction contains a comma.
        histogram.iter().try_for_each(|(&twice, tours)| writeln!(out, "\"{name}\",{},{tours}", twice as f64 / 2.0))
    })
}

fn json(layers: &Layers, args: &StatsArgs, statistics: &Statistics, out: &mut dyn Write) -> io::Result<()> {
    let measure = |(name, histogram): (&String, &Histogram)| {
        let [mean, error, minimum, maximum] = summary(histogram);
        let histogram: Vec<(f64, u64)> = histogram.iter().map(|(&twice, &tours)| (twice as f64 / 2.0, tours)).collect();
        json!({
            "name": name, "mean": mean, "error": error, "minimum": minimum, "maximum": maximum, "histogram": histogram,
        })
    };
    let measures: Vec<_> = statistics.iter().map(measure).collect();
    let (board, count) = (layers.task().board(), layers.count().to_string());
    let answer = json!({
        "board": board, "count": count, "samples": args.samples, "seed": args.seed, "measures": measures,
    });
    output::json(out, &with_asked(layers.task(), answer))
}

/// Returns the plot of a measure. Bars show the fraction of tours for each value, and a line shows the mean.
fn plot_of(board: &Board, name: &str, histogram: &Histogram) -> Plot {
    let number = histogram.values().sum::<u64>() as f64;
    let point = |(&twice, &tours): (&i64, &u64)| PlotPoint::new(twice as f64 / 2.0, 100.0 * tours as f64 / number);
    let bars = PlotLine { stroke: Stroke::Bars, ..PlotLine::new(name, histogram.iter().map(point).collect()) };
    let is_whole = histogram.keys().all(|twice| twice % 2 == 0);
    let [mean, error, ..] = summary(histogram);
    Plot {
        title: name.to_owned(),
        subtitle: format!(
            "{} tours of {board}, drawn uniformly; the line is their mean with its standard error",
            grouped(number as u64)
        ),
        x: Axis::new("", if is_whole { Scale::Whole } else { Scale::Linear }),
        y: Axis::new("% of the tours", Scale::Linear),
        lines: vec![bars],
        absent: Vec::new(),
        mean: Some((mean, error)),
    }
}
