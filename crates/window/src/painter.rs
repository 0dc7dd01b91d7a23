//! Draws scenes on the window or into a picture.

use courser_gpu::wgpu::{self, BufferUsages, TextureUsages};
use courser_gpu::{DEPTH, GpuDevice, Result};
use courser_view::{DETAILED_SQUARE, Overlay, Palette, Picture, Rgb};

use crate::hud::{self, EM};
use crate::pipelines::{DrawingPart, Pipelines};
use crate::scene::Squares;
use crate::shown::{FrameInputs, board_constants, common_constants, parts};
use crate::sight;
use crate::view::View;

/// The pipelines and buffers that draw pictures of one format.
pub struct Painter {
    format: wgpu::TextureFormat,
    pipelines: Pipelines,
    /// Uniform buffers, one per scene in a frame.
    views: Vec<wgpu::Buffer>,
    ramps: wgpu::Buffer,
    overlay: wgpu::Buffer,
    walks: wgpu::Buffer,
    /// Buffer into which the visible squares are copied before they are read back. `None` before the first copy.
    staging: Option<wgpu::Buffer>,
    /// Palette whose colours are on the GPU, or `None` before the first frame.
    palette: Option<Palette>,
    depth: Option<wgpu::Texture>,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Painter({:?})", self.format)
    }
}

impl Painter {
    /// Creates a painter for pictures of this format.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) if the driver rejects a pipeline, or memory runs out.
    pub fn new(device: &GpuDevice, format: wgpu::TextureFormat) -> Result<Self> {
        Ok(Self {
            pipelines: Pipelines::new(device, format)?,
            views: Vec::new(),
            ramps: device.buffer("ramps", 2 * 256 * 4, STORAGE)?,
            overlay: device.buffer("overlay", 4, STORAGE)?,
            walks: device.buffer("walks", 4, STORAGE)?,
            staging: None,
            format,
            palette: None,
            depth: None,
        })
    }

    /// Draws scenes into a texture, each scene in its area. All scenes must have the same palette. The overlay that
    /// `write` fills is drawn on top.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) if the device fails.
    pub(crate) fn paint(
        &mut self,
        device: &GpuDevice,
        target: &wgpu::Texture,
        scenes: &[FrameInputs<'_>],
        write: &dyn Fn(&mut Overlay),
    ) -> Result<()> {
        let size = (target.width(), target.height());
        let Some(first) = scenes.first() else { return Ok(()) };
        let mut overlay = Overlay::new(size);
        for shown in scenes {
            let own = sight::paint(device, &mut self.staging, shown)?;
            overlay.lay(&own, (shown.area.left, shown.area.top));
        }
        write(&mut overlay);
        self.upload(device, first, &overlay)?;

        let depth = match self.depth.take().filter(|depth| (depth.width(), depth.height()) == size) {
            Some(depth) => depth,
            None => device.picture("depth", size, DEPTH, TextureUsages::RENDER_ATTACHMENT)?,
        };
        let (target, depth_view) = (target.create_view(&Default::default()), depth.create_view(&Default::default()));
        self.depth = Some(depth);
        let mut drawings = Vec::new();
        for (nth, shown) in scenes.iter().enumerate() {
            let view = View::new(shown, parts(shown), size, self.format.is_srgb());
            let bind = self.bind(device, nth, shown, &view)?;
            drawings.push((bind, self.steps(device, shown, &view)?, shown.area));
        }
        let over = self.pipelines.place(device, DrawingPart::Overlay, Vec::new())?;

        let mut encoder = device.encoder("frame");
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("frame"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(self.stored(first.palette.colours().background)),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth_view,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        let (wide, high) = size;
        for (bind, steps, area) in &drawings {
            let (left, top) = (area.left.min(wide), area.top.min(high));
            pass.set_scissor_rect(left, top, area.width.min(wide - left), area.height.min(high - top));
            pass.set_bind_group(0, bind, &[]);
            for &(pipeline, instances) in steps {
                pass.set_pipeline(self.pipelines.get(pipeline));
                match instances {
                    // One triangle covers the whole area.
                    None => pass.draw(0..3, 0..1),
                    Some(quads) => pass.draw(0..4, 0..quads),
                }
            }
        }
        pass.set_scissor_rect(0, 0, wide, high);
        pass.set_pipeline(self.pipelines.get(over));
        pass.draw(0..3, 0..1);
        drop(pass);
        device.queue().submit([encoder.finish()]);
        device.check()
    }

    /// Uploads the data of a frame: the colours, the overlay, and the walks of a grid.
    fn upload(&mut self, device: &GpuDevice, shown: &FrameInputs<'_>, overlay: &Overlay) -> Result<()> {
        if self.palette != Some(shown.palette) {
            self.palette = Some(shown.palette);
            device.queue().write_buffer(&self.ramps, 0, bytemuck::cast_slice(&ramps(shown.palette)));
        }
        put(device, "overlay", &mut self.overlay, overlay.rgba())?;
        put(device, "walks", &mut self.walks, bytemuck::cast_slice(shown.walks))
    }

    /// Creates the bind group of the scene with index `nth`.
    fn bind(
        &mut self,
        device: &GpuDevice,
        nth: usize,
        shown: &FrameInputs<'_>,
        view: &View,
    ) -> Result<wgpu::BindGroup> {
        while self.views.len() <= nth {
            let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
            self.views.push(device.buffer("view", size_of::<View>() as u64, usage)?);
        }
        device.queue().write_buffer(&self.views[nth], 0, bytemuck::bytes_of(view));
        let (squares, before) = match shown.squares {
            Squares::States { now, earlier, .. } => (now, earlier.unwrap_or(now)),
            Squares::Visits { buffer, .. } | Squares::Cycles(buffer) => (buffer, buffer),
        };
        device.bind(
            "view",
            &self.pipelines.layout,
            &[&self.views[nth], squares, &self.ramps, &self.overlay, &self.walks, before],
        )
    }

    /// Converts a colour to the encoding of the picture.
    fn stored(&self, colour: Rgb) -> wgpu::Color {
        let [r, g, b] = colour.map(|channel| {
            let part = f64::from(channel) / 255.0;
            match self.format.is_srgb() {
                false => part,
                true if part <= 0.04045 => part / 12.92,
                true => ((part + 0.055) / 1.055).powf(2.4),
            }
        });
        wgpu::Color { r, g, b, a: 1.0 }
    }

    /// Returns the indices of the pipelines in drawing order. Each index is paired with the number of quads that the
    /// pipeline draws, or with `None` if it draws a triangle that covers the whole area.
    fn steps(&mut self, device: &GpuDevice, shown: &FrameInputs<'_>, view: &View) -> Result<Vec<(usize, Option<u32>)>> {
        let parts = parts(shown);
        let mut steps = vec![(self.pipelines.place(device, DrawingPart::Board, board_constants(shown, parts))?, None)];
        if parts.line {
            // If two edges of cycles cross, neither edge is on top, since only the edges of a tour have an order.
            let cycle_squares = matches!(shown.squares, Squares::Cycles(_));
            let cased = ("CASED", u32::from(view.side >= DETAILED_SQUARE as f32 && !cycle_squares));
            let seen = view.seen[0].saturating_mul(view.seen[1]);
            let quads = if cycle_squares { seen.saturating_mul(2) } else { seen };
            let constants = [&common_constants(shown)[..], &[cased]].concat();
            steps.push((self.pipelines.place(device, DrawingPart::Line, constants)?, Some(quads)));
        }
        Ok(steps)
    }

    /// Draws scenes into a texture, each scene in its area. All scenes must have the same palette. The picture has
    /// coordinates and titles but no other text.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) if the device fails.
    pub fn draw(&mut self, device: &GpuDevice, target: &wgpu::Texture, scenes: &[FrameInputs<'_>]) -> Result<()> {
        self.paint(device, target, scenes, &|overlay| hud::titles(overlay, EM, scenes))
    }

    /// Returns a picture of `size` pixels. Each scene is drawn in its own area of the picture. The overlay that `write`
    /// fills is drawn on top.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) if the device fails.
    pub(crate) fn picture_with(
        &mut self,
        device: &GpuDevice,
        size: (u32, u32),
        scenes: &[FrameInputs<'_>],
        write: &dyn Fn(&mut Overlay),
    ) -> Result<Picture> {
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC;
        let target = device.picture("picture", size, self.format, usage)?;
        self.paint(device, &target, scenes, write)?;
        let mut bytes = device.read_picture(&target)?;
        if matches!(self.format, wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Bgra8UnormSrgb) {
            for [blue, _, red, _] in bytes.as_chunks_mut().0 {
                std::mem::swap(blue, red);
            }
        }
        Ok(Picture::from_rgba(size.0, size.1, &bytes))
    }

    /// Returns a picture of `size` pixels with the scenes, each in its area. The picture has coordinates and titles but
    /// no other text.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) if the device fails.
    pub fn picture(&mut self, device: &GpuDevice, size: (u32, u32), scenes: &[FrameInputs<'_>]) -> Result<Picture> {
        self.picture_with(device, size, scenes, &|overlay| hud::titles(overlay, EM, scenes))
    }
}

/// Usage flags of buffers that shaders read and the host writes.
const STORAGE: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_DST);

/// Writes bytes to a buffer. If the buffer is too small, replaces the buffer with a larger one.
fn put(device: &GpuDevice, label: &str, buffer: &mut wgpu::Buffer, bytes: &[u8]) -> Result<()> {
    if bytes.len() as u64 > buffer.size() {
        *buffer = device.buffer(label, bytes.len() as u64, STORAGE)?;
    }
    device.queue().write_buffer(buffer, 0, bytes);
    Ok(())
}

/// Returns 256 colours of the gradient from the start of a tour to its end, followed by 256 colours of the heat map. A
/// colour is a word with one byte per channel and red in the lowest byte.
fn ramps(palette: Palette) -> [u32; 512] {
    std::array::from_fn(|at| {
        let part = (at % 256) as f32 / 255.0;
        let [r, g, b] = if at < 256 { palette.gradient(part) } else { palette.heat(part) };
        u32::from_le_bytes([r, g, b, u8::MAX])
    })
}
