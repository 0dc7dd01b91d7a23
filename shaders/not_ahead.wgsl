// For a rule that looks at most one level ahead: never called.

fn ahead(there: vec2<i32>, behind: vec2<i32>) -> u32 {
    return 0u;
}
