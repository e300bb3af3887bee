//! Types of the operations tagged `blocks`.

use serde::{Deserialize, Serialize};

/// The answer of `listBlocks`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BlockListResponse {
    /// The whole catalog.
    pub data: Vec<Block>,
}

serialize! { BlockListResponse { "success" = true, "data": data } }

/// An entry of the block catalog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Block {
    /// Machine identifier: the `type` of this block in the content of a post.
    pub r#type: String,
    /// Display name.
    pub name: String,
    /// Group of blocks in the catalog.
    pub category: BlockCategory,
    /// Names of the input fields that the block accepts.
    pub inputs: Vec<String>,
}

open! {
    /// Group of blocks in the catalog.
    pub enum BlockCategory {
        /// `basic`
        Basic = "basic",
        /// `layout`
        Layout = "layout",
        /// `component`
        Component = "component",
        /// `media`
        Media = "media",
        /// `ecommerce`
        Ecommerce = "ecommerce",
    }
}
