//! Draws pictures on the GPU and compares them with pictures painted on the CPU.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use courser_board::{Board, Kind, Leaper, Path, Square};
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{AdapterChoice, Adapters, GpuDevice};
use courser_view::{
    Animation, Area, Channel, CycleColours, CycleSquare, MakingFilm, MakingFrame, Pace, Palette, Picture, Style,
    Visibility, paint,
};
use courser_window::{
    BoardGrid, BoardSquare, Camera, FrameInputs, NumberStyle, Painter, Replay, SceneProgress, Squares,
};

#[path = "../../view/tests/common/mod.rs"]
mod common;

use common::slides;

/// Returns a walk that continues until the knight is stuck or every square is visited.
fn walk(board: &Board, start: Square) -> Path {
    common::walk(board, start, 0)
}

/// Maximum mean difference between two pictures of the same pass. The differences of the colour channels are on a scale
/// from 0 to 255. The pictures differ in the antialiasing of edges and in the subpixel positions of digits.
const MEAN: f64 = 2.0;

/// Maximum number of differing pixels per thousand pixels. A pixel differs if the difference in any channel exceeds
/// [`MUCH`].
const PER_MILLE: f64 = 6.0;

/// Threshold for a clearly visible difference between two values of a colour channel.
const MUCH: u8 = 64;

static DEVICE: LazyLock<Mutex<GpuDevice>> = LazyLock::new(|| {
    let adapters = Adapters::find();
    let adapter = adapters.pick(&AdapterChoice::Auto).unwrap_or_else(|error| {
        panic!("{error}: the tests of the window need one: install a Vulkan driver (apt install mesa-vulkan-drivers)");
    });
    Mutex::new(GpuDevice::open(adapter).expect("the adapter gives a device"))
});

fn device() -> MutexGuard<'static, GpuDevice> {
    DEVICE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A path after some passes, and its style.
struct Scene {
    path: Path,
    passes: u64,
    look: NumberStyle,
    palette: Palette,
    /// A square, followed by the squares that its invocation reads. If the list is empty, the picture marks no squares
    /// as read.
    reads: Vec<Square>,
}

impl Scene {
    fn new(path: &Path) -> Self {
        Self {
            path: path.clone(),
            passes: u64::MAX,
            look: NumberStyle::Numbers,
            palette: Palette::Light,
            reads: Vec::new(),
        }
    }

    fn replay(&self) -> Replay {
        let mut replay = Replay::new(self.path.order().len() as u64, self.path.board().playable());
        replay.advance(self.passes);
        replay
    }

    fn progress(&self) -> SceneProgress {
        self.replay().progress()
    }

    fn numbers(&self) -> Vec<u32> {
        let board = self.path.board();
        let mut numbers = self.path.visits();
        for hole in board.holes() {
            numbers[board.index(hole) as usize] = u32::MAX;
        }
        numbers
    }

    /// Returns the picture drawn by the GPU.
    fn drawn(&self, size: (u32, u32), camera: impl FnOnce(&mut Camera, &BoardGrid)) -> Picture {
        let device = device();
        let board = self.path.board();
        let numbers: Vec<u8> = self.numbers().iter().flat_map(|number| number.to_le_bytes()).collect();
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let buffer = device.buffer("numbers", numbers.len() as u64, usage).unwrap();
        device.queue().write_buffer(&buffer, 0, &numbers);
        let wall = BoardGrid::new(board, 1, size);
        let mut where_it_is = Camera::whole(&wall, board, size);
        camera(&mut where_it_is, &wall);
        let shown = FrameInputs {
            board,
            wall,
            camera: where_it_is,
            squares: Squares::Visits { buffer: &buffer, stride: board.cols() },
            progress: self.progress(),
            look: self.look,
            channel: None,
            palette: self.palette,
            walks: &[],
            invoked: None,
            reads: self.reads.split_first().map(|(&square, read)| (BoardSquare { board: 0, square }, read)),
            has_title: false,
            area: Area::whole(size),
        };
        let mut painter = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap();
        painter.picture(&device, size, &[shown]).unwrap()
    }

    /// Returns the picture painted without a GPU, with squares of this size in pixels.
    fn painted(&self, kind: Option<Kind>, square: u32) -> Picture {
        let numbers = if self.look == NumberStyle::Numbers { Visibility::Auto } else { Visibility::Never };
        let style = Style { palette: self.palette, square: Some(square), numbers, fold: false, ..Style::default() };
        let visited = self.path.order()[..self.progress().visit as usize].to_vec();
        let path = Path::new(self.path.board().clone(), visited).unwrap();
        paint(&path, kind, &style).unwrap()
    }

    /// Returns two pictures of the same size: the picture drawn by the GPU, and the picture painted without a GPU.
    fn both(&self, kind: Option<Kind>, square: u32) -> (Picture, Picture) {
        let painted = self.painted(kind, square);
        (self.drawn((painted.width(), painted.height()), |_, _| {}), painted)
    }
}

/// Returns two values: the mean difference of all channel values, and the number of pixels with a large difference, per
/// thousand pixels. A difference is large if a channel differs by more than `MUCH`.
fn difference(one: &Picture, other: &Picture) -> (f64, f64) {
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let apart: Vec<u8> = one.rgb().iter().zip(other.rgb()).map(|(&a, &b)| a.abs_diff(b)).collect();
    let mean = apart.iter().map(|&by| f64::from(by)).sum::<f64>() / apart.len() as f64;
    let much = apart.chunks_exact(3).filter(|pixel| pixel.iter().any(|&by| by > MUCH)).count();
    (mean, 1000.0 * much as f64 / (apart.len() / 3) as f64)
}

#[track_caller]
fn agree(what: &str, (drawn, painted): &(Picture, Picture)) {
    let (mean, per_mille) = difference(drawn, painted);
    assert!(mean <= MEAN && per_mille <= PER_MILLE, "{what}: {mean:.2} in the mean, {per_mille:.1} of a thousand");
}

#[test]
fn a_closed_tour_is_drawn_as_it_is_painted() {
    let tour = slides();
    for square in [14, 30, 48, 89] {
        for look in [NumberStyle::Numbers, NumberStyle::Line] {
            let scene = Scene { look, ..Scene::new(tour.path()) };
            agree(&format!("{look:?}-{square}"), &scene.both(Some(Kind::Closed), square));
        }
    }
}

#[test]
fn dark_colours_are_drawn_as_they_are_painted() {
    let scene = Scene { palette: Palette::Dark, ..Scene::new(slides().path()) };
    agree("dark", &scene.both(Some(Kind::Closed), 48));
}

#[test]
fn a_path_that_got_stuck_among_holes_is_drawn_as_it_is_painted() {
    let board: Board = "9x7".parse().unwrap();
    let holes = [Square::new(0, 0), Square::new(4, 3), Square::new(4, 4), Square::new(8, 6)];
    let board = board.with_holes(holes).unwrap();
    let path = walk(&board, Square::new(2, 2));
    assert!((path.order().len() as u64) < board.playable());
    agree("holes", &Scene::new(&path).both(None, 48));
}

#[test]
fn another_piece_is_drawn_as_it_is_painted() {
    let board: Board = "10x12".parse().unwrap();
    let path = walk(&board.with_leaper(Leaper::new(1, 4).unwrap()), Square::new(3, 3));
    agree("giraffe", &Scene::new(&path).both(None, 36));
}

#[test]
fn thousands_of_lines_are_drawn_as_they_are_painted_without_a_chessboard() {
    let board: Board = "54x54".parse().unwrap();
    let scene = Scene { look: NumberStyle::Line, ..Scene::new(&walk(&board, Square::new(0, 0))) };
    for square in [8, 15] {
        let (drawn, painted) = scene.both(None, square);
        // The picture has thousands of lines with antialiased edges. Therefore, a larger difference is accepted.
        let (mean, per_mille) = difference(&drawn, &painted);
        assert!(mean <= 3.0 && per_mille <= 9.0, "{square}: {mean:.2} in the mean, {per_mille:.1} of a thousand");
    }
    // If the whole board is visible, the colours of the squares are not drawn. If only some squares are visible, these
    // colours are drawn.
    let ground = |camera: &dyn Fn(&mut Camera, &BoardGrid)| {
        let drawn = scene.drawn((432, 432), camera);
        let squares = Palette::Light.colours().squares;
        drawn.rgb().chunks_exact(3).filter(|pixel| squares.iter().any(|square| square == pixel)).count()
    };
    assert_eq!(ground(&|_, _| {}), 0);
    assert!(ground(&|camera, wall| camera.zoom(wall, (216.0, 216.0), 4.0)) > 10_000);
}

#[test]
fn a_heat_map_is_drawn_as_it_is_painted() {
    let board: Board = "40x60".parse().unwrap();
    let path = walk(&board, Square::new(20, 20));
    // The squares are too small for lines, so both pictures are heat maps.
    agree("heat", &Scene { look: NumberStyle::Line, ..Scene::new(&path) }.both(None, 5));
}

#[test]
fn cycles_are_drawn_as_they_are_painted() {
    let board: Board = "8x8".parse().unwrap();
    let tour = slides();
    // Each square is linked to two other squares. One is two rows down and one column to the right. The other is two
    // rows up and one column to the left. Links that would leave the board are omitted.
    let links = |row: u32, col: u32| {
        let down = u8::from(row < 6 && col < 7) << 2;
        let up = u8::from(row >= 2 && col >= 1) << 6;
        down | up
    };
    let labels: Vec<u32> = (0..64).map(|square| if square % 8 < 3 { 0 } else { 3 }).collect();
    let tints = CycleColours::default().follow(&labels);
    let cycle_squares: Vec<CycleSquare> = board
        .squares()
        .zip(tints)
        .map(|(square, tint)| CycleSquare::new(links(square.row, square.col), tint))
        .collect();
    let device = device();
    let words: Vec<u8> = cycle_squares.iter().flat_map(|cycle_square| cycle_square.word().to_le_bytes()).collect();
    let buffer = device
        .buffer("cycle_squares", 256, BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC)
        .unwrap();
    device.queue().write_buffer(&buffer, 0, &words);
    for (square, look) in [(40, NumberStyle::Line), (16, NumberStyle::Numbers), (5, NumberStyle::Line)] {
        let style = Style { square: Some(square), fold: false, ..Style::default() };
        let moments = vec![MakingFrame {
            cycle_squares: cycle_squares.clone(),
            frames: 1,
            caption: String::new(),
            knights: Vec::new(),
        }];
        let mut film = MakingFilm::new(moments, tour.path(), None, &style, &Pace::default()).unwrap();
        let mut painted = None;
        let play = film.play(1, &mut |_, picture, _| {
            painted.get_or_insert(picture.clone());
            Ok(())
        });
        play.unwrap();
        let painted = painted.unwrap();
        let size = (painted.width(), painted.height());
        let wall = BoardGrid::new(&board, 1, size);
        let shown = FrameInputs {
            board: &board,
            wall,
            camera: Camera::whole(&wall, &board, size),
            squares: Squares::Cycles(&buffer),
            progress: SceneProgress { passes: 0, visit: 1, of: 64, end: None },
            look,
            channel: None,
            palette: Palette::Light,
            walks: &[],
            invoked: None,
            reads: None,
            has_title: false,
            area: Area::whole(size),
        };
        let drawn = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap().picture(&device, size, &[shown]);
        agree(&format!("{look:?}-{square}"), &(drawn.unwrap(), painted));
    }
}

/// Returns the colour of viridis at the position `part`, as in the heat map.
fn heat(part: f32) -> [u8; 3] {
    Palette::Light.heat(part)
}

#[test]
fn every_channel_of_visit_numbers_is_that_of_the_states_that_they_stand_for() {
    // A piece that moves by one square has eight move codes, but only four different moves.
    for leaper in [Leaper::KNIGHT, Leaper::new(0, 1).unwrap()] {
        let board: Board = "5x6".parse().unwrap();
        let board = board.with_holes([Square::new(2, 2)]).unwrap().with_leaper(leaper);
        channels_show_the_states(&walk(&board, Square::new(4, 5)));
    }
}

/// Returns the bytes of each square's expected state after all passes of the scene. The host computes the states from
/// the visit numbers.
fn states(scene: &Scene) -> Vec<u8> {
    let (board, numbers) = (scene.path.board(), scene.numbers());
    let number = |square: Square| match numbers[board.index(square) as usize] {
        u32::MAX => 0,
        number => number.into(),
    };
    let squares = (0..board.cells()).map(|index| board.at(index));
    squares.flat_map(|square| scene.replay().state(board, square, number)).flat_map(u32::to_le_bytes).collect()
}

fn channels_show_the_states(path: &Path) {
    let (board, device, size) = (path.board(), device(), (300, 260));
    let buffer = |bytes: Vec<u8>| {
        let buffer = device
            .buffer(
                "squares",
                bytes.len() as u64,
                BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            )
            .unwrap();
        device.queue().write_buffer(&buffer, 0, &bytes);
        buffer
    };
    let mut painter = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap();
    let wall = BoardGrid::new(board, 1, size);
    let scene = |passes| Scene { passes, ..Scene::new(path) };
    let numbers = buffer(scene(0).numbers().iter().flat_map(|number| number.to_le_bytes()).collect());
    let mut pictures = Vec::new();
    // These numbers of passes cover each of the three phases several times, and the end of the walk.
    for passes in [0, 1, 2, 3, 4, 5, 6, 13, 14, u64::MAX] {
        let (progress, now) = (scene(passes).progress(), buffer(states(&scene(passes))));
        // At the end of the walk, the picture does not show the changes of the last pass.
        let before = (1..u64::MAX).contains(&passes).then(|| buffer(states(&scene(passes - 1))));
        for channel in Channel::ALL {
            let mut draw = |squares| {
                let (camera, area) = (Camera::whole(&wall, board, size), Area::whole(size));
                let (look, palette, channel) = (NumberStyle::Numbers, Palette::Light, Some(channel));
                let shown = FrameInputs {
                    board,
                    wall,
                    camera,
                    squares,
                    progress,
                    look,
                    channel,
                    palette,
                    walks: &[],
                    invoked: None,
                    reads: None,
                    has_title: false,
                    area,
                };
                painter.picture(&device, size, &[shown]).unwrap()
            };
            let drawn = draw(Squares::Visits { buffer: &numbers, stride: board.cols() });
            let seen = draw(Squares::States { now: &now, before: before.as_ref(), earlier: None });
            assert!(drawn == seen, "{channel} after {passes} passes");
            pictures.push(drawn);
        }
    }
    // The pictures must differ. R, G and B change in different passes, and A changes when the knight decides.
    let differ = |channel: usize, from: usize, to: usize| pictures[4 * from + channel] != pictures[4 * to + channel];
    assert!(differ(2, 0, 1) && differ(1, 1, 2) && differ(3, 1, 2) && differ(0, 2, 3) && differ(2, 3, 4));
}

#[test]
fn what_a_pass_has_changed_is_lit_up_and_nothing_else() {
    let (path, changed) = (slides().path().clone(), [230, 0, 150]);
    let (device, size, board) = (device(), (300, 300), path.board());
    let scene = |passes| Scene { passes, ..Scene::new(&path) };
    let numbers = scene(0).numbers();
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let buffer =
        device.buffer("numbers", 256, BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC).unwrap();
    device.queue().write_buffer(&buffer, 0, &bytes);
    let mut painter = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap();
    let wall = BoardGrid::new(board, 1, size);
    let camera = Camera::whole(&wall, board, size);
    for passes in 1..=12 {
        for (word, channel) in Channel::ALL.into_iter().enumerate() {
            let squares = Squares::Visits { buffer: &buffer, stride: board.cols() };
            let (look, palette, area) = (NumberStyle::Numbers, Palette::Light, Area::whole(size));
            let (progress, channel) = (scene(passes).progress(), Some(channel));
            let shown = FrameInputs {
                board,
                wall,
                camera,
                squares,
                progress,
                look,
                channel,
                palette,
                walks: &[],
                invoked: None,
                reads: None,
                has_title: false,
                area,
            };
            let drawn = painter.picture(&device, size, &[shown]).unwrap();
            let (now, before) = (states(&scene(passes)), states(&scene(passes - 1)));
            for square in board.squares() {
                let at = 16 * board.index(square) as usize + 4 * word;
                let side = camera.side() as u32;
                let corner = |corner: f64, place: u32| corner as u32 + side * place;
                let (x, y) = (corner(camera.corner().0, square.col), corner(camera.corner().1, square.row));
                // The pixels are beside the knight, which is in the middle of its square.
                let lit = (0..side).any(|down| drawn.pixel(x + side / 4, y + down) == changed);
                assert_eq!(lit, now[at..at + 4] != before[at..at + 4], "{channel:?} of {square:?} after pass {passes}");
            }
        }
    }
}

#[test]
fn lines_to_the_squares_that_an_invocation_reads_hide_no_number() {
    let path = slides().path().clone();
    let (board, at) = (path.board(), path.board().square("d5").unwrap());
    let reads: Vec<Square> = std::iter::once(at).chain(board.neighbours(at)).collect();
    let mut seen = None;
    let with = Scene { reads: reads.clone(), ..Scene::new(&path) }.drawn((400, 400), |camera, _| seen = Some(*camera));
    let (without, camera) = (Scene::new(&path).drawn((400, 400), |_, _| {}), seen.unwrap());
    let centre = |square: Square| {
        let along = |corner: f64, nth: u32| (corner + camera.side() * (f64::from(nth) + 0.5)) as u32;
        (along(camera.corner().0, square.col), along(camera.corner().1, square.row))
    };
    for &square in &reads {
        let ((x, y), third) = (centre(square), (camera.side() / 3.0) as u32);
        let is_same = |x, y| with.pixel(x, y) == without.pixel(x, y);
        assert!((x - third..x + third).all(|x| (y - third..y + third).all(|y| is_same(x, y))), "{square:?}");
    }
    for &square in &reads[1..] {
        let (from, to) = (centre(at), centre(square));
        let (x, y) = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        assert_ne!(with.pixel(x, y), without.pixel(x, y), "there is no line to {square:?}");
    }
}

#[test]
fn squares_left_out_are_hatched_when_the_path_has_ended_and_not_before() {
    let board: Board = "3x3".parse().unwrap();
    let path = walk(&board, Square::new(0, 0));
    let colours = Palette::Light.colours();
    for (passes, expected) in [(6, colours.squares[0]), (u64::MAX, colours.unvisited[0])] {
        let scene = Scene { passes, ..Scene::new(&path) };
        let mut camera = None;
        let drawn = scene.drawn((300, 300), |at, _| camera = Some(*at));
        let camera = camera.unwrap();
        let count = |colour| {
            let (x, y) = camera.corner();
            let inside = |corner: f64| (corner + camera.side()) as u32..(corner + 2.0 * camera.side()) as u32;
            inside(x).flat_map(|x| inside(y).map(move |y| (x, y))).filter(|&(x, y)| drawn.pixel(x, y) == colour).count()
        };
        assert!(count(expected) > 300, "{passes} passes: {} pixels", count(expected));
    }
}

#[test]
fn many_squares_in_a_pixel_have_the_colour_of_their_mean() {
    let board: Board = "700x900".parse().unwrap();
    // The numbers increase row by row. Drawing does not require a tour.
    let numbers: Vec<u8> = (1..=630_000_u32).flat_map(u32::to_le_bytes).collect();
    let device = device();
    let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
    let buffer = device.buffer("numbers", numbers.len() as u64, usage).unwrap();
    device.queue().write_buffer(&buffer, 0, &numbers);
    let size = (300, 200);
    let wall = BoardGrid::new(&board, 1, size);
    let mut camera = Camera::whole(&wall, &board, size);
    let mut replay = Replay::new(630_000, 630_000);
    replay.advance(u64::MAX);
    let mut painter = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap();
    let mut draw = |camera: Camera| {
        let squares = Squares::Visits { buffer: &buffer, stride: 900 };
        let (look, palette, progress) = (NumberStyle::Numbers, Palette::Light, replay.progress());
        let area = Area::whole(size);
        let shown = FrameInputs {
            board: &board,
            wall,
            camera,
            squares,
            progress,
            look,
            channel: None,
            palette,
            walks: &[],
            invoked: None,
            reads: None,
            has_title: false,
            area,
        };
        painter.picture(&device, size, &[shown]).unwrap()
    };
    let whole = draw(camera);
    assert!(camera.side() < 0.3);
    for y in 1..199 {
        let row = (f64::from(y) + 0.5 - camera.corner().1) / camera.side();
        let (pixel, expected) = (whole.pixel(150, y), heat((row / 700.0) as f32));
        assert!(pixel.iter().zip(expected).all(|(&a, b)| a.abs_diff(b) <= 4), "row {row}: {pixel:?} {expected:?}");
    }
    // After panning by whole pixels, the picture must be the same, but shifted.
    camera.pan(&wall, (17.0, -9.0), size);
    let moved = draw(camera);
    for (x, y) in [(60, 30), (150, 100), (200, 150)] {
        assert_eq!(moved.pixel(x + 17, y - 9), whole.pixel(x, y), "{x},{y}");
    }
}

#[test]
fn far_from_the_corner_of_a_large_board_lines_lie_where_they_should() {
    // The path omits one square. The path is drawn on its own board and in the lower right corner of a board with
    // millions of squares.
    let small = slides();
    let draw = |rows: u32, cols: u32| {
        let device = device();
        let board = Board::new(rows, cols).unwrap();
        let mut numbers = vec![0_u32; (rows * cols) as usize];
        for (visit, square) in (1..).zip(small.squares().take(63)) {
            numbers[((square.row + rows - 8) * cols + square.col + cols - 8) as usize] = visit;
        }
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let buffer = device.buffer("numbers", bytes.len() as u64, usage).unwrap();
        device.queue().write_buffer(&buffer, 0, &bytes);
        let size = (400, 400);
        let wall = BoardGrid::new(&board, 1, size);
        let mut camera = Camera::whole(&wall, &board, size);
        camera.zoom(&wall, (200.0, 200.0), 40.0 / camera.side());
        // The camera moves the lower right corner of the last square to the pixel 360,360.
        let (x, y) = camera.corner();
        let to = |corner: f64, squares: u32| 360.0 - (corner + 40.0 * f64::from(squares));
        camera.pan(&wall, (to(x, cols), to(y, rows)), size);
        let mut replay = Replay::new(63, 64);
        replay.advance(u64::MAX);
        let squares = Squares::Visits { buffer: &buffer, stride: cols };
        let shown = FrameInputs {
            board: &board,
            wall,
            camera,
            squares,
            progress: replay.progress(),
            look: NumberStyle::Line,
            channel: None,
            palette: Palette::Light,
            walks: &[],
            invoked: None,
            reads: None,
            has_title: false,
            area: Area::whole(size),
        };
        let mut painter = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap();
        painter.picture(&device, size, &[shown]).unwrap()
    };
    let (alone, far) = (draw(8, 8), draw(16, 200_008));
    let mut apart = 0;
    for y in 45..355 {
        for x in 45..355 {
            apart += usize::from(alone.pixel(x, y).iter().zip(far.pixel(x, y)).any(|(&a, b)| a.abs_diff(b) > MUCH));
        }
    }
    assert!(apart < 20, "{apart} pixels differ");
}

#[test]
fn another_tour_is_seen_to_differ() {
    let tour = slides();
    let painted = Scene::new(tour.path()).painted(Some(Kind::Closed), 48);
    let mut turned = tour.order().to_vec();
    turned.rotate_left(1);
    let other = Path::new(tour.board().clone(), turned).unwrap();
    let drawn = Scene::new(&other).drawn((painted.width(), painted.height()), |_, _| {});
    let (mean, per_mille) = difference(&drawn, &painted);
    assert!(mean > MEAN && per_mille > PER_MILLE, "{mean:.2}, {per_mille:.1}");
}
