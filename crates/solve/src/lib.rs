//! Tours on the CPU: rules, exact search, existence theorems, the mosaic.

pub mod chain;
pub mod factor;
pub mod mosaic;
pub mod search;
pub mod warnsdorff;
