//! Types of the operations tagged `things`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::{Kind, Nullable, Object, Related, Sort, Thing, Timestamp};

/// What to look for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Filter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_price: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Filter {
    /// Returns a value without any properties.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`min_price`](Self#structfield.min_price).
    pub fn min_price(self, min_price: i64) -> Self {
        Self { min_price: Some(min_price), ..self }
    }

    /// Sets [`text`](Self#structfield.text).
    pub fn text(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }
}

/// An envelope with more than data is answered whole.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ThingListResponse {
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
    pub data: BTreeMap<String, Outcome>,
}

serialize! { OutcomesResponse { "success" = true, "data": data } }

/// Every rule of a property.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NewThing {
    pub name: String,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_: Option<String>,
    /// Known to its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass_phrase: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<bool>,
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
    /// A kind, in responses too, so it is open.
    #[serde(default = "NewThing::default_kind")]
    pub kind: Kind,
    /// An order, in requests alone, so it is closed.
    #[serde(default = "NewThing::default_sort")]
    pub sort: Sort,
    #[serde(default = "NewThing::default_extras")]
    pub extras: Vec<String>,
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
    /// Returns a value with the required properties.
    pub fn new(
        name: impl Into<String>,
        email: impl Into<String>,
        tags: impl IntoIterator<Item = impl Into<String>>,
        related: Related,
    ) -> Self {
        Self {
            name: name.into(),
            email: email.into(),
            self_: None,
            pass_phrase: None,
            new: None,
            tags: tags.into_iter().map(Into::into).collect(),
            related,
            weight: Self::default_weight(),
            amount: Self::default_amount(),
            active: Self::default_active(),
            title: Self::default_title(),
            kind: Self::default_kind(),
            sort: Self::default_sort(),
            extras: Self::default_extras(),
            options: Self::default_options(),
            until: None,
        }
    }

    /// Sets [`self_`](Self#structfield.self_).
    pub fn self_(self, self_: impl Into<String>) -> Self {
        Self { self_: Some(self_.into()), ..self }
    }

    /// Sets [`pass_phrase`](Self#structfield.pass_phrase).
    pub fn pass_phrase(self, pass_phrase: impl Into<String>) -> Self {
        Self { pass_phrase: Some(pass_phrase.into()), ..self }
    }

    /// Sets [`new`](Self#structfield.new).
    pub fn new_(self, new: bool) -> Self {
        Self { new: Some(new), ..self }
    }

    /// Sets [`weight`](Self#structfield.weight).
    pub fn weight(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// Sets [`amount`](Self#structfield.amount).
    pub fn amount(self, amount: i64) -> Self {
        Self { amount, ..self }
    }

    /// Sets [`active`](Self#structfield.active).
    pub fn active(self, active: bool) -> Self {
        Self { active, ..self }
    }

    /// Sets [`title`](Self#structfield.title).
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Sets [`kind`](Self#structfield.kind).
    pub fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Sets [`sort`](Self#structfield.sort).
    pub fn sort(self, sort: Sort) -> Self {
        Self { sort, ..self }
    }

    /// Sets [`extras`](Self#structfield.extras).
    pub fn extras(self, extras: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { extras: extras.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets [`options`](Self#structfield.options).
    pub fn options(self, options: impl Into<Object>) -> Self {
        Self { options: options.into().0, ..self }
    }

    /// Sets [`until`](Self#structfield.until).
    pub fn until(self, until: Timestamp) -> Self {
        Self { until: Some(until), ..self }
    }

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
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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

impl ThingPatch {
    /// Returns a value without any properties.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`name`](Self#structfield.name).
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets [`note`](Self#structfield.note).
    pub fn note(self, note: impl Into<Nullable<String>>) -> Self {
        Self { note: Some(note.into().0), ..self }
    }

    /// Sets [`parent`](Self#structfield.parent).
    pub fn parent(self, parent: impl Into<Nullable<Related>>) -> Self {
        Self { parent: Some(parent.into().0), ..self }
    }

    /// Sets [`settings`](Self#structfield.settings).
    pub fn settings(
        self,
        settings: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>,
    ) -> Self {
        Self { settings: Some(settings.into().0), ..self }
    }
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

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PaintAction {
    pub color: String,
    /// An order, in requests alone, so it is closed.
    #[serde(default = "PaintAction::default_sort")]
    pub sort: Sort,
}

impl PaintAction {
    /// Returns a value with the required properties.
    pub fn new(color: impl Into<String>) -> Self {
        Self { color: color.into(), sort: Self::default_sort() }
    }

    /// Sets [`sort`](Self#structfield.sort).
    pub fn sort(self, sort: Sort) -> Self {
        Self { sort, ..self }
    }

    fn default_sort() -> Sort {
        Sort::Newest
    }
}

serialize! { PaintAction { "action" = "paint", "color": color, "sort": sort } }

/// Nothing but its name.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ResetAction {}

impl ResetAction {
    /// Returns a value without any properties.
    pub fn new() -> Self {
        Self::default()
    }
}

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
