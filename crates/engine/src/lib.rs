//! The decision cycle: its passes on the graphics card, each beside its mirror on the CPU.
