//! Exact search with a progress bar and a time limit.

use courser::engine::memory;
use courser::solve::search::{SearchOptions, SearchResult, StopReason};
use courser::{Progress, Stopped};

use crate::error::{Failure, Result};
use crate::{interrupt, progress};

/// Runs an exact search. The inner result contains the tour, or the reason why none exists.
pub(crate) fn searched<T, R, E>(
    options: SearchOptions<'_>,
    too_large: impl FnOnce(E) -> Failure,
    search: impl FnOnce(&SearchOptions<'_>) -> Result<SearchResult<T, R>, E>,
) -> Result<Result<T, R>> {
    let bar = progress::of(None, "{spinner} {elapsed} (Ctrl-C stops): {wide_msg}");
    let show = |choices, deepest| bar.set_message(format!("{choices} choices tried, {deepest} edges at best"));
    let limit = options.limit;
    let found = interrupt::searching(|stop| {
        let memory = Some(memory::available());
        search(&SearchOptions { memory, stop: Some(stop), progress: Some(&show), ..options })
    });
    bar.finish_and_clear();
    match found {
        Ok(SearchResult::Tour(tour)) => Ok(Ok(tour)),
        Ok(SearchResult::None(reason)) => Ok(Err(reason)),
        Ok(SearchResult::Stopped { why, nodes, deepest }) => {
            let reached = interrupt::reached_limit();
            let (why, limit) = (if reached.is_some() { StopReason::Limit } else { why }, reached.or(limit));
            Err((&Stopped { why, at: Progress::Choices(nodes, deepest), limit }).into())
        }
        Err(error) => Err(too_large(error)),
    }
}
