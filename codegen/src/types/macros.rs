//! The macros of a types crate. A crate gets only the macros that its types use.

use super::{enums, structs};
use crate::code::Code;
use crate::files::template;
use crate::model::{Api, Schema, Shape};

pub fn emit(api: &Api) -> Option<Code> {
    let types = || api.schemas.iter().filter(|schema| schema.is_type());
    let uses = |name: &str| types().any(|schema| used_by(schema).contains(&name));
    let macros: Code = [
        ("debug", template!("types/macros/debug.rs")),
        ("serialize", template!("types/macros/serialize.rs")),
        ("open", template!("types/macros/open.rs")),
        ("closed", template!("types/macros/closed.rs")),
        ("text", template!("types/macros/text.rs")),
    ]
    .into_iter()
    .filter_map(|(name, text)| uses(name).then_some(text))
    .collect();
    (!macros.is_empty()).then(|| [template!("types/macros/head.rs"), macros].into_iter().collect())
}

fn used_by(schema: &Schema) -> Vec<&'static str> {
    match &schema.shape {
        Shape::Struct { fields, .. } => {
            let used = [
                (structs::has_secret(fields), "debug"),
                (structs::has_constant(fields), "serialize"),
            ];
            used.into_iter().filter_map(|(uses, name)| uses.then_some(name)).collect()
        }
        Shape::Enum { .. } => vec![enums::macro_of(schema), "text"],
        _ => Vec::new(),
    }
}
