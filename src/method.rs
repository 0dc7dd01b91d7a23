//! The methods by which a tour is found.

use crate::TourError;

/// The algorithm that finds a tour.
///
/// ```
/// use courser::Method;
///
/// assert_eq!("warnsdorff".parse::<Method>()?, Method::Warnsdorff);
/// assert!("horse".parse::<Method>().unwrap_err().hint().contains("warnsdorff"));
/// # Ok::<(), courser::TourError>(())
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = TourError, parse_err_fn = unknown)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Method {
    /// The best method for the board: an answer for every board, the same on every device.
    #[default]
    Auto,
    /// The decision cycle, by any rule: rank, decide, pull.
    Cycle,
    /// A rule from square to square: one knight on the CPU, or the first of many on any device.
    Warnsdorff,
    /// Warnsdorff's rule with steps taken back, pruned as in "Haskell: knight's move II": an exact search.
    Backtrack,
    /// As `backtrack`, keeping a way back to the start as long as squares are left: that article's list for 7x7.
    Closable,
    /// Plain depth-first search in the move order, or in random orders by the seed; its steps are counted.
    DepthFirst,
    /// Exact search: finds a tour or proves that there is none, and may take for ever.
    Search,
    /// Tiles: every square computes its own visit number.
    Mosaic,
    /// Lines and heels: few turns and few crossings; every square looks up its own visit number.
    Tame,
    /// Tiles, melted into cycles that join: every square takes part, and the tour looks grown.
    Grown,
    /// Many knights, a region of the board each: the exit of a region is one move from the entry of the next.
    Relay,
    /// A tour that looks grown: `grown` if the board is large enough, else cycles joined on the CPU.
    Organic,
}

impl Method {
    /// The name by which the method is asked for.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A name that is not in the list.
fn unknown(text: &str) -> TourError {
    TourError::unknown("a method", text, <Method as strum::VariantNames>::VARIANTS)
}
