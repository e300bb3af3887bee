//! The imports of one file of the types crate, derived from its items.

use std::collections::BTreeSet;

use super::{builders, structs};
use crate::code::{Code, Name, code};
use crate::model::{Field, Schema, Shape, Type};

#[derive(Default)]
struct Imports<'a> {
    std: BTreeSet<&'static str>,
    serde: BTreeSet<&'static str>,
    own: BTreeSet<&'a str>,
}

pub fn emit(schemas: &[&Schema]) -> Code {
    let mut imports = Imports::default();
    schemas.iter().for_each(|schema| imports.add(schema));
    for schema in schemas {
        imports.own.remove(schema.name.as_str());
    }
    let names = |names: &BTreeSet<&str>| Code::join(names.iter().map(|name| Name::new(name)), ", ");
    let std: Code = imports
        .std
        .iter()
        .map(|path| code!("use std::{path};\n", path = Name::new(path)))
        .collect();
    let serde = match names(&imports.serde) {
        names if names.is_empty() => names,
        names => code!("use serde::{{{names}}};\n", names),
    };
    let own = match names(&imports.own) {
        names if names.is_empty() => names,
        names => code!("use crate::{{{names}}};\n", names),
    };
    code!("{std}\n{serde}\n{own}\n", std, serde, own)
}

impl<'a> Imports<'a> {
    fn add(&mut self, schema: &'a Schema) {
        match &schema.shape {
            Shape::Struct { fields, patch } => {
                self.add_struct(fields);
                let taken = fields.iter().filter(|_| schema.is_built);
                self.own.extend(taken.filter_map(|field| builders::takes(field, *patch)));
            }
            Shape::Enum { .. } => {}
            Shape::Tagged { .. } => {
                self.serde.extend(["Deserialize", "Serialize", "Serializer"]);
                self.own.extend(schema.shape.parts());
            }
            Shape::WebhookEvents { .. } => {
                self.serde.extend(["Deserialize", "Deserializer", "Serialize"]);
                self.own.extend(schema.shape.parts());
            }
            Shape::Events { .. } | Shape::Untagged { .. } => {
                self.serde.extend(["Deserialize", "Serialize"]);
                self.own.extend(schema.shape.parts());
            }
            Shape::IntegerOrString => {
                self.std.extend(["fmt", "str::FromStr"]);
                self.serde.extend(["Deserialize", "Serialize"]);
            }
            Shape::Alias(ty) => self.add_type(ty),
        }
    }

    fn add_struct(&mut self, fields: &'a [Field]) {
        self.serde.insert("Deserialize");
        if !structs::has_constant(fields) {
            self.serde.insert("Serialize");
        }
        fields.iter().for_each(|field| self.add_type(&field.ty));
    }

    fn add_type(&mut self, ty: &'a Type) {
        match ty {
            Type::Named(name) => _ = self.own.insert(name),
            Type::DateTime => _ = self.own.insert("Timestamp"),
            Type::Array(item) => self.add_type(item),
            Type::Map(item) => {
                self.std.insert("collections::BTreeMap");
                self.add_type(item);
            }
            _ => {}
        }
    }
}
