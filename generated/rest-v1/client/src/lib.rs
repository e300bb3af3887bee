// Generated from `specs/rest-v1.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
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
    ApiError, Bytes, DecodeError, Error, HeaderMap, IfChanged, Items, RateLimit, Reason, Response,
    Settings, StatusCode, random_id, reqwest,
};
pub use ::stoa_rest_v1_types as types;
pub use blocks::{ListBlocks, ListBlocksReason};
pub use media::{ListMedia, ListMediaReason};
pub use posts::{
    GetPostBySlug, GetPostBySlugReason, ListPages, ListPagesReason, ListPosts, ListPostsReason,
};
pub use products::{
    GetProductBySlug, GetProductBySlugReason, ListProductCategories, ListProductCategoriesReason,
    ListProducts, ListProductsReason,
};
pub use site::{
    GetBranding, GetBrandingReason, GetNavigation, GetNavigationReason, GetSiteConfig,
    GetSiteConfigReason,
};
pub use taxonomy::{ListCategories, ListCategoriesReason, ListTags, ListTagsReason};
