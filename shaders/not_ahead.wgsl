// Replacement for `ahead.wgsl` for rules that look ahead by at most one level. Never called.

fn ahead(there: vec2<i32>, behind: vec2<i32>) -> u32 {
    return 0u;
}
