//! Reads a schema: follows references, and separates null from the type.

use serde_json::Value;

use super::super::located::{Located, MAX_REFERENCE_CHAIN, short};

/// The type of the values that a schema allows, not counting null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Any,
    Null,
    Boolean,
    Integer,
    Number,
    String,
    /// A string of `format: binary`, which a form sends as a file.
    File,
    Array,
    Map,
    Object,
    Union,
    Constant,
    /// Several types at once, or a type that JSON does not have.
    Several,
}

/// Keywords that decide a schema's type.
const TYPES: &[&str] =
    &["additionalProperties", "const", "enum", "items", "properties", "required", "type"];

/// A schema with its references followed.
pub struct Schema<'a> {
    /// The layers around the body, the outermost first. A layer is a reference with its siblings, or `oneOf: [X, {type:
    /// null}]`.
    pub around: Vec<Located<'a>>,
    /// The layer with the type.
    pub body: Located<'a>,
    pub kind: Kind,
    pub nullable: bool,
    /// The entries of `allOf` in all layers.
    pub entries: Vec<Located<'a>>,
    /// The name of the component that is the body, if any.
    name: Option<&'a str>,
}

impl<'a> Schema<'a> {
    pub fn read(at: &Located<'a>) -> Self {
        let (mut around, mut body) = (Vec::new(), at.clone());
        let (mut name, mut nullable) = (at.component("schemas"), false);
        while around.len() < MAX_REFERENCE_CHAIN {
            let inner = if let Some((component, target)) = body.target() {
                name = Some(component);
                target
            } else if let Some(only) = only_variant(&body) {
                (name, nullable) = (None, true);
                only
            } else {
                break;
            };
            around.push(std::mem::replace(&mut body, inner));
        }
        let kind = kind(&body);
        nullable |= types(&body).contains(&"null") || body.items_of("oneOf").iter().any(is_null);
        let layers = around.iter().chain([&body]);
        let entries = layers.flat_map(|layer| layer.items_of("allOf")).collect();
        Self { around, body, kind, nullable, entries, name }
    }

    /// The schema before any reference is followed.
    pub fn outermost(&self) -> &Located<'a> {
        self.around.first().unwrap_or(&self.body)
    }

    /// All layers of the schema, the outermost first.
    pub fn layers(&self) -> impl Iterator<Item = &Located<'a>> {
        self.around.iter().chain([&self.body])
    }

    /// The value of a keyword in the outermost layer that has it.
    pub fn get(&self, key: &str) -> Option<Located<'a>> {
        self.layers().find_map(|layer| layer.get(key))
    }

    /// All values of a keyword, in the layers and in the entries of `allOf`.
    pub fn each(&self, key: &str) -> Vec<Located<'a>> {
        self.layers().chain(&self.entries).filter_map(|at| at.get(key)).collect()
    }

    /// The keys of these names in each entry of `allOf` that has some.
    pub fn entries_with(&self, is_wanted: fn(&str) -> bool) -> Vec<Vec<(&'a str, &'a Value)>> {
        let wanted = self.entries.iter().map(|entry| {
            let keys = entry.entries().into_iter().filter(|(key, _)| is_wanted(key));
            keys.map(|(key, at)| (key, at.value)).collect()
        });
        wanted.filter(|keys: &Vec<_>| !keys.is_empty()).collect()
    }

    /// The variants of a union, without null; otherwise the schema itself.
    pub fn variants(&self) -> Vec<Located<'a>> {
        match self.kind {
            Kind::Union => variants(&self.body),
            _ => vec![self.body.clone()],
        }
    }

    /// The name of the schema's type in clients, if it has one.
    pub fn type_name(&self) -> Option<&'a str> {
        self.name.filter(|_| !self.is_alias())
    }

    /// The name of the schema if it is an alias in clients: another name of a type.
    pub fn alias(&self) -> Option<&'a str> {
        self.name.filter(|_| self.is_alias())
    }

    fn is_alias(&self) -> bool {
        match self.kind {
            Kind::Object | Kind::Union => false,
            Kind::String => self.body.get("enum").is_none(),
            _ => true,
        }
    }

    pub fn has_component(&self, name: &str) -> bool {
        self.body.document().walk(&["components", "schemas", name]).is_some()
    }

    /// The place of the keyword that decides the type: `const` or `type`, otherwise the body.
    pub fn typed(&self) -> Located<'a> {
        let keyword = ["const", "type"].iter().find_map(|key| self.body.get(key));
        keyword.unwrap_or_else(|| self.body.clone())
    }

    /// The schema's constant and its type, which may exclude it.
    pub fn constant(&self) -> [Option<&'a Value>; 2] {
        ["const", "type"].map(|key| self.body.value.get(key))
    }

    /// Keywords that restrict the schema's type further, such as `type` next to a reference or `oneOf`. The dialect
    /// does not allow them.
    pub fn foreign(&self) -> Vec<(&'a str, &'a Value)> {
        let own: &[&str] = match self.kind {
            Kind::Any | Kind::Union => &[],
            Kind::Constant => &["const", "type"],
            Kind::Map => &["additionalProperties", "items", "properties", "type"],
            Kind::Array | Kind::Object => {
                &["additionalProperties", "items", "properties", "required", "type"]
            }
            Kind::Several => &["type"],
            _ => TYPES,
        };
        let around = self.around.iter().flat_map(Located::entries);
        let body = self.body.entries().into_iter().filter(|(key, _)| !own.contains(key));
        let all = around.chain(body).filter(|(key, _)| TYPES.contains(key));
        all.map(|(key, at)| (key, at.value)).collect()
    }

    pub fn describe(&self) -> String {
        match self.kind {
            Kind::Constant => short(self.body.value.get("const").unwrap_or(&Value::Null)),
            Kind::Several => types(&self.body).join(" or "),
            kind => format!("{kind:?}").to_lowercase(),
        }
    }
}

fn kind(body: &Located<'_>) -> Kind {
    if body.get("const").is_some() {
        return Kind::Constant;
    }
    if body.get("oneOf").is_some() {
        return Kind::Union;
    }
    let types = types(body);
    let rest: Vec<&str> = types.iter().copied().filter(|name| *name != "null").collect();
    match rest[..] {
        [] if !types.is_empty() => Kind::Null,
        [] if body.get("type").is_some() => Kind::Several,
        [] if body.get("properties").is_some() => Kind::Object,
        [] if body.get("enum").is_some() => Kind::String,
        [] => Kind::Any,
        ["boolean"] => Kind::Boolean,
        ["integer"] => Kind::Integer,
        ["number"] => Kind::Number,
        ["string"] if body.text("format") == Some("binary") => Kind::File,
        ["string"] => Kind::String,
        ["array"] => Kind::Array,
        ["object"] if body.get("properties").is_some() => Kind::Object,
        ["object"] if body.get("additionalProperties").is_some() => Kind::Map,
        ["object"] => Kind::Object,
        _ => Kind::Several,
    }
}

fn types<'a>(body: &Located<'a>) -> Vec<&'a str> {
    match body.text("type") {
        Some(name) => vec![name],
        None => body.texts("type"),
    }
}

fn is_null(variant: &Located<'_>) -> bool {
    variant.text("type") == Some("null")
}

fn variants<'a>(body: &Located<'a>) -> Vec<Located<'a>> {
    body.items_of("oneOf").into_iter().filter(|variant| !is_null(variant)).collect()
}

/// Returns the schema `X` of `oneOf: [X, {type: null}]`.
fn only_variant<'a>(body: &Located<'a>) -> Option<Located<'a>> {
    let has_null = body.items_of("oneOf").iter().any(is_null);
    let mut variants = variants(body);
    (has_null && variants.len() == 1).then(|| variants.remove(0))
}
