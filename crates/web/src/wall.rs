//! Runs many knights at once, and returns the results of their walks.

use std::sync::Arc;

use courser_board::{Path, Square};
use courser_engine::batch::{Batch, BatchPlan, Cohort, CpuBatch, GpuBatch, WalkResult};
use wasm_bindgen::prelude::*;

use crate::request::RunRequest;
use crate::{device, engine};

/// The results of many knights. Consecutive knights start on consecutive squares of the board.
#[wasm_bindgen]
pub struct Wall {
    playable: u32,
    walks: Vec<WalkResult>,
    paths: Vec<Path>,
}

#[wasm_bindgen]
impl Wall {
    /// Lets `knights` knights walk by the requested rule. The first `drawn` knights record their squares.
    ///
    /// # Errors
    /// Returns an error if the rule does not support the board, the device fails, or a recorded path is invalid.
    pub async fn walk(asked: RunRequest, knights: u32, drawn: u32, on_gpu: bool) -> Result<Wall, JsError> {
        let board = asked.board.clone();
        let starts: Arc<[Square]> = board.squares().collect();
        let cohort = Cohort { walker: asked.walker(), starts, count: knights };
        let plan = BatchPlan::new(board.clone(), vec![cohort]).map_err(engine)?;
        let drawn: Vec<u64> = (0..u64::from(drawn.min(knights))).collect();
        let (walks, paths) = if on_gpu {
            let mut batch = GpuBatch::new(device()?, plan).map_err(engine)?;
            let walks = batch.walks_async(0..knights.into(), &mut |_| {}).await.map_err(engine)?;
            (walks, batch.paths_async(&drawn).await.map_err(engine)?)
        } else {
            let mut batch = CpuBatch::new(plan);
            let walks = batch.walks(0..knights.into(), &mut |_| {}).map_err(engine)?;
            (walks, batch.paths(&drawn).map_err(engine)?)
        };
        Ok(Self { playable: board.playable() as u32, walks, paths })
    }

    /// Returns one word per knight. The word contains the number of visited squares. The highest bit of the word is set
    /// if the knight's tour is closed.
    pub fn words(&self) -> Vec<u32> {
        self.walks.iter().map(|walk| walk.word()).collect()
    }

    /// Returns the number of complete tours and the number of closed tours.
    pub fn tally(&self) -> Vec<u32> {
        let complete = self.walks.iter().filter(|walk| walk.visited() == self.playable).count();
        let closed = self.walks.iter().filter(|walk| walk.is_closed()).count();
        vec![complete as u32, closed as u32]
    }

    /// Returns the recorded squares of a knight in visiting order, or an empty list if the knight recorded none.
    pub fn path(&self, knight: usize) -> Vec<u32> {
        self.paths.get(knight).map_or_else(Vec::new, |path| path.order().to_vec())
    }
}
