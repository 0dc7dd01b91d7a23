//! The surface of a window, on which frames are drawn and shown.

use std::fmt;
use std::sync::Arc;

use crate::{Adapter, AdapterChoice, Adapters, GpuDevice, GpuError, Result};

/// The surface of a window, with its configured size.
///
/// While a window has no pixels because it is minimised, the surface provides no frames. A lost surface is created
/// again.
pub struct Surface {
    inner: wgpu::Surface<'static>,
    remake: Box<dyn Fn() -> Result<wgpu::Surface<'static>>>,
    config: wgpu::SurfaceConfiguration,
    /// True if the window has changed since the surface was configured.
    stale: bool,
    /// True if the window has no pixels.
    empty: bool,
}

impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Surface({}x{}, {:?})", self.config.width, self.config.height, self.config.format)
    }
}

impl Adapters {
    /// Opens the adapter that `choice` selects, and creates a surface for `window`, whose inner size is `size` pixels.
    /// [`AdapterChoice::Auto`] selects the best adapter that can draw on the window. The adapters must be a result of
    /// [`Adapters::find_on`] for the display of the window.
    ///
    /// # Errors
    /// Returns the errors of [`Adapters::pick`] and [`GpuDevice::open`], and [`GpuError::NoSurface`] if the adapter
    /// cannot draw on the window.
    pub fn open_on<W>(&self, choice: &AdapterChoice, window: &Arc<W>, size: (u32, u32)) -> Result<(GpuDevice, Surface)>
    where
        Arc<W>: wgpu::WindowHandle,
        W: 'static,
    {
        let best = self.pick(choice)?;
        let insists = *choice != AdapterChoice::Auto || self.named_by_environment();
        let others = self.list().iter().filter(|_| !insists);
        let mut tried = Vec::new();
        for adapter in std::iter::once(best).chain(others) {
            let (adapter_of, window) = (adapter.clone(), Arc::clone(window));
            let remake = move || surface(&adapter_of, &window);
            match remake() {
                Ok(inner) if adapter.inner.is_surface_supported(&inner) => {
                    let device = GpuDevice::open(adapter)?;
                    let surface = Surface::new(inner, Box::new(remake), &device, size)?;
                    return Ok((device, surface));
                }
                _ => tried.push(adapter.name().to_owned()),
            }
        }
        tried.dedup();
        Err(GpuError::NoSurface { adapter: tried.join(", ") })
    }
}

/// Creates the surface of a window. Uses the instance that found the adapter.
fn surface<W>(adapter: &Adapter, window: &Arc<W>) -> Result<wgpu::Surface<'static>>
where
    Arc<W>: wgpu::WindowHandle,
    W: 'static,
{
    let target = wgpu::SurfaceTarget::Window(Box::new(Arc::clone(window)));
    adapter.instance.create_surface(target).map_err(GpuError::failed)
}

impl Surface {
    fn new(
        inner: wgpu::Surface<'static>,
        remake: Box<dyn Fn() -> Result<wgpu::Surface<'static>>>,
        device: &GpuDevice,
        (width, height): (u32, u32),
    ) -> Result<Self> {
        let adapter = device.adapter();
        let no_surface = || GpuError::NoSurface { adapter: adapter.name().to_owned() };
        let mut config = inner.get_default_config(&adapter.inner, 1, 1).ok_or_else(no_surface)?;
        let formats = inner.get_capabilities(&adapter.inner).formats;
        // Surfaces in these formats blend colours without a conversion. Pictures painted without a GPU are blended in
        // the same way.
        let plain = [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8Unorm];
        if let Some(format) = plain.into_iter().find(|format| formats.contains(format)) {
            config.format = format;
        }
        config.present_mode = wgpu::PresentMode::AutoVsync;
        let mut surface = Self { inner, remake, config, stale: true, empty: true };
        surface.resize(device, (width, height));
        Ok(surface)
    }

    /// Returns the texture format of the surface's frames.
    pub const fn format(&self) -> wgpu::TextureFormat {
        self.config.format
    }

    /// Returns the width and the height of the surface's frames in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.config.width, self.config.height)
    }

    /// Configures the surface for a window of this size in pixels, from the next frame on. If a side is 0, the surface
    /// provides no frames.
    pub fn resize(&mut self, device: &GpuDevice, (width, height): (u32, u32)) {
        self.empty = width == 0 || height == 0;
        if !self.empty {
            let most = device.raw().limits().max_texture_dimension_2d;
            (self.config.width, self.config.height) = (width.min(most), height.min(most));
            self.stale = true;
        }
    }

    /// Returns the next frame to draw on, or `None` while the window is not visible. [`Surface::show`] shows the frame.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost, [`GpuError::Failed`] if the device reports another error.
    pub fn frame(&mut self, device: &GpuDevice) -> Result<Option<wgpu::SurfaceTexture>> {
        use wgpu::CurrentSurfaceTexture as Frame;

        // Requests a texture at most twice. If the surface is outdated, lost or invalid, the surface is configured
        // again before the second request.
        for _ in 0..2 {
            if self.empty {
                return Ok(None);
            }
            if std::mem::take(&mut self.stale) {
                self.inner.configure(device.raw(), &self.config);
                device.check()?;
            }
            match self.inner.get_current_texture() {
                Frame::Success(frame) => return Ok(Some(frame)),
                Frame::Suboptimal(frame) => {
                    self.stale = true;
                    return Ok(Some(frame));
                }
                Frame::Timeout | Frame::Occluded => return Ok(None),
                Frame::Outdated => self.stale = true,
                Frame::Lost => {
                    device.check()?;
                    self.inner = (self.remake)()?;
                    self.stale = true;
                }
                Frame::Validation => {
                    device.check()?;
                    self.stale = true;
                }
            }
        }
        Ok(None)
    }

    /// Shows a finished frame.
    pub fn show(&self, device: &GpuDevice, frame: wgpu::SurfaceTexture) {
        device.queue().present(frame);
    }
}
