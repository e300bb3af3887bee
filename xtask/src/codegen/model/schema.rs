//! Schemas: the shapes of named ones, and the types of what stands in them.

use serde_json::Value;

/// A named schema.
#[derive(Debug)]
pub struct Schema {
    pub name: String,
    pub doc: String,
    pub shape: Shape,
    /// A success body can hold it.
    pub in_responses: bool,
    /// A request can hold it.
    pub in_requests: bool,
    /// A client makes it of its parts, so it has a constructor: it is JSON that a client sends, or stands in such.
    pub is_built: bool,
    /// The tags whose operations use it.
    pub tags: Vec<String>,
}

#[derive(Debug)]
pub enum Shape {
    Struct {
        fields: Vec<Field>,
        patch: bool,
    },
    Enum {
        values: Vec<String>,
    },
    /// Told apart by a constant property.
    Tagged {
        property: String,
        variants: Vec<Variant>,
    },
    /// The events of a stream: the name and the schema of the data.
    Events {
        variants: Vec<Variant>,
    },
    /// Told apart by a required property of their own.
    Untagged {
        variants: Vec<String>,
    },
    IntegerOrString,
    Alias(Type),
}

#[derive(Debug)]
pub struct Variant {
    pub value: String,
    pub schema: String,
}

#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub doc: String,
    pub ty: Type,
    pub required: bool,
    pub nullable: bool,
    pub default: Option<Value>,
    pub constant: Option<Value>,
    /// A file of a multipart body.
    pub binary: bool,
    /// `Debug` hides it.
    pub secret: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    Integer,
    Number,
    Boolean,
    String,
    DateTime,
    /// Any JSON.
    Any,
    /// A free-form JSON object.
    Object,
    Array(Box<Type>),
    Map(Box<Type>),
    Named(String),
}

impl Schema {
    /// Whether it becomes a type: it is used, and is not the wrapper of an event.
    pub fn is_type(&self) -> bool {
        !self.tags.is_empty() || self.name == "ErrorResponse"
    }
}

impl Shape {
    /// The schemas that this one refers to.
    pub fn parts(&self) -> Vec<&str> {
        match self {
            Self::Struct { fields, .. } => {
                fields.iter().filter_map(|field| field.ty.named()).collect()
            }
            Self::Tagged { variants, .. } | Self::Events { variants, .. } => {
                variants.iter().map(|variant| variant.schema.as_str()).collect()
            }
            Self::Untagged { variants } => variants.iter().map(String::as_str).collect(),
            Self::Alias(ty) => ty.named().into_iter().collect(),
            Self::Enum { .. } | Self::IntegerOrString => Vec::new(),
        }
    }
}

impl Type {
    /// The schema that it names, itself or as its items or values.
    pub fn named(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::Array(item) | Self::Map(item) => item.named(),
            _ => None,
        }
    }

    /// Whether a map is a part of it.
    pub fn has_map(&self) -> bool {
        match self {
            Self::Map(_) => true,
            Self::Array(item) => item.has_map(),
            _ => false,
        }
    }

    /// Whether it is written as a type of serde_json.
    pub fn is_free_form(&self) -> bool {
        match self {
            Self::Any | Self::Object => true,
            Self::Array(item) | Self::Map(item) => item.is_free_form(),
            _ => false,
        }
    }
}
