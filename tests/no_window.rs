//! Tests a build of courser without the window.

use crate::command::{refused, run};

#[test]
fn watch_says_how_to_get_one() {
    let text = refused(&run("watch 8x8"), 3);
    assert!(text.contains("built without a window"), "{text}");
    assert!(text.contains("feature window") && text.contains("courser draw"), "{text}");
}
