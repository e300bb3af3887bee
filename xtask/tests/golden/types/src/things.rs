//! Types of the operations tagged `things`.

use std::collections::BTreeMap;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::{Kind, Related, Sort, Thing, Timestamp};

/// What to look for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Filter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_price: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// An envelope with more than data is answered whole.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ThingListResponse {
    pub data: Vec<Thing>,
    pub pagination: OffsetPagination,
}

impl Serialize for ThingListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ThingListResponse", 3)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.serialize_field("pagination", &self.pagination)?;
        out.end()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OffsetPagination {
    pub limit: i64,
    pub offset: i64,
    pub total: i64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AnyResponse {
    pub data: Vec<serde_json::Map<String, serde_json::Value>>,
}

impl Serialize for AnyResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("AnyResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct OutcomesResponse {
    pub data: BTreeMap<String, Outcome>,
}

impl Serialize for OutcomesResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("OutcomesResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// Every rule of a property.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewThing {
    pub name: String,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_: Option<String>,
    pub tags: Vec<String>,
    pub related: Related,
    #[serde(default = "NewThing::default_weight")]
    pub weight: f64,
    #[serde(default = "NewThing::default_amount")]
    pub amount: i64,
    #[serde(default = "NewThing::default_active")]
    pub active: bool,
    #[serde(default = "NewThing::default_title")]
    pub title: String,
    #[serde(default = "NewThing::default_kind")]
    pub kind: Kind,
    #[serde(default = "NewThing::default_sort")]
    pub sort: Sort,
    #[serde(default = "NewThing::default_extras")]
    pub extras: Vec<String>,
    #[serde(default = "NewThing::default_options")]
    pub options: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

impl NewThing {
    fn default_weight() -> f64 {
        2.0
    }

    fn default_amount() -> i64 {
        1
    }

    fn default_active() -> bool {
        false
    }

    fn default_title() -> String {
        "Untitled \"thing\"".to_owned()
    }

    fn default_kind() -> Kind {
        Kind::SelfMade
    }

    fn default_sort() -> Sort {
        Sort::V2ndHand
    }

    fn default_extras() -> Vec<String> {
        Vec::new()
    }

    fn default_options() -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }
}

/// Absent, null and a value are three things here.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ThingPatch {
    /// Never null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub note: Option<Option<String>>,
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub parent: Option<Option<Related>>,
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub settings: Option<Option<serde_json::Map<String, serde_json::Value>>>,
}

/// Told apart by `action`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "action")]
pub enum Action {
    /// `action: paint`
    #[serde(rename = "paint")]
    Paint(PaintAction),
    /// `action: reset-all`
    #[serde(rename = "reset-all")]
    ResetAll(ResetAction),
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Each variant writes its own constant.
        match self {
            Self::Paint(value) => value.serialize(serializer),
            Self::ResetAll(value) => value.serialize(serializer),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PaintAction {
    pub color: String,
    #[serde(default = "PaintAction::default_sort")]
    pub sort: Sort,
}

impl PaintAction {
    fn default_sort() -> Sort {
        Sort::Newest
    }
}

impl Serialize for PaintAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("PaintAction", 3)?;
        out.serialize_field("action", &"paint")?;
        out.serialize_field("color", &self.color)?;
        out.serialize_field("sort", &self.sort)?;
        out.end()
    }
}

/// Nothing but its name.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct ResetAction {}

impl Serialize for ResetAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ResetAction", 1)?;
        out.serialize_field("action", &"reset-all")?;
        out.end()
    }
}

/// Told apart by a property of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outcome {
    Success(Success),
    Refusal(Refusal),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Success {
    pub thing: Related,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Refusal {
    pub reason: String,
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Refusal", 2)?;
        out.serialize_field("reason", &self.reason)?;
        out.serialize_field("refused", &true)?;
        out.end()
    }
}
