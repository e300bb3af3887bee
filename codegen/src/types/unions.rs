//! Writes unions, of four kinds:
//!
//! - Objects with a constant in the same property (a discriminator).
//! - Objects with a required property that the other variants lack.
//! - The events of a stream.
//! - An integer or a string.

use super::docs;
use super::fields::OPEN;
use crate::model::{Api, Schema, Variant};
use crate::rust::{doc, pascal, text};

pub fn tagged(api: &Api, schema: &Schema, property: &str, variants: &[Variant]) -> String {
    let name = &schema.name;
    let members: String = variants
        .iter()
        .map(|Variant { value, schema }| {
            let (about, rename) = (doc(&[&format!("`{property}: {value}`")]), text(value));
            format!("{about}#[serde(rename = {rename})]\n{}({schema}),\n", pascal(value))
        })
        .collect();
    let arms = variants.iter().map(|variant| pascal(&variant.value));
    let arms: String =
        arms.map(|arm| format!("Self::{arm}(value) => value.serialize(serializer),\n")).collect();
    let sources = if schema.in_requests { sources(name, variants) } else { String::new() };
    format!(
        "{}#[derive(Debug, Clone, PartialEq, Deserialize)]\n\
         #[serde(tag = {})]\n\
         {OPEN}pub enum {name} {{\n{members}}}\n\n\
         impl Serialize for {name} {{\n\
             fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {{\n\
                 // Each variant writes its own constant.\n\
                 match self {{\n{arms}}}\n\
             }}\n\
         }}\n{sources}",
        docs::above(api, schema),
        text(property)
    )
}

/// Implements `From` for the type of each variant, if no other variant has the same type.
fn sources(name: &str, variants: &[Variant]) -> String {
    let is_alone = |one: &&Variant| {
        variants.iter().filter(|variant| variant.schema == one.schema).count() == 1
    };
    let from = |Variant { value, schema }: &Variant| {
        let variant = pascal(value);
        format!(
            "\nimpl From<{schema}> for {name} {{\nfn from(value: {schema}) -> Self {{\nSelf::{variant}(value)\n}}\n}}\n"
        )
    };
    variants.iter().filter(is_alone).map(from).collect()
}

pub fn events(api: &Api, schema: &Schema, variants: &[Variant]) -> String {
    let members: String = variants
        .iter()
        .map(|Variant { value, schema }| {
            let (about, rename) = (doc(&[&format!("`event: {value}`")]), text(value));
            format!("{about}#[serde(rename = {rename})]\n{}({schema}),\n", pascal(value))
        })
        .collect();
    format!(
        "{}#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n\
         #[serde(tag = \"event\", content = \"data\")]\n\
         {OPEN}pub enum {} {{\n{members}}}\n",
        docs::above(api, schema),
        schema.name
    )
}

pub fn untagged(api: &Api, schema: &Schema, variants: &[String]) -> String {
    let members: String = variants
        .iter()
        .map(|variant| format!("{}{variant}({variant}),\n", docs::of_variant(api, variant)))
        .collect();
    format!(
        "{}#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n\
         #[serde(untagged)]\n\
         {OPEN}pub enum {} {{\n{members}}}\n",
        docs::above(api, schema),
        schema.name
    )
}

pub fn integer_or_string(api: &Api, schema: &Schema) -> String {
    let name = &schema.name;
    format!(
        "{}#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]\n\
         #[serde(untagged)]\n\
         {OPEN}pub enum {name} {{\n\
             /// A number.\nInteger(i64),\n\
             /// Text.\nString(String),\n}}\n\n\
         impl fmt::Display for {name} {{\n\
             fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {{\n\
                 match self {{\n\
                     Self::Integer(value) => value.fmt(out),\n\
                     Self::String(value) => value.fmt(out),\n\
                 }}\n\
             }}\n\
         }}\n\n\
         impl FromStr for {name} {{\n\
             type Err = std::convert::Infallible;\n\n\
             fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {{\n\
                 Ok(text.parse().map_or_else(|_| Self::String(text.to_owned()), Self::Integer))\n\
             }}\n\
         }}\n{}",
        docs::above(api, schema),
        if schema.in_requests { made_of(name) } else { String::new() }
    )
}

/// Implements `From` for numbers and text.
fn made_of(name: &str) -> String {
    let sources = [
        ("i64", "Self::Integer(value)"),
        ("String", "Self::String(value)"),
        ("&str", "Self::String(value.to_owned())"),
    ];
    let from = |(ty, value)| {
        format!(
            "\nimpl From<{ty}> for {name} {{\nfn from(value: {ty}) -> Self {{\n{value}\n}}\n}}\n"
        )
    };
    sources.map(from).concat()
}
