//! Without the feature `gpu`, courser has no adapters.

use super::Row;
use crate::error::{Result, note};

pub(super) fn rows(_: bool) -> Result<Vec<Row>> {
    note("this courser is built without GPU support");
    Ok(Vec::new())
}
