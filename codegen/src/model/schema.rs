//! Schemas: the shapes of named schemas, and the types of their parts.

use serde_json::Value;

#[derive(Debug)]
pub struct Schema {
    pub name: String,
    pub doc: String,
    pub deprecated: bool,
    pub shape: Shape,
    /// Whether a success body can contain the schema.
    pub in_responses: bool,
    /// Whether a request can contain the schema.
    pub in_requests: bool,
    /// Whether clients send the schema as JSON or inside other JSON. A struct then has a builder.
    pub is_built: bool,
    /// Whether the schema is the body of error responses.
    pub is_error_body: bool,
    /// The tags whose operations use the schema.
    pub tags: Vec<String>,
    /// Whether the payload of a webhook is or contains the schema.
    pub in_webhooks: bool,
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
    /// A union whose variants each have another constant in this property.
    Tagged {
        property: String,
        variants: Vec<Variant>,
    },
    /// The payloads of all webhooks, each with the name of its webhook as its `type`. Readers also accept other names.
    WebhookEvents {
        variants: Vec<Variant>,
    },
    /// The events of a stream: the name of each, and the schema of its data.
    Events {
        variants: Vec<Variant>,
    },
    /// A union without a discriminator: each variant except the last has a required property that no other variant has.
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
    /// Whether the field is a file of a multipart body.
    pub binary: bool,
    /// Whether `Debug` hides the field.
    pub secret: bool,
    pub deprecated: bool,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub enum Type {
    Integer,
    Number,
    Boolean,
    #[default]
    String,
    DateTime,
    Any,
    /// A free-form JSON object.
    Object,
    Array(Box<Type>),
    Map(Box<Type>),
    Named(String),
}

impl Schema {
    /// Whether the schema becomes a Rust type: an operation or a webhook uses the schema, or it is the error body. A schema
    /// that only wraps an event's name and data has no tags, so it is not a type.
    pub fn is_type(&self) -> bool {
        !self.tags.is_empty() || self.in_responses || self.is_error_body
    }

    pub fn is_struct(&self) -> bool {
        matches!(self.shape, Shape::Struct { .. })
    }
}

impl Shape {
    pub fn parts(&self) -> Vec<&str> {
        match self {
            Self::Struct { fields, .. } => {
                fields.iter().filter_map(|field| field.ty.named()).collect()
            }
            Self::Tagged { variants, .. }
            | Self::WebhookEvents { variants }
            | Self::Events { variants } => {
                variants.iter().map(|variant| variant.schema.as_str()).collect()
            }
            Self::Untagged { variants } => variants.iter().map(String::as_str).collect(),
            Self::Alias(ty) => ty.named().into_iter().collect(),
            Self::Enum { .. } | Self::IntegerOrString => Vec::new(),
        }
    }
}

impl Type {
    /// The name of the schema that this type is or contains.
    pub fn named(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::Array(item) | Self::Map(item) => item.named(),
            _ => None,
        }
    }

    /// Whether the type is a map, or an array that contains one.
    pub fn has_map(&self) -> bool {
        match self {
            Self::Map(_) => true,
            Self::Array(item) => item.has_map(),
            _ => false,
        }
    }

    /// Whether the type is or contains a type of serde_json.
    pub fn is_free_form(&self) -> bool {
        match self {
            Self::Any | Self::Object => true,
            Self::Array(item) | Self::Map(item) => item.is_free_form(),
            _ => false,
        }
    }
}
