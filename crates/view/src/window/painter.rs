//! Drawing a scene: on the window, and into a picture that is saved.

use std::ops::Range;

use courser_gpu::wgpu::{self, BufferUsages, TextureUsages};
use courser_gpu::{DEPTH, Device, GpuError};

use super::atlas::{Atlas, Ems, Face, Glyph, Letter};
use super::hud;
use super::pipelines::{Constants, Part, Pipelines};
use super::scene::Squares;
use super::shown::{Parts, Shown, board_constants, common_constants, look, parts, rims};
use super::view::View;
use crate::canvas::DETAILED_SQUARE;
use crate::layout::Labels;
use crate::{Palette, Picture};

/// Words over a scene.
pub(super) struct Over<'a> {
    /// Their em in pixels.
    pub(super) em: f32,
    /// Pixels at the lower edge that are theirs alone.
    pub(super) high: u32,
    pub(super) write: &'a dyn Fn(&Face, &mut Vec<Letter>),
}

/// The pipelines and buffers of drawing, for pictures of one format.
pub struct Painter {
    format: wgpu::TextureFormat,
    pipelines: Pipelines,
    view: wgpu::Buffer,
    ramps: wgpu::Buffer,
    coverage: wgpu::Buffer,
    numerals: wgpu::Buffer,
    letters: wgpu::Buffer,
    atlas: Atlas,
    /// The palette whose ramps are on the GPU.
    palette: Option<Palette>,
    depth: Option<wgpu::Texture>,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Painter({:?})", self.format)
    }
}

impl Painter {
    /// A painter of pictures of this format.
    ///
    /// # Errors
    /// [`GpuError`] if the driver refuses a pipeline, or there is no room.
    pub fn new(device: &Device, format: wgpu::TextureFormat) -> Result<Self, GpuError> {
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let view = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let atlas = Atlas::new(Ems { words: 1.0, labels: 1.0, numbers: 1.0 });
        let painter = Self {
            pipelines: Pipelines::new(device, format)?,
            view: device.buffer("view", size_of::<View>() as u64, view)?,
            ramps: device.buffer("ramps", 2 * 256 * 4, storage)?,
            coverage: device.buffer("coverage", atlas.coverage.len() as u64, storage)?,
            numerals: device.buffer("numerals", size_of::<[Glyph; 10]>() as u64, storage)?,
            letters: device.buffer("letters", 1024 * size_of::<Letter>() as u64, storage)?,
            format,
            atlas,
            palette: None,
            depth: None,
        };
        painter.upload_atlas(device);
        Ok(painter)
    }

    /// Sees to it that glyphs are of the sizes that this scene needs.
    fn fit_atlas(&mut self, device: &Device, ems: Ems) -> Result<(), GpuError> {
        if ems == self.atlas.ems {
            return Ok(());
        }
        self.atlas = Atlas::new(ems);
        let bytes = self.atlas.coverage.len() as u64;
        if bytes > self.coverage.size() {
            self.coverage = device.buffer("coverage", 2 * bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        }
        self.upload_atlas(device);
        Ok(())
    }

    fn upload_atlas(&self, device: &Device) {
        device.queue().write_buffer(&self.coverage, 0, &self.atlas.coverage);
        device.queue().write_buffer(&self.numerals, 0, bytemuck::cast_slice(&self.atlas.numerals));
    }

    /// Draws a scene on a picture that can be drawn on, and over it the words of `hud`. It does not wait for the GPU.
    ///
    /// # Errors
    /// What the device reports.
    pub(super) fn paint(
        &mut self,
        device: &Device,
        target: &wgpu::Texture,
        shown: &Shown<'_>,
        hud: &Over<'_>,
    ) -> Result<(), GpuError> {
        let size = (target.width(), target.height());
        let parts = parts(shown);
        let labels = Labels::new(shown.board, shown.camera.side() as f32).size();
        self.fit_atlas(device, Ems { words: hud.em, labels, numbers: parts.em.unwrap_or(self.atlas.ems.numbers) })?;
        let mut words = rims(shown.board, &shown.wall, &shown.camera, shown.palette, size);
        let rims = words.len() as u32;
        hud::coordinates(&self.atlas.labels, shown, (size.0, size.1.saturating_sub(hud.high)), &mut words);
        (hud.write)(&self.atlas.words, &mut words);
        if self.palette != Some(shown.palette) {
            self.palette = Some(shown.palette);
            device.queue().write_buffer(&self.ramps, 0, bytemuck::cast_slice(&ramps(shown.palette)));
        }
        let bytes = size_of_val(&*words) as u64;
        if bytes > self.letters.size() {
            self.letters = device.buffer("letters", 2 * bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        }
        device.queue().write_buffer(&self.letters, 0, bytemuck::cast_slice(&words));
        let view = View::new(shown, parts, size, self.format.is_srgb());
        device.queue().write_buffer(&self.view, 0, bytemuck::bytes_of(&view));
        let squares = match shown.squares {
            Squares::States(buffer) | Squares::Visits { buffer, .. } | Squares::Strands(buffer) => buffer,
        };
        let bind = device.bind(
            "view",
            &self.pipelines.layout,
            &[&self.view, squares, &self.ramps, &self.coverage, &self.numerals, &self.letters],
        )?;

        let depth = match self.depth.take().filter(|depth| (depth.width(), depth.height()) == size) {
            Some(depth) => depth,
            None => device.picture("depth", size, DEPTH, TextureUsages::RENDER_ATTACHMENT)?,
        };
        let (target, depth_view) = (target.create_view(&Default::default()), depth.create_view(&Default::default()));
        self.depth = Some(depth);
        let steps = self.steps(device, shown, parts, &view, (rims, words.len() as u32))?;

        let mut encoder = device.encoder("frame");
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("frame"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
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
        pass.set_bind_group(0, &bind, &[]);
        for (nth, (pipeline, instances)) in steps.into_iter().enumerate() {
            if !instances.is_empty() {
                pass.set_pipeline(self.pipelines.get(pipeline));
                // A triangle that covers the picture, then quads.
                pass.draw(0..if nth == 0 { 3 } else { 4 }, instances);
            }
        }
        drop(pass);
        device.queue().submit([encoder.finish()]);
        device.check()
    }

    /// What is drawn one after another: a pipeline, and its instances. The first of the words are rims: they lie
    /// below the line.
    fn steps(
        &mut self,
        device: &Device,
        shown: &Shown<'_>,
        parts: Parts,
        view: &View,
        (rims, words): (u32, u32),
    ) -> Result<Vec<(usize, Range<u32>)>, GpuError> {
        let seen = view.seen[0].saturating_mul(view.seen[1]);
        let common = common_constants(shown);
        let with = |more: (&'static str, u32)| [&common[..], &[more]].concat();
        let mut place = |part: Part, constants: Constants| self.pipelines.place(device, part, constants);
        let word = place(Part::Word, Vec::new())?;
        let mut steps = vec![(place(Part::Board, board_constants(shown, parts))?, 0..1), (word, 0..rims)];
        if parts.line {
            // Which of two edges passes over the other is a matter of a tour.
            let strands = matches!(shown.squares, Squares::Strands(_));
            let cased = ("CASED", u32::from(view.side >= DETAILED_SQUARE as f32 && !strands));
            let instances = if strands { seen.saturating_mul(2) } else { seen };
            steps.push((place(Part::Line, with(cased))?, 0..instances));
        }
        if parts.marks {
            let numbered = ("NUMBERED", u32::from(parts.em.is_some()));
            steps.push((place(Part::Mark, with(numbered))?, 0..seen));
        }
        if parts.em.is_some() {
            let number = place(Part::Number, with(("LOOK", look(shown, parts))))?;
            steps.push((number, 0..seen.saturating_mul(view.digits)));
        }
        steps.push((word, rims..words));
        Ok(steps)
    }

    /// Draws a scene on a picture that can be drawn on, with coordinates and without any other words. It does
    /// not wait for the GPU.
    ///
    /// # Errors
    /// What the device reports.
    pub fn draw(&mut self, device: &Device, target: &wgpu::Texture, shown: &Shown<'_>) -> Result<(), GpuError> {
        self.paint(device, target, shown, &Over { em: self.atlas.ems.words, high: 0, write: &|_, _| {} })
    }

    /// The scene as a picture of so many pixels, with coordinates and without any other words.
    ///
    /// # Errors
    /// What the device reports.
    pub fn picture(&mut self, device: &Device, size: (u32, u32), shown: &Shown<'_>) -> Result<Picture, GpuError> {
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC;
        let target = device.picture("picture", size, self.format, usage)?;
        self.draw(device, &target, shown)?;
        let mut bytes = device.read_picture(&target)?;
        if matches!(self.format, wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Bgra8UnormSrgb) {
            for [blue, _, red, _] in bytes.as_chunks_mut().0 {
                std::mem::swap(blue, red);
            }
        }
        Ok(Picture::from_rgba(size.0, size.1, &bytes))
    }
}

/// 256 colours of the gradient from the start of a tour to its end, then 256 of the heat map: one byte per channel,
/// red in the lowest.
fn ramps(palette: Palette) -> [u32; 512] {
    std::array::from_fn(|at| {
        let part = (at % 256) as f32 / 255.0;
        let [r, g, b] = if at < 256 { palette.gradient(part) } else { palette.heat(part) };
        u32::from_le_bytes([r, g, b, u8::MAX])
    })
}
