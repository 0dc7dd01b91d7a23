//! How many there are, exactly.
