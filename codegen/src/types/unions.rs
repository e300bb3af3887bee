//! Writes unions, of four kinds:
//!
//! - Objects with a constant in the same property (a discriminator).
//! - Objects with a required property that the other variants lack.
//! - The events of a stream.
//! - An integer or a string.

use super::docs;
use super::fields::open;
use crate::code::{Code, Name, code};
use crate::model::{Api, Schema, Variant};
use crate::rust::{doc, pascal, text};

pub fn tagged(api: &Api, schema: &Schema, property: &str, variants: &[Variant]) -> Code {
    let name = Name::new(&schema.name);
    let arms: Code = variants
        .iter()
        .map(|variant| {
            code!(
                "Self::{arm}(value) => value.serialize(serializer),\n",
                arm = pascal(&variant.value)
            )
        })
        .collect();
    code!(
        "{above}#[derive(Debug, Clone, PartialEq, Deserialize)]\n\
         #[serde(tag = {property})]\n\
         {open}pub enum {name} {{\n{members}}}\n\n\
         impl Serialize for {name} {{\n\
             fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {{\n\
                 // Each variant writes its own constant.\n\
                 match self {{\n{arms}}}\n\
             }}\n\
         }}\n{sources}",
        above = docs::above(api, schema),
        property = text(property),
        open = open(),
        members = members(property, variants),
        sources = if schema.in_requests { sources(&name, variants) } else { code!("") },
        name,
        arms,
    )
}

/// The variants of an enum, each with the name and the value that select it.
fn members(property: &str, variants: &[Variant]) -> Code {
    let member = |Variant { value, schema }: &Variant| {
        code!(
            "{about}#[serde(rename = {value})]\n{name}({schema}),\n",
            about = doc(&[&format!("`{property}: {value}`")]),
            value = text(value),
            name = pascal(value),
            schema = Name::new(schema)
        )
    };
    variants.iter().map(member).collect()
}

/// Implements `From` for the type of each variant, if no other variant has the same type.
fn sources(name: &Name, variants: &[Variant]) -> Code {
    let is_alone = |one: &&Variant| {
        variants.iter().filter(|variant| variant.schema == one.schema).count() == 1
    };
    let source = |Variant { value, schema }: &Variant| {
        let variant = pascal(value);
        from(
            name,
            &code!("{schema}", schema = Name::new(schema)),
            &code!("Self::{variant}(value)", variant),
        )
    };
    variants.iter().filter(is_alone).map(source).collect()
}

/// Implements `From<ty>`. The expression converts the variable `value`.
fn from(name: &Name, ty: &Code, expression: &Code) -> Code {
    code!(
        "\nimpl From<{ty}> for {name} {{\nfn from(value: {ty}) -> Self {{\n{expression}\n}}\n}}\n",
        ty,
        name,
        expression
    )
}

pub fn events(api: &Api, schema: &Schema, variants: &[Variant]) -> Code {
    code!(
        "{above}#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n\
         #[serde(tag = \"event\", content = \"data\")]\n\
         {open}pub enum {name} {{\n{members}}}\n",
        above = docs::above(api, schema),
        open = open(),
        name = Name::new(&schema.name),
        members = members("event", variants)
    )
}

pub fn untagged(api: &Api, schema: &Schema, variants: &[String]) -> Code {
    let member = |variant: &String| {
        let (about, name) = (docs::of_variant(api, variant), Name::new(variant));
        code!("{about}{name}({name}),\n", about, name)
    };
    code!(
        "{above}#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n\
         #[serde(untagged)]\n\
         {open}pub enum {name} {{\n{members}}}\n",
        above = docs::above(api, schema),
        open = open(),
        name = Name::new(&schema.name),
        members = variants.iter().map(member).collect::<Code>()
    )
}

pub fn integer_or_string(api: &Api, schema: &Schema) -> Code {
    let name = Name::new(&schema.name);
    code!(
        "{above}#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]\n\
         #[serde(untagged)]\n\
         {open}pub enum {name} {{\n\
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
         }}\n{sources}",
        above = docs::above(api, schema),
        open = open(),
        sources = if schema.in_requests { of_scalars(&name) } else { code!("") },
        name
    )
}

/// Implements `From` for numbers and text.
fn of_scalars(name: &Name) -> Code {
    let sources = [
        (code!("i64"), code!("Self::Integer(value)")),
        (code!("String"), code!("Self::String(value)")),
        (code!("&str"), code!("Self::String(value.to_owned())")),
    ];
    sources.iter().map(|(ty, expression)| from(name, ty, expression)).collect()
}
