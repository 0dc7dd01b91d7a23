//! The numbers of placements of n queens, for the tests of all crates that place queens.

/// Each entry contains three numbers. The first is n. The second is the total number of placements (OEIS A000170). The
/// third is the number of placements up to rotation and reflection (OEIS A002562).
pub(crate) const KNOWN: [(u32, u64, u64); 16] = [
    (1, 1, 1),
    (2, 0, 0),
    (3, 0, 0),
    (4, 2, 1),
    (5, 10, 2),
    (6, 4, 1),
    (7, 40, 6),
    (8, 92, 12),
    (9, 352, 46),
    (10, 724, 92),
    (11, 2_680, 341),
    (12, 14_200, 1_787),
    (13, 73_712, 9_233),
    (14, 365_596, 45_752),
    (15, 2_279_184, 285_053),
    (16, 14_772_512, 1_846_955),
];
