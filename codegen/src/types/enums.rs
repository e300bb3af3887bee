//! String enums. An enum is open if a response can contain it, and closed if only requests can. A macro of the crate
//! defines each enum.

use super::docs;
use crate::code::{Code, Name, code};
use crate::model::{Api, Schema};
use crate::rust::{doc, indented, pascal, text};

pub fn emit(api: &Api, schema: &Schema, values: &[String]) -> Code {
    let variants: Code = values
        .iter()
        .map(|value| {
            let about = doc(&[&format!("`{value}`")]);
            code!("{about}{name} = {value},\n", about, name = pascal(value), value = text(value))
        })
        .collect();
    let item = code!(
        "{above}pub enum {name} {{\n{variants}}}\n",
        above = docs::above(api, schema),
        name = Name::new(&schema.name),
        variants = indented(&variants)
    );
    let name = Name::new(macro_of(schema));
    code!("{name}! {{\n{item}}}\n", name, item = indented(&item))
}

pub fn macro_of(schema: &Schema) -> &'static str {
    if schema.in_responses { "open" } else { "closed" }
}
