//! Compares the cycle with the program of the slides "Knight's Tour in Cg".
//!
//! The slides describe three passes. Their program (`sunaku/knights-tour`, see `docs/references.md`) has one shader,
//! which every pass runs on all squares. The program in this file is written from the description on the slides, not
//! from the source text. In every pass, each square
//!
//! - counts its unvisited neighbours (B);
//! - picks the first neighbour whose B is lowest in the state before the pass;
//! - pulls a knight that points at the square, if the square is unvisited: the R of the square becomes one more than
//!   the R of the knight's square;
//! - increments G if the knight has arrived on the square, and stores the pick in A when G is 3.
//!
//! A knight arrives with G = 1, chooses two passes later, and is pulled in the pass after its choice. The first square
//! begins with G = 0. Therefore the passes 4, 7, 10 and so on pull the knight.
//!
//! Between two moves, the states of this program and of the cycle differ. A square that the knight has left has G = 3
//! in this program. It has G = 4 in the cycle, because *pull* also changes the square that the knight leaves. In the
//! cycle, every unvisited square has a pick in A, and the square on which the knight has just arrived still has its
//! previous pick. In this program, the component A is 0 until the knight chooses.

use courser_board::{Board, MoveOrder, Square};
use courser_engine::cycle::{Cell, CpuCycle, Cycle, Schedule, Setup, StatusWord};

/// The state of a square in the one-shader program.
#[derive(Clone, Copy, Default)]
struct Texel {
    r: u32,
    g: u32,
    b: u32,
    a: u32,
}

struct OneShader {
    board: Board,
    /// The moves of the move codes 1 to 8, as (rows down, columns right).
    moves: [(i32, i32); 8],
    state: Vec<Texel>,
}

impl OneShader {
    fn new(board: &Board, start: Square) -> Self {
        let mut state = vec![Texel::default(); board.cells() as usize];
        state[board.index(start) as usize].r = 1;
        let moves = [(2, 1), (-2, 1), (2, -1), (-2, -1), (1, 2), (-1, 2), (1, -2), (-1, -2)];
        Self { board: board.clone(), moves, state }
    }

    /// Returns the neighbours of a square. Each neighbour comes with the code of the move from the square to the
    /// neighbour.
    fn around(&self, square: Square) -> impl Iterator<Item = (u32, Texel)> + '_ {
        let to = move |by: (i32, i32)| square.offset(by).filter(|&there| self.board.contains(there));
        let neighbour = move |there: Square| self.state[self.board.index(there) as usize];
        (1..).zip(self.moves).filter_map(move |(code, by)| Some((code, neighbour(to(by)?))))
    }

    /// Returns the visited square whose chosen move leads to `square`, or `None` if no chosen move leads there.
    fn pulled(&self, square: Square) -> Option<Texel> {
        self.moves.iter().zip(1..).find_map(|(&(down, right), code)| {
            let from = square.offset((-down, -right)).filter(|&from| self.board.contains(from))?;
            let knight = self.state[self.board.index(from) as usize];
            (knight.r > 0 && knight.a == code).then_some(knight)
        })
    }

    fn pass(&mut self) {
        let next = |square: Square| {
            let mut texel = self.state[self.board.index(square) as usize];
            let unvisited = || self.around(square).filter(|(_, texel)| texel.r == 0);
            let pick = unvisited().min_by_key(|(_, texel)| texel.b).map_or(0, |(code, _)| code);
            texel.b = unvisited().count() as u32;
            match self.pulled(square) {
                Some(knight) if texel.r == 0 => (texel.r, texel.g) = (knight.r + 1, 1),
                _ if texel.r > 0 && texel.g < 3 => {
                    texel.g += 1;
                    texel.a = if texel.g == 3 { pick } else { 0 };
                }
                _ => {}
            }
            texel
        };
        self.state = self.board.squares().map(next).collect();
    }
}

/// After every move, compares the one-shader program with the decision cycle. Returns whether the tour is complete.
fn agree(board: &Board, start: Square) -> bool {
    let mut one = OneShader::new(board, start);
    let setup = Setup::new(board.clone(), start, MoveOrder::SLIDES).unwrap();
    let mut cycle = CpuCycle::new(setup, Schedule::Whole).unwrap();
    (0..4).for_each(|_| one.pass());
    // Both programs run two moves beyond the end of the tour. After the end, the knight stays on its square, and the
    // states of both programs must still agree.
    for made in 1..board.cells() + 2 {
        let word = cycle.advance(3).unwrap().word();
        let state = cycle.state().unwrap();
        let last = state.iter().map(|cell| cell.visit).max().unwrap();
        for (index, (texel, cell)) in one.state.iter().zip(&state).enumerate() {
            let told = || format!("{board} from {start:?}, move {made}, {:?}", board.at(index as u64));
            assert_eq!((texel.r, texel.b), (cell.visit, cell.rank), "{}", told());
            let stays = word != StatusWord::Running;
            if cell.visit > 0 && (cell.visit < last || stays) {
                assert_eq!(texel.a, cell.next, "{}", told());
            }
            let g = match cell {
                Cell { visit: 0, .. } => [0, 0],
                Cell { visit, .. } if *visit < last => [3, 4],
                _ if stays => [3, 2],
                _ => [1, 1],
            };
            assert_eq!([texel.g, cell.phase], g, "{}", told());
        }
        (0..3).for_each(|_| one.pass());
    }
    cycle.status().unwrap().word() == StatusWord::Done
}

#[test]
fn one_shader_that_does_all_three_passes_makes_the_same_moves() {
    for (board, complete) in [("8x8", 63), ("5x5", 9), ("7x7", 18)] {
        let board: Board = board.parse().unwrap();
        assert_eq!(board.squares().filter(|&start| agree(&board, start)).count(), complete, "{board}");
    }
}

#[test]
fn one_shader_tours_32x32_from_9_15_as_the_cycle_does() {
    assert!(agree(&"32x32".parse().unwrap(), Square::new(9, 15)));
}
