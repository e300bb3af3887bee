//! String enums. An enum is open if a response can contain it, and closed if only requests can. A macro of the crate
//! defines each enum.

use super::docs;
use crate::model::{Api, Schema};
use crate::rust::{doc, indented, pascal, text};

pub fn emit(api: &Api, schema: &Schema, values: &[String]) -> String {
    let variants: String = values
        .iter()
        .map(|value| {
            format!("{}{} = {},\n", doc(&[&format!("`{value}`")]), pascal(value), text(value))
        })
        .collect();
    let item = format!(
        "{}pub enum {} {{\n{}}}\n",
        docs::above(api, schema),
        schema.name,
        indented(&variants)
    );
    format!("{}! {{\n{}}}\n", macro_of(schema), indented(&item))
}

pub fn macro_of(schema: &Schema) -> &'static str {
    if schema.in_responses { "open" } else { "closed" }
}
