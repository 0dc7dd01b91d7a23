//! Reads the boards and tour files of users. The length of a file is limited.

use std::borrow::Cow;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use courser::board::format::{self, DrawnBoard, FileTour, Format, FormatError};
use courser::board::{Board, Kind, Leaper, Square, TourSpec, find_numbers, with_newlines};
use courser::count::{CountTask, Tours};
use courser::solve::puzzle::Puzzle;
use courser::{Method, Request, view};

use crate::args::{BoardArgs, DeviceArgs, HolesArgs, KnightArgs, MovesArgs, TourFileArgs, ToursArgs, WrapArgs};
use crate::error::{Context, Failure, Result, note, refuse};
use crate::{files, memory};

/// Maximum length of a tour file in bytes. An endless stream is read up to this length.
const MAX_BYTES: u64 = 4 << 30;

/// The first bytes of pictures: PNG, GIF, SVG and raw video.
const PICTURES: [&[u8]; 4] = [b"\x89PNG", b"GIF8", b"<svg", b"YUV4MPEG2"];

/// Maximum length of a board as text or as a picture, in bytes.
const MAX_BOARD_BYTES: u64 = 1 << 30;

/// Maximum length of a treasure map in bytes. A map of the largest board for a hunt fits, even with labels and with a
/// space after each square.
const MAX_MAP_BYTES: u64 = 160 << 20;

/// The first bytes of a NumPy array.
const NUMPY: &[u8] = b"\x93NUMPY";

/// Returns the name of a file as used in messages.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() }
}

/// Opens a file, or stdin for `-`, for reading line by line.
pub(crate) fn lines(path: &Path) -> Result<Box<dyn BufRead>> {
    files::read(path)?;
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Failure::reading(&name(path), &error))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Reads a file, or stdin for `-`. The maximum length is `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    files::read(path)?;
    let name = name(path);
    let reading = format!("reading {name}");
    let failed = |error: &io::Error| Failure::reading(&name, error);
    let too_long = || {
        Failure::input(format!("{name} is longer than {most} bytes"), "longer files are not read: give a smaller one")
    };
    let mut bytes = Vec::new();
    let (mut source, length): (Box<dyn Read>, Option<u64>) = if path.as_os_str() == "-" {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path).map_err(|error| failed(&error))?;
        let length = file.metadata().ok().filter(Metadata::is_file).map(|there| there.len());
        (Box::new(file), length)
    };
    // Only arrays and pictures can contain a NUL. Any other input with a NUL is not read to its end. Therefore an
    // endless input such as /dev/zero or /dev/urandom is rejected immediately.
    source.by_ref().take(64 << 10).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if let Some(length) = length {
        // A truncated array is reported before its remaining bytes are read.
        format::npy_has_length(&bytes, length).named(&name)?;
        if length > most {
            return Err(too_long());
        }
        memory::check(&reading, length)?;
        bytes.reserve_exact((length as usize).saturating_sub(bytes.len()));
    }
    let may_be_binary = bytes.starts_with(NUMPY) || view::is_picture(&bytes);
    if may_be_binary || !bytes.contains(&0) {
        // The length of a pipe is not known in advance.
        while bytes.len() as u64 <= most
            && source.by_ref().take(memory::SMALL).read_to_end(&mut bytes).map_err(|error| failed(&error))? > 0
        {
            // A growing buffer needs memory for twice its length.
            memory::check(&reading, memory::SMALL.max(bytes.len() as u64))?;
        }
    }
    if bytes.len() as u64 > most {
        return Err(too_long());
    }
    Ok(bytes)
}

/// Calls `on_found` with each tour of the file `args.file`. The tours are not checked yet. An error in the file is
/// returned as the inner result, so that the caller can report it.
///
/// If the file does not contain the size of the board, the board is the smallest one that contains all squares of the
/// tour. If a tour does not visit all squares of this board, prints a note with the assumed size.
pub(crate) fn for_each_tour(
    args: &TourFileArgs,
    format: Option<Format>,
    on_found: &mut dyn FnMut(FileTour),
) -> Result<Result<(), FormatError>> {
    no_board_to_invert(args.holes.invert && args.holes.board.is_none())?;
    let is_alone = args.holes.trim && args.holes.board.is_none();
    refuse(is_alone, "--trim is for the board of --board", "leave it out, or add --board FILE")?;
    let given = match read_board(&args.holes, None)? {
        Some((board, _)) => Some(board),
        None => args.size.clone(),
    };
    each(&args.file, given, (args.leaper, args.wrap), format, on_found)
}

/// Rejects `--invert` if no board is read from a picture.
fn no_board_to_invert(is_alone: bool) -> Result<()> {
    refuse(is_alone, "--invert is for the board of --board", "leave it out, or add --board FILE")
}

fn each(
    path: &Path,
    given: Option<Board>,
    (leaper, wrap): (Option<Leaper>, WrapArgs),
    format: Option<Format>,
    on_found: &mut dyn FnMut(FileTour),
) -> Result<Result<(), FormatError>> {
    let moved = |board: Board| wrap.of(with_leaper(board, leaper));
    let given = given.map(moved);
    let bytes = read(path, MAX_BYTES)?;
    let is_picture = PICTURES.iter().any(|first| bytes.starts_with(first));
    let text = format_args!("{} is a picture, and no tour is read from a picture", name(path));
    refuse(is_picture, text, "write the tour to a second file, as in courser tour 8x8 -o tour.csv")?;
    let mut is_assumed =
        given.is_none() && matches!(format.map_or_else(|| format::sniff(&bytes), Ok), Ok(Format::Moves | Format::Csv));
    memory::check(&format!("reading {}", name(path)), format::memory(&bytes, format))?;
    let mut said = None;
    Ok(format::for_each(&bytes, format, given.as_ref(), &mut |mut found| {
        if let Some(text) = found.note.filter(|_| said != found.note) {
            note(format_args!("{}: {text}", name(path)));
        }
        said = found.note;
        found.board = moved(found.board.clone());
        if is_assumed && (found.squares.len() as u64) < found.board.playable() {
            is_assumed = false;
            let (name, board) = (name(path), &found.board);
            note(format_args!(
                "{name} does not state the size of its board, and {board} is assumed: --size sets it, and --board its \
                 holes"
            ));
        }
        on_found(found);
    }))
}

/// Reads the tours of a file without checking them. `given` is the board of the tours, or `None` if the file determines
/// the board. `leaper` is the requested leaper.
pub(crate) fn tours(path: &Path, given: Option<Board>, leaper: Option<Leaper>) -> Result<Vec<FileTour>> {
    let mut found = Vec::new();
    each(path, given, (leaper, WrapArgs::default()), None, &mut |one| found.push(one))?.named(name(path))?;
    Ok(found)
}

/// Reads a text file, such as a list of regions or a report of `courser bench`.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    text(path, read(path, MAX_BOARD_BYTES)?, "give a text file")
}

/// Reads a file with a graph.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    read(path, MAX_BOARD_BYTES)
}

/// Reads a file with a treasure map, or with a path over the squares of a treasure map.
pub(crate) fn read_map(path: &Path) -> Result<String> {
    text(path, read(path, MAX_MAP_BYTES)?, "give a text file")
}

/// Returns the content of a file as text. Converts each carriage return to a newline, unless a newline follows it.
fn text(path: &Path, bytes: Vec<u8>, cure: &str) -> Result<String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::input(format!("{} is not text: byte {} is not UTF-8", name(path), at + 1), cure)
    })?;
    Ok(match with_newlines(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(changed) => changed,
    })
}

/// Visit numbers of a board, each with its square.
pub(crate) type GivenNumbers = Vec<(u64, Square)>;

/// Returns the failure for a picture that cannot be read. If the picture is damaged, the name of the damaged part is
/// extracted from a debug message of the decoder.
fn of_picture(error: &view::MaskError) -> Failure {
    let text = error.to_string();
    match text.split_once("ChunkType { type: ") {
        Some((_, rest)) => {
            let part: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
            Failure::input(format!("the picture is damaged ({part})"), "save it again as PNG")
        }
        None => Failure::of(error),
    }
}

/// The content of a file: a board, the marked start, and visit numbers.
type NumberedFile = (Board, Option<Square>, GivenNumbers);

/// Reads a board from the file `args.board`: a text, a NumPy array or a picture. Returns the board and the start marked
/// in the file. Returns `None` if `args.board` is `None`. Visit numbers are rejected.
///
/// A picture is scaled to `size`. A text must have this size.
pub(crate) fn read_board(args: &HolesArgs, size: Option<&Board>) -> Result<Option<(Board, Option<Square>)>> {
    let Some((board, start, given)) = read_numbers(args, size)? else { return Ok(None) };
    let file = args.board.as_deref().map_or(String::new(), name);
    let text = format_args!("{file} has visit numbers, and this command takes a board without them");
    refuse(!given.is_empty(), text, "write '.' for a square and '#' for a hole; tour and count take numbers")?;
    Ok(Some((board, start)))
}

/// Does the same as [`read_board`], but accepts visit numbers and returns them with the board.
fn read_numbers(args: &HolesArgs, size: Option<&Board>) -> Result<Option<NumberedFile>> {
    let Some(path) = &args.board else { return Ok(None) };
    let read = read_whole(path, size, args.invert)?;
    Ok(Some(if args.trim { trimmed(read, &name(path))? } else { read }))
}

/// Removes from a board the outer rows and columns that contain only holes. Prints a note that states how many rows and
/// columns were removed. If there are none, prints nothing.
fn trimmed((board, start, given): NumberedFile, name: &str) -> Result<NumberedFile> {
    let bounds = board.squares().fold([u32::MAX, u32::MAX, 0, 0], |[top, left, bottom, right], Square { row, col }| {
        [top.min(row), left.min(col), bottom.max(row + 1), right.max(col + 1)]
    });
    let [top, left, bottom, right] = bounds;
    let around = [top, board.rows() - bottom, left, board.cols() - right];
    if around == [0; 4] {
        return Ok((board, start, given));
    }
    let moved = |square: Square| Square::new(square.row - top, square.col - left);
    let inside = |square: &Square| (top..bottom).contains(&square.row) && (left..right).contains(&square.col);
    let holes = board.holes().filter(inside).map(moved);
    let small = Board::new(bottom - top, right - left)?.with_holes(holes)?;
    let [above, below, before, behind] = around;
    note(format_args!(
        "{name}: rows of holes are left out ({above} above, {below} below), and columns ({before} at the left, {behind} at the \
         right): squares are named on a board of {}x{}",
        small.rows(),
        small.cols()
    ));
    let given = given.into_iter().map(|(number, square)| (number, moved(square))).collect();
    Ok((small, start.map(moved), given))
}

/// Reads a board with holes, without trimming it.
fn read_whole(path: &Path, size: Option<&Board>, invert: bool) -> Result<NumberedFile> {
    let bytes = read(path, MAX_BOARD_BYTES)?;
    if view::is_picture(&bytes) {
        let board = view::board_of_picture(&bytes, size, invert);
        return board
            .map(|board| (board, None, GivenNumbers::new()))
            .map_err(|error| of_picture(&error))
            .named(name(path));
    }
    let bytes = match bytes.starts_with(NUMPY) {
        true => bytes,
        false => text(path, bytes, "give a text file, a NumPy array or a picture of a board")?.into_bytes(),
    };
    let (drawn, given) = match std::str::from_utf8(&bytes).ok().and_then(find_numbers) {
        Some(found) => {
            refuse(invert, "--invert is for boards without visit numbers", "leave it out")?;
            let (board, given) = found.named(name(path))?;
            ((board, None, None), given)
        }
        None => {
            let DrawnBoard { board, start, marks, .. } = format::read_board(&bytes, invert).named(name(path))?;
            ((board, start, marks), GivenNumbers::new())
        }
    };
    let (board, start, marks) = drawn;
    let is_plain = invert && marks.is_none();
    refuse(
        is_plain,
        "--invert is for pictures and for boards of 0 and 1",
        "leave it out: the text says which squares are holes",
    )?;
    if let Some([square, hole]) = marks {
        let (squares, holes) = (board.playable(), board.hole_count());
        note(format_args!("{}: {squares} squares ({square}) and {holes} holes ({hole}) were read", name(path)));
    }
    if let Some(size) = size {
        let text = format_args!("{} is a board of {board}, not of {size}", name(path));
        let is_other = (size.rows(), size.cols()) != (board.rows(), board.cols());
        refuse(is_other, text, "leave out the size: the file has it")?;
    }
    Ok((board, start, given))
}

/// Returns three values: the board in these arguments, the marked start in the file of the board, and all visit
/// numbers. The visit numbers come from the file and from `--given`.
pub(crate) fn numbered_board(
    size: Option<&Board>,
    holes: &HolesArgs,
    leaper: Leaper,
    given: &[String],
) -> Result<(Board, Option<Square>, GivenNumbers)> {
    let (board, start, mut all) = match read_numbers(holes, size)? {
        Some(read) => read,
        None => board_of(size, holes, leaper).map(|(board, start)| (board, start, GivenNumbers::new()))?,
    };
    for text in given {
        let (square, visit) = text.split_once('=').ok_or_else(|| {
            Failure::input(
                format!("--given: '{text}' is not a square with its number"),
                "write squares with their visit numbers, as in a1=1,c2=7",
            )
        })?;
        let number = visit.trim().parse().map_err(|_| {
            Failure::input(format!("--given: '{text}' has no number"), "visit numbers are 1, 2, 3 …, as in a1=1,c2=7")
        })?;
        all.push((number, board.square(square).named("--given")?));
    }
    Ok((board.with_leaper(leaper), start, all))
}

/// Returns the puzzle for a requested tour. The ends of the tour are added to the given numbers.
pub(crate) fn puzzle(spec: &TourSpec, mut given: GivenNumbers) -> Result<Puzzle> {
    let last = spec.board().playable();
    given.extend(spec.start().map(|start| (1, start)));
    given.extend(spec.end().map(|end| (last, end)));
    Ok(Puzzle::new(spec.board(), spec.kind(), given)?)
}

/// Returns the board in the arguments. Also returns the start marked in the file of the board, or `None` if no
/// start is marked.
pub(crate) fn board(args: &BoardArgs) -> Result<(Board, Option<Square>)> {
    board_of(args.size.as_ref(), &args.holes, args.leaper)
}

/// Returns the board of the given size, or the board from the file in `holes`. The board has the given leaper. Also
/// returns the start marked in the file.
pub(crate) fn board_of(size: Option<&Board>, holes: &HolesArgs, leaper: Leaper) -> Result<(Board, Option<Square>)> {
    let (board, start) = match (size, read_board(holes, size)?) {
        (_, Some(read)) => read,
        (Some(board), None) => (board.clone(), None),
        (None, None) => {
            return Err(Failure::input("no BOARD is given", "name one, as in 8x8, or a file with --board FILE"));
        }
    };
    Ok((board.with_leaper(leaper), start))
}

/// Returns the square given as the value of an option.
///
/// # Errors
/// [`Failure`] if the text is not a square of the board.
pub(crate) fn square(board: &Board, text: &Option<String>, option: &str) -> Result<Option<Square>> {
    text.as_ref().map(|text| board.square(text)).transpose().named(option)
}

/// Returns the specification of the requested tour. The array contains the values of `--start` and `--end`. `marked` is
/// the start marked in the file of the board.
pub(crate) fn spec(
    board: &Board,
    marked: Option<Square>,
    [start, end]: [&Option<String>; 2],
    closed: bool,
) -> Result<TourSpec> {
    let (start, end) = (square(board, start, "--start")?, square(board, end, "--end")?);
    let kind = if closed { Kind::Closed } else { Kind::Open };
    Ok(TourSpec::new(board, kind, start.or(marked), end)?)
}

/// Returns the request for a rule-based tour of a knight.
pub(crate) fn request_of_knight(
    method: Method,
    knight: &KnightArgs,
    board: &BoardArgs,
    device: &DeviceArgs,
    verify: bool,
) -> Result<Request<'static>> {
    let (board, marked) = self::board(board)?;
    let spec = spec(&board, marked, [&knight.start, &knight.end], knight.closed)?;
    let (seed, limit) = (knight.seed, knight.limit.map(Duration::from));
    Ok(Request { method, seed, verify, device: device.device.clone(), limit, ..Request::new(spec) })
}

/// Returns the task for counting the requested tours of a board. `marked` is the start marked in the file of the board.
pub(crate) fn task(board: Board, marked: Option<Square>, args: &ToursArgs) -> Result<CountTask> {
    let start = square(&board, &args.kind.start, "--start")?;
    let end = square(&board, &args.kind.end, "--end")?;
    let tours = if args.kind.are_open() { Tours::Open { start: start.or(marked), end } } else { Tours::Closed };
    let [with, without] = moves(&board, &args.moves)?;
    Ok(CountTask::new(board, tours)?.restricted(&with, &without)?)
}

/// Returns two lists: the moves of `--with` and the moves of `--without`.
pub(crate) fn moves(board: &Board, args: &MovesArgs) -> Result<[Vec<[Square; 2]>; 2]> {
    let read = |text: &String| {
        let (from, to) = text.split_once('-').ok_or_else(|| {
            Failure::input(format!("'{text}' is not a move"), "name moves by both their squares, as in a1-b3")
        })?;
        Ok([board.square(from).named(text)?, board.square(to).named(text)?])
    };
    let moves = |texts: &[String]| texts.iter().map(read).collect::<Result<Vec<_>>>();
    Ok([moves(&args.with)?, moves(&args.without)?])
}

/// Returns the board in the arguments. If the arguments contain no board, returns the board whose size is in the text
/// of a chain.
pub(crate) fn board_of_chain(args: &BoardArgs, name: &str, text: &str) -> Result<(Board, Option<Square>)> {
    if args.size.is_some() || args.holes.board.is_some() {
        return board(args);
    }
    let named = text.lines().find_map(|line| line.trim().strip_prefix("board "));
    let named = named.and_then(|size| size.split('#').next());
    let size = named.ok_or_else(|| {
        Failure::input(format!("{name} names no board"), "name one, as in courser tour 8x8 --regions FILE")
    })?;
    Ok((size.parse::<Board>()?.with_leaper(args.leaper), None))
}

/// Returns the board with the requested leaper. If no leaper is requested, returns the board unchanged.
fn with_leaper(board: Board, leaper: Option<Leaper>) -> Board {
    match leaper {
        Some(leaper) => board.with_leaper(leaper),
        None => board,
    }
}
