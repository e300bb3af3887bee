//! Types of the operations tagged `type`.

use serde::{Deserialize, Serialize};

use crate::{Related, Sort, Thing};

/// A form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UploadForm {
    /// A picture.
    pub file: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<Vec<u8>>,
    pub name: String,
    #[serde(default = "UploadForm::default_copies")]
    pub copies: i64,
    /// An order, in requests alone, so it is closed.
    #[serde(default = "UploadForm::default_sort")]
    pub sort: Sort,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl UploadForm {
    fn default_copies() -> i64 {
        1
    }

    fn default_sort() -> Sort {
        Sort::Newest
    }
}

/// What the bytes hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Hook {
    pub id: String,
}

/// The events of the stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ThingEvent {
    /// `event: created`
    #[serde(rename = "created")]
    Created(Thing),
    /// `event: gone-for-good`
    #[serde(rename = "gone-for-good")]
    GoneForGood(Related),
}
