// The two states of the board, each in one binding. If a state is too large for one binding, the host replaces this
// file. The replacement has several bindings per state and the same three functions.

@group(0) @binding(3) var<storage, read> before: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> after: array<vec4<u32>>;

// Returns the state of a square before the pass.
fn seen(square: u32) -> vec4<u32> {
    return before[square];
}

// Returns the state of a square after the pass.
fn held(square: u32) -> vec4<u32> {
    return after[square];
}

fn keep(square: u32, cell: vec4<u32>) {
    after[square] = cell;
}
