//! String enums: open where a response can hold them, closed where only requests do.

use super::{OPEN, docs};
use crate::codegen::model::{Api, Schema};
use crate::codegen::rust::{doc, pascal, text};

pub fn emit(api: &Api, schema: &Schema, values: &[String]) -> String {
    let name = &schema.name;
    let open = schema.in_responses;
    let copy = if open { "" } else { "Copy, " };
    let mut variants: String = values.iter().map(|value| variant(value)).collect();
    let mut to: String = values
        .iter()
        .map(|value| format!("Self::{} => {},\n", pascal(value), text(value)))
        .collect();
    let mut from: String = values
        .iter()
        .map(|value| format!("{} => Self::{},\n", text(value), pascal(value)))
        .collect();
    let error = if open { "std::convert::Infallible" } else { "UnknownValue" };
    if open {
        variants.push_str(
            "/// A value that this version of the document does not know.\nUnknown(String),\n",
        );
        to.push_str("Self::Unknown(value) => value,\n");
        from.push_str("_ => Self::Unknown(text.to_owned()),\n");
    } else {
        from.push_str("_ => return Err(UnknownValue(text.to_owned())),\n");
    }
    let list: Vec<String> = values.iter().map(|value| text(value)).collect();
    let list = list.join(", ");
    let docs = docs::of_schema(api, schema);
    format!(
        "{docs}#[derive(Debug, Clone, {copy}PartialEq, Eq)]\n\
         {OPEN}pub enum {name} {{\n{variants}}}\n\n\
         impl {name} {{\n\
             /// Every documented value.\n\
             pub const VALUES: &'static [&'static str] = &[{list}];\n\n\
             /// The value as it is written.\n\
             pub fn as_str(&self) -> &str {{\n match self {{\n{to}}}\n}}\n\
         }}\n\n\
         impl fmt::Display for {name} {{\n\
             fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {{\n out.write_str(self.as_str())\n}}\n\
         }}\n\n\
         impl FromStr for {name} {{\n\
             type Err = {error};\n\n\
             fn from_str(text: &str) -> Result<Self, {error}> {{\n Ok(match text {{\n{from}}})\n}}\n\
         }}\n\n\
         impl Serialize for {name} {{\n\
             fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {{\n serializer.serialize_str(self.as_str())\n}}\n\
         }}\n\n\
         impl<'de> Deserialize<'de> for {name} {{\n\
             fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {{\n\
                 String::deserialize(deserializer)?.parse().map_err(de::Error::custom)\n\
             }}\n\
         }}\n"
    )
}

fn variant(value: &str) -> String {
    format!("{}{},\n", doc(&[&format!("`{value}`")]), pascal(value))
}
