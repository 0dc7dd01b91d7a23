//! Pictures of tours.
