//! An open device, which provides buffers, shader modules, kernels, submission and read-back.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use web_time::Duration;
use wgpu::{BindGroup, BindGroupLayout, Buffer, BufferUsages, CommandEncoder, ErrorFilter, ShaderStages};

use crate::clock::Clock;
use crate::clock::Meter;
use crate::kernels::KernelCache;
use crate::{Adapter, GpuError, KernelSpec, Result};

/// The kind of buffer at one binding of a kernel. The number of a binding is its index in the list of bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A uniform buffer, which contains read-only parameters.
    Uniform,
    /// A storage buffer that the kernel can only read.
    Read,
    /// A storage buffer that the kernel can read and write.
    ReadWrite,
    /// No buffer. This kernel does not use the binding, but other kernels of the engine use it.
    Unused,
}

impl Binding {
    /// Returns whether this is a storage buffer. Adapters limit the number of storage buffers per kernel.
    pub const fn is_storage(self) -> bool {
        matches!(self, Self::Read | Self::ReadWrite)
    }
}

/// A message of the shader compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Text of the message.
    pub text: String,
    /// True if the message is an error. A shader with an error cannot run.
    pub is_error: bool,
    /// Line number in the shader, from 1, or 0 if the message does not refer to a line.
    pub line: u32,
    /// Byte position in the line, counted from 1.
    pub column: u32,
}

impl From<wgpu::CompilationMessage> for Message {
    fn from(message: wgpu::CompilationMessage) -> Self {
        let (line, column) = message.location.map_or((0, 0), |at| (at.line_number, at.line_position));
        let is_error = message.message_type == wgpu::CompilationMessageType::Error;
        Self { text: message.message, is_error, line, column }
    }
}

/// A compute pipeline, and the layout of its buffers.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) pipeline: wgpu::ComputePipeline,
    layout: BindGroupLayout,
}

impl Kernel {
    /// Returns the layout of the kernel's bind group. Kernels with the same bindings can share a bind group.
    pub const fn layout(&self) -> &BindGroupLayout {
        &self.layout
    }
}

/// A device and its queue. The device has all limits of the adapter, and the supported features that courser uses.
#[derive(Debug)]
pub struct GpuDevice {
    inner: wgpu::Device,
    queue: wgpu::Queue,
    adapter: Adapter,
    fault: Arc<Mutex<DeviceFaults>>,
    /// The clock of the host, which measures the time of each submission.
    pub(crate) clock: Mutex<Clock>,
    /// The current measurement of GPU time, or `None` if no measurement is in progress. The clock of the GPU measures
    /// the time of each submission.
    pub(crate) meter: Mutex<Option<Meter>>,
    /// Kernels built so far.
    pub(crate) built: Mutex<KernelCache>,
    /// Number of compute pipelines built so far.
    pub(crate) pipelines: AtomicUsize,
    /// Pending results of error scopes.
    #[cfg(target_arch = "wasm32")]
    outstanding: Mutex<Vec<Answer>>,
}

/// A future that returns the result of an error scope.
#[cfg(target_arch = "wasm32")]
struct Answer(std::pin::Pin<Box<dyn Future<Output = Option<GpuError>>>>);

#[cfg(target_arch = "wasm32")]
impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Answer")
    }
}

impl GpuDevice {
    /// Opens a device on `adapter`, with all limits of the adapter and the features that courser uses.
    ///
    /// # Errors
    /// [`GpuError::Device`] if the driver rejects the request.
    pub fn open(adapter: &Adapter) -> Result<Self> {
        crate::block_on(Self::open_async(adapter))
    }

    /// Opens a device like [`GpuDevice::open`], but does not block.
    ///
    /// # Errors
    /// See [`GpuDevice::open`].
    pub async fn open_async(adapter: &Adapter) -> Result<Self> {
        Self::open_within(adapter, &adapter.inner.limits()).await
    }

    /// Opens a device whose limits do not exceed `limits`. This is for tests of the behaviour on a smaller GPU.
    ///
    /// # Errors
    /// See [`GpuDevice::open`].
    pub async fn open_within(adapter: &Adapter, limits: &wgpu::Limits) -> Result<Self> {
        let wanted = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("courser device"),
            required_features: adapter.inner.features() & wanted,
            required_limits: adapter.inner.limits().or_worse_values_from(limits),
            experimental_features: wgpu::ExperimentalFeatures::disabled(),
            memory_hints: wgpu::MemoryHints::Performance,
            trace: wgpu::Trace::Off,
        };
        let opened = adapter.inner.request_device(&descriptor).await;
        let (inner, queue) = opened
            .map_err(|error| GpuError::Device { adapter: adapter.name().to_owned(), reason: error.to_string() })?;
        let fault = Arc::new(Mutex::new(DeviceFaults::default()));
        let slot = Arc::clone(&fault);
        inner.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            slot.lock().unwrap_or_else(PoisonError::into_inner).note(GpuError::failed(error));
        }));
        let slot = Arc::clone(&fault);
        inner.set_device_lost_callback(move |reason, message| {
            // The device also reports a loss when it is dropped, but this is not an error.
            if reason != wgpu::DeviceLostReason::Destroyed {
                slot.lock().unwrap_or_else(PoisonError::into_inner).note(GpuError::Lost { reason: message });
            }
        });
        let (adapter, clock) = (adapter.clone(), Mutex::new(Clock::new()));
        Ok(Self {
            inner,
            queue,
            adapter,
            fault,
            clock,
            meter: Mutex::new(None),
            built: Mutex::default(),
            pipelines: AtomicUsize::new(0),
            #[cfg(target_arch = "wasm32")]
            outstanding: Mutex::default(),
        })
    }

    /// Returns the adapter on which the device was opened.
    pub const fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// Returns the device of wgpu.
    pub const fn raw(&self) -> &wgpu::Device {
        &self.inner
    }

    /// Returns the queue of wgpu for submissions.
    pub const fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// Returns the maximum size of a storage binding in bytes.
    pub fn max_binding(&self) -> u64 {
        let limits = self.inner.limits();
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
    }

    /// Returns the maximum number of workgroups in one dimension of a dispatch.
    pub fn max_groups(&self) -> u32 {
        self.inner.limits().max_compute_workgroups_per_dimension
    }

    /// Returns an error if the device has reported an error since the last call. After the device is lost, every call
    /// returns [`GpuError::Lost`].
    ///
    /// # Errors
    /// The first error that the device has reported since the last call.
    pub fn check(&self) -> Result<()> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns an error if the device is lost. All later errors are consequences of the loss.
    fn lost(&self) -> Result<()> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).lost()
    }

    /// Creates a buffer of `bytes` bytes, filled with zeros.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] if the memory is exhausted, [`GpuError::Failed`] if the size is not allowed.
    pub fn buffer(&self, label: &str, bytes: u64, usage: BufferUsages) -> Result<Buffer> {
        self.allocating(label, bytes, |device| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: bytes,
                usage,
                mapped_at_creation: false,
            })
        })
    }

    /// Creates a buffer with the contents `bytes`, and with the usage `COPY_DST` in addition to `usage`. If `bytes` is
    /// empty, the buffer contains four zero bytes, since a bound buffer must not be empty.
    ///
    /// # Errors
    /// See [`GpuDevice::buffer`].
    pub fn upload(&self, label: &str, bytes: &[u8], usage: BufferUsages) -> Result<Buffer> {
        let buffer = self.buffer(label, bytes.len().max(4) as u64, usage | BufferUsages::COPY_DST)?;
        self.queue.write_buffer(&buffer, 0, bytes);
        Ok(buffer)
    }

    /// Creates a buffer through which the host reads other buffers. Its usages are `MAP_READ | COPY_DST`.
    ///
    /// # Errors
    /// See [`GpuDevice::buffer`].
    pub fn staging(&self, label: &str, bytes: u64) -> Result<Buffer> {
        self.buffer(label, bytes, BufferUsages::MAP_READ | BufferUsages::COPY_DST)
    }

    /// Compiles a shader module from WGSL.
    ///
    /// # Errors
    /// [`GpuError::Build`] if the shader is invalid.
    pub(crate) fn module(&self, label: &str, wgsl: &str) -> Result<wgpu::ShaderModule> {
        self.building(label, |device| {
            let source = wgpu::ShaderSource::Wgsl(wgsl.into());
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source })
        })
    }

    /// Returns the messages of the compiler about a WGSL shader, in the order of the shader's lines. The list is empty
    /// if the shader is valid and causes no warnings.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost.
    pub async fn messages_async(&self, label: &str, wgsl: &str) -> Result<Vec<Message>> {
        // The compiler's messages are more precise than the error of the scope, which is used only if the compiler
        // reports no error.
        let scope = self.inner.push_error_scope(ErrorFilter::Validation);
        let source = wgpu::ShaderSource::Wgsl(wgsl.into());
        let module = self.inner.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source });
        let scope = scope.pop();
        let reported = module.get_compilation_info().await;
        let failed = scope.await;
        self.lost()?;
        let mut messages: Vec<Message> = reported.messages.into_iter().map(Message::from).collect();
        if let Some(error) = failed
            && !messages.iter().any(|message| message.is_error)
        {
            messages.push(Message { text: error.to_string(), is_error: true, line: 0, column: 0 });
        }
        Ok(messages)
    }

    /// Creates a bind group layout for compute shaders. The kind of binding `i` is `bindings[i]`.
    ///
    /// # Errors
    /// [`GpuError::Bindings`] if the layout has more storage buffers than the device allows, [`GpuError::Build`] if the
    /// device rejects the layout.
    pub fn layout(&self, label: &str, bindings: &[Binding]) -> Result<BindGroupLayout> {
        self.layout_for(ShaderStages::COMPUTE, label, bindings)
    }

    pub(crate) fn layout_for(
        &self,
        visibility: ShaderStages,
        label: &str,
        bindings: &[Binding],
    ) -> Result<BindGroupLayout> {
        let needed = bindings.iter().filter(|binding| binding.is_storage()).count() as u32;
        let there = self.inner.limits().max_storage_buffers_per_shader_stage;
        if needed > there {
            let adapter = self.adapter.name().to_owned();
            return Err(GpuError::Bindings { label: label.to_owned(), needed, adapter, there });
        }
        let entries: Vec<_> = (0..)
            .zip(bindings)
            .filter_map(|(binding, kind)| {
                let ty = match kind {
                    Binding::Uniform => wgpu::BufferBindingType::Uniform,
                    Binding::Read => wgpu::BufferBindingType::Storage { read_only: true },
                    Binding::ReadWrite => wgpu::BufferBindingType::Storage { read_only: false },
                    Binding::Unused => return None,
                };
                let ty = wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
                Some(wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None })
            })
            .collect();
        let descriptor = wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries };
        self.building(label, |device| device.create_bind_group_layout(&descriptor))
    }

    /// Creates a bind group in which binding `i` is the whole of `buffers[i]`.
    ///
    /// # Errors
    /// [`GpuError::Build`] if the device rejects the group, because a buffer exceeds the maximum size of a binding or
    /// has the wrong usage.
    pub fn bind(&self, label: &str, layout: &BindGroupLayout, buffers: &[&Buffer]) -> Result<BindGroup> {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let descriptor = wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries };
        self.building(label, |device| device.create_bind_group(&descriptor))
    }

    /// Builds the kernel of `spec`, even if the kernel has been built before; [`GpuDevice::kernel`] caches kernels.
    ///
    /// Workgroup memory is not set to 0 before the kernel runs. Compilers would insert code in which a single lane sets
    /// this memory to 0. For arrays of thousands of words, compiling this code would take seconds.
    ///
    /// # Errors
    /// Returns the errors of [`GpuDevice::layout`], and [`GpuError::Build`] if the shader is invalid or the driver
    /// rejects the pipeline.
    pub fn build(&self, spec: &KernelSpec) -> Result<Kernel> {
        let module = self.module(spec.module, &spec.source())?;
        let layout = self.layout(spec.module, &spec.bindings)?;
        let label = format!("{} {}", spec.module, spec.entry);
        let layouts: &[_] = if spec.bindings.is_empty() { &[] } else { &[Some(&layout)] };
        self.pipelines.fetch_add(1, Ordering::Relaxed);
        self.building(&label, |device| {
            let layout_of_all = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(&label),
                bind_group_layouts: layouts,
                immediate_size: 0,
            });
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(&label),
                layout: Some(&layout_of_all),
                module: &module,
                entry_point: Some(spec.entry),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &spec.constants,
                    zero_initialize_workgroup_memory: false,
                },
                cache: None,
            });
            Kernel { pipeline, layout: layout.clone() }
        })
    }

    /// Creates a command encoder with this label, for recording passes and copies.
    pub fn encoder(&self, label: &str) -> CommandEncoder {
        self.inner.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }

    /// Submits `encoder` and waits until the device has executed it. Returns the duration by the clock of the host.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost, [`GpuError::Failed`] if the device reports another error.
    pub async fn submit(&self, encoder: CommandEncoder) -> Result<Duration> {
        let pending = self.submit_and_map(encoder, &[])?;
        self.finish(pending).await
    }

    /// Waits until the device has finished all submissions and queued writes.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost, [`GpuError::Failed`] if the device reports another error.
    pub async fn wait(&self) -> Result<()> {
        self.queue.submit([]);
        self.done(None, self.work_done()).await
    }

    /// Reads `into.len()` bytes of `buffer` from offset `from`, through `staging`.
    ///
    /// `staging` is a buffer from [`GpuDevice::staging`]. If `staging` is smaller than `into`, the bytes are read in
    /// pieces.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost, [`GpuError::Failed`] if the device reports another error.
    pub async fn read(&self, buffer: &Buffer, from: u64, into: &mut [u8], staging: &Buffer) -> Result<()> {
        let mut at = from;
        for piece in into.chunks_mut(usize::try_from(staging.size()).unwrap_or(usize::MAX)) {
            let bytes = piece.len() as u64;
            let mut encoder = self.encoder("read back");
            encoder.copy_buffer_to_buffer(buffer, at, staging, 0, bytes);
            self.read_after(encoder, staging, bytes, |view| piece.copy_from_slice(view)).await?;
            at += bytes;
        }
        Ok(())
    }

    /// Submits `encoder`, which must copy data to `staging`. After the copy, calls `look` with the first `bytes` bytes
    /// of `staging`.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost, [`GpuError::Failed`] if the device reports another error.
    pub async fn read_after<T>(
        &self,
        encoder: CommandEncoder,
        staging: &Buffer,
        bytes: u64,
        look: impl FnOnce(&[u8]) -> T,
    ) -> Result<T> {
        let pending = self.submit_and_map(encoder, &[(staging, bytes)])?;
        self.finish(pending).await?;
        self.mapped(staging, bytes, look)
    }

    /// Runs `allocate`, which allocates `bytes` bytes. If the device reports an error, the error is returned as a
    /// [`GpuError`].
    pub(crate) fn allocating<T>(
        &self,
        label: &str,
        bytes: u64,
        allocate: impl FnOnce(&wgpu::Device) -> T,
    ) -> Result<T> {
        let label = label.to_owned();
        self.scoped(ErrorFilter::OutOfMemory, allocate, move |memory, validation| {
            let memory = memory.map(|_| GpuError::OutOfMemory { label, bytes });
            memory.or(validation.map(GpuError::failed))
        })
    }

    /// Runs `build`, which builds a shader or a pipeline. If the device reports an error, the error is returned as a
    /// [`GpuError`].
    pub(crate) fn building<T>(&self, label: &str, build: impl FnOnce(&wgpu::Device) -> T) -> Result<T> {
        let label = label.to_owned();
        self.scoped(ErrorFilter::Internal, build, move |internal, validation| {
            internal.or(validation).map(|error| GpuError::Build { label, reason: error.to_string() })
        })
    }

    /// Runs `make` in two error scopes, one for errors of the kind `filter` and one for validation errors. `told`
    /// converts the errors of both scopes.
    fn scoped<T>(
        &self,
        filter: ErrorFilter,
        make: impl FnOnce(&wgpu::Device) -> T,
        told: impl FnOnce(Option<wgpu::Error>, Option<wgpu::Error>) -> Option<GpuError> + 'static,
    ) -> Result<T> {
        let validation = self.inner.push_error_scope(ErrorFilter::Validation);
        let other = self.inner.push_error_scope(filter);
        let made = make(&self.inner);
        let (other, validation) = (other.pop(), validation.pop());
        self.answered(async move { told(other.await, validation.await) })?;
        Ok(made)
    }

    /// Waits for the result of an error scope.
    #[cfg(not(target_arch = "wasm32"))]
    fn answered(&self, answer: impl Future<Output = Option<GpuError>>) -> Result<()> {
        let error = crate::block_on(answer);
        self.lost()?;
        error.map_or(Ok(()), Err)
    }

    /// Stores the future that resolves to the result of an error scope. A browser provides this result later.
    /// [`GpuDevice::settle_async`] waits for the result.
    #[cfg(target_arch = "wasm32")]
    fn answered(&self, answer: impl Future<Output = Option<GpuError>> + 'static) -> Result<()> {
        self.outstanding.lock().unwrap_or_else(PoisonError::into_inner).push(Answer(Box::pin(answer)));
        self.lost()
    }

    /// Waits until the device has confirmed everything created so far. In a browser, errors are not known before this
    /// confirmation. Every function that waits for the device calls this function first.
    ///
    /// # Errors
    /// The first error, in the order of creation.
    #[cfg_attr(not(target_arch = "wasm32"), expect(clippy::unused_async, reason = "only a browser has to wait"))]
    pub async fn settle_async(&self) -> Result<()> {
        #[cfg(target_arch = "wasm32")]
        {
            let outstanding = std::mem::take(&mut *self.outstanding.lock().unwrap_or_else(PoisonError::into_inner));
            let mut first = None;
            for answer in outstanding {
                let error = answer.0.await;
                first = first.or(error);
            }
            self.lost()?;
            if let Some(error) = first {
                // Other errors reported in the meantime are consequences of this error, so they are discarded.
                let _ = self.check();
                return Err(error);
            }
        }
        self.lost()
    }
}

/// The errors reported by the device.
#[derive(Debug, Default)]
struct DeviceFaults {
    /// First error since the last check, or `None` if there was no error. Later errors are usually consequences of the
    /// first error.
    first: Option<GpuError>,
    /// Error that reports the loss of the device, or `None` if the device is not lost. Every check after a loss returns
    /// this error.
    lost: Option<GpuError>,
}

impl DeviceFaults {
    fn note(&mut self, error: GpuError) {
        match error {
            error @ GpuError::Lost { .. } => self.lost.get_or_insert(error),
            error => self.first.get_or_insert(error),
        };
    }

    fn take(&mut self) -> Result<()> {
        self.lost()?;
        self.first.take().map_or(Ok(()), Err)
    }

    fn lost(&self) -> Result<()> {
        self.lost.clone().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_device_is_lost_at_every_later_look_and_other_errors_are_reported_once() {
        let lost = || GpuError::Lost { reason: "it was unplugged".into() };
        let mut fault = DeviceFaults::default();
        fault.note(GpuError::failed("first"));
        fault.note(GpuError::failed("its echo"));
        assert_eq!(fault.take().unwrap_err().to_string(), "the device failed: first");
        assert!(fault.take().is_ok());
        fault.note(GpuError::failed("an echo that came first"));
        fault.note(lost());
        fault.note(GpuError::failed("another echo"));
        for _ in 0..3 {
            assert_eq!(fault.take().unwrap_err().to_string(), lost().to_string());
            assert!(fault.lost().is_err());
        }
    }
}
