//! An open device: buffers, shader modules, kernels, submission and read-back.

use std::sync::{Arc, Mutex, PoisonError};

use crate::meter::Meter;
use crate::{Adapter, GpuError};

/// What a kernel sees at one binding; the binding's number is its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A uniform buffer.
    Uniform,
    /// A storage buffer to read.
    Read,
    /// A storage buffer to read and write.
    ReadWrite,
}

/// A shader module.
#[derive(Clone, Debug)]
pub struct Module {
    pub(crate) inner: wgpu::ShaderModule,
    pub(crate) label: String,
}

/// A compute pipeline.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) pipeline: wgpu::ComputePipeline,
}

/// A device and its queue, opened with all that the adapter can take.
#[derive(Debug)]
pub struct Device {
    inner: wgpu::Device,
    queue: wgpu::Queue,
    adapter: Adapter,
    fault: Arc<Mutex<Option<GpuError>>>,
    /// The clock that is read around submissions, while one is.
    pub(crate) meter: Mutex<Option<Meter>>,
}

impl Device {
    /// Opens a device on `adapter`, with the adapter's own limits and the features that courser uses.
    ///
    /// # Errors
    /// [`GpuError::Device`] if the driver refuses.
    pub fn open(adapter: &Adapter) -> Result<Self, GpuError> {
        Self::open_within(adapter, &adapter.inner.limits())
    }

    /// The same, as if the adapter had no more than `limits`: what would run on a smaller one, and what it would refuse.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open_within(adapter: &Adapter, limits: &wgpu::Limits) -> Result<Self, GpuError> {
        let wanted = wgpu::Features::TIMESTAMP_QUERY
            | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS
            | wgpu::Features::SUBGROUP;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("courser device"),
            required_features: adapter.inner.features() & wanted,
            required_limits: adapter.inner.limits().or_worse_values_from(limits),
            experimental_features: wgpu::ExperimentalFeatures::disabled(),
            memory_hints: wgpu::MemoryHints::Performance,
            trace: wgpu::Trace::Off,
        };
        let (inner, queue) = pollster::block_on(adapter.inner.request_device(&descriptor))
            .map_err(|error| GpuError::Device { adapter: adapter.name().to_owned(), reason: error.to_string() })?;
        let fault = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&fault);
        inner.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            note(&slot, GpuError::failed(error));
        }));
        let slot = Arc::clone(&fault);
        inner.set_device_lost_callback(move |reason, message| {
            // Dropping the device "loses" it as well; that is no fault.
            if reason != wgpu::DeviceLostReason::Destroyed {
                note(&slot, GpuError::Lost { reason: message });
            }
        });
        Ok(Self { inner, queue, adapter: adapter.clone(), fault, meter: Mutex::new(None) })
    }

    /// The adapter that this device was opened on.
    pub const fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// wgpu's device.
    pub const fn raw(&self) -> &wgpu::Device {
        &self.inner
    }

    /// The queue.
    pub const fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// The most bytes that one storage binding may have.
    pub fn max_binding(&self) -> u64 {
        let limits = self.inner.limits();
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
    }

    /// The most workgroups in one dimension of a dispatch.
    pub fn max_groups(&self) -> u32 {
        self.inner.limits().max_compute_workgroups_per_dimension
    }

    /// The error that the device has reported since the last look, if any.
    ///
    /// # Errors
    /// That error.
    pub fn check(&self) -> Result<(), GpuError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// A buffer of `bytes` bytes, zeroed.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] if there is no room, [`GpuError::Failed`] if the size is not allowed.
    pub fn buffer(&self, label: &str, bytes: u64, usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, GpuError> {
        self.allocating(label, bytes, |device| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: bytes,
                usage,
                mapped_at_creation: false,
            })
        })
    }

    /// A buffer that holds `bytes`, with the usage `COPY_DST` beside `usage`. One without bytes holds four zeros, since
    /// no buffer that is bound may be empty.
    ///
    /// # Errors
    /// As [`Device::buffer`].
    pub fn upload(&self, label: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, GpuError> {
        let buffer = self.buffer(label, bytes.len().max(4) as u64, usage | wgpu::BufferUsages::COPY_DST)?;
        self.queue.write_buffer(&buffer, 0, bytes);
        Ok(buffer)
    }

    /// A buffer through which the host reads others: usages `MAP_READ | COPY_DST`.
    ///
    /// # Errors
    /// As [`Device::buffer`].
    pub fn staging(&self, label: &str, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
        self.buffer(label, bytes, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST)
    }

    /// A shader module from WGSL.
    ///
    /// # Errors
    /// [`GpuError::Build`] if it does not validate.
    pub fn module(&self, label: &str, wgsl: &str) -> Result<Module, GpuError> {
        self.building(label, |device| {
            let source = wgpu::ShaderSource::Wgsl(wgsl.into());
            let inner = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source });
            Module { inner, label: label.to_owned() }
        })
    }

    /// A bind group layout whose binding `i` is `bindings[i]`, for compute shaders.
    pub fn layout(&self, label: &str, bindings: &[Binding]) -> wgpu::BindGroupLayout {
        self.layout_for(wgpu::ShaderStages::COMPUTE, label, bindings)
    }

    pub(crate) fn layout_for(
        &self,
        visibility: wgpu::ShaderStages,
        label: &str,
        bindings: &[Binding],
    ) -> wgpu::BindGroupLayout {
        let entries: Vec<_> = (0..)
            .zip(bindings)
            .map(|(binding, kind)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility,
                ty: wgpu::BindingType::Buffer {
                    ty: match kind {
                        Binding::Uniform => wgpu::BufferBindingType::Uniform,
                        Binding::Read => wgpu::BufferBindingType::Storage { read_only: true },
                        Binding::ReadWrite => wgpu::BufferBindingType::Storage { read_only: false },
                    },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            })
            .collect();
        self.inner.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
    }

    /// A bind group whose binding `i` is the whole of `buffers[i]`.
    pub fn bind(&self, label: &str, layout: &wgpu::BindGroupLayout, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        self.inner.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
    }

    /// A kernel: one entry point of a module, with its pipeline constants.
    ///
    /// # Errors
    /// [`GpuError::Build`] if the driver refuses.
    pub fn kernel(
        &self,
        module: &Module,
        entry: &str,
        layout: &wgpu::BindGroupLayout,
        constants: &[(&str, f64)],
    ) -> Result<Kernel, GpuError> {
        let label = format!("{} {entry}", module.label);
        self.building(&label, |device| {
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(&label),
                bind_group_layouts: &[Some(layout)],
                immediate_size: 0,
            });
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(&label),
                layout: Some(&layout),
                module: &module.inner,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions { constants, ..Default::default() },
                cache: None,
            });
            Kernel { pipeline }
        })
    }

    /// A command encoder.
    pub fn encoder(&self, label: &str) -> wgpu::CommandEncoder {
        self.inner.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }

    /// Submits `encoder` and waits until the device has done it.
    ///
    /// # Errors
    /// What the device reports: lost, failed.
    pub fn submit(&self, encoder: wgpu::CommandEncoder) -> Result<(), GpuError> {
        if let Some(encoder) = self.submit_metered(encoder)? {
            self.queue.submit([encoder.finish()]);
            self.wait()?;
        }
        Ok(())
    }

    /// Waits until the device has done all that was submitted.
    ///
    /// # Errors
    /// What the device reports: lost, failed.
    pub fn wait(&self) -> Result<(), GpuError> {
        let waited = self.inner.poll(wgpu::PollType::wait_indefinitely());
        self.check()?;
        waited.map(|_| ()).map_err(GpuError::failed)
    }

    /// Reads bytes `from..from + into.len()` of `buffer`, through `staging`.
    ///
    /// `staging` is made by [`Device::staging`]; what is longer than it is read in pieces.
    ///
    /// # Errors
    /// What the device reports.
    pub fn read(
        &self,
        buffer: &wgpu::Buffer,
        from: u64,
        into: &mut [u8],
        staging: &wgpu::Buffer,
    ) -> Result<(), GpuError> {
        let mut at = from;
        for piece in into.chunks_mut(usize::try_from(staging.size()).unwrap_or(usize::MAX)) {
            let bytes = piece.len() as u64;
            let mut encoder = self.encoder("read back");
            encoder.copy_buffer_to_buffer(buffer, at, staging, 0, bytes);
            let pending = self.submit_and_map(encoder, &[(staging, bytes)])?;
            self.finish(pending)?;
            self.mapped(staging, bytes, |view| piece.copy_from_slice(view))?;
            at += bytes;
        }
        Ok(())
    }

    /// Runs `allocate`, which takes `bytes` bytes, and turns what the device says about it into an error.
    pub(crate) fn allocating<T>(
        &self,
        label: &str,
        bytes: u64,
        allocate: impl FnOnce(&wgpu::Device) -> T,
    ) -> Result<T, GpuError> {
        let memory = self.inner.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.inner.push_error_scope(wgpu::ErrorFilter::Validation);
        let allocated = allocate(&self.inner);
        let validation = pollster::block_on(validation.pop());
        if pollster::block_on(memory.pop()).is_some() {
            return Err(GpuError::OutOfMemory { label: label.to_owned(), bytes });
        }
        match validation {
            Some(error) => Err(GpuError::failed(error)),
            None => Ok(allocated),
        }
    }

    /// Runs `build` and turns what the device says about it into an error.
    pub(crate) fn building<T>(&self, label: &str, build: impl FnOnce(&wgpu::Device) -> T) -> Result<T, GpuError> {
        let validation = self.inner.push_error_scope(wgpu::ErrorFilter::Validation);
        let internal = self.inner.push_error_scope(wgpu::ErrorFilter::Internal);
        let built = build(&self.inner);
        let internal = pollster::block_on(internal.pop());
        let validation = pollster::block_on(validation.pop());
        match internal.or(validation) {
            Some(error) => Err(GpuError::Build { label: label.to_owned(), reason: error.to_string() }),
            None => Ok(built),
        }
    }
}

/// Keeps the first error: what comes after it is mostly its echo.
fn note(slot: &Mutex<Option<GpuError>>, error: GpuError) {
    slot.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}
