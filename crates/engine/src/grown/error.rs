//! Why a tour cannot be grown, or was not finished.

use crate::EngineError;
use crate::grown::Unfit;

/// Why a tour cannot be grown, or was not finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrowError {
    /// The board or the tour is not one that can be grown.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The board melts into more cycles than the adapter's list can hold.
    #[error("the board melts into {cycles} cycles, and the list holds {room}")]
    Crowded {
        /// Cycles that were found.
        cycles: u32,
        /// The capacity of the list.
        room: u32,
    },
    /// Cycles are left that no switch of edges joins.
    #[error("{cycles} cycles are left that nothing joins, after {shakes} attempts to loosen them")]
    Unjoined {
        /// Cycles that are left.
        cycles: u32,
        /// Times that the squares around the cycles that are left were melted again.
        shakes: u32,
    },
}

impl From<Unfit> for EngineError {
    fn from(unfit: Unfit) -> Self {
        GrowError::Unfit(unfit).into()
    }
}

impl GrowError {
    /// The cure, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Unjoined { .. } | Self::Crowded { .. } => "try another seed, or another method".into(),
            Self::Unfit(_) => {
                "ask for an organic tour, which is made by another method where this does not serve".into()
            }
        }
    }

    /// Returns whether the growth ended without a tour: another seed, or another method, makes one.
    pub const fn is_unjoined(&self) -> bool {
        matches!(self, Self::Unjoined { .. } | Self::Crowded { .. })
    }
}
