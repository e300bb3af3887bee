//! Types of the operations tagged `blocks`.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// What `listBlocks` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BlockListResponse {
    /// The whole catalog.
    pub data: Vec<Block>,
}

impl Serialize for BlockListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("BlockListResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// An entry of the block catalog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Block {
    /// The `type` of such a block in the content of a post.
    pub r#type: String,
    /// Name to show.
    pub name: String,
    /// Group of blocks in the catalog.
    pub category: BlockCategory,
    /// Names of the fields that such a block takes.
    pub inputs: Vec<String>,
}

/// Group of blocks in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum BlockCategory {
    /// `basic`
    Basic,
    /// `layout`
    Layout,
    /// `component`
    Component,
    /// `media`
    Media,
    /// `ecommerce`
    Ecommerce,
    /// A value that this version of the document does not know.
    Unknown(String),
}

impl BlockCategory {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] =
        &["basic", "layout", "component", "media", "ecommerce"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Basic => "basic",
            Self::Layout => "layout",
            Self::Component => "component",
            Self::Media => "media",
            Self::Ecommerce => "ecommerce",
            Self::Unknown(value) => value,
        }
    }
}

impl fmt::Display for BlockCategory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for BlockCategory {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
        Ok(match text {
            "basic" => Self::Basic,
            "layout" => Self::Layout,
            "component" => Self::Component,
            "media" => Self::Media,
            "ecommerce" => Self::Ecommerce,
            _ => Self::Unknown(text.to_owned()),
        })
    }
}

impl Serialize for BlockCategory {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for BlockCategory {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
