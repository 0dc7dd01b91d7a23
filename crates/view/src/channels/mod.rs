//! Pictures of the decision cycle, which show the state of every square with one panel per channel.
//!
//! The state of a square has four numbers, named after the red, green, blue and alpha of "Knight's Tour in Cg"
//! (Kurapati, 2007). Outdated and unused values are marked: an outdated rank has stripes and a question mark, and a
//! choice that the knight does not follow is pale. The knight's square has a solid border, and its target has a dashed
//! border. In an animation, a square gets a border in a separate colour if the last pass has changed one of its
//! numbers.

mod film;
mod panel;

use courser_board::{Board, Square};

use crate::canvas::{Canvas, Shifted};
use crate::layout::Layout;
use crate::limits::{MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MIN_LINE_SQUARE};
use crate::{PathStyle, Result, Rgb, StaticPicture, Style, ViewError, Visibility, font};

pub use film::ChannelFilm;

/// Minimum font size of titles and captions, in pixels per em.
const MIN_EM: f32 = 13.0;

/// Maximum width of a panel, in ems of its title.
const EMS_ACROSS: f32 = 48.0;

/// Height of a line of text in ems.
const LINE: f32 = 1.7;

/// Vertical position of the middle of a title, as a fraction of the height of its line, counted from the top of the
/// line. At this position, letters such as `g` stay above the panel.
const TITLE: f32 = 0.6;

/// Minimum side in pixels of a square that contains words.
pub(crate) const WORDY_SQUARE: u32 = 18;

/// Font size of the content of a square, as a fraction of the square's side.
pub(crate) const SIGN: f32 = 0.34;

/// Size of the knight, as a fraction of the side of its square.
pub(crate) const KNIGHT: f32 = 0.54;

/// Colours of the phases, chosen by Okabe and Ito ("Color universal design", 2008) so that colour-blind people can
/// distinguish them.
pub const PHASES: [Rgb; 5] = [[0; 3], [230, 159, 0], [86, 180, 233], [213, 94, 0], [150, 150, 150]];

/// Colour of the frame around a square that the last pass has changed. No palette contains this colour.
pub const CHANGED: Rgb = [230, 0, 150];

/// One of the four numbers of a square. A channel is parsed from its name, or from its letter: `r`, `g`, `b` or `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = unknown)]
pub enum Channel {
    /// The visit number. The short name of this channel is `r`.
    #[strum(to_string = "visit", serialize = "r")]
    Visit,
    /// The phase of the square in the decision cycle. The short name of this channel is `g`.
    #[strum(to_string = "phase", serialize = "g")]
    Phase,
    /// The rank, which is the number of unvisited neighbours. The short name of this channel is `b`.
    #[strum(to_string = "rank", serialize = "b")]
    Rank,
    /// The move from this square. The short name of this channel is `a`.
    #[strum(to_string = "next", serialize = "a")]
    Next,
}

impl Channel {
    /// All four channels, in the order R G B A.
    pub const ALL: [Self; 4] = [Self::Visit, Self::Phase, Self::Rank, Self::Next];

    /// Returns the title of the panel.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Visit => "R: visit number",
            Self::Phase => "G: Arrived, acKnowledged, Departing, Left",
            Self::Rank => "B: unvisited neighbours, ? out of date",
            Self::Next => "A: next move; only the knight's is followed",
        }
    }
}

/// Returns the error for an unknown channel name.
fn unknown(text: &str) -> ViewError {
    ViewError::no_such("channel", text, &Channel::ALL)
}

/// The state of one square in the decision cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellState {
    /// Visit number of the square, or 0 if the knight has not visited it.
    pub visit: u32,
    /// Phase of the square in the cycle: 0 for empty, 1 for arrived, 2 for acknowledged, 3 for departing, 4 for left.
    pub phase: u32,
    /// Number of unvisited neighbours, as last counted by the *rank* pass.
    pub rank: u32,
    /// True if `rank` is the current number of unvisited neighbours.
    pub is_rank_right: bool,
    /// Move from this square as numbers of rows down and columns to the right, or `None` if no move is chosen.
    pub next: Option<(i32, i32)>,
    /// One flag per number, in the order R G B A. A flag is true if the last pass has changed the number.
    pub changed: [bool; 4],
}

impl CellState {
    /// Returns whether a channel has the same appearance in two states.
    fn is_same(&self, other: &Self, channel: Channel) -> bool {
        match channel {
            Channel::Visit => self.visit == other.visit,
            Channel::Phase => self.phase == other.phase,
            Channel::Rank => self.rank == other.rank,
            Channel::Next => self.next == other.next,
        }
    }

    /// Returns whether the knight is on this square.
    const fn has_knight(&self) -> bool {
        matches!(self.phase, 1..=3)
    }

    /// Returns whether the knight makes, or has made, the chosen move from this square.
    const fn is_followed(&self) -> bool {
        matches!(self.phase, 3 | 4)
    }
}

/// The states of all squares after a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelFrame {
    /// States of the squares, row by row. The values for holes are ignored.
    pub squares: Vec<CellState>,
    /// Caption below the board in printable ASCII.
    pub caption: String,
}

/// The arrangement of the panels of the selected channels.
#[derive(Clone, Debug)]
struct ChannelSheet {
    board: Board,
    channels: Vec<Channel>,
    style: Style,
    layout: Layout,
    width: u32,
    height: u32,
}

impl ChannelSheet {
    /// Plans the panels for the frames in `moments`.
    fn new(board: &Board, channels: &[Channel], style: &Style, moments: &[ChannelFrame]) -> Result<Self> {
        let style = Style { look: PathStyle::Line, numbers: Visibility::Never, fold: false, ..style.clone() };
        let channels = if channels.is_empty() { Channel::ALL.to_vec() } else { channels.to_vec() };
        let (across, down) = grid(channels.len(), board);
        let style =
            Style { max_side: style.max_side / across.max(down), min_side: style.min_side / across.max(down), ..style };
        let widest =
            |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| font::width(text, 1.0)).fold(0.0, f32::max);
        let title = widest(&mut channels.iter().map(|channel| channel.title()));
        let caption = widest(&mut moments.iter().map(|moment| &*moment.caption));
        let size = |layout: &Layout| {
            let (em, line) = texts(layout);
            let room = |width: f32| (width * em).ceil() as u32 + 24;
            // The sums saturate because the caller can pass any number of channels.
            let width = across.saturating_mul(room(title).max(layout.width));
            let height = down.saturating_mul(layout.height + line).saturating_add(line + line / 2);
            (width.max(room(caption)), height)
        };
        let layout = fitting(board, &style, |layout| {
            let (width, height) = size(layout);
            width.max(height) <= MAX_PICTURE_SIDE && u64::from(width) * u64::from(height) <= MAX_PICTURE_PIXELS
        })?;
        let (width, height) = size(&layout);
        Ok(Self { board: board.clone(), channels, style, layout, width, height })
    }

    fn draw(&self, canvas: &mut dyn Canvas, moment: &ChannelFrame, before: Option<&ChannelFrame>) {
        let colours = self.style.palette.colours();
        canvas.rect((0, 0), (self.width, self.height), colours.background);
        let (across, down) = grid(self.channels.len(), &self.board);
        let (em, line) = texts(&self.layout);
        let (wide, high) = (self.width / across, self.layout.height + line);
        for (at, &channel) in (0..).zip(&self.channels) {
            let (left, top) = (at % across * wide, at / across * high);
            let title = ((left + wide / 2) as f32, top as f32 + line as f32 * TITLE);
            let shift = (left + (wide - self.layout.width) / 2, top + line);
            let mut panel = Shifted { canvas: &mut *canvas, shift };
            panel::draw(&mut panel, self, channel, moment, before);
            canvas.text(channel.title(), em, title, colours.label);
        }
        let caption = (self.width as f32 / 2.0, (down * high) as f32 + line as f32 * 0.5);
        canvas.text(&moment.caption, em, caption, colours.ink);
    }
}

/// Returns two values for panels in this layout, both in pixels: the font size of titles and captions, and the height
/// of a line of text.
fn texts(layout: &Layout) -> (f32, u32) {
    let em = (layout.width as f32 / EMS_ACROSS).max(MIN_EM);
    (em, (LINE * em).round() as u32)
}

/// Draws the values of one channel on squares whose background colours are already drawn.
pub(crate) fn over(
    canvas: &mut dyn Canvas,
    board: &Board,
    style: &Style,
    layout: Layout,
    channel: Channel,
    squares: &[(Square, CellState)],
) {
    let (board, style) = (board.clone(), style.clone());
    let sheet = ChannelSheet { board, channels: vec![channel], style, layout, width: 0, height: 0 };
    panel::over(canvas, &sheet, channel, squares, true);
}

/// Returns the largest layout of a panel for which `fits` returns `true`.
///
/// # Errors
/// [`ViewError::TooFine`] if no layout fits.
fn fitting(board: &Board, style: &Style, fits: impl Fn(&Layout) -> bool) -> Result<Layout> {
    let of = |square: Option<u32>| Layout::new(board, &Style { square, ..style.clone() });
    let max = match of(style.square) {
        Ok(layout) if fits(&layout) => return Ok(layout),
        Ok(layout) => layout.square,
        Err(ViewError::TooLarge { largest, .. }) => largest,
        Err(ViewError::TooFine { needed, board, square, .. }) => {
            return Err(ViewError::TooFine { what: "channels", needed, board, square });
        }
        Err(error) => return Err(error),
    };
    let largest = (MIN_LINE_SQUARE..=max).rev().find(|&square| of(Some(square)).is_ok_and(|layout| fits(&layout)));
    let square = style.square.unwrap_or(max);
    Err(ViewError::TooLarge { board: board.to_string(), square, largest: largest.unwrap_or(0) })
}

/// Returns the numbers of panels per row and per column. A row has two panels, unless the board is high or wide.
fn grid(panels: usize, board: &Board) -> (u32, u32) {
    let panels = panels.max(1) as u32;
    if board.rows() / 2 >= board.cols() {
        (panels, 1)
    } else if board.cols() / 2 >= board.rows() {
        (1, panels)
    } else {
        (panels.min(2), panels.div_ceil(2))
    }
}

impl<'a> StaticPicture<'a> {
    /// Draws the state of the decision cycle after a pass, with one panel per selected channel. An empty list of
    /// channels selects all four channels. Only the palette, the size and the coordinates of the style are used.
    ///
    /// # Errors
    /// [`ViewError::TooFine`] if the squares would be too small, [`ViewError::Squares`] if the frame and the board have
    /// different numbers of squares, and any error caused by the size in the style.
    pub fn channels(board: &Board, channels: &[Channel], moment: &'a ChannelFrame, style: &Style) -> Result<Self> {
        check(board, moment)?;
        let sheet = ChannelSheet::new(board, channels, style, std::slice::from_ref(moment))?;
        let title = format!("the decision cycle on {board}: {}", moment.caption);
        Ok(Self::new((sheet.width, sheet.height), title, move |canvas| sheet.draw(canvas, moment, None)))
    }
}

/// Checks whether these channels of a board can be painted for every state.
///
/// # Errors
/// Returns the errors of [`StaticPicture::channels`].
pub fn check_channels(board: &Board, channels: &[Channel], style: &Style) -> Result<()> {
    ChannelSheet::new(board, channels, style, &[]).map(|_| ())
}

/// Checks that the frame has as many states as the board has squares.
fn check(board: &Board, moment: &ChannelFrame) -> Result<()> {
    let given = moment.squares.len();
    if given as u64 == board.cells() { Ok(()) } else { Err(ViewError::Squares { given, needed: board.cells() }) }
}
