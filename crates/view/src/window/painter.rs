//! Drawing a scene: the window's pipelines, and the same into a picture that is saved.

use bytemuck::{Pod, Zeroable};
use courser_board::Board;
use courser_gpu::wgpu::{self, BufferUsages, TextureUsages};
use courser_gpu::{DEPTH, Device, GpuError};

use super::atlas::{Atlas, Ems, Face, Glyph, Letter};
use super::camera::{Camera, Wall};
use super::hud;
use super::pipelines::{Constants, Part, Pipelines};
use super::scene::{End, Moment, Squares};
use crate::canvas::DETAILED_SQUARE;
use crate::coordinates::Labels;
use crate::layout::MIN_LINE_SQUARE;
use crate::marks::window_em;
use crate::palette::mix;
use crate::{Palette, Picture, Rgb};

/// What the squares show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The line, with visit numbers where they can be read.
    #[default]
    Numbers,
    /// The line.
    Line,
    /// The visit number as colour.
    Heat,
}

/// One channel of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// The visit number.
    Red,
    /// The phase of the cycle.
    Green,
    /// The rank.
    Blue,
    /// The next move.
    Alpha,
}

/// How a scene is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The board; of a wall one of them.
    pub board: &'a Board,
    /// How many boards there are.
    pub wall: Wall,
    /// Where they lie.
    pub camera: Camera,
    /// Where the squares are.
    pub squares: Squares<'a>,
    /// Where the tour stands.
    pub moment: Moment,
    /// What squares show.
    pub look: Look,
    /// A channel, instead of the look.
    pub channel: Option<Channel>,
    /// The colours.
    pub palette: Palette,
}

/// Words over a scene.
pub(super) struct Over<'a> {
    /// Their em in pixels.
    pub(super) em: f32,
    /// Pixels at the lower edge that are theirs alone.
    pub(super) high: u32,
    pub(super) write: &'a dyn Fn(&Face, &mut Vec<Letter>),
}

/// What the shaders know of the view: `View` in `shaders/view/view.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct View {
    /// Pixels of the picture, across and down.
    pub size: [f32; 2],
    /// The pixel of the top left corner of `first`, across and down.
    pub origin: [f32; 2],
    /// The first place in sight, (row, column) in the wall.
    pub first: [i32; 2],
    /// Rows and columns in sight from there.
    pub seen: [u32; 2],
    /// Pixels a side of a square.
    pub side: f32,
    /// The em of numbers in pixels; 0 for no numbers.
    pub em: f32,
    /// The most digits that a number has.
    pub digits: u32,
    /// Numbers beyond this one are not visited yet.
    pub now: u32,
    /// Where the knight of that number stands in its cycle: 1 to 3.
    pub phase: u32,
    /// The number at which the course of colours ends.
    pub last: u32,
    /// Squares from a row to the next in the buffer.
    pub stride: u32,
    /// Rows of a board.
    pub rows: u32,
    /// Columns of a board.
    pub cols: u32,
    /// Squares between boards.
    pub gap: u32,
    /// Boards side by side.
    pub across: u32,
    /// All boards.
    pub boards: u32,
    /// 1 if a move leads from the last square to the first.
    pub closed: u32,
    /// 1 if the picture stores light, not colours as they are written down.
    pub linear: u32,
    /// Fills the row of 16 bytes.
    pub unused_0: u32,
    /// Fills it as well.
    pub unused_1: u32,
    /// Rows down and columns right of each move code; 0 is none.
    pub moves: [[i32; 4]; 9],
    /// Background, two squares, two unvisited, hatch, rim, ink, paper, closing move, cold, casing.
    pub colours: [[f32; 4]; 12],
}

/// What of a scene is drawn beside its squares.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parts {
    line: bool,
    /// The em of numbers, if there are any.
    em: Option<f32>,
    marks: bool,
}

/// The pipelines and buffers of drawing, for pictures of one format.
pub struct Painter {
    format: wgpu::TextureFormat,
    pipelines: Pipelines,
    view: wgpu::Buffer,
    ramps: wgpu::Buffer,
    coverage: wgpu::Buffer,
    numerals: wgpu::Buffer,
    letters: wgpu::Buffer,
    atlas: Atlas,
    /// The palette whose ramps are on the card.
    palette: Option<Palette>,
    depth: Option<wgpu::Texture>,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Painter({:?})", self.format)
    }
}

impl Painter {
    /// A painter of pictures of this format.
    ///
    /// # Errors
    /// [`GpuError`] if the driver refuses a pipeline, or there is no room.
    pub fn new(device: &Device, format: wgpu::TextureFormat) -> Result<Self, GpuError> {
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let view = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let atlas = Atlas::new(Ems { words: 1.0, labels: 1.0, numbers: 1.0 });
        let painter = Self {
            pipelines: Pipelines::new(device, format)?,
            view: device.buffer("view", size_of::<View>() as u64, view)?,
            ramps: device.buffer("ramps", 2 * 256 * 4, storage)?,
            coverage: device.buffer("coverage", atlas.coverage.len() as u64, storage)?,
            numerals: device.buffer("numerals", size_of::<[Glyph; 10]>() as u64, storage)?,
            letters: device.buffer("letters", 1024 * size_of::<Letter>() as u64, storage)?,
            format,
            atlas,
            palette: None,
            depth: None,
        };
        painter.upload_atlas(device);
        Ok(painter)
    }

    /// Sees to it that glyphs are of the sizes that this scene needs.
    fn fit_atlas(&mut self, device: &Device, ems: Ems) -> Result<(), GpuError> {
        if ems == self.atlas.ems {
            return Ok(());
        }
        self.atlas = Atlas::new(ems);
        let bytes = self.atlas.coverage.len() as u64;
        if bytes > self.coverage.size() {
            self.coverage = device.buffer("coverage", 2 * bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        }
        self.upload_atlas(device);
        Ok(())
    }

    fn upload_atlas(&self, device: &Device) {
        device.queue().write_buffer(&self.coverage, 0, &self.atlas.coverage);
        device.queue().write_buffer(&self.numerals, 0, bytemuck::cast_slice(&self.atlas.numerals));
    }

    /// Draws a scene on a picture that can be drawn on, and over it the words of `hud`. It does not wait for the card.
    ///
    /// # Errors
    /// What the device reports.
    pub(super) fn paint(
        &mut self,
        device: &Device,
        target: &wgpu::Texture,
        shown: &Shown<'_>,
        hud: &Over<'_>,
    ) -> Result<(), GpuError> {
        let size = (target.width(), target.height());
        let parts = parts(shown);
        let labels = Labels::new(shown.board, shown.camera.side() as f32).size();
        self.fit_atlas(device, Ems { words: hud.em, labels, numbers: parts.em.unwrap_or(self.atlas.ems.numbers) })?;
        let mut words = rims(shown);
        let rims = words.len() as u32;
        hud::coordinates(&self.atlas.labels, shown, (size.0, size.1.saturating_sub(hud.high)), &mut words);
        (hud.write)(&self.atlas.words, &mut words);
        if self.palette != Some(shown.palette) {
            self.palette = Some(shown.palette);
            device.queue().write_buffer(&self.ramps, 0, bytemuck::cast_slice(&ramps(shown.palette)));
        }
        let bytes = size_of_val(&*words) as u64;
        if bytes > self.letters.size() {
            self.letters = device.buffer("letters", 2 * bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        }
        device.queue().write_buffer(&self.letters, 0, bytemuck::cast_slice(&words));
        let view = View::new(shown, parts, size, self.format.is_srgb());
        device.queue().write_buffer(&self.view, 0, bytemuck::bytes_of(&view));
        let squares = match shown.squares {
            Squares::States(buffer) | Squares::Visits { buffer, .. } => buffer,
        };
        let bind = device.bind(
            "view",
            &self.pipelines.layout,
            &[&self.view, squares, &self.ramps, &self.coverage, &self.numerals, &self.letters],
        );

        let depth = match self.depth.take().filter(|depth| (depth.width(), depth.height()) == size) {
            Some(depth) => depth,
            None => device.picture("depth", size, DEPTH, TextureUsages::RENDER_ATTACHMENT)?,
        };
        let (target, depth_view) = (target.create_view(&Default::default()), depth.create_view(&Default::default()));
        self.depth = Some(depth);
        let seen = view.seen[0].saturating_mul(view.seen[1]);
        let mut steps = vec![(self.pipelines.place(device, Part::Board, board_constants(shown, parts))?, 0..1)];
        let common = common_constants(shown);
        let with = |more: &[(&'static str, u32)]| [&common[..], more].concat();
        let word = self.pipelines.place(device, Part::Word, Vec::new())?;
        steps.push((word, 0..rims));
        if parts.line {
            let cased = ("CASED", u32::from(view.side >= DETAILED_SQUARE as f32));
            steps.push((self.pipelines.place(device, Part::Line, with(&[cased]))?, 0..seen));
        }
        if parts.marks {
            let numbered = ("NUMBERED", u32::from(parts.em.is_some()));
            steps.push((self.pipelines.place(device, Part::Mark, with(&[numbered]))?, 0..seen));
        }
        if parts.em.is_some() {
            let number = self.pipelines.place(device, Part::Number, with(&[("LOOK", look(shown, parts))]))?;
            steps.push((number, 0..seen.saturating_mul(view.digits)));
        }
        steps.push((word, rims..words.len() as u32));

        let mut encoder = device.encoder("frame");
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("frame"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth_view,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        pass.set_bind_group(0, &bind, &[]);
        for (nth, (pipeline, instances)) in steps.into_iter().enumerate() {
            if !instances.is_empty() {
                pass.set_pipeline(self.pipelines.get(pipeline));
                // A triangle that covers the picture, then quads.
                pass.draw(0..if nth == 0 { 3 } else { 4 }, instances);
            }
        }
        drop(pass);
        device.queue().submit([encoder.finish()]);
        device.check()
    }

    /// Draws a scene on a picture that can be drawn on, with coordinates and without any other words. It does
    /// not wait for the card.
    ///
    /// # Errors
    /// What the device reports.
    pub fn draw(&mut self, device: &Device, target: &wgpu::Texture, shown: &Shown<'_>) -> Result<(), GpuError> {
        self.paint(device, target, shown, &Over { em: self.atlas.ems.words, high: 0, write: &|_, _| {} })
    }

    /// The scene as a picture of so many pixels, with coordinates and without any other words.
    ///
    /// # Errors
    /// What the device reports.
    pub fn picture(&mut self, device: &Device, size: (u32, u32), shown: &Shown<'_>) -> Result<Picture, GpuError> {
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC;
        let target = device.picture("picture", size, self.format, usage)?;
        self.draw(device, &target, shown)?;
        let mut bytes = device.read_picture(&target)?;
        if matches!(self.format, wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Bgra8UnormSrgb) {
            for [blue, _, red, _] in bytes.as_chunks_mut().0 {
                std::mem::swap(blue, red);
            }
        }
        Ok(Picture::from_rgba(size.0, size.1, &bytes))
    }
}

/// What there is room for in squares of this size.
fn parts(shown: &Shown<'_>) -> Parts {
    let side = shown.camera.side() as f32;
    let lines = side >= MIN_LINE_SQUARE as f32;
    match (shown.channel, shown.look) {
        (Some(channel), _) => Parts { line: false, em: window_em(channel_digits(channel, shown), side), marks: false },
        (None, Look::Heat) => Parts { line: false, em: None, marks: false },
        (None, Look::Line) => Parts { line: lines, em: None, marks: lines },
        (None, Look::Numbers) => Parts { line: lines, em: window_em(digits(shown.moment.of), side), marks: lines },
    }
}

/// What the squares show, as the shaders number it.
fn look(shown: &Shown<'_>, parts: Parts) -> u32 {
    let heat = parts == Parts { line: false, em: None, marks: false };
    shown.channel.map_or(u32::from(heat), |channel| 2 + channel as u32)
}

fn common_constants(shown: &Shown<'_>) -> Constants {
    let words = match shown.squares {
        Squares::States(_) => 4,
        Squares::Visits { .. } => 1,
    };
    vec![("WORDS", words), ("MANY", u32::from(shown.wall.boards > 1))]
}

fn board_constants(shown: &Shown<'_>, parts: Parts) -> Constants {
    let side = shown.camera.side();
    let mut constants = common_constants(shown);
    let left_out = shown.moment.end.is_some();
    constants.extend([
        ("LOOK", look(shown, parts)),
        ("FINE", u32::from(side < 1.0)),
        ("EDGES", u32::from(shown.wall.boards > 1 || shown.board.hole_count() > 0)),
        ("LEFT_OUT", u32::from(left_out)),
        ("STRIPES", u32::from(left_out && side >= f64::from(DETAILED_SQUARE))),
    ]);
    constants
}

/// The rim of a board that is alone and has no holes; all others are found square by square.
fn rims(shown: &Shown<'_>) -> Vec<Letter> {
    let side = shown.camera.side();
    if shown.wall.boards > 1 || shown.board.hole_count() > 0 || side < f64::from(MIN_LINE_SQUARE) {
        return Vec::new();
    }
    let rim = (side / 32.0).floor().clamp(1.0, 3.0);
    let (left, top) = shown.camera.corner();
    let (wide, high) = (side * f64::from(shown.wall.cols), side * f64::from(shown.wall.rows));
    let colour = shown.palette.colours().rim;
    let pixels = |x: f64, y: f64| (x as f32, y as f32);
    [
        ((left - rim, top - rim), (wide + 2.0 * rim, rim)),
        ((left - rim, top + high), (wide + 2.0 * rim, rim)),
        ((left - rim, top), (rim, high)),
        ((left + wide, top), (rim, high)),
    ]
    .map(|((x, y), (width, height))| Letter::filled(pixels(x, y), pixels(width, height), colour, u8::MAX))
    .to_vec()
}

fn digits(number: u64) -> u32 {
    number.max(1).ilog10() + 1
}

fn channel_digits(channel: Channel, shown: &Shown<'_>) -> u32 {
    if channel == Channel::Red { digits(shown.moment.of) } else { 1 }
}

impl View {
    fn new(shown: &Shown<'_>, parts: Parts, size: (u32, u32), linear: bool) -> Self {
        let leaper = shown.board.leaper();
        let reach = leaper.r().max(leaper.s()).min(shown.wall.rows.max(shown.wall.cols));
        let sight = shown.camera.sight(&shown.wall, size, if parts.line { reach } else { 0 });
        let colours = shown.palette.colours();
        let casing = mix(colours.squares[0], colours.squares[1], 0.5);
        let [light, dark] = colours.squares;
        // As in an animation, a square is told as left out only when the path has ended.
        let [light_left, dark_left] = colours.unvisited;
        // As in an animation, a square is told as left out only when the path has ended.
        let cold = if shown.moment.end.is_some() { colours.cold } else { casing };
        let (stride, now) = match shown.squares {
            Squares::States(_) => (shown.wall.cols, u32::MAX - 1),
            Squares::Visits { stride, .. } => (stride, shown.moment.visit as u32),
        };
        // The course of a path that got stuck ends where it did.
        let last = if shown.moment.end == Some(End::Stuck) { shown.moment.visit } else { shown.moment.of };
        let mut view = Self {
            size: [size.0 as f32, size.1 as f32],
            origin: sight.origin,
            first: sight.first,
            seen: sight.seen,
            side: sight.side,
            em: parts.em.unwrap_or(0.0),
            digits: shown.channel.map_or_else(|| digits(shown.moment.of), |channel| channel_digits(channel, shown)),
            now,
            phase: shown.moment.phase(),
            last: last as u32,
            stride,
            rows: shown.wall.rows,
            cols: shown.wall.cols,
            gap: shown.wall.gap,
            across: shown.wall.across,
            boards: shown.wall.boards,
            closed: u32::from(last == shown.board.playable() && last > 2),
            linear: u32::from(linear),
            unused_0: 0,
            unused_1: 0,
            moves: [[0; 4]; 9],
            colours: [
                colours.background,
                light,
                dark,
                light_left,
                dark_left,
                colours.hatch,
                colours.rim,
                colours.ink,
                colours.paper,
                colours.closing,
                cold,
                casing,
            ]
            .map(parts_of),
        };
        for code in 1..=8 {
            let (row, col) = leaper.step(code);
            view.moves[usize::from(code)] = [row, col, 0, 0];
        }
        view
    }
}

/// A colour in parts of 1.
fn parts_of([r, g, b]: Rgb) -> [f32; 4] {
    [r, g, b, u8::MAX].map(|channel| f32::from(channel) / 255.0)
}

/// 256 colours along the course, then 256 of the heat map, a byte a channel from the lowest.
fn ramps(palette: Palette) -> [u32; 512] {
    std::array::from_fn(|at| {
        let part = (at % 256) as f32 / 255.0;
        let [r, g, b] = if at < 256 { palette.course(part) } else { palette.heat(part) };
        u32::from_le_bytes([r, g, b, u8::MAX])
    })
}
