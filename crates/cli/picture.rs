//! Pictures of a checked path. The options of the command determine the format and the style.

use courser::board::{Board, Kind, Path};
use courser::view::{
    self, Animation, Colouring, Drawing, FrameSink, HeatStream, Layout, Palette, PathStyle, Picture, Plot, Sheet,
    StaticPicture, Style, Timing, TourFilm, ViewError, Visibility,
};
use courser::{FileFormat, VisitNumbers};
use indicatif::ProgressBar;

use crate::args::picture::{MIN_PICTURE, StyleArgs};
use crate::error::{Failure, Result, refuse};
use crate::memory;
use crate::output::OutputTarget;
use crate::progress::bar;

/// Rejects options that have no effect on a picture in this format.
pub(crate) fn consistent(args: &StyleArgs, format: FileFormat) -> Result<()> {
    let (is_svg, is_png, print) = (format == FileFormat::Svg, format == FileFormat::Png, &args.print);
    let (options, cure) =
        (["--speed", "--fps", "--hold", "--easing"], "leave it out, or write to a .gif, .apng or .y4m");
    args.only(&options, format.is_animation(), "animations", cure)?;
    if let Some(fps) = args.fps.filter(|_| format == FileFormat::Gif) {
        view::check_gif_fps(fps)?;
    }
    let is_style = |looks: &[PathStyle]| args.style.is_some_and(|style| looks.contains(&style));
    let no_line = is_style(&[PathStyle::Numbers, PathStyle::Heat]);
    let line_only = args.first_of(&["--curve", "--colour", "--coordinates"]);
    let what = format_args!("--scale makes a heat map without {}", line_only.unwrap_or_default());
    refuse(args.scale.is_some() && line_only.is_some(), what, "leave one of the two out")?;
    let what = "--curve rounds the corners of a line, and this style draws no line";
    refuse(args.curve && (no_line || is_style(&[PathStyle::Arrows])), what, "leave out --curve or --style")?;
    let has_colour = !is_style(&[PathStyle::Numbers]) && (args.colour != Some(Colouring::Plain) || !no_line);
    let what = "this style does not support this --colour";
    refuse(args.colour.is_some() && !has_colour, what, "leave out --colour or --style")?;
    args.only(&["--scale"], is_png, "a PNG", "leave it out, or write to a .png")?;
    let cure = "leave it out, or write to a .svg or .png";
    args.only(&["--paper", "--margin"], is_svg || is_png, "an SVG or a PNG", cure)?;
    args.only(&["--pen", "--stroke", "--stroke-layers"], is_svg, "an SVG", "leave it out, or write to a .svg")?;
    let cure = "leave it out, or use --stroke single";
    args.only(&["--pen", "--stroke-layers"], print.is_single(), "a single stroke", cure)?;
    args.only(&["--dpi"], is_png, "a PNG", "leave it out, or write to a .png")?;
    let cure = "leave it out, or name the paper, as in --paper A4";
    args.only(&["--margin"], print.paper.is_some() || print.is_single(), "paper", cure)?;
    let has_layers = print.stroke_layers.is_some_and(|layers| layers > 1);
    let what = "--palette colours the layers of a single stroke, and this stroke has one layer";
    let cure = "leave it out, or use --stroke-layers 2";
    refuse(print.is_single() && args.palette.is_some() && !has_layers, what, cure)?;
    let filled = ["--style", "--colour", "--square", "--coordinates", "--caption", "--legend", "--scale"];
    let filled = args.first_of(&filled);
    let (what, name) = ("--stroke single draws only a line", filled.unwrap_or_default());
    let what = format_args!("{what}, so {name} has no effect");
    refuse(print.is_single() && filled.is_some(), what, "leave one of the two out")?;
    let other = args.style.is_some() && !is_style(&[PathStyle::Auto, PathStyle::Heat]);
    refuse(args.scale.is_some() && other, "--scale makes a heat map", "leave out --scale, or use --style heat")
}

/// Rejects picture options that have no effect on a drawing in the terminal.
pub(crate) fn consistent_shown(args: &StyleArgs) -> Result<()> {
    const SHOWN: [&str; 7] = ["--style", "--palette", "--colour", "--curve", "--square", "--coordinates", "--legend"];
    if let Some(other) = args.given().find(|given| !SHOWN.contains(given)) {
        let cure = "leave it out, or write to a .png, .svg, .gif, .apng or .y4m";
        return Err(Failure::input(format!("{other} is for pictures in files"), cure));
    }
    consistent(args, FileFormat::Png)
}

/// Returns the default style with this palette.
///
/// # Errors
/// [`Failure`] if a palette is given but the output is not a picture.
pub(crate) fn in_colours(palette: Option<Palette>, is_picture: bool) -> Result<Style> {
    let cure = "leave it out, or write to a picture with -o FILE";
    refuse(palette.is_some() && !is_picture, "--palette is for pictures", cure)?;
    Ok(Style { palette: palette.unwrap_or_default(), min_side: MIN_PICTURE, ..Style::default() })
}

/// The style and the layout of a path's picture. Both are computed once, before the path is known.
pub(crate) struct PicturePlan<'a> {
    args: &'a StyleArgs,
    format: FileFormat,
    /// Style of the picture. For a sheet of paper, this style has the largest squares that fit on the sheet.
    style: Style,
    layout: Layout,
    /// Sheet of paper, or `None` if no paper is requested.
    sheet: Option<Sheet>,
}

impl<'a> PicturePlan<'a> {
    /// Plans the picture of a path with `squares` squares. Rejects a board whose paths cannot be drawn.
    pub(crate) fn new(board: &Board, squares: u64, args: &'a StyleArgs, format: FileFormat) -> Result<Self> {
        let sheet = args.print.sheet(board)?;
        let style = match (&sheet, args.print.dpi()) {
            (Some(sheet), Some(dpi)) if format == FileFormat::Png => sheet.style(board, &args.style(), dpi)?,
            _ => args.style(),
        };
        if format.is_animation() {
            TourFilm::check(board, squares, &style, &args.pace())?;
        }
        let layout = match args.scale {
            Some(squares) => Layout::heat(board, &Style { look: PathStyle::Auto, ..style.clone() }, Some(squares))?,
            None => Layout::new(board, &style)?,
        };
        let has_legend = args.legend.is_some_and(|legend| legend != Visibility::Auto);
        let is_line = layout.drawing != Drawing::Heat;
        let cure = "leave it out, or add --style heat";
        refuse(has_legend && is_line, "--legend is for heat maps, and this picture shows a line", cure)?;
        let cure = format!("leave it out, or use larger squares, with --square {} or more", view::MIN_LINE_SQUARE);
        let rounds = args.curve && !args.print.is_single();
        refuse(rounds && !is_line, "--curve rounds the corners of a line, and this picture is a heat map", cure)?;
        Ok(Self { args, format, style, layout, sheet })
    }

    /// Returns whether the picture is a heat map that can be painted from bands of rows. If the side of a square is at
    /// least [`view::MIN_LINE_SQUARE`] pixels, marks or numbers are drawn on the squares. Drawing them requires the
    /// whole tour.
    pub(crate) fn is_heat_map(&self) -> bool {
        self.layout.drawing == Drawing::Heat && self.layout.square < view::MIN_LINE_SQUARE
    }

    /// Returns the empty heat map of the board.
    ///
    /// # Errors
    /// [`Failure`] if there is not enough memory for the picture.
    pub(crate) fn heat_map(&self, board: &Board, caption: String) -> Result<HeatStream> {
        let (style, scale) = (self.captioned(caption), self.args.scale);
        memory::check("the picture", HeatStream::bytes(board, scale, &style)?)?;
        Ok(HeatStream::new(board, scale, &style)?)
    }

    /// Writes the picture of a path. `kind` is `None` for a path that is not a tour.
    pub(crate) fn write(&self, output: OutputTarget, path: &Path, kind: Option<Kind>, caption: String) -> Result<()> {
        let style = self.captioned(caption);
        output.no_terminal("picture")?;
        if self.format.is_animation() {
            return write_film(output, self.format, TourFilm::new(path, kind, &style, self.args.pace())?);
        }
        if self.format != FileFormat::Svg {
            let picture = match self.args.scale {
                Some(squares) => view::paint_scaled(path, kind, squares, &style),
                None => view::paint(path, kind, &style),
            };
            return self.write_png(output, picture?, &self.layout);
        }
        output.write(|out| {
            Ok(match (&self.sheet, self.args.print.stroke(self.args)) {
                (Some(sheet), Some(stroke)) => sheet.write_stroke(path, kind, &stroke, out),
                (sheet, _) => view::write_svg_on(sheet.as_ref(), path, kind, &style, out),
            }?)
        })
    }

    /// Writes a heat map whose rows are complete.
    pub(crate) fn write_heat_map(&self, output: OutputTarget, map: HeatStream) -> Result<()> {
        let layout = map.layout().clone();
        self.write_png(output, map.finish()?, &layout)
    }

    /// Writes the picture of a board as PNG. If a paper size is requested, the picture is a sheet of this size with the
    /// board in the middle.
    fn write_png(&self, output: OutputTarget, picture: Picture, layout: &Layout) -> Result<()> {
        let dpi = self.args.print.dpi();
        let picture = match self.sheet.as_ref().zip(dpi) {
            Some((sheet, dpi)) => sheet.around(&picture, layout.labelled(), self.style.palette, dpi)?,
            None => picture,
        };
        output.write(|out| Ok(view::write_png_at(&picture, dpi, out)?))
    }

    /// Returns a copy of the style. If the style requests a caption, the caption of the copy is `caption`.
    fn captioned(&self, caption: String) -> Style {
        Style { caption: self.style.caption.as_ref().map(|_| caption), ..self.style.clone() }
    }
}

/// Writes a still picture as SVG or PNG.
pub(crate) fn write_still(
    output: OutputTarget,
    format: FileFormat,
    still: Result<StaticPicture<'_>, ViewError>,
) -> Result<()> {
    output.no_terminal("picture")?;
    let still = still?;
    if format == FileFormat::Svg {
        return output.write(|out| Ok(still.write_svg(out)?));
    }
    write_png(output, &still.paint())
}

/// Writes a picture as PNG.
pub(crate) fn write_png(output: OutputTarget, picture: &Picture) -> Result<()> {
    output.write(|out| Ok(view::write_png(picture, out)?))
}

/// Writes an animation.
pub(crate) fn write_film(output: OutputTarget, format: FileFormat, film: impl Animation) -> Result<()> {
    output.no_terminal("picture")?;
    let bar = bar(film.timing().frames.into(), "frames");
    let mut film = Watched { film, bar };
    output.write(|out| {
        Ok(match format {
            FileFormat::Gif => view::write_gif(&mut film, out),
            FileFormat::Apng => view::write_apng(&mut film, out),
            FileFormat::Y4m => view::write_y4m(&mut film, out),
            still => {
                let cure = "write to a .gif, .apng or .y4m";
                return Err(Failure::input(format!("{still} holds no animation"), cure));
            }
        }?)
    })?;
    film.bar.finish_and_clear();
    Ok(())
}

/// An animation with a progress bar that counts the painted frames.
struct Watched<F> {
    film: F,
    bar: ProgressBar,
}

impl<F: Animation> Animation for Watched<F> {
    fn size(&self) -> (u32, u32) {
        self.film.size()
    }

    fn timing(&self) -> Timing {
        self.film.timing()
    }

    fn play(&mut self, every: u32, sink: &mut FrameSink<'_>) -> Result<(), ViewError> {
        let bar = &self.bar;
        self.film.play(every, &mut |number, picture, area| {
            bar.set_position(number.into());
            sink(number, picture, area)
        })
    }
}

/// Adds the next rows to a heat map.
pub(crate) fn push(map: &mut HeatStream, numbers: VisitNumbers<'_>) -> Result<()> {
    Ok(match numbers {
        VisitNumbers::Narrow(numbers) => map.push(numbers),
        VisitNumbers::Wide(numbers) => map.push(numbers),
    }?)
}

/// Writes plots on one sheet, whose size is given in pixels.
pub(crate) fn write_plots(output: OutputTarget, format: FileFormat, plots: &[Plot], size: (u32, u32)) -> Result<()> {
    write_still(output, format, StaticPicture::plots(plots, size))
}

impl From<ViewError> for Failure {
    fn from(error: ViewError) -> Self {
        match error {
            ViewError::Write(error) => Self::writing("the picture", &error),
            error => Self::of(&error),
        }
    }
}
