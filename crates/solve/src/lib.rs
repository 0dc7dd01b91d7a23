//! Tours on the CPU: rules, exact search, existence theorems, the mosaic.

pub mod existence;
pub mod factor;
pub mod narrow;
