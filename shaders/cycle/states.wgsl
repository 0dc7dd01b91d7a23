// The two states, each in one binding. If a binding is too small for a state, the host replaces this file by one with
// several bindings per state and the same three functions.

@group(0) @binding(3) var<storage, read> before: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> after: array<vec4<u32>>;

// Returns a square of the state before.
fn seen(square: u32) -> vec4<u32> {
    return before[square];
}

// Returns a square of the state after.
fn held(square: u32) -> vec4<u32> {
    return after[square];
}

fn keep(square: u32, cell: vec4<u32>) {
    after[square] = cell;
}
