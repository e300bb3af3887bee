//! Types of the operations tagged `type`.

use serde::{Deserialize, Serialize};

use crate::{Related, Thing};

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
