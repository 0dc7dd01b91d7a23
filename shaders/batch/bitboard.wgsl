// Bitboard: each invocation moves one knight. The board of a knight is stored as bits in a buffer. A dispatch makes at
// most `budget` moves per knight, and the next dispatch resumes the walks.
//
// This kernel supports boards of any shape, but no leaper other than the knight.
// Reads:  the knight's element of `knights`, and its board in `cells`.
// Writes: the same data in place. Also writes to `results`: the knight's result at the end of its walk, and each
// visited square if squares are recorded.
// No race: every knight has one invocation, and its own board.
//
// The ranks of all candidates depend only on the window of 9x9 squares centred on the knight. At every move, the ranks
// are counted from nine words, with one load per row. One load is enough, since a row is stored in overlapping words:
// word j contains columns 16j - 4 to 16j + 27, so that any nine columns around a column of the board are in one word.
// Four empty rows lie above the board and four empty rows lie below the board, so the edges of the board need no test.
// A move needs two stores. With stored ranks, a move would need eight stores. The loads depend only on the knight's
// position, and all other operations use registers. The words with the same j are stored consecutively, from the top
// row down. The nine words of a move are therefore 36 consecutive bytes, which are in two or three of the 32-byte units
// that a GPU loads at once.

// Number of rows and of columns of the window. The distance from the middle of the window to each edge is REACH
// squares.
const SPAN: u32 = 9u;
const REACH: u32 = 4u;

// Distance, in columns, between the first columns of two successive words of a row.
const STEP: u32 = 16u;

// The unvisited squares of the window as bits, one word per row, with the leftmost column in bit 0.
var<private> rows: array<u32, SPAN>;

// Returns the index in `cells` of word `word` in row `row`. The first four rows are empty, so row 4 is the topmost row
// of the board.
fn word_at(row: u32, word: u32) -> u32 {
    return base + ((word * (params.rows + (2u * REACH))) + row);
}

fn clear(row: u32, word: u32, column: u32) {
    if word < params.row_words {
        cells[word_at(row, word)] &= ~(1u << (column - (word * STEP)));
    }
}

// Marks a square as visited in the one or two words that contain the square.
fn visit(here: vec2<i32>) {
    let row = u32(here.x) + REACH;
    let column = u32(here.y) + REACH;
    let word = column / STEP;
    clear(row, word, column);
    if word > 0u {
        clear(row, word - 1u, column);
    }
}

// Returns the rank of a candidate, shifted left by 4 * `code` bits. `code` is the code of the move to the candidate.
// The candidate is `down` rows and `right` columns from the middle of the window. The rank is TAKEN if the candidate is
// visited or is not a square.
fn look(code: u32, down: i32, right: i32) -> u32 {
    let row = u32(i32(REACH) + down);
    let column = u32(i32(REACH) + right);
    // The candidate's neighbours are two columns away in rows at distance 1, and one column away in rows at distance 2.
    let wide = 17u << (column - 2u);
    let tall = 5u << (column - 1u);
    let above = (rows[row - 1u] & wide) | (rows[row - 2u] & tall);
    let below = (rows[row + 1u] & wide) | (rows[row + 2u] & tall);
    let rank = countOneBits(above | (below << SPAN));
    let free = (rows[row] >> column) & 1u;
    return select(TAKEN, rank, free == 1u) << (4u * code);
}

// Returns the ranks of the unvisited neighbours of a square, four bits per move code.
fn ranks_around(here: vec2<i32>) -> u32 {
    let word = u32(here.y) / STEP;
    let shift = u32(here.y) % STEP;
    let first = word_at(u32(here.x), word);
    for (var row = 0u; row < SPAN; row += 1u) {
        rows[row] = cells[first + row] >> shift;
    }
    return look(0u, 2, 1) | look(1u, -2, 1) | look(2u, 2, -1) | look(3u, -2, -1)
        | look(4u, 1, 2) | look(5u, -1, 2) | look(6u, 1, -2) | look(7u, -1, -2);
}

// Visits the knight's square. Returns the ranks of the unvisited squares one move away, with four bits per move.
fn arrive(at: u32, here: vec2<i32>) -> u32 {
    visit(here);
    return ranks_around(here);
}

@compute @workgroup_size(WIDTH)
fn bitboard(@builtin(global_invocation_id) id: vec3<u32>) {
    walk(id.x);
}
