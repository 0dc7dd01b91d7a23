//! Looking into shaders without a card: valid by the standard, in integers only, laid out as on the host.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, Scalar, ScalarKind, TypeInner};

/// A shader, parsed and validated.
pub(crate) fn parse(name: &str, wgsl: &str) -> Module {
    let module =
        naga::front::wgsl::parse_str(wgsl).unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(wgsl)));
    // No capability beyond what the standard guarantees, so that the same files can run in a browser.
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(wgsl)));
    module
}

/// Scalars of a module that are neither integers of 32 bits nor truth values, if any.
pub(crate) fn strangers(module: &Module) -> Vec<Scalar> {
    let functions = module.functions.iter().map(|(_, function)| function);
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let local = functions.chain(entries).flat_map(|function| function.expressions.iter());
    let expressions = module.global_expressions.iter().chain(local).filter_map(|(_, expression)| match expression {
        naga::Expression::Literal(literal) => Some(literal.scalar()),
        naga::Expression::As { kind, convert, .. } => Some(Scalar { kind: *kind, width: convert.unwrap_or(4) }),
        _ => None,
    });
    let types = module.types.iter().filter_map(|(_, kind)| kind.inner.scalar());
    let known = |scalar: &Scalar| match scalar.kind {
        ScalarKind::Sint | ScalarKind::Uint => scalar.width == 4,
        kind => kind == ScalarKind::Bool,
    };
    types.chain(expressions).filter(|scalar| !known(scalar)).collect()
}

/// Size of a struct in WGSL, and name and offset of each field.
pub(crate) fn fields(module: &Module, name: &str) -> (u32, Vec<(String, u32)>) {
    let (_, found) = module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some(name)).expect(name);
    let TypeInner::Struct { members, span } = &found.inner else { panic!("{name} is no struct") };
    (*span, members.iter().map(|member| (member.name.clone().unwrap_or_default(), member.offset)).collect())
}

/// Size of a struct in Rust, and name and offset of each field.
macro_rules! host_fields {
    ($kind:ty: $($field:ident),+ $(,)?) => {
        (
            size_of::<$kind>() as u32,
            vec![$((stringify!($field).to_owned(), std::mem::offset_of!($kind, $field) as u32)),+],
        )
    };
}

pub(crate) use host_fields;
