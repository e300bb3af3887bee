//! Types of the operations tagged `things`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::{Kind, Nullable, Object, Related, Sort, Thing, Timestamp};

/// What to look for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Filter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_price: Option<i64>,
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// An envelope with more than data is answered whole.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ThingListResponse {
    /// Every type of a property.
    pub data: Vec<Thing>,
    pub pagination: OffsetPagination,
}

serialize! { ThingListResponse { "success" = true, "data": data, "pagination": pagination } }

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OffsetPagination {
    pub limit: i64,
    pub offset: i64,
    pub total: i64,
}

/// The answer of `patchThing`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AnyResponse {
    pub data: Vec<serde_json::Map<String, serde_json::Value>>,
}

serialize! { AnyResponse { "success" = true, "data": data } }

/// The answer of `actOnThings`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OutcomesResponse {
    /// Told apart by a property of their own.
    pub data: BTreeMap<String, Outcome>,
}

serialize! { OutcomesResponse { "success" = true, "data": data } }

/// Every rule of a property.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NewThing {
    #[builder(into)]
    pub name: String,
    #[builder(into)]
    pub email: String,
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_: Option<String>,
    /// Known to its owner.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass_phrase: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<bool>,
    #[builder(with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect())]
    pub tags: Vec<String>,
    pub related: Related,
    #[builder(default = 2.0)]
    #[serde(default = "NewThing::default_weight")]
    pub weight: f64,
    #[builder(default = 1)]
    #[serde(default = "NewThing::default_amount")]
    pub amount: i64,
    #[builder(default = false)]
    #[serde(default = "NewThing::default_active")]
    pub active: bool,
    #[builder(default = "Untitled \"thing\"".to_owned(), into)]
    #[cfg_attr(not(feature = "exhaustive"), deprecated)]
    #[serde(default = "NewThing::default_title")]
    pub title: String,
    /// A kind, in responses too, so it is open.
    #[builder(default = Kind::SelfMade)]
    #[serde(default = "NewThing::default_kind")]
    pub kind: Kind,
    /// An order, in requests alone, so it is closed.
    #[builder(default = Sort::V2ndHand)]
    #[serde(default = "NewThing::default_sort")]
    pub sort: Sort,
    #[builder(default = Vec::new(), with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect())]
    #[serde(default = "NewThing::default_extras")]
    pub extras: Vec<String>,
    #[builder(default = serde_json::Map::new(), with = |value: impl Into<Object>| value.into().0)]
    #[serde(default = "NewThing::default_options")]
    pub options: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

debug!(NewThing {
    name,
    email,
    self_,
    pass_phrase: hidden,
    new,
    tags,
    related,
    weight,
    amount,
    active,
    title,
    kind,
    sort,
    extras,
    options,
    until
});

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
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ThingPatch {
    /// Never null.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub note: Option<Option<String>>,
    #[builder(with = |value: impl Into<Nullable<Related>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub parent: Option<Option<Related>>,
    #[builder(with = |value: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>| value.into().0)]
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
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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

impl From<PaintAction> for Action {
    fn from(value: PaintAction) -> Self {
        Self::Paint(value)
    }
}

impl From<ResetAction> for Action {
    fn from(value: ResetAction) -> Self {
        Self::ResetAll(value)
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PaintAction {
    #[builder(into)]
    pub color: String,
    /// An order, in requests alone, so it is closed.
    #[builder(default = Sort::Newest)]
    #[serde(default = "PaintAction::default_sort")]
    pub sort: Sort,
}

impl PaintAction {
    fn default_sort() -> Sort {
        Sort::Newest
    }
}

serialize! { PaintAction { "action" = "paint", "color": color, "sort": sort } }

/// Nothing but its name.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ResetAction {}

serialize! { ResetAction { "action" = "reset-all" } }

/// Told apart by a property of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Outcome {
    Success(Success),
    Refusal(Refusal),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Success {
    pub thing: Related,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Refusal {
    pub reason: String,
}

serialize! { Refusal { "reason": reason, "refused" = true } }
