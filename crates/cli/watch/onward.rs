//! A board on which the rule gets stuck: the walk is shown to its end, and then the tour that `courser tour` finds.

use courser::board::{Board, Kind, Path, Square, TourSpec};
use courser::gpu::Device;
use courser::view::window::{End, Moment, Scene, Spot, Squares};
use courser::{Answer, DeviceChoice, Request};

use super::given::Given;
use super::played::Played;
use super::solo::Solo;
use crate::error::Failure;

/// The continuation after a walk that got stuck.
pub(super) enum Next {
    /// Nothing: the walk gets through.
    Nothing,
    /// A tour, and what found it.
    Tour { path: Path, closed: bool, method: String },
    /// The tour does not exist, for this reason.
    NoTour(String),
}

/// Returns the continuation that `courser tour` finds where the rule gets stuck.
pub(super) fn next(spec: TourSpec) -> Result<Next, Failure> {
    let tour = |tour: courser::board::Tour, method: &str| Next::Tour {
        closed: tour.kind() == Kind::Closed,
        path: tour.path().clone(),
        method: method.to_owned(),
    };
    Ok(match courser::tour(&Request { device: DeviceChoice::Cpu, ..Request::new(spec) })? {
        Answer::Tour(_, how) if how.method == "cycle" => Next::Nothing,
        Answer::Tour(found, how) => tour(found, how.method),
        Answer::Stream(stream) => {
            let (found, how, _) = stream.into_tour_with(&courser::Hooks::default())?;
            tour(found, how.method)
        }
        Answer::None(why) => Next::NoTour(why.to_string()),
        _ => Next::NoTour("the search ended before it knew of a tour".into()),
    })
}

/// A walk, and what follows it.
pub(super) struct Onward<'device> {
    device: &'device Device,
    walk: Solo<'device>,
    then: Option<(Played<Given<'device>>, String)>,
    /// Passes made since the walk got stuck, the tour's own not counted.
    held: u64,
    /// Set while the tour is shown.
    is_on: bool,
}

impl<'device> Onward<'device> {
    pub(super) fn new(device: &'device Device, walk: Solo<'device>, next: Next) -> Result<Self, Failure> {
        let mut onward = Self { device, walk, then: None, held: 0, is_on: false };
        onward.follow(next)?;
        Ok(onward)
    }

    /// Restarts, with this continuation.
    fn follow(&mut self, next: Next) -> Result<(), Failure> {
        (self.held, self.is_on, self.then) = (0, false, None);
        if let Next::Tour { path, closed, method } = next {
            let given = Given::new(self.device, path, closed, format!("{}, {method}", self.walk.board()))?;
            self.then = Some((Played::new(given), method));
        }
        Ok(())
    }

    /// Passes for which a walk that is stuck is shown: a tenth of a tour's, in whole moves.
    fn hold(&self) -> u64 {
        3 * (self.board().playable() / 10).max(1)
    }

    /// Passes that come before the tour's, in whole moves.
    fn before(&self) -> u64 {
        self.walk.moment().passes.next_multiple_of(3) + self.hold()
    }

    fn shown(&self) -> &dyn Scene<Error = Failure> {
        match &self.then {
            Some((tour, _)) if self.is_on => tour,
            _ => &self.walk,
        }
    }
}

impl Scene for Onward<'_> {
    type Error = Failure;

    fn board(&self) -> &Board {
        self.walk.board()
    }

    fn name(&self) -> String {
        if !self.is_on {
            return self.walk.name();
        }
        format!("{} (the decision cycle got stuck at visit {})", self.shown().name(), self.walk.moment().visit)
    }

    fn squares(&self) -> Squares<'_> {
        self.shown().squares()
    }

    fn moment(&self) -> Moment {
        let moment = self.shown().moment();
        if self.is_on { Moment { passes: self.before() + moment.passes, ..moment } } else { moment }
    }

    fn goes_on(&self) -> bool {
        self.then.is_some() && !self.is_on
    }

    fn stage(&self) -> Option<String> {
        let (_, method) = self.then.as_ref().filter(|_| !self.is_on)?;
        let Moment { visit, of, end, .. } = self.walk.moment();
        (end == Some(End::Stuck)).then(|| format!("stuck at visit {visit} of {of}: the method {method} goes on"))
    }

    fn advance(&mut self, passes: u64) -> Result<(), Failure> {
        if self.is_on {
            return self.then.as_mut().map_or(Ok(()), |(tour, _)| tour.advance(passes));
        }
        let before = self.walk.moment();
        if before.end.is_none() {
            self.walk.advance(passes)?;
        }
        let after = self.walk.moment();
        if after.end != Some(End::Stuck) || self.then.is_none() {
            return Ok(());
        }
        self.held += passes.saturating_sub(after.passes - before.passes);
        if let Some(more) = self.held.checked_sub(self.hold()) {
            self.is_on = true;
            return self.advance(more);
        }
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>, Failure> {
        let Some(square) = from else {
            (self.held, self.is_on) = (0, false);
            if let Some((tour, _)) = &mut self.then {
                tour.restart(None)?;
            }
            return self.walk.restart(None);
        };
        let spec = match TourSpec::new(self.board(), Kind::Open, Some(square), None) {
            Ok(spec) => spec,
            Err(error) => return Ok(Some(error.to_string())),
        };
        let why = self.walk.restart(from)?;
        if why.is_none() {
            self.follow(next(spec)?)?;
        }
        Ok(why)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        let why = self.walk.next_rule()?;
        if why.is_none() {
            // A rule that is asked for is shown as far as it goes.
            self.follow(Next::Nothing)?;
        }
        Ok(why)
    }

    fn state(&mut self, spot: Spot) -> Result<[u32; 4], Failure> {
        match &mut self.then {
            Some((tour, _)) if self.is_on => tour.state(spot),
            _ => self.walk.state(spot),
        }
    }
}
