//! Inspects shaders without a GPU. Tests check that shaders are valid WGSL, use only integers, and have structs with
//! the same layout as in the host.
//!
//! Only tests depend on this crate; no program contains it. An error in a shader causes a panic that names the shader.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Expression, Literal, Module, Scalar, ScalarKind, TypeInner};

pub use naga;

pub mod translate;

/// Parses and validates a shader.
///
/// # Panics
/// Panics if the shader is not valid WGSL.
pub fn parse(name: &str, wgsl: &str) -> Module {
    let module =
        naga::front::wgsl::parse_str(wgsl).unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(wgsl)));
    // Shaders must use only capabilities that the standard guarantees, so that the same files run in a browser.
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(wgsl)));
    module
}

/// Returns the scalar types in a module that are neither 32-bit integers nor booleans. The list is empty for a shader
/// that uses only integers.
pub fn foreign_scalars(module: &Module) -> Vec<Scalar> {
    let functions = module.functions.iter().map(|(_, function)| function);
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let local = functions.chain(entries).flat_map(|function| function.expressions.iter());
    let expressions = module.global_expressions.iter().chain(local).filter_map(|(_, expression)| match expression {
        Expression::Literal(literal) => Some(literal.scalar()),
        Expression::As { kind, convert, .. } => Some(Scalar { kind: *kind, width: convert.unwrap_or(4) }),
        _ => None,
    });
    let types = module.types.iter().filter_map(|(_, kind)| kind.inner.scalar());
    let known = |scalar: &Scalar| match scalar.kind {
        ScalarKind::Sint | ScalarKind::Uint => scalar.width == 4,
        kind => kind == ScalarKind::Bool,
    };
    types.chain(expressions).filter(|scalar| !known(scalar)).collect()
}

/// Returns the name and the workgroup size of every entry point, in the order in which the file declares the entry
/// points.
pub fn entries(module: &Module) -> Vec<(&str, [u32; 3])> {
    module.entry_points.iter().map(|entry| (entry.name.as_str(), entry.workgroup_size)).collect()
}

/// Returns the value of a constant of type `u32`.
///
/// # Panics
/// Panics if the module has no such constant.
pub fn constant(module: &Module, name: &str) -> u32 {
    let (_, found) = module.constants.iter().find(|(_, constant)| constant.name.as_deref() == Some(name)).expect(name);
    match module.global_expressions[found.init] {
        Expression::Literal(Literal::U32(value)) => value,
        ref other => panic!("{name} is {other:?}"),
    }
}

/// Returns the size in bytes of a WGSL struct, and the name and offset in bytes of each field.
///
/// # Panics
/// Panics if the module has no such struct.
pub fn fields(module: &Module, name: &str) -> (u32, Vec<(String, u32)>) {
    let (_, found) = module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some(name)).expect(name);
    let TypeInner::Struct { members, span } = &found.inner else { panic!("{name} is not a struct") };
    (*span, members.iter().map(|member| (member.name.clone().unwrap_or_default(), member.offset)).collect())
}

/// Returns the size in bytes of a Rust struct, and the name and offset in bytes of each field, for comparison with
/// [`fields`].
#[macro_export]
macro_rules! host_fields {
    ($kind:ty: $($field:ident),+ $(,)?) => {
        (
            size_of::<$kind>() as u32,
            vec![$((stringify!($field).to_owned(), std::mem::offset_of!($kind, $field) as u32)),+],
        )
    };
}
