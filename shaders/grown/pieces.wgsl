// The pieces of the tour between splitters, see walk.wgsl.

// A piece of the tour, seen from the half-edge by which it leaves its splitter.
struct Piece {
    // The half-edge by which the tour leaves the splitter at the end of the piece; NOWHERE for a hole. If that splitter
    // is the start, START plus 0 or 1, for the half-edge by which the tour leaves it.
    next: u32,
    // Number of moves between the splitters.
    steps: u32,
}

const NOWHERE: u32 = 0xffffffffu;
const START: u32 = 0xfffffffdu;

// Two per half-edge: a pass reads one half of the array and writes the other.
@group(0) @binding(4) var<storage, read_write> pieces: array<Piece>;
