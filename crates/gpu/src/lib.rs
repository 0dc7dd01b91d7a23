//! The card: adapters, device, buffers, pipelines, read-back. It knows wgpu and no chess.
