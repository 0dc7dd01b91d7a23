//! The mosaic: tours of any rectangle from tiles, every visit number on its own.
//!
//! # Why
//!
//! A tour is a sequence, and a sequence is made one move after another: no rule
//! and no search can say when a far square is visited before it has been
//! there. The mosaic can. It cuts the board into small tiles with known tours and
//! joins them so regularly that a square finds its place in the whole tour from its
//! own coordinates, in constant time. So a board is numbered by all cores at once, in
//! any order, a band of rows at a time if it is larger than memory, or by a shader,
//! a row of a tile an invocation. The price is the look: the tours are regular where those of a
//! rule are wild. (A seed makes them less so: see [`Plan::open`].)
//!
//! # How
//!
//! Each tile has a closed tour of its own. Let a-b be a move of a tile's tour at
//! a corner, and c-d a move of its neighbour's, such that a-c and b-d are moves too: drop
//! the first two, add the last two, and two tours have become one. A corner
//! square has only two moves, so every closed tour makes both; every tile can host
//! others at all its corners without being made for it. Joined along a
//! tree, the tiles become one tour. This is the divide-and-conquer of Parberry
//! (*An efficient algorithm for the knight's tour problem*, 1997), with tiles
//! after Conrad, Hindrichs, Morsy and Wegener (*Solution of the knight's Hamiltonian
//! path problem on chessboards*, 1994); new is the shape of the tree.
//!
//! The tree is a comb: a spine down a column of tiles, and in each row of tiles a
//! chain to the right. Seen from a tile, what hangs on it is visited between
//! two of its own squares, after rank p, and is the rest of the row to the right, `S` squares. So
//!
//! ```text
//! index                   = base + rank + (S if rank > p)
//! base of the next tile   = base + p + 1
//! ```
//!
//! and since the tiles of a chain are equal, both base and `S` are linear in the tile's
//! place: nothing has to be added up along the chain. The same goes for the spine. That is the
//! whole of a [`Plan`]: a few blocks of equal tiles, each with a base and at most four
//! such insertions, all linear in the tile's place.
//!
//! - *Closed, and open from any start* on an even number of squares: the comb, numbered
//!   from the start.
//! - *Open on an odd number of squares, and between two given squares*: a path of tiles from the
//!   one to the other, each solved on its own from where the path comes in to where it goes out; combs hang
//!   off it to all four sides. The one tile with an odd number of squares is on the path.
//!
//! [`proof`] proves a tour from its numbers alone, at the speed of memory.

mod comb;
mod cut;
mod ends;
mod error;
mod fill;
mod number;
mod plan;
pub mod proof;
mod tile;

pub use error::MosaicError;
pub use number::Number;
pub use plan::{Block, Cut, Linear, Plan, Table, Zone, variant};


/// x
pub fn between(rows: u32, cols: u32, start: courser_board::Square, end: courser_board::Square) -> Option<Plan> {
    ends::between((rows, cols), start, end, 1, &mut comb::Stored)
}
/// x
pub fn from(rows: u32, cols: u32, start: courser_board::Square) -> Option<Plan> {
    ends::from((rows, cols), start, 1, &mut comb::Stored)
}

impl Plan {
    /// closed
    pub fn closed(rows: u32, cols: u32) -> Self {
        use tile::*;
        if cols == 5 {
            return Self::closed(cols, rows).seen(Symmetry { transpose: true, flip_rows: false, flip_cols: false });
        }
        let layout = comb::Layout {
            row_zones: cut::closed(rows),
            col_zones: cut::closed(cols),
            spine: 0,
            from_row: 0,
            to_row: 0,
            to_col: 0,
        };
        let tile = Tile::stored(layout.row_zones[0].size, layout.col_zones[0].size);
        let hooks = layout.sides((0, 0)).into_iter().map(|side| Hook { side, other_corner: false }).collect();
        comb::build(layout, &[comb::PathTile { tile, hooks }], true, &mut comb::Stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use courser_board::Square;
    #[test]
    fn quick_from() {
        let (mut n, mut slow, mut fail) = (0, std::time::Duration::ZERO, 0);
        let t0 = std::time::Instant::now();
        for rows in (5..=25).step_by(2) { for cols in (5..=25).step_by(2) {
            let mut v = vec![0_u32; (rows * cols) as usize];
            for r in 0..rows { for c in 0..cols { if (r + c) % 2 == 0 {
                let t = std::time::Instant::now();
                let p = from(rows, cols, Square::new(r, c));
                slow = slow.max(t.elapsed());
                n += 1;
                let Some(p) = p else { fail += 1; eprintln!("{rows}x{cols} {r},{c}"); continue };
                p.fill(&mut v);
                assert_eq!(proof::prove(rows, cols, false, &v), Ok(()), "{rows}x{cols} {r},{c}");
                assert_eq!(v[(r * cols + c) as usize], 1);
            }}}
        }}
        eprintln!("from: {n} fail {fail} slow {slow:?} total {:?}", t0.elapsed());
    }
    #[test]
    fn quick_between() {
        let all = std::env::var("PAIRS").is_ok();
        for (rows, cols, step) in [(6,6,1),(6,7,1),(7,7,1),(8,8,1),(6,14,7),(9,9,11),(13,13,101),(14,14,211),(15,15,211),(20,21,501),(30,30,2003),(31,33,2003),(40,17,2003),(5,30,11),(30,5,11),(5,17,5),(5,8,1),(5,9,1), (100,100,100003)] {
            if !all && rows != 8 && rows != 30 { continue; }
            let mut v = vec![0_u32; (rows * cols) as usize];
            let (mut n, mut slow, mut fail, mut sum) = (0, std::time::Duration::ZERO, 0, std::time::Duration::ZERO);
            let cells = rows * cols;
            let mut k = 0u64;
            while k < (cells as u64).pow(2) {
                let (a, b) = ((k / cells as u64) as u32, (k % cells as u64) as u32);
                k += step;
                let (a, b) = (Square::new(a / cols, a % cols), Square::new(b / cols, b % cols));
                if a == b { continue; }
                if cells % 2 == 0 { if a.colour() == b.colour() { continue; } } else if a.colour() + b.colour() > 0 { continue; }
                let t = std::time::Instant::now();
                let p = between(rows, cols, a, b);
                slow = slow.max(t.elapsed());
                sum += t.elapsed();
                n += 1;
                let Some(p) = p else { fail += 1; if fail < 10 {eprintln!("{rows}x{cols} {a:?} {b:?}");} continue };
                p.fill(&mut v);
                assert_eq!(proof::prove(rows, cols, false, &v), Ok(()), "{rows}x{cols} {a:?} {b:?}");
                assert_eq!(p.visit(a), 1);
                assert_eq!(p.visit(b), cells as u64);
            }
            eprintln!("between {rows}x{cols}: {n} fail {fail} slow {slow:?} mean {:?}", sum / n.max(1));
        }
    }
    #[test]
    fn quick() {
        for rows in 5..=60 {
            for cols in 5..=60 {
                if rows * cols % 2 > 0 { continue; }
                let plan = Plan::closed(rows, cols);
                let mut v = vec![0_u32; (rows * cols) as usize];
                plan.fill(&mut v);
                assert_eq!(proof::prove(rows, cols, true, &v), Ok(()), "{rows}x{cols}");
                let plan = plan.starting_at(courser_board::Square::new(3, 4));
                plan.fill(&mut v);
                assert_eq!(proof::prove(rows, cols, true, &v), Ok(()), "{rows}x{cols}");
                for r in 0..rows { for c in 0..cols {
                    assert_eq!(plan.visit(courser_board::Square::new(r, c)), v[(r*cols+c) as usize] as u64);
                }}
            }
        }
    }
}
