//! Types that several tags use.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::Timestamp;

/// Every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// For people.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

closed! {
    /// An order, in requests alone, so it is closed.
    #[cfg_attr(not(feature = "exhaustive"), deprecated)]
    pub enum Sort {
        /// `newest`
        Newest = "newest",
        /// `price_asc`
        PriceAsc = "price_asc",
        /// `2nd-hand`
        V2ndHand = "2nd-hand",
    }
}

open! {
    /// A kind, in responses too, so it is open.
    pub enum Kind {
        /// `plain`
        Plain = "plain",
        /// `self-made`
        SelfMade = "self-made",
        /// `1024x1024`
        V1024x1024 = "1024x1024",
        /// `self`
        Self_ = "self",
        /// `err`
        Err = "err",
    }
}

/// An id as a number or as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OwnerId {
    /// A number.
    Integer(i64),
    /// Text.
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

serialize! { ThingResponse { "success" = true, "data": data } }

/// The answer of `receiveHook`, `receiveBundle`, `exportKnown`, `listKinds`, `knowOrder`,
/// `knowAnyone`, `knowAnyoneLeniently`, `knowEither`, `knowEitherOrNone`, `knowRoles`,
/// `knowAnyRole` or `knowSomebody`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct KnownResponse {
    pub known: bool,
}

serialize! { KnownResponse { "success" = true, "known": known } }

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
    #[cfg_attr(not(feature = "exhaustive"), deprecated)]
    pub r#match: Option<String>,
    /// A keyword that no name of Rust can be.
    #[serde(rename = "self")]
    pub self_: Option<String>,
    pub remark: Option<String>,
}

serialize! {
    Thing {
        "id": id,
        "weight": weight,
        "active": active,
        "name": name,
        "type" = "thing",
        "kind": kind,
        "owner": owner,
        "createdAt": created_at,
        "deletedAt": deleted_at,
        "prices": prices,
        "children": children,
        "parent": parent,
        "matrix": matrix,
        "names": names,
        "labels": labels,
        "counts": counts,
        "metadata": metadata,
        "settings": settings,
        "anything": anything,
        "updated_at": updated_at,
        "X-Ray": x_ray,
        "version" = 9007199254740993_i64,
        "first": first,
        "sku": sku,
        "note"?: note,
        "match"?: r#match,
        "self"?: self_,
        "remark"?: remark,
    }
}

/// Where a thing is now.
///
/// The payload of the webhook `thingMoved`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ThingMoved {
    pub id: i64,
    pub way: Way,
    /// An alias of a scalar.
    pub sku: Sku,
}

serialize! { ThingMoved { "type" = "thingMoved", "id": id, "way": way, "sku": sku } }

/// The thing that is gone.
///
/// The payload of the webhook `thing.gone`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ThingGone {
    pub id: i64,
}

serialize! { ThingGone { "type" = "thing.gone", "id": id } }

open! {
    pub enum Way {
        /// `by-land`
        ByLand = "by-land",
        /// `by-sea`
        BySea = "by-sea",
    }
}

#[cfg_attr(not(feature = "exhaustive"), deprecated)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Related {
    #[builder(into)]
    pub id: String,
}

/// An event that the server sends as a webhook.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum WebhookEvent {
    /// `type: thingMoved`
    ThingMoved(ThingMoved),
    /// `type: thing.gone`
    ThingGone(ThingGone),
    /// An event that this version of the document lacks.
    Unknown(UnknownWebhookEvent),
}

impl WebhookEvent {
    /// The event's `type`.
    pub fn kind(&self) -> &str {
        match self {
            Self::ThingMoved(_) => "thingMoved",
            Self::ThingGone(_) => "thing.gone",
            Self::Unknown(event) => event.kind(),
        }
    }
}

impl<'de> Deserialize<'de> for WebhookEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;

        let body = serde_json::Value::deserialize(deserializer)?;
        let kind = body.get("type").and_then(serde_json::Value::as_str);
        let kind = kind.ok_or_else(|| D::Error::custom("an event needs a string as its `type`"))?;
        let event = match kind {
            "thingMoved" => Deserialize::deserialize(body).map(Self::ThingMoved),
            "thing.gone" => Deserialize::deserialize(body).map(Self::ThingGone),
            _ => Ok(Self::Unknown(UnknownWebhookEvent(body))),
        };
        event.map_err(D::Error::custom)
    }
}

/// An event that this version of the document lacks. Programs receive such events and cannot make them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnknownWebhookEvent(serde_json::Value);

impl UnknownWebhookEvent {
    /// The event's `type`.
    pub fn kind(&self) -> &str {
        self.0["type"].as_str().unwrap_or_default()
    }

    /// The whole JSON of the event.
    pub fn body(&self) -> &serde_json::Value {
        &self.0
    }
}
