//! The adapters of this computer, and the start-up time of each adapter.

use std::time::Instant;

use courser::board::{Board, MoveOrder, Square};
use courser::engine::EngineError;
use courser::engine::cycle::{self, Schedule, Setup, max_cells};
use courser::gpu::{Adapter, Adapters};

use super::{DeviceLimits, DeviceRow, StartTimes};
use crate::error::{Result, note};
use crate::hints::{self, Options};

pub(super) fn rows(verbose: bool) -> Result<Vec<DeviceRow>> {
    let adapters = Adapters::find();
    let auto = courser::engine::auto_adapter(&adapters);
    if let Err((why, error)) = &auto {
        let hint = error.as_ref().map(|error| hints::of_gpu(error).sentence(&Options::default()));
        let hint = hint.unwrap_or_else(|| "use --device gpu to take it nevertheless".into());
        note(format_args!("{why}: {hint}"));
    }
    let auto = auto.ok();
    let mut rows = Vec::new();
    for (index, adapter) in adapters.list().iter().enumerate() {
        let limits = adapter.limits();
        rows.push(DeviceRow {
            index: Some(index),
            name: adapter.name().to_owned(),
            kind: adapter.kind().to_string(),
            backend: Some(adapter.backend().to_owned()),
            driver: Some(adapter.driver()),
            auto: auto.is_some_and(|auto| std::ptr::eq(auto, adapter)),
            limits: Some(DeviceLimits {
                storage_binding: limits.max_storage_buffer_binding_size,
                buffer: limits.max_buffer_size,
                groups: limits.max_compute_workgroups_per_dimension,
                invocations: limits.max_compute_invocations_per_workgroup,
                workgroup_memory: limits.max_compute_workgroup_storage_size,
                cycle_squares: max_cells(&limits),
            }),
            features: adapter.features(),
            start: verbose.then(|| start(&adapters, adapter)).transpose()?,
        });
    }
    Ok(rows)
}

/// Opens an adapter and runs the first pass of the decision cycle. Measures the time of each step.
fn start(adapters: &Adapters, adapter: &Adapter) -> Result<StartTimes> {
    let [drivers, found] = adapters.taken().map(|taken| taken.as_secs_f64());
    let begun = Instant::now();
    let device = courser::Device::from(courser::gpu::GpuDevice::open(adapter).map_err(EngineError::from)?);
    let opened = begun.elapsed();
    let setup = Setup::new(Board::new(8, 8).map_err(EngineError::from)?, Square::new(2, 4), MoveOrder::SLIDES);
    cycle::on(&device, setup?, Schedule::Near)?.advance(1)?;
    let first_pass = (begun.elapsed() - opened).as_secs_f64();
    Ok(StartTimes { drivers, adapters: found, device: opened.as_secs_f64(), first_pass })
}
