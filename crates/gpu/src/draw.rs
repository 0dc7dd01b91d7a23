//! Creates render pipelines that draw triangles, creates pictures on the GPU, and reads these pictures back.

use crate::{Binding, GpuDevice, Result};

/// The format of every depth buffer.
pub const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// The properties of a render pipeline, except its shader and its bindings. Every pipeline draws triangle strips
/// without vertex buffers.
#[derive(Clone, Copy, Debug)]
pub struct RenderPipelineSpec<'a> {
    /// Name of the entry point that computes the positions of vertices.
    pub vertex: &'a str,
    /// Name of the entry point that computes the colours of pixels.
    pub fragment: &'a str,
    /// True if the depth buffer is used, so that near surfaces hide farther surfaces. If `false`, the order of drawing
    /// decides: a later surface is drawn over all earlier surfaces.
    pub depth: bool,
    /// True if the colours of the pipeline replace the colours of the target. If `false`, both colours are blended by
    /// alpha.
    pub opaque: bool,
    /// Names and values of the shader's constants.
    pub constants: &'a [(&'a str, f64)],
}

impl GpuDevice {
    /// Creates a bind group layout for drawing. The kind of binding `i` is `bindings[i]`. Shaders cannot write to any
    /// binding.
    ///
    /// # Errors
    /// See [`GpuDevice::layout`].
    pub fn draw_layout(&self, label: &str, bindings: &[Binding]) -> Result<wgpu::BindGroupLayout> {
        self.layout_for(wgpu::ShaderStages::VERTEX_FRAGMENT, label, bindings)
    }

    /// Creates a render pipeline for this shader. The pipeline draws on pictures in `format`, with a depth buffer in
    /// the format [`DEPTH`].
    ///
    /// # Errors
    /// [`GpuError::Build`](crate::GpuError::Build) if the shader is invalid, or the driver rejects the pipeline.
    pub fn draw_pipeline(
        &self,
        wgsl: &str,
        drawing: &RenderPipelineSpec<'_>,
        layout: &wgpu::BindGroupLayout,
        format: wgpu::TextureFormat,
    ) -> Result<wgpu::RenderPipeline> {
        let label = drawing.vertex;
        let module = self.module(label, wgsl)?;
        self.building(label, |device| {
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: &[Some(layout)],
                immediate_size: 0,
            });
            let compilation_options =
                || wgpu::PipelineCompilationOptions { constants: drawing.constants, ..Default::default() };
            let compare = if drawing.depth { wgpu::CompareFunction::Less } else { wgpu::CompareFunction::Always };
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(label),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(drawing.vertex),
                    compilation_options: compilation_options(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState {
                    topology: wgpu::PrimitiveTopology::TriangleStrip,
                    ..wgpu::PrimitiveState::default()
                },
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: DEPTH,
                    depth_write_enabled: Some(drawing.depth),
                    depth_compare: Some(compare),
                    stencil: wgpu::StencilState::default(),
                    bias: wgpu::DepthBiasState::default(),
                }),
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(drawing.fragment),
                    compilation_options: compilation_options(),
                    targets: &[Some(wgpu::ColorTargetState {
                        format,
                        blend: (!drawing.opaque).then_some(wgpu::BlendState::ALPHA_BLENDING),
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            })
        })
    }

    /// Creates a picture (texture) of `size` pixels on the GPU.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`](crate::GpuError::OutOfMemory) if the memory is exhausted,
    /// [`GpuError::Failed`](crate::GpuError::Failed) if the size is not allowed.
    pub fn picture(
        &self,
        label: &str,
        (width, height): (u32, u32),
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> Result<wgpu::Texture> {
        let bytes = u64::from(width) * u64::from(height) * 4;
        self.allocating(label, bytes, |device| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        })
    }

    /// Returns the bytes of a picture, row by row from the top. The picture must have four bytes per pixel and the
    /// usage `COPY_SRC`.
    ///
    /// # Errors
    /// [`GpuError::Lost`](crate::GpuError::Lost) if the device is lost,
    /// [`GpuError::OutOfMemory`](crate::GpuError::OutOfMemory) if the memory is exhausted,
    /// [`GpuError::Failed`](crate::GpuError::Failed) if the device reports another error.
    pub fn read_picture(&self, picture: &wgpu::Texture) -> Result<Vec<u8>> {
        let (width, height) = (picture.width(), picture.height());
        let row = width * 4;
        let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let bytes = u64::from(padded) * u64::from(height);
        let staging = self.staging("picture", bytes)?;
        let mut encoder = self.encoder("picture");
        encoder.copy_texture_to_buffer(
            picture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &staging,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded),
                    rows_per_image: Some(height),
                },
            },
            picture.size(),
        );
        crate::block_on(self.read_after(encoder, &staging, bytes, |read| {
            read.chunks_exact(padded as usize).flat_map(|line| &line[..row as usize]).copied().collect()
        }))
    }
}
