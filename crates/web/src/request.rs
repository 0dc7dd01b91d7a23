//! Defines the requests of the page, which are built from names and numbers.

use courser_board::{Board, MoveOrder, Square, TourSpec};
use courser_engine::cycle::{Schedule, Setup};
use courser_solve::relay::{RelayChoices, RelayPlan};
use courser_solve::warnsdorff::{Rule, Walker};
use wasm_bindgen::prelude::*;

use crate::{engine, js_error};

/// Returns the names of all rules.
#[wasm_bindgen]
pub fn rules() -> Vec<String> {
    Rule::ALL.map(|rule| rule.to_string()).to_vec()
}

/// Returns the names of all schedules.
#[wasm_bindgen]
pub fn schedules() -> Vec<String> {
    Schedule::ALL.map(|schedule| schedule.to_string()).to_vec()
}

/// A requested run: the board, the start, the rule and the schedule.
#[wasm_bindgen]
pub struct RunRequest {
    pub(crate) board: Board,
    start: Square,
    rule: Rule,
    seed: u64,
    pub(crate) schedule: Schedule,
    /// Side of each region of a relay, in squares. Each region has one knight. `None` stands for one knight on the
    /// whole board.
    region: Option<u32>,
}

#[wasm_bindgen]
impl RunRequest {
    /// Requests a run on a board of `rows` by `cols` squares. `holes` contains the indices of missing squares. `start`
    /// is the index of the knight's first square.
    ///
    /// # Errors
    /// Returns an error if the board is invalid, or the start is not a square that the knight may visit.
    #[wasm_bindgen(constructor)]
    pub fn new(rows: u32, cols: u32, holes: &[u32], start: u32) -> Result<Self, JsError> {
        let whole = Board::new(rows, cols).map_err(js_error)?;
        let holes: Vec<Square> = holes.iter().map(|&hole| whole.at(hole.into())).collect();
        let board = whole.with_holes(holes).map_err(js_error)?;
        if u64::from(start) >= board.cells() {
            return Err(js_error("the start is not on the board"));
        }
        let start = board.playable_square(board.at(start.into())).map_err(js_error)?;
        Ok(Self { board, start, rule: Rule::default(), seed: 0, schedule: Schedule::Whole, region: None })
    }

    /// Sets the rule and the seed.
    ///
    /// # Errors
    /// Returns an error if `rule` is not the name of a rule.
    pub fn by(mut self, rule: &str, seed: u32) -> Result<Self, JsError> {
        self.rule = rule.parse::<Rule>().map_err(js_error)?;
        self.seed = seed.into();
        Ok(self)
    }

    /// Sets the schedule.
    ///
    /// # Errors
    /// Returns an error if `schedule` is not the name of a schedule.
    pub fn laid(mut self, schedule: &str) -> Result<Self, JsError> {
        self.schedule = schedule.parse().map_err(|error: String| JsError::new(&error))?;
        Ok(self)
    }

    /// Requests a relay with regions of about `side` by `side` squares and one knight per region.
    pub fn in_regions(mut self, side: u32) -> Self {
        self.region = Some(side);
        self
    }

    /// Returns the number of knights.
    ///
    /// # Errors
    /// Returns an error if the board cannot be divided into regions of the requested size.
    pub fn knights(&self) -> Result<u32, JsError> {
        Ok(self.plan()?.map_or(1, |plan| plan.regions() as u32))
    }

    fn plan(&self) -> Result<Option<RelayPlan>, JsError> {
        let plan = |side| {
            let options = RelayChoices { seed: Some(self.seed), region: Some((side, side)), ..RelayChoices::default() };
            RelayPlan::new(&TourSpec::open(&self.board), &options).map_err(js_error)
        };
        self.region.map(plan).transpose()
    }

    pub(crate) const fn walker(&self) -> Walker {
        Walker { rule: self.rule, order: MoveOrder::SLIDES, seed: self.seed, knight: 0 }
    }

    pub(crate) fn setup(&self) -> Result<Setup, JsError> {
        match self.plan()? {
            Some(plan) => Setup::relay_by(&plan),
            None => Setup::by_rule(self.board.clone(), self.start, self.walker()),
        }
        .map_err(engine)
    }
}
