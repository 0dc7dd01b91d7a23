// Pieces of the tour between splitters; see walk.wgsl.

// A piece of the tour between two splitters. The piece begins with a half-edge of a splitter.
struct Piece {
    // Half-edge by which the tour leaves the last splitter of the piece. If this splitter is the start of the tour, the
    // value is START for the first half-edge of the start, and START + 1 for the second.
    //
    // Each array element belongs to the half-edge with which its piece begins. If no piece begins with that half-edge,
    // the value is NOWHERE: the square of the half-edge is a hole, or the walk from the half-edge reached no splitter.
    next: u32,
    // Number of moves between the splitters at the two ends of the piece.
    steps: u32,
}

const NOWHERE: u32 = 0xffffffffu;
const START: u32 = 0xfffffffdu;

// Two pieces per half-edge, one in each half of the array. A pass reads one half and writes the other half.
@group(0) @binding(4) var<storage, read_write> pieces: array<Piece>;
