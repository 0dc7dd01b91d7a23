//! Implements `courser draw`, which draws the tours of a file.

pub(crate) mod args;

use courser::board::format::{DeclaredKind, FileTour};
use courser::board::{Kind, Path, TourViolation, check};
use courser::view::{PathStyle, StaticPicture};
use courser::{Content, FileFormat};

use crate::draw::args::DrawArgs;
use crate::error::{Context, Failure, Result, note, refuse};
use crate::hints::Hint;
use crate::large::StreamedArray;
use crate::output::{self, OutputTarget};
use crate::picture::PicturePlan;
use crate::{answer, hints, input, picture, terminal_picture};

/// Maximum number of tours kept for a sheet. No sheet has space for more tours.
const MAX_ON_A_SHEET: u64 = 1 << 16;

pub(crate) fn run(args: &DrawArgs) -> Result<()> {
    let format =
        output::format_named(args.format, args.output.as_deref(), Content::Picture)?.unwrap_or(FileFormat::Png);
    // If the tour is drawn in the terminal, a picture is written only if a file or a format is given.
    let is_written = !args.show || args.output.is_some() || args.format.is_some();
    if is_written {
        picture::consistent(&args.style, format)?;
    } else {
        picture::consistent_shown(&args.style)?;
    }
    if let Some((rows, columns)) = args.sheet {
        return sheet(args, format, u64::from(rows) * u64::from(columns), columns);
    }
    // A heat map of a large array is painted band by band, while the visit numbers are proven to form a tour.
    let heat = matches!(args.style.style, None | Some(PathStyle::Auto | PathStyle::Heat));
    let streams = args.pick == 1 && !args.show && heat && format == FileFormat::Png;
    let large = if streams { StreamedArray::open(&args.tour, args.input_format)? } else { None };
    if let Some(large) = large {
        let output = OutputTarget::open(args.output.as_deref())?;
        output.no_terminal("picture")?;
        return paint(large, args, output);
    }
    // Only the selected tour is kept, because a file can contain millions of tours.
    let (mut tours, mut picked) = (0, None);
    let read = input::for_each_tour(&args.tour, args.input_format, &mut |found| {
        tours += 1;
        if tours == args.pick {
            picked = Some(found);
        }
    })?;
    read.named(input::name(&args.tour.file))?;
    let picked = picked.ok_or_else(|| {
        Failure::input(
            format!("{} contains {tours} tours, and --pick is {}", input::name(&args.tour.file), args.pick),
            format!("choose a number from 1 to {tours}"),
        )
    })?;
    if tours > 1 {
        note(format_args!("this is tour {} of {tours}; --pick draws another", args.pick));
    }
    let details = picked.details.clone();
    let (path, kind) = judged(picked, args)?;
    let opened = || {
        let plan = PicturePlan::new(path.board(), path.order().len() as u64, &args.style, format)?;
        Ok::<_, Failure>((plan, OutputTarget::open(args.output.as_deref())?))
    };
    let place = is_written.then(opened).transpose()?;
    if args.show {
        terminal_picture::show(&path, kind, &args.style)?;
    }
    let caption = answer::caption(path.board(), kind, path.order().len() as u64, &details);
    place.map_or(Ok(()), |(plan, output)| plan.write(output, &path, kind, caption))
}

/// Draws the first tours of the file side by side.
fn sheet(args: &DrawArgs, format: FileFormat, places: u64, columns: u32) -> Result<()> {
    let still = matches!(format, FileFormat::Png | FileFormat::Svg);
    refuse(!still, "--sheet is for a PNG or an SVG", "leave it out, or write to a .png or .svg")?;
    let print = args.style.print.given().into_iter().find_map(|(is_given, name)| is_given.then_some(name));
    let single = print.or_else(|| args.style.first_of(&["--scale", "--legend", "--coordinates", "--caption"]));
    let what = format_args!("{} is for the picture of one tour", single.unwrap_or_default());
    refuse(single.is_some(), what, "leave it out, or leave out --sheet")?;
    refuse(places == 0, "a sheet has at least one place", "name rows and columns, as in 3x4")?;
    let (mut all, mut found) = (0_u64, Vec::new());
    let read = input::for_each_tour(&args.tour, args.input_format, &mut |tour| {
        all += 1;
        // A file can contain more tours than a sheet has space for.
        if all <= places.min(MAX_ON_A_SHEET) {
            found.push(tour);
        }
    })?;
    read.named(input::name(&args.tour.file))?;
    let tours = found.into_iter().map(|tour| judged(tour, args)).collect::<Result<Vec<_>>>()?;
    if all > tours.len() as u64 {
        note(format_args!("the sheet shows the first {} of {all} tours", tours.len()));
    }
    let output = OutputTarget::open(args.output.as_deref())?;
    picture::write_still(output, format, StaticPicture::tours(&tours, Some(columns), &args.style.style()))
}

/// Proves that streamed visit numbers form a tour, and paints the tour at the same time. Then writes the picture.
fn paint(large: StreamedArray, args: &DrawArgs, output: OutputTarget) -> Result<()> {
    let board = large.board.clone();
    let plan = PicturePlan::new(&board, board.cells(), &args.style, FileFormat::Png)?;
    let mut map = plan.heat_map(&board, format!("tour of {board}"))?;
    large.prove(&mut |numbers| picture::push(&mut map, numbers))?.map_err(|fault| {
        let cure = "of an array this large only a whole knight's tour can be drawn";
        Failure::input(format!("{}: {fault}", input::name(&args.tour.file)), cure)
    })?;
    plan.write_heat_map(output, map)
}

/// Checks that a file contains a tour or a partial path. Nothing else can be drawn.
fn judged(found: FileTour, args: &DrawArgs) -> Result<(Path, Option<Kind>)> {
    let board = found.board;
    let wrong = |what: &dyn std::fmt::Display, cure: Hint| {
        Failure::input(format!("{}: {what}", input::name(&args.tour.file)), cure)
    };
    let kind = match check(&board, found.squares.iter().copied()) {
        // An open tour whose ends are one move apart is drawn without the closing move.
        Ok(_) if found.kind == Some(DeclaredKind::Open) => Some(Kind::Open),
        Ok(kind) => Some(kind),
        Err(TourViolation::Missing { .. }) => None,
        Err(flaw) => return Err(wrong(&flaw, hints::of_squares(&board, &found.squares, &flaw))),
    };
    if found.squares.is_empty() {
        return Err(wrong(&"there is no square in it", "give a file with at least one square".into()));
    }
    if board.cells() > u64::from(u32::MAX) {
        let what = format_args!("a board of {} squares is too large to be drawn from a file", board.cells());
        return Err(wrong(&what, "give a file of a smaller board".into()));
    }
    let order = found.squares.iter().map(|&square| board.index(square) as u32).collect();
    let path = Path::new(board, order).map_err(|flaw| wrong(&flaw, "correct the file".into()))?;
    Ok((path, kind))
}
