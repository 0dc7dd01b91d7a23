//! The pipelines of the window. Each pipeline is specialized for one style, one kind of buffer and one scale. A
//! pipeline is built at its first use.

use courser_gpu::wgpu::{BindGroupLayout, RenderPipeline, TextureFormat};
use courser_gpu::{Binding, GpuDevice, RenderPipelineSpec, Result};
use courser_shaders::view as shaders;

/// Names and values of the constants of a pipeline.
pub(crate) type Constants = Vec<(&'static str, u32)>;

/// The steps of a drawing, in drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawingPart {
    Board,
    Line,
    Overlay,
}

impl DrawingPart {
    /// Returns the source of the shader and the names of its vertex and fragment entry points.
    const fn shader(self) -> [&'static str; 3] {
        match self {
            Self::Board => [shaders::BOARD, "board_place", "board_colour"],
            Self::Line => [shaders::LINE, "line_place", "line_colour"],
            Self::Overlay => [shaders::OVERLAY, "overlay_place", "overlay_colour"],
        }
    }
}

/// The pipelines built so far, for pictures of one format.
pub(crate) struct Pipelines {
    format: TextureFormat,
    pub(crate) layout: BindGroupLayout,
    built: Vec<(DrawingPart, Constants, RenderPipeline)>,
}

impl Pipelines {
    pub(crate) fn new(device: &GpuDevice, format: TextureFormat) -> Result<Self> {
        use Binding::{Read, Uniform};

        Ok(Self {
            format,
            layout: device.draw_layout("view", &[Uniform, Read, Read, Read, Read, Read])?,
            built: Vec::new(),
        })
    }

    /// Returns the index of a pipeline. Builds the pipeline if necessary.
    pub(crate) fn place(&mut self, device: &GpuDevice, part: DrawingPart, constants: Constants) -> Result<usize> {
        let is_it = |(of, with, _): &(DrawingPart, Constants, RenderPipeline)| *of == part && *with == constants;
        if let Some(place) = self.built.iter().position(is_it) {
            return Ok(place);
        }
        let [shader, vertex, fragment] = part.shader();
        let values: Vec<(&str, f64)> = constants.iter().map(|&(name, value)| (name, value.into())).collect();
        let drawing = RenderPipelineSpec {
            vertex,
            fragment,
            depth: part == DrawingPart::Line,
            opaque: part == DrawingPart::Board,
            constants: &values,
        };
        let pipeline = device.draw_pipeline(shader, &drawing, &self.layout, self.format)?;
        self.built.push((part, constants, pipeline));
        Ok(self.built.len() - 1)
    }

    pub(crate) fn get(&self, place: usize) -> &RenderPipeline {
        &self.built[place].2
    }
}
