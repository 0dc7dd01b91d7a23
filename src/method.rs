//! The methods of finding a tour, each with its options.

use courser_board::MoveOrder;
use courser_engine::cycle::Schedule;
use courser_solve::chain::Chain;
use courser_solve::tame::Minimised;
use courser_solve::warnsdorff::Rule;

use crate::TourError;

/// The name of a [`Method`].
///
/// ```
/// use courser::MethodName;
///
/// assert_eq!("warnsdorff".parse::<MethodName>()?, MethodName::Warnsdorff);
/// assert_eq!("horse".parse::<MethodName>().unwrap_err().to_string(), "'horse' is not a method");
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
pub enum MethodName {
    /// Select the best method; the result is the same on every device.
    #[default]
    Auto,
    /// Run the decision cycle (rank, decide, pull) with any rule.
    Cycle,
    /// Follow a rule from square to square, with one knight or many.
    Warnsdorff,
    /// Backtrack in Warnsdorff's order, with pruning (an exact search).
    Backtrack,
    /// Backtrack, and keep the unvisited squares connected to the start.
    Closable,
    /// Search depth-first in move order, or in random order with a seed.
    DepthFirst,
    /// Find a tour or prove that none exists; the time is not bounded.
    Search,
    /// Compose the tour from small precomputed tours, the tiles.
    Mosaic,
    /// Build a regular tour with few turns or few crossings.
    Tame,
    /// Join cycles into an irregular tour, without the pattern of tiles.
    Grown,
    /// Move many knights at once, each in its own region of the board.
    Relay,
}

impl MethodName {
    /// Returns the name of the method as the user writes it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns the error for an unknown method name.
fn unknown(text: &str) -> TourError {
    TourError::unknown("a method", text, <MethodName as strum::VariantNames>::VARIANTS)
}

/// The algorithm that finds a tour, with its options.
///
/// A method has only the options that apply to it. [`Method::from`] converts a name to the method with its default
/// options.
///
/// ```
/// use courser::solve::warnsdorff::Rule;
/// use courser::{Method, MethodName, RelayOptions};
///
/// assert_eq!(Method::from(MethodName::Relay), Method::Relay(RelayOptions::default()));
/// assert!(Method::from(MethodName::Search).with_rule(Rule::Roth).is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// The best method for the board, with the same answer on every device. The options apply to the decision cycle,
    /// which is tried first if it is suitable for the board.
    Auto(CycleOptions),
    /// The decision cycle.
    Cycle(CycleOptions),
    /// A walk by a rule from square to square. Either one knight walks on the CPU, or many knights walk on any device.
    /// With many knights, the result is the path of the first knight that completes its tour.
    Walk(WalkOptions),
    /// Warnsdorff's rule with backtracking. Contains the move order, which breaks ties. The pruning is that of
    /// "Haskell: knight's move II".
    Backtrack(Option<MoveOrder>),
    /// Backtracking like `Backtrack`, with stronger pruning: the unvisited squares must stay connected with the start
    /// until every square is visited.
    Closable(Option<MoveOrder>),
    /// Plain depth-first search in this move order, or in random orders if a seed is given.
    DepthFirst(Option<MoveOrder>),
    /// Exact search. The move order breaks ties among squares of equal rank.
    Search(Option<MoveOrder>),
    /// A mosaic of tiles, in which the visit number of every square is computed directly.
    Mosaic,
    /// A tame tour with few turns or few crossings. The visit number of every square is looked up in tables.
    Tame(Minimised),
    /// A tour grown from a mosaic. Random exchanges of edges turn the mosaic into cycles. Then the cycles are joined
    /// into one tour.
    ///
    /// The growth does not support boards that are too small or have too many holes. On such a board, the method
    /// *factor and merge* makes the tour on the CPU. It also makes the tour if cycles remain on a board with holes. If
    /// *factor and merge* fails, the tour is a mosaic, provided that a mosaic supports the board. If cycles remain on a
    /// board without holes, the tour is the mosaic from which the growth began. In all these cases, the hooks receive
    /// [`Note::NotGrown`].
    ///
    /// [`Note::NotGrown`]: crate::Note::NotGrown
    Grown,
    /// A relay of many knights, each in its own region of the board.
    Relay(RelayOptions),
    /// A chain of regions. Each region is toured by the most suitable method, one region after another, on the CPU.
    Regions(Chain),
}

/// The options of the decision cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CycleOptions {
    /// The rule that chooses the next square; `None` means [`Rule::Warnsdorff`].
    pub rule: Option<Rule>,
    /// The order in which neighbours are examined. `None` selects [`MoveOrder::SLIDES`], except for requests with a
    /// seed and without a `rule`. For these requests, `None` selects an order shuffled by the seed.
    pub order: Option<MoveOrder>,
    /// The squares that each pass computes.
    pub schedule: Schedule,
    /// Whether the decision cycle runs even if a theorem rules out the tour. The answer is then the path up to the
    /// square on which the knight gets stuck.
    pub partial: bool,
}

/// The options of a walk by a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkOptions {
    /// The rule that chooses the next square. `None` means [`Rule::Random`] if a seed is given, and otherwise
    /// [`Rule::Warnsdorff`].
    pub rule: Option<Rule>,
    /// The order in which neighbours are examined. `None` means [`MoveOrder::SLIDES`].
    pub order: Option<MoveOrder>,
    /// The number of knights, or the number of squares that one knight looks ahead.
    pub knights: Knights,
    /// Whether the knight walks even if a theorem rules out the tour. The answer is then the path up to the square on
    /// which the knight gets stuck.
    pub partial: bool,
}

/// The knights of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knights {
    /// One knight on the CPU.
    #[default]
    One,
    /// One knight on the CPU. The knight breaks ties by Pohl's rule. The value is the number of squares to look ahead,
    /// at most [`Rule::MAX_LEVELS`].
    LookingAhead(u32),
    /// Many knights, on any device. The answer is the tour of the first knight that completes its tour. The value is
    /// the number of knights.
    FirstOf(u32),
}

/// The options of a relay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RelayOptions {
    /// The rule of every knight's first try; later tries break ties at random.
    pub rule: Option<Rule>,
    /// Approximate number of rows and columns of a region; `None` means 8x8.
    pub region: Option<(u32, u32)>,
    /// The method of computing the visit numbers.
    pub run: RelayRun,
}

/// The methods of computing the visit numbers of a relay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RelayRun {
    /// The visit numbers are computed region by region, without passes.
    #[default]
    Numbers,
    /// The visit numbers are computed by the passes of the decision cycle over the whole board.
    Passes,
    /// The visit numbers are computed region by region. Then melting removes the lines between the regions. The value
    /// is the number of melting passes.
    Melted(u32),
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Auto => Self::Auto(CycleOptions::default()),
            MethodName::Cycle => Self::Cycle(CycleOptions::default()),
            MethodName::Warnsdorff => Self::Walk(WalkOptions::default()),
            MethodName::Backtrack => Self::Backtrack(None),
            MethodName::Closable => Self::Closable(None),
            MethodName::DepthFirst => Self::DepthFirst(None),
            MethodName::Search => Self::Search(None),
            MethodName::Mosaic => Self::Mosaic,
            MethodName::Tame => Self::Tame(Minimised::default()),
            MethodName::Grown => Self::Grown,
            MethodName::Relay => Self::Relay(RelayOptions::default()),
        }
    }
}

impl Default for Method {
    fn default() -> Self {
        MethodName::default().into()
    }
}

impl Method {
    /// Returns the rule of the method, or `None` if no rule was given.
    pub const fn rule(&self) -> Option<Rule> {
        match self {
            Self::Cycle(cycle) => cycle.rule,
            Self::Walk(walk) => walk.rule,
            Self::Relay(relay) => relay.rule,
            _ => None,
        }
    }

    /// Returns the move order of the method, or `None` if no order was given.
    pub const fn order(&self) -> Option<MoveOrder> {
        match self {
            Self::Auto(cycle) | Self::Cycle(cycle) => cycle.order,
            Self::Walk(walk) => walk.order,
            Self::Backtrack(order) | Self::Closable(order) | Self::DepthFirst(order) | Self::Search(order) => *order,
            _ => None,
        }
    }

    /// Returns this method with its rule set to `rule`, or `None` if this method cannot have a rule. `Auto` with a rule
    /// becomes a walk.
    #[must_use]
    pub fn with_rule(self, rule: Rule) -> Option<Self> {
        let rule = Some(rule);
        Some(match self {
            Self::Auto(CycleOptions { order, partial, .. }) => {
                Self::Walk(WalkOptions { rule, order, partial, knights: Knights::One })
            }
            Self::Cycle(cycle) => Self::Cycle(CycleOptions { rule, ..cycle }),
            Self::Walk(walk) => Self::Walk(WalkOptions { rule, ..walk }),
            Self::Relay(relay) => Self::Relay(RelayOptions { rule, ..relay }),
            _ => return None,
        })
    }

    /// Returns whether the method can run on a graphics adapter.
    pub const fn runs_on_gpu(&self) -> bool {
        match self {
            Self::Auto(_) | Self::Cycle(_) | Self::Relay(_) => true,
            Self::Mosaic | Self::Tame(_) | Self::Grown => true,
            Self::Walk(walk) => matches!(walk.knights, Knights::FirstOf(_)),
            Self::Backtrack(_) | Self::Closable(_) | Self::DepthFirst(_) | Self::Search(_) | Self::Regions(_) => false,
        }
    }

    /// Returns whether the path of a stuck knight is a valid answer.
    pub(crate) const fn is_partial(&self) -> bool {
        match self {
            Self::Auto(cycle) | Self::Cycle(cycle) => cycle.partial,
            Self::Walk(walk) => walk.partial,
            _ => false,
        }
    }
}
