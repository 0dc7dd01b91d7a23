//! Translates kernels with naga to the languages of graphics drivers, as wgpu does, and checks the translations with
//! validators for these languages.

use std::fmt;
use std::io::Write as _;
use std::process::{Command, Stdio};

use naga::back::{PipelineConstants, glsl, hlsl, msl, pipeline_constants, spv};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

/// A language to which wgpu translates WGSL for a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// SPIR-V, for Vulkan.
    SpirV,
    /// The Metal shading language.
    Msl,
    /// HLSL, for Direct3D.
    Hlsl,
    /// GLSL ES 3.1, for OpenGL ES.
    GlslEs,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::SpirV, Self::Msl, Self::Hlsl, Self::GlslEs];

    /// Returns the usual extension of files in this language.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::SpirV => "spv",
            Self::Msl => "metal",
            Self::Hlsl => "hlsl",
            Self::GlslEs => "comp",
        }
    }

    /// Returns the validator for this language and the arguments that precede the input of the validator. Returns
    /// `None` if there is no validator.
    const fn validator(self) -> Option<(&'static str, &'static [&'static str])> {
        match self {
            Self::SpirV => Some(("spirv-val", &["--target-env", "vulkan1.1"])),
            Self::GlslEs => Some(("glslangValidator", &["-S", "comp"])),
            Self::Msl | Self::Hlsl => None,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SpirV => "SPIR-V",
            Self::Msl => "MSL",
            Self::Hlsl => "HLSL",
            Self::GlslEs => "GLSL ES",
        })
    }
}

/// A compute kernel with fixed values for its constants, ready for translation.
#[derive(Debug)]
pub struct KernelSource {
    module: Module,
    info: ModuleInfo,
    entry: String,
}

impl KernelSource {
    /// Selects the entry point `entry` of a module and sets its pipeline constants.
    ///
    /// # Panics
    /// Panics if the module is invalid or does not have these constants.
    pub fn new(name: &str, wgsl: &str, entry: &str, constants: &[(&str, f64)]) -> Self {
        let module = crate::parse(name, wgsl);
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(wgsl)));
        let constants: PipelineConstants = constants.iter().map(|&(key, value)| (key.to_owned(), value)).collect();
        let entry_point = Some((ShaderStage::Compute, entry));
        let (module, info) = pipeline_constants::process_overrides(&module, &info, entry_point, &constants)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { module: module.into_owned(), info: info.into_owned(), entry: entry.to_owned() }
    }

    /// Translates the kernel to another language. As in courser's own kernels, workgroup memory is not set to zero.
    ///
    /// # Errors
    /// The message of naga if it cannot translate the module.
    pub fn translate(&self, to: Language) -> Result<Vec<u8>, String> {
        let Self { module, info, entry } = self;
        let entry_point = Some((ShaderStage::Compute, entry.clone()));
        let said = |error: &dyn fmt::Display| error.to_string();
        match to {
            Language::SpirV => {
                let options = spv::Options {
                    lang_version: (1, 1),
                    zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
                    ..spv::Options::default()
                };
                let pipeline = spv::PipelineOptions { shader_stage: ShaderStage::Compute, entry_point: entry.clone() };
                let words = spv::write_vec(module, info, &options, Some(&pipeline)).map_err(|error| said(&error))?;
                Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
            }
            Language::Msl => {
                let options = msl::Options {
                    lang_version: (2, 1),
                    zero_initialize_workgroup_memory: false,
                    ..msl::Options::default()
                };
                let pipeline = msl::PipelineOptions { entry_point, ..msl::PipelineOptions::default() };
                let (text, _) = msl::write_string(module, info, &options, &pipeline).map_err(|error| said(&error))?;
                Ok(text.into_bytes())
            }
            Language::Hlsl => {
                let options = hlsl::Options { zero_initialize_workgroup_memory: false, ..hlsl::Options::default() };
                let pipeline = hlsl::PipelineOptions { entry_point };
                let mut text = String::new();
                hlsl::Writer::new(&mut text, &options, &pipeline)
                    .write(module, info, None)
                    .map_err(|error| said(&error))?;
                Ok(text.into_bytes())
            }
            Language::GlslEs => {
                let options = glsl::Options { zero_initialize_workgroup_memory: false, ..glsl::Options::default() };
                let pipeline = glsl::PipelineOptions {
                    shader_stage: ShaderStage::Compute,
                    entry_point: entry.clone(),
                    multiview: None,
                };
                let mut text = String::new();
                let policies = BoundsCheckPolicies::default();
                glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies)
                    .and_then(|mut writer| writer.write())
                    .map_err(|error| said(&error))?;
                Ok(text.into_bytes())
            }
        }
    }
}

/// Validates `code`. Returns `Ok` if the code is valid, and the errors of the validator otherwise. Returns `None` if no
/// validator is installed. The validator is SPIRV-Tools for SPIR-V and glslang for GLSL.
///
/// # Panics
/// Panics if the validator is installed but cannot be run.
pub fn judge(language: Language, code: &[u8]) -> Option<Result<(), String>> {
    let (program, arguments) = language.validator()?;
    // Both validators read a file from their standard input.
    let from_stdin = if language == Language::GlslEs { "--stdin" } else { "-" };
    let mut child = match Command::new(program)
        .arg(from_stdin)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
    {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("{program}: {error}"),
    };
    // This statement drops the handle of the standard input, which closes the input. A failed write is ignored: a
    // validator can close its standard input early, after the first errors.
    let _ = child.stdin.take().expect("it was asked for").write_all(code);
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{program}: {error}"));
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    Some(if output.status.success() { Ok(()) } else { Err(said) })
}
