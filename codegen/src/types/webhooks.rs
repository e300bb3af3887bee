//! Writes the union of the payloads of webhooks. It preserves events that the document lacks.

use super::docs;
use super::fields::open;
use crate::code::{Code, Name, code};
use crate::files::template;
use crate::model::{Api, Schema, Variant};
use crate::rust::{doc, pascal, text};

pub fn emit(api: &Api, schema: &Schema, variants: &[Variant]) -> Code {
    let each = |write: fn(&Variant) -> Code| variants.iter().map(write).collect::<Code>();
    template!("types/webhook_event.rs")
        .with("// about\n", docs::above(api, schema))
        .with("// open\n", open())
        .with("    // variants\n", each(member))
        .with("            // kinds\n", each(kind))
        .with("            // payloads\n", each(payload))
}

fn member(Variant { value, schema }: &Variant) -> Code {
    code!(
        "{about}{name}({schema}),\n",
        about = doc(&[&format!("`type: {value}`")]),
        name = pascal(value),
        schema = Name::new(schema)
    )
}

fn kind(Variant { value, .. }: &Variant) -> Code {
    code!("Self::{name}(_) => {value},\n", name = pascal(value), value = text(value))
}

fn payload(Variant { value, .. }: &Variant) -> Code {
    code!(
        "{value} => Deserialize::deserialize(body).map(Self::{name}),\n",
        name = pascal(value),
        value = text(value)
    )
}
