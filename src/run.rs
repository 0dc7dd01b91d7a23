//! A running request, with its deadline and its device.

use std::time::Instant;

use courser_board::{Path, Tour, TourSpec};
use courser_engine::worth::Workload;
use courser_engine::{Device, DeviceChoice, DeviceNote};

use crate::request::{Note, Request};
use crate::{Answer, FoundTour, Progress, Provenance, TourError};

/// A running request.
pub(crate) struct RequestRun<'a> {
    pub(crate) request: &'a Request<'a>,
    /// The time at which the work must end, or `None` without a time limit.
    pub(crate) deadline: Option<Instant>,
}

impl RequestRun<'_> {
    /// Reports the progress.
    ///
    /// # Errors
    /// [`TourError::Stopped`] if the work must end.
    pub(crate) fn go_on(&self, at: Progress) -> Result<(), TourError> {
        self.request.hooks.go_on(at, self.deadline, self.request.limit)
    }

    /// Opens the device for work that the CPU could also do. With the choice `auto`, the device is a graphics card if
    /// the card is expected to be faster.
    ///
    /// A request with `verify` compares the results of the device with those of the CPU. For such a request, the choice
    /// `auto` accepts any adapter, even a software adapter.
    pub(crate) fn device(&self, work: Workload) -> Result<Device, TourError> {
        let choice = &self.request.device;
        let note: &dyn Fn(DeviceNote) = &|note| self.request.hooks.note(Note::Device(note));
        if *choice != DeviceChoice::Auto {
            return Ok(Device::open(choice, note)?);
        }
        if self.request.verify {
            return Ok(Device::open_any(choice, note)?);
        }
        // For a small mosaic or a small grown tour, the CPU needs less time than a search for an adapter. Therefore
        // these kinds of work use `open_for`, which does not search if the CPU is faster. `cpu_unless_named` always
        // searches.
        Ok(if work.gpu_wins() || matches!(work, Workload::Mosaic { .. } | Workload::Grown { .. }) {
            Device::open_for(choice, work, note)?
        } else {
            Device::cpu_unless_named(note)
        })
    }

    /// Returns the provenance of a tour made on the CPU. The work began at `begun` and ends now.
    pub(crate) fn how(&self, method: &'static str, begun: Instant) -> Provenance {
        Provenance {
            method,
            rule: None,
            look_ahead: None,
            order: None,
            seed: self.request.seed,
            device: Device::CPU.details(),
            work: begun.elapsed(),
        }
    }

    /// Checks a tour. Returns the tour as the answer, or `None` if the tour does not meet the request.
    pub(crate) fn checked(&self, order: Vec<u32>, how: Provenance) -> Option<Answer> {
        let spec = &self.request.spec;
        let path = Path::new(spec.board().clone(), turned(spec, order)).ok()?;
        spec.check(path).ok().map(|tour| self.found(tour, how))
    }

    /// Returns the answer for a checked tour in memory.
    pub(crate) fn found(&self, tour: Tour, how: Provenance) -> Answer {
        Answer::Found(FoundTour::in_memory(self.request, tour, how))
    }
}

/// Rotates or reverses the order of a tour's squares so that the tour has the requested ends, if possible.
pub fn turned(spec: &TourSpec, mut order: Vec<u32>) -> Vec<u32> {
    let [start, end] = [spec.start(), spec.end()].map(|end| Some(spec.board().index(end?) as u32));
    let at = |order: &[u32], cell: Option<u32>| order.iter().position(|&other| Some(other) == cell).unwrap_or(0);
    let is_off = |cell: Option<u32>, there: Option<&u32>| cell.is_some() && cell.as_ref() != there;
    if !spec.is_closed() {
        if is_off(start, order.first()) || is_off(end, order.last()) {
            order.reverse();
        }
        return order;
    }
    // A cycle can begin on any square, and can be walked in either direction.
    let first = at(&order, start);
    order.rotate_left(first);
    if is_off(end, order.last()) {
        let last = at(&order, end);
        if start.is_some() { order[1..].reverse() } else { order.rotate_left(last + 1) }
    }
    order
}
