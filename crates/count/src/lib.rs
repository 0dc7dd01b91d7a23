//! How many there are, exactly.

pub mod queens;
