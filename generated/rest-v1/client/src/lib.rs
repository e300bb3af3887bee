// Generated from `specs/rest-v1.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]
#![warn(missing_docs)]

mod blocks;
mod client;
mod media;
mod posts;
mod products;
mod site;
mod taxonomy;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, HeaderMap, RateLimit, Reason, Response, Settings,
    StatusCode, random_id, reqwest,
};
pub use ::stoa_rest_v1_types as types;
pub use blocks::ListBlocksReason;
pub use media::{ListMediaOptions, ListMediaReason};
pub use posts::{
    GetPostBySlugReason, ListPagesOptions, ListPagesReason, ListPostsOptions, ListPostsReason,
};
pub use products::{
    GetProductBySlugReason, ListProductCategoriesReason, ListProductsOptions, ListProductsReason,
};
pub use site::{GetBrandingReason, GetNavigationReason, GetSiteConfigReason};
pub use taxonomy::{ListCategoriesReason, ListTagsReason};
