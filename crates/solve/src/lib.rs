//! Tours on the CPU: rules, exact search, existence theorems, the mosaic; treasure hunts; queens.

pub mod chain;
pub mod existence;
pub mod factor;
pub mod hunt;
pub mod mosaic;
pub mod narrow;
pub mod queens;
pub mod search;
pub mod warnsdorff;
