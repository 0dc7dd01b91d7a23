//! The window's pipelines, each built when it is first needed: for one look, one kind of buffer, one scale.

use courser_gpu::wgpu::{BindGroupLayout, RenderPipeline, TextureFormat};
use courser_gpu::{Binding, Device, Drawing, Module, Result};
use courser_shaders::view as shaders;

/// The values of a pipeline's constants, by name.
pub(super) type Constants = Vec<(&'static str, u32)>;

/// The parts of a drawing, in drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Board,
    Line,
    Mark,
    Cell,
    Arrow,
    Sign,
    Knight,
    Number,
    Word,
}

impl Part {
    const fn drawing(self) -> (&'static str, &'static str, bool) {
        match self {
            Self::Board => ("board_place", "board_colour", false),
            Self::Line => ("line_place", "line_colour", true),
            Self::Mark => ("mark_place", "mark_colour", false),
            Self::Cell => ("cell_place", "cell_colour", false),
            Self::Arrow => ("arrow_place", "arrow_colour", false),
            Self::Sign => ("channel_place", "sign_colour", false),
            Self::Knight => ("knight_place", "sign_colour", false),
            Self::Number => ("number_place", "sign_colour", false),
            Self::Word => ("word_place", "sign_colour", false),
        }
    }
}

/// The pipelines built so far, for pictures of one format.
pub(super) struct Pipelines {
    format: TextureFormat,
    pub(super) layout: BindGroupLayout,
    board: Module,
    line: Module,
    mark: Module,
    cell: Module,
    arrow: Module,
    text: Module,
    built: Vec<(Part, Constants, RenderPipeline)>,
}

impl Pipelines {
    pub(super) fn new(device: &Device, format: TextureFormat) -> Result<Self> {
        use Binding::{Read, Uniform};

        Ok(Self {
            format,
            layout: device.draw_layout("view", &[Uniform, Read, Read, Read, Read, Read, Read])?,
            board: device.module("board", shaders::BOARD)?,
            line: device.module("line", shaders::LINE)?,
            mark: device.module("mark", shaders::MARK)?,
            cell: device.module("cell", shaders::CELL)?,
            arrow: device.module("arrow", shaders::ARROW)?,
            text: device.module("text", shaders::TEXT)?,
            built: Vec::new(),
        })
    }

    /// The place of a pipeline among those built; it is built if it is not there.
    pub(super) fn place(&mut self, device: &Device, part: Part, constants: Constants) -> Result<usize> {
        let is_it = |(of, with, _): &(Part, Constants, RenderPipeline)| *of == part && *with == constants;
        if let Some(place) = self.built.iter().position(is_it) {
            return Ok(place);
        }
        let module = match part {
            Part::Board => &self.board,
            Part::Line => &self.line,
            Part::Mark => &self.mark,
            Part::Cell => &self.cell,
            Part::Arrow => &self.arrow,
            Part::Sign | Part::Knight | Part::Number | Part::Word => &self.text,
        };
        let (vertex, fragment, depth) = part.drawing();
        let values: Vec<(&str, f64)> = constants.iter().map(|&(name, value)| (name, value.into())).collect();
        let drawing = Drawing { vertex, fragment, depth, opaque: part == Part::Board, constants: &values };
        let pipeline = device.draw_pipeline(module, &drawing, &self.layout, self.format)?;
        self.built.push((part, constants, pipeline));
        Ok(self.built.len() - 1)
    }

    pub(super) fn get(&self, place: usize) -> &RenderPipeline {
        &self.built[place].2
    }
}
