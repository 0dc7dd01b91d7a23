//! Drawing a scene: on the window, and into a picture that is saved.

use std::ops::Range;

use courser_gpu::wgpu::{self, BufferUsages, TextureUsages};
use courser_gpu::{DEPTH, Device, Result};

use crate::atlas::{Atlas, Ems, Face, Glyph, Letter, SIGNS};
use crate::boards::{self, Boards};
use crate::hud::{self, EM};
use crate::pipelines::{Constants, Part, Pipelines};
use crate::scene::Squares;
use crate::shown::{Parts, Shown, board_constants, cell_constants, common_constants, look, parts};
use crate::view::View;
use courser_view::for_window::DETAILED_SQUARE;
use courser_view::for_window::Labels;
use courser_view::{Channel, Palette, Picture, Rgb};

/// The pipelines and buffers of drawing, for pictures of one format.
pub struct Painter {
    format: wgpu::TextureFormat,
    pipelines: Pipelines,
    /// One per scene that is drawn at once.
    views: Vec<wgpu::Buffer>,
    ramps: wgpu::Buffer,
    coverage: wgpu::Buffer,
    signs: wgpu::Buffer,
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
    /// [`GpuError`](courser_gpu::GpuError) if the driver refuses a pipeline, or memory is short.
    pub fn new(device: &Device, format: wgpu::TextureFormat) -> Result<Self> {
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let atlas = Atlas::new(Ems { words: 1.0, labels: 1.0, numbers: 1.0 });
        let painter = Self {
            pipelines: Pipelines::new(device, format)?,
            views: Vec::new(),
            ramps: device.buffer("ramps", 2 * 256 * 4, storage)?,
            coverage: device.buffer("coverage", atlas.coverage.len() as u64, storage)?,
            signs: device.buffer("signs", size_of::<[Glyph; SIGNS]>() as u64, storage)?,
            letters: device.buffer("letters", 1024 * size_of::<Letter>() as u64, storage)?,
            format,
            atlas,
            palette: None,
            depth: None,
        };
        painter.upload_atlas(device);
        Ok(painter)
    }

    /// Rasters the glyphs in the sizes that this scene needs.
    fn fit_atlas(&mut self, device: &Device, ems: Ems) -> Result<()> {
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

    /// The letters of words, as large as in the last frame.
    pub(crate) const fn words(&self) -> &Face {
        &self.atlas.words
    }

    fn upload_atlas(&self, device: &Device) {
        device.queue().write_buffer(&self.coverage, 0, &self.atlas.coverage);
        device.queue().write_buffer(&self.signs, 0, bytemuck::cast_slice(&self.atlas.signs));
    }

    /// Draws scenes of one palette on a picture that can be drawn on, each in its area, and over them the words that `write`
    /// adds, of `em` pixels. It does not wait for the GPU.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) of the device.
    pub(crate) fn paint(
        &mut self,
        device: &Device,
        target: &wgpu::Texture,
        scenes: &[Shown<'_>],
        em: f32,
        write: &dyn Fn(&Face, &mut Vec<Letter>),
    ) -> Result<()> {
        let size = (target.width(), target.height());
        let Some(first) = scenes.first() else { return Ok(()) };
        // Beside the tour or one channel all scenes have squares of one size: so have their numbers.
        let numbers = scenes.iter().find_map(|shown| parts(shown).em).unwrap_or(self.atlas.ems.numbers);
        let labels = Labels::new(first.board, first.camera.side() as f32).size;
        self.fit_atlas(device, Ems { words: em, labels, numbers })?;
        let mut words = Vec::new();
        let written: Vec<_> = scenes.iter().map(|shown| self.write(shown, &mut words)).collect();
        let over = words.len() as u32;
        write(&self.atlas.words, &mut words);
        let over = over..words.len() as u32;
        self.upload(device, first.palette, &words)?;

        let depth = match self.depth.take().filter(|depth| (depth.width(), depth.height()) == size) {
            Some(depth) => depth,
            None => device.picture("depth", size, DEPTH, TextureUsages::RENDER_ATTACHMENT)?,
        };
        let (target, depth_view) = (target.create_view(&Default::default()), depth.create_view(&Default::default()));
        self.depth = Some(depth);
        let mut drawings = Vec::new();
        for (nth, (shown, written)) in scenes.iter().zip(written).enumerate() {
            let parts = parts(shown);
            let view = View::new(shown, parts, size, self.format.is_srgb());
            let bind = self.bind(device, nth, shown, &view)?;
            drawings.push((bind, self.steps(device, shown, (parts, &view), written)?, shown.area));
        }
        let word = self.pipelines.place(device, Part::Word, Vec::new())?;

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
            for (nth, (pipeline, instances)) in steps.iter().enumerate() {
                if !instances.is_empty() {
                    pass.set_pipeline(self.pipelines.get(*pipeline));
                    // A triangle that covers the picture, then quads.
                    pass.draw(0..if nth == 0 { 3 } else { 4 }, instances.clone());
                }
            }
        }
        // Titles and words: over all scenes.
        pass.set_scissor_rect(0, 0, wide, high);
        pass.set_pipeline(self.pipelines.get(word));
        pass.draw(0..4, over);
        drop(pass);
        device.queue().submit([encoder.finish()]);
        device.check()
    }

    /// The colours and words of a frame, for the GPU.
    fn upload(&mut self, device: &Device, palette: Palette, words: &[Letter]) -> Result<()> {
        if self.palette != Some(palette) {
            self.palette = Some(palette);
            device.queue().write_buffer(&self.ramps, 0, bytemuck::cast_slice(&ramps(palette)));
        }
        let bytes = size_of_val(words) as u64;
        if bytes > self.letters.size() {
            self.letters = device.buffer("letters", 2 * bytes, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        }
        device.queue().write_buffer(&self.letters, 0, bytemuck::cast_slice(words));
        Ok(())
    }

    /// Adds the words of a scene; returns the ranges of its rims and of its coordinates.
    fn write(&self, shown: &Shown<'_>, words: &mut Vec<Letter>) -> [Range<u32>; 2] {
        let area = shown.area;
        let size = (area.width, area.height);
        let begin = words.len();
        words.extend(boards::below(&shown.into()));
        let rims = begin as u32..words.len() as u32;
        hud::coordinates(&self.atlas.labels, shown, size, words);
        for letter in &mut words[begin..] {
            letter.corner = [letter.corner[0] + area.left as f32, letter.corner[1] + area.top as f32];
        }
        [rims.clone(), rims.end..words.len() as u32]
    }

    /// Binds the buffers of the scene that is drawn as the `nth`.
    fn bind(&mut self, device: &Device, nth: usize, shown: &Shown<'_>, view: &View) -> Result<wgpu::BindGroup> {
        while self.views.len() <= nth {
            let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
            self.views.push(device.buffer("view", size_of::<View>() as u64, usage)?);
        }
        device.queue().write_buffer(&self.views[nth], 0, bytemuck::bytes_of(view));
        let (squares, before) = match shown.squares {
            Squares::States { now, before, earlier } => {
                (now, if shown.channel.is_some() { before } else { earlier }.unwrap_or(now))
            }
            Squares::Visits { buffer, .. } | Squares::Cycles(buffer) => (buffer, buffer),
        };
        device.bind(
            "view",
            &self.pipelines.layout,
            &[&self.views[nth], squares, &self.ramps, &self.coverage, &self.signs, &self.letters, before],
        )
    }

    /// A colour as the picture stores it.
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

    /// Returns the pipelines in drawing order, each with its instances. Rims lie below the line.
    fn steps(
        &mut self,
        device: &Device,
        shown: &Shown<'_>,
        (parts, view): (Parts, &View),
        [rims, coordinates]: [Range<u32>; 2],
    ) -> Result<Vec<(usize, Range<u32>)>> {
        let seen = view.seen[0].saturating_mul(view.seen[1]);
        let common = common_constants(shown);
        let with = |more: (&'static str, u32)| [&common[..], &[more]].concat();
        let mut place = |part: Part, constants: Constants| self.pipelines.place(device, part, constants);
        let word = place(Part::Word, Vec::new())?;
        // Where every board is one patch its squares are not drawn.
        let squares = u32::from(!Boards::from(shown).are_patches());
        let mut steps = vec![(place(Part::Board, board_constants(shown, parts))?, 0..squares), (word, rims)];
        if parts.cells {
            let cell = cell_constants(shown, parts);
            let stripes = ("STRIPES", u32::from(view.side >= DETAILED_SQUARE as f32));
            steps.push((place(Part::Cell, [&cell[..], &[stripes]].concat())?, 0..seen));
            let looks = with(("LOOK", look(shown, parts)));
            if shown.channel == Some(Channel::Next) {
                steps.push((place(Part::Arrow, looks.clone())?, 0..seen));
            }
            if parts.em.is_some() {
                steps.push((place(Part::Sign, looks.clone())?, 0..seen.saturating_mul(view.digits)));
                steps.push((place(Part::Knight, looks)?, 0..seen.saturating_mul(2)));
            }
        }
        if parts.line {
            // Which of two edges passes over the other is a matter of a tour.
            let cycle_squares = matches!(shown.squares, Squares::Cycles(_));
            let cased = ("CASED", u32::from(view.side >= DETAILED_SQUARE as f32 && !cycle_squares));
            let instances = if cycle_squares { seen.saturating_mul(2) } else { seen };
            steps.push((place(Part::Line, with(cased))?, 0..instances));
        }
        if parts.marks {
            let numbered = ("NUMBERED", u32::from(parts.em.is_some()));
            steps.push((place(Part::Mark, with(numbered))?, 0..seen));
        }
        if parts.em.is_some() && !parts.cells {
            let number = place(Part::Number, with(("LOOK", look(shown, parts))))?;
            steps.push((number, 0..seen.saturating_mul(view.digits)));
        }
        steps.push((word, coordinates));
        Ok(steps)
    }

    /// Draws scenes of one palette on a picture that can be drawn on, each in its area, with coordinates and titles and
    /// without any other words. It does not wait for the GPU.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) of the device.
    pub fn draw(&mut self, device: &Device, target: &wgpu::Texture, scenes: &[Shown<'_>]) -> Result<()> {
        let write = |face: &Face, letters: &mut Vec<Letter>| hud::titles(face, scenes, letters);
        // As large as in the window that this painter draws.
        self.paint(device, target, scenes, self.atlas.ems.words.max(EM), &write)
    }

    /// Returns the scenes as a picture of `size` pixels, each in its area, with coordinates and titles and without any other
    /// words.
    ///
    /// # Errors
    /// [`GpuError`](courser_gpu::GpuError) of the device.
    pub fn picture(&mut self, device: &Device, size: (u32, u32), scenes: &[Shown<'_>]) -> Result<Picture> {
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC;
        let target = device.picture("picture", size, self.format, usage)?;
        self.draw(device, &target, scenes)?;
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
