//! Makes tours without a search: from a plan that gives each visit number, or by joining cycles.

use std::time::Instant;

use courser_engine::Device;
use courser_engine::mosaic::LANE;
use courser_engine::numbering::StreamedTour;
use courser_engine::worth::Workload;
use courser_solve::factor::{self, FactorStage};
use courser_solve::mosaic::MosaicPlan;

use crate::found::TourSource;
use crate::request::Note;
use crate::run::RequestRun;
use crate::{Answer, FoundTour, Progress, Provenance, TourError};

/// Makes a tour by joining cycles. Returns the squares in visiting order, or `None` if no tour was found.
pub(crate) fn by_factor(run: &RequestRun<'_>, rounds: u32) -> Result<Option<Vec<u32>>, TourError> {
    let spec = &run.request.spec;
    let mut ended = Ok(());
    let found = factor::tour_while(spec, run.request.seed.unwrap_or(0), rounds, &mut |stage| {
        ended = run.go_on(match stage {
            FactorStage::Covering(cells) => Progress::Covering(cells.into(), spec.board().cells()),
            FactorStage::Joining(cycles) => Progress::Joining(cycles),
        });
        ended.is_ok()
    });
    run.request.hooks.report(Progress::Done);
    ended.map(|()| found.ok())
}

/// Returns a mosaic. The visit number of each square is computed directly.
pub(crate) fn by_mosaic(run: &RequestRun<'_>) -> Result<Answer, TourError> {
    numbered(run, StreamedTour::Mosaic(MosaicPlan::new(&run.request.spec, run.request.seed)?))
}

/// Returns the tour that a plan determines.
pub(crate) fn numbered(run: &RequestRun<'_>, plan: StreamedTour) -> Result<Answer, TourError> {
    let device = match &plan {
        StreamedTour::Relay(plan) if plan.largest() > LANE => {
            if run.request.device.asks_for_gpu() {
                run.request.hooks.note(Note::OnCpu);
            }
            Device::CPU
        }
        _ => run.device(Workload::Mosaic { squares: run.request.spec.board().cells() })?,
    };
    let how = Provenance {
        device: device.details(),
        rule: run.request.method.rule(),
        ..run.how(plan.method(), Instant::now())
    };
    Ok(Answer::Found(FoundTour::new(run.request, run.deadline, TourSource::Numbered(Box::new(plan)), device, how)))
}
