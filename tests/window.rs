//! Compares the window's drawing of the decision cycle with pictures of the cycle's channels. The cycle is computed
//! live or replayed from a tour.

use courser::board::{Board, MoveOrder, Square};
use courser::engine::cycle::{Cell, CpuCycle, Cycle, GpuCycle, PASSES, Schedule, Setup, Status, order_of, rank};
use courser::gpu::{AdapterChoice, Adapters, GpuDevice, wgpu};
use courser::view::{self, Area, CellState, Channel, Layout, Palette, Picture, StaticPicture, Style, Visibility};
use courser::window::{BoardGrid, Camera, FrameInputs, NumberStyle, Painter, Replay, SceneProgress, Squares};

fn device() -> GpuDevice {
    let adapters = Adapters::find();
    let adapter = adapters.pick(&AdapterChoice::Auto).expect("an adapter: tests/run installs one");
    GpuDevice::open(adapter).unwrap()
}

#[test]
fn a_replay_tells_the_states_that_the_cycle_had() {
    for (size, start) in [("6x6", "a1"), ("5x5", "a4"), ("4x9", "c2")] {
        let board: Board = size.parse().unwrap();
        let setup = Setup::new(board.clone(), board.square(start).unwrap(), MoveOrder::SLIDES).unwrap();
        let mut cycle = CpuCycle::new(setup, Schedule::Whole).unwrap();
        let mut whole = cycle.clone();
        whole.finish(&mut |_| true).unwrap();
        let order = order_of(&whole.state().unwrap()).unwrap();
        let mut replay = Replay::new(order.len() as u64, board.playable());
        let number = |square: Square| {
            order.iter().position(|&index| u64::from(index) == board.index(square)).map_or(0, |at| at as u64 + 1)
        };
        let mut ended = false;
        while !ended {
            let progress = replay.progress();
            for (square, cell) in board.squares().zip(cycle.state().unwrap()) {
                let replayed = replay.state(&board, square, number);
                // Channel A is compared only for squares that the knight is leaving or has left. For other squares, the
                // cycle has a value in channel A and the replay has none.
                let next = if matches!(cell.phase, 3 | 4) { cell.next } else { replayed[3] };
                assert_eq!(replayed, [cell.visit, cell.phase, cell.rank, next], "{size}, {progress:?}, {square:?}");
            }
            ended = progress.end.is_some();
            replay.advance(1);
            cycle.advance(1).unwrap();
        }
        assert_eq!(replay.progress().visit, order.len() as u64);
    }
}

#[test]
fn the_live_cycle_and_its_replay_look_the_same_pass_by_pass() {
    let device = device();
    let mut painter = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap();
    let board: Board = "5x7".parse().unwrap();
    let start = board.square("c1").unwrap();
    let setup = Setup::new(board.clone(), start, MoveOrder::SLIDES).unwrap();
    let mut whole = CpuCycle::new(setup.clone(), Schedule::Near).unwrap();
    whole.finish(&mut |_| true).unwrap();
    let state = whole.state().unwrap();
    let numbers: Vec<u8> = state.iter().flat_map(|cell| cell.visit.to_le_bytes()).collect();
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
    let buffer = device.buffer("numbers", numbers.len() as u64, usage).unwrap();
    device.queue().write_buffer(&buffer, 0, &numbers);

    let before = device.buffer("before", 4 * numbers.len() as u64, usage).unwrap();

    let size = (300, 220);
    let wall = BoardGrid::new(&board, 1, size);
    let camera = Camera::whole(&wall, &board, size);
    let mut live = GpuCycle::new(&device, setup, Schedule::Near).unwrap();
    let mut replay = Replay::new(order_of(&state).unwrap().len() as u64, board.playable());
    let mut draw = |squares: Squares<'_>, progress: SceneProgress, look: NumberStyle, channel: Option<Channel>| {
        let (palette, area) = (Palette::Light, Area::whole(size));
        let shown = FrameInputs {
            board: &board,
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
    let mut pictures = Vec::new();
    while replay.progress().end.is_none() {
        let progress = replay.progress();
        for (look, channel) in [
            (NumberStyle::Numbers, None),
            (NumberStyle::Line, None),
            (NumberStyle::Heat, None),
            (NumberStyle::Numbers, Some(Channel::Visit)),
            (NumberStyle::Numbers, Some(Channel::Phase)),
            (NumberStyle::Numbers, Some(Channel::Rank)),
        ] {
            let drawn = draw(Squares::Visits { buffer: &buffer, stride: board.cols() }, progress, look, channel);
            let now = live.present().expect("a small state is in one buffer");
            let before = (progress.passes > 0).then_some(&before);
            let seen = draw(Squares::States { now, before, earlier: None }, progress, look, channel);
            assert!(drawn == seen, "{look:?} {channel:?} after {} passes", progress.passes);
            pictures.push(drawn);
        }
        // A move has three passes, and every iteration of this loop runs four passes. Therefore two successive
        // iterations do not end after the same pass of a move.
        replay.advance(4);
        live.advance(3).unwrap();
        let state: Vec<Cell> = live.state().unwrap();
        device.queue().write_buffer(&before, 0, bytemuck::cast_slice(&state));
        live.advance(1).unwrap();
    }
    // The pictures must differ, since otherwise their comparison would prove nothing.
    assert!(pictures.len() > 100 && pictures[0] != pictures[6]);
}

/// Converts the cells of a decision cycle to the cell states that [`StaticPicture::channels`] draws.
fn knowledge(setup: &Setup, state: &[Cell]) -> Vec<CellState> {
    let known = |(square, cell): (u32, &Cell)| CellState {
        visit: if cell.visit == Cell::HOLE { 0 } else { cell.visit },
        phase: cell.phase,
        rank: cell.rank,
        is_rank_right: rank::mirror(setup, state, square, &mut Status::default()).rank == cell.rank,
        next: setup.moves().iter().find(|by| u32::from(by.code) == cell.next).map(|by| (by.row, by.col)),
        changed: [false; 4],
    };
    (0..).zip(state).map(known).collect()
}

/// Maximum mean difference between two pictures of the same squares, on a scale from 0 to 255. Each colour channel of a
/// pixel is compared separately. The tolerance is necessary because the two pictures are antialiased differently.
const MEAN: f64 = 1.5;
/// Maximum number of pixels with a large difference, per thousand pixels.
const PER_MILLE: f64 = 8.0;

/// Returns the pixels of a rectangle of a picture, row by row.
fn pixels(picture: &Picture, (left, top): (u32, u32), (width, height): (u32, u32)) -> Vec<[u8; 3]> {
    let places = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
    places.map(|(x, y)| picture.pixel(x, y)).collect()
}

/// Returns two values: the mean difference of two pictures, on a scale from 0 to 255, and the number of pixels with a
/// large difference, per thousand pixels.
fn difference(one: &[[u8; 3]], other: &[[u8; 3]]) -> (f64, f64) {
    assert_eq!(one.len(), other.len());
    let apart: Vec<u8> = one.iter().flatten().zip(other.iter().flatten()).map(|(&a, &b)| a.abs_diff(b)).collect();
    let mean = apart.iter().map(|&by| f64::from(by)).sum::<f64>() / apart.len() as f64;
    let much = apart.chunks_exact(3).filter(|pixel| pixel.iter().any(|&by| by > 64)).count();
    (mean, 1000.0 * much as f64 / one.len() as f64)
}

#[test]
fn a_channel_looks_in_the_window_as_in_its_picture() {
    let device = device();
    let mut painter = Painter::new(&device, wgpu::TextureFormat::Rgba8Unorm).unwrap();
    let board: Board = "6x7".parse::<Board>().unwrap().with_holes([Square::new(1, 2), Square::new(5, 6)]).unwrap();
    let setup = Setup::new(board.clone(), board.square("c4").unwrap(), MoveOrder::SLIDES).unwrap();
    let mut cycle = CpuCycle::new(setup.clone(), Schedule::Whole).unwrap();
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
    let buffer = device.buffer("state", board.cells() * size_of::<Cell>() as u64, usage).unwrap();
    let mut others = Vec::new();
    for (palette, square) in [(Palette::Light, 48), (Palette::Dark, 64), (Palette::Light, 20)] {
        for _ in 0..5 {
            let state = cycle.state().unwrap();
            device.queue().write_buffer(&buffer, 0, bytemuck::cast_slice(&state));
            let status = cycle.status().unwrap();
            for channel in Channel::ALL {
                // Only the panel is painted, without its title and its caption.
                let style = Style {
                    palette,
                    square: Some(square),
                    fold: false,
                    numbers: Visibility::Never,
                    ..Style::default()
                };
                let frame = view::ChannelFrame { squares: knowledge(&setup, &state), caption: String::new() };
                let whole = StaticPicture::channels(&board, &[channel], &frame, &style).unwrap().paint();
                let layout = Layout::new(&board, &style).unwrap();
                let size = (layout.width, layout.height);
                let (left, top) = ((whole.width() - size.0) / 2, 22);
                let painted = pixels(&whole, (left, top), size);

                let wall = BoardGrid::new(&board, 1, size);
                let shown = FrameInputs {
                    board: &board,
                    wall,
                    camera: Camera::whole(&wall, &board, size),
                    squares: Squares::States { now: &buffer, before: None, earlier: None },
                    progress: SceneProgress {
                        passes: cycle.passes(),
                        visit: status.visit.into(),
                        of: board.playable(),
                        end: None,
                    },
                    look: NumberStyle::Numbers,
                    channel: Some(channel),
                    palette,
                    walks: &[],
                    invoked: None,
                    reads: None,
                    has_title: false,
                    area: Area::whole(size),
                };
                let drawn = painter.picture(&device, size, &[shown]).unwrap();
                let (mean, per_mille) = difference(&pixels(&drawn, (0, 0), size), &painted);
                let what = format!("{channel} of {square} pixels after {} passes", cycle.passes());
                assert!(
                    mean <= MEAN && per_mille <= PER_MILLE,
                    "{what}: {mean:.2} in the mean, {per_mille:.1} of a thousand"
                );
                others.push((size, channel, painted));
            }
            cycle.advance(PASSES.len() as u64 + 1).unwrap();
        }
    }
    // After some visits, pictures of different channels must differ. Pictures at different times must also differ.
    for (nth, pair) in others.windows(5).enumerate().filter(|(nth, pair)| nth % 20 >= 8 && pair[0].0 == pair[4].0) {
        for other in [1, 4] {
            let (mean, per_mille) = difference(&pair[0].2, &pair[other].2);
            assert!(mean > MEAN || per_mille > PER_MILLE, "{nth}, {}, {other}: {mean} {per_mille}", pair[0].1);
        }
    }
}
