// Generated from `specs/storefront.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
#![warn(missing_docs)]

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
    ApiError, Bytes, DecodeError, Error, HeaderMap, Items, RateLimit, Reason, Response, Settings,
    StatusCode, random_id, reqwest,
};
pub use ::stoa_storefront_types as types;
pub use account::{
    GetAccount, GetAccountOrder, GetAccountOrderReason, GetAccountReason, ListAccountOrders,
    ListAccountOrdersReason, UpdateAccount, UpdateAccountReason,
};
pub use ai::{
    GenerateDesignImage, GenerateDesignImageReason, SuggestDesignText, SuggestDesignTextReason,
};
pub use assets::{
    ListOrRegisterDesignAssets, ListOrRegisterDesignAssetsReason, UploadDesignAsset,
    UploadDesignAssetReason, UploadImage, UploadImageReason,
};
pub use auth::{AuthenticateCustomer, AuthenticateCustomerReason};
pub use cart::{
    AddCartItem, AddCartItemReason, ClearCart, ClearCartReason, GetCart, GetCartReason,
    RecoverCart, RecoverCartReason, UpdateCartItem, UpdateCartItemReason,
};
pub use catalog::{
    GetProduct, GetProductReason, ListCategories, ListCategoriesReason, ListProductStyles,
    ListProductStylesReason, ListProducts, ListProductsReason,
};
pub use checkout::{
    PlaceOrder, PlaceOrderReason, ValidateDiscount, ValidateDiscountReason,
    ValidateGiftCertificate, ValidateGiftCertificateReason,
};
pub use designs::{
    ClaimDesigns, ClaimDesignsReason, CloneDesign, CloneDesignReason, CountAnonymousDesigns,
    CountAnonymousDesignsReason, CreateDesign, CreateDesignReason, DeleteDesign,
    DeleteDesignReason, GetDesign, GetDesignReason, GetPublicDesign, GetPublicDesignReason,
    ListDesigns, ListDesignsReason, ShareDesign, ShareDesignReason, UpdateDesign,
    UpdateDesignReason,
};
pub use drawings::{
    FinalizeDesign, FinalizeDesignReason, GenerateDesignThumbnail, GenerateDesignThumbnailReason,
    ListDesignFonts, ListDesignFontsReason,
};
pub use orders::{GetOrder, GetOrderReason};
pub use shipping::{ListShippingRates, ListShippingRatesReason};
pub use support::{
    CreateSupportMessage, CreateSupportMessageReason, GetSupportMessage, GetSupportMessageReason,
    ListSupportMessages, ListSupportMessagesReason, ReplyToSupportMessage,
    ReplyToSupportMessageReason,
};
pub use wishlist::{
    AddWishlistItem, AddWishlistItemReason, GetWishlist, GetWishlistReason, RemoveWishlistItem,
    RemoveWishlistItemReason,
};
