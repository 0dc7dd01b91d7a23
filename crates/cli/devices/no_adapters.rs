//! The empty list of adapters in builds without the feature `gpu`.

use super::DeviceRow;
use crate::error::{Result, note};

pub(super) fn rows(_: bool) -> Result<Vec<DeviceRow>> {
    note("this courser is built without GPU support");
    Ok(Vec::new())
}
