//! Types that several tags use.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Timestamp, UnknownValue};

/// Every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// For people.
    pub message: String,
}

impl Serialize for ErrorResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ErrorResponse", 2)?;
        out.serialize_field("success", &false)?;
        out.serialize_field("message", &self.message)?;
        out.end()
    }
}

/// An order, in requests alone, so it is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Sort {
    /// `newest`
    Newest,
    /// `price_asc`
    PriceAsc,
    /// `2nd-hand`
    V2ndHand,
}

impl Sort {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["newest", "price_asc", "2nd-hand"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Newest => "newest",
            Self::PriceAsc => "price_asc",
            Self::V2ndHand => "2nd-hand",
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for Sort {
    type Err = UnknownValue;

    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        Ok(match text {
            "newest" => Self::Newest,
            "price_asc" => Self::PriceAsc,
            "2nd-hand" => Self::V2ndHand,
            _ => return Err(UnknownValue(text.to_owned())),
        })
    }
}

impl Serialize for Sort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Sort {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A kind, in responses too, so it is open.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Kind {
    /// `plain`
    Plain,
    /// `self-made`
    SelfMade,
    /// `1024x1024`
    V1024x1024,
    /// `self`
    Self_,
    /// `err`
    Err,
    /// A value that this version of the document does not know.
    Unknown(String),
}

impl Kind {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["plain", "self-made", "1024x1024", "self", "err"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Plain => "plain",
            Self::SelfMade => "self-made",
            Self::V1024x1024 => "1024x1024",
            Self::Self_ => "self",
            Self::Err => "err",
            Self::Unknown(value) => value,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(match text {
            "plain" => Self::Plain,
            "self-made" => Self::SelfMade,
            "1024x1024" => Self::V1024x1024,
            "self" => Self::Self_,
            "err" => Self::Err,
            _ => Self::Unknown(text.to_owned()),
        })
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// An id as a number or as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OwnerId {
    /// A number.
    Integer(i64),
    /// A text.
    String(String),
}

impl fmt::Display for OwnerId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(out),
            Self::String(value) => value.fmt(out),
        }
    }
}

impl FromStr for OwnerId {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(text.parse().map_or_else(|_| Self::String(text.to_owned()), Self::Integer))
    }
}

impl From<i64> for OwnerId {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<String> for OwnerId {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<&str> for OwnerId {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

/// An alias of a scalar.
pub type Sku = String;

/// An alias of a list.
pub type Names = Vec<String>;

/// An envelope with nothing but data is unwrapped.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ThingResponse {
    /// Every type of a property.
    pub data: Thing,
}

impl Serialize for ThingResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ThingResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// What `receiveHook`, `knowOrder`, `knowAnyone`, `knowAnyoneLeniently`, `knowEither`,
/// `knowEitherOrNone`, `knowRoles` or `knowSomebody` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct KnownResponse {
    pub known: bool,
}

impl Serialize for KnownResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("KnownResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("known", &self.known)?;
        out.end()
    }
}

/// Every type of a property.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Thing {
    pub id: i64,
    pub weight: f64,
    pub active: bool,
    pub name: String,
    /// Beside a reference.
    pub kind: Kind,
    /// An id as a number or as text.
    pub owner: OwnerId,
    #[serde(rename = "createdAt")]
    pub created_at: Timestamp,
    #[serde(rename = "deletedAt")]
    pub deleted_at: Option<Timestamp>,
    pub prices: Vec<i64>,
    /// A list of its own kind.
    pub children: Vec<Thing>,
    /// A nullable reference.
    pub parent: Option<Related>,
    pub matrix: Vec<Vec<f64>>,
    /// An alias of a list.
    pub names: Names,
    pub labels: BTreeMap<String, String>,
    pub counts: BTreeMap<String, i64>,
    pub metadata: serde_json::Map<String, serde_json::Value>,
    pub settings: Option<serde_json::Map<String, serde_json::Value>>,
    /// Any JSON.
    pub anything: serde_json::Value,
    /// Not in camel case.
    pub updated_at: i64,
    /// Hardly a name.
    #[serde(rename = "X-Ray")]
    pub x_ray: String,
    pub first: Option<i64>,
    /// An alias of a scalar.
    pub sku: Sku,
    /// Optional.
    pub note: Option<String>,
    /// Optional, and a keyword.
    pub r#match: Option<String>,
    /// A keyword that no name of Rust can be.
    #[serde(rename = "self")]
    pub self_: Option<String>,
    pub remark: Option<String>,
}

impl Serialize for Thing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Thing", 28)?;
        out.serialize_field("id", &self.id)?;
        out.serialize_field("weight", &self.weight)?;
        out.serialize_field("active", &self.active)?;
        out.serialize_field("name", &self.name)?;
        out.serialize_field("type", &"thing")?;
        out.serialize_field("kind", &self.kind)?;
        out.serialize_field("owner", &self.owner)?;
        out.serialize_field("createdAt", &self.created_at)?;
        out.serialize_field("deletedAt", &self.deleted_at)?;
        out.serialize_field("prices", &self.prices)?;
        out.serialize_field("children", &self.children)?;
        out.serialize_field("parent", &self.parent)?;
        out.serialize_field("matrix", &self.matrix)?;
        out.serialize_field("names", &self.names)?;
        out.serialize_field("labels", &self.labels)?;
        out.serialize_field("counts", &self.counts)?;
        out.serialize_field("metadata", &self.metadata)?;
        out.serialize_field("settings", &self.settings)?;
        out.serialize_field("anything", &self.anything)?;
        out.serialize_field("updated_at", &self.updated_at)?;
        out.serialize_field("X-Ray", &self.x_ray)?;
        out.serialize_field("version", &9007199254740993_i64)?;
        out.serialize_field("first", &self.first)?;
        out.serialize_field("sku", &self.sku)?;
        if let Some(value) = &self.note {
            out.serialize_field("note", value)?;
        }
        if let Some(value) = &self.r#match {
            out.serialize_field("match", value)?;
        }
        if let Some(value) = &self.self_ {
            out.serialize_field("self", value)?;
        }
        if let Some(value) = &self.remark {
            out.serialize_field("remark", value)?;
        }
        out.end()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Related {
    pub id: String,
}

impl Related {
    /// With what is required.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into() }
    }
}
