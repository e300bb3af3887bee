//! The client of Stoa storefront, version 1.1.0.
//!
//! Each operation is a method of [`Client`]; its types are in [`types`]. A refusal is
//! [`Error::Api`], with the server's message.
//!
//! Generated from `specs/storefront.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]

mod account;
mod ai;
mod assets;
mod auth;
mod cart;
mod catalog;
mod checkout;
mod client;
mod designs;
mod drawings;
mod orders;
mod shipping;
mod support;
mod wishlist;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, HeaderMap, RateLimit, Reason, Response, Settings,
    StatusCode, random_id, reqwest,
};
pub use ::stoa_storefront_types as types;
pub use account::{
    GetAccountOrderReason, GetAccountReason, ListAccountOrdersOptions, ListAccountOrdersReason,
    UpdateAccountReason,
};
pub use ai::{GenerateDesignImageOptions, GenerateDesignImageReason, SuggestDesignTextReason};
pub use assets::{ListOrRegisterDesignAssetsReason, UploadDesignAssetReason, UploadImageReason};
pub use auth::AuthenticateCustomerReason;
pub use cart::{
    AddCartItemOptions, AddCartItemReason, ClearCartReason, GetCartReason, RecoverCartReason,
    UpdateCartItemReason,
};
pub use catalog::{
    GetProductReason, ListCategoriesReason, ListProductStylesReason, ListProductsOptions,
    ListProductsReason,
};
pub use checkout::{
    PlaceOrderOptions, PlaceOrderReason, ValidateDiscountReason, ValidateGiftCertificateReason,
};
pub use designs::{
    ClaimDesignsReason, CloneDesignOptions, CloneDesignReason, CountAnonymousDesignsReason,
    CreateDesignReason, DeleteDesignReason, GetDesignOptions, GetDesignReason,
    GetPublicDesignReason, ListDesignsOptions, ListDesignsReason, ShareDesignReason,
    UpdateDesignReason,
};
pub use drawings::{FinalizeDesignReason, GenerateDesignThumbnailReason, ListDesignFontsReason};
pub use orders::GetOrderReason;
pub use shipping::{ListShippingRatesOptions, ListShippingRatesReason};
pub use support::{
    CreateSupportMessageOptions, CreateSupportMessageReason, GetSupportMessageReason,
    ListSupportMessagesOptions, ListSupportMessagesReason, ReplyToSupportMessageOptions,
    ReplyToSupportMessageReason,
};
pub use wishlist::{AddWishlistItemReason, GetWishlistReason, RemoveWishlistItemReason};
