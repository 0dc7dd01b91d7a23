//! The list of adapters without the feature `gpu`, which is empty.

use super::DeviceRow;
use crate::error::{Result, note};

pub(super) fn rows(_: bool) -> Result<Vec<DeviceRow>> {
    note("this courser is built without GPU support");
    Ok(Vec::new())
}
