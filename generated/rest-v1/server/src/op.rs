//! A type for each operation: a handler's errors are tied to the statuses that it documents.

use stoa_runtime::{Documents, Operation, Refusal, Restricted};

/// `GET /sites/{siteId}/posts`
#[derive(Debug)]
pub struct ListPosts;

impl Operation for ListPosts {
    const ID: &'static str = "listPosts";
}

impl Documents<400> for ListPosts {}
impl Documents<401> for ListPosts {}
impl Documents<404> for ListPosts {}
impl Documents<429> for ListPosts {}

/// `GET /sites/{siteId}/posts/{slug}`
#[derive(Debug)]
pub struct GetPostBySlug;

impl Operation for GetPostBySlug {
    const ID: &'static str = "getPostBySlug";
}

impl Documents<400> for GetPostBySlug {}
impl Documents<401> for GetPostBySlug {}
impl Documents<404> for GetPostBySlug {}
impl Documents<429> for GetPostBySlug {}

/// `GET /sites/{siteId}/pages`
#[derive(Debug)]
pub struct ListPages;

impl Operation for ListPages {
    const ID: &'static str = "listPages";
}

impl Documents<400> for ListPages {}
impl Documents<401> for ListPages {}
impl Documents<404> for ListPages {}
impl Documents<429> for ListPages {}

/// `GET /sites/{siteId}/categories`
#[derive(Debug)]
pub struct ListCategories;

impl Operation for ListCategories {
    const ID: &'static str = "listCategories";
}

impl Documents<400> for ListCategories {}
impl Documents<401> for ListCategories {}
impl Documents<404> for ListCategories {}
impl Documents<429> for ListCategories {}

/// `GET /sites/{siteId}/tags`
#[derive(Debug)]
pub struct ListTags;

impl Operation for ListTags {
    const ID: &'static str = "listTags";
}

impl Documents<400> for ListTags {}
impl Documents<401> for ListTags {}
impl Documents<404> for ListTags {}
impl Documents<429> for ListTags {}

/// `GET /sites/{siteId}/media`
#[derive(Debug)]
pub struct ListMedia;

impl Operation for ListMedia {
    const ID: &'static str = "listMedia";
}

impl Documents<400> for ListMedia {}
impl Documents<401> for ListMedia {}
impl Documents<404> for ListMedia {}
impl Documents<429> for ListMedia {}

/// `GET /sites/{siteId}/blocks`
#[derive(Debug)]
pub struct ListBlocks;

impl Operation for ListBlocks {
    const ID: &'static str = "listBlocks";
}

impl Documents<401> for ListBlocks {}
impl Documents<429> for ListBlocks {}

/// `GET /sites/{siteId}/products`
#[derive(Debug)]
pub struct ListProducts;

impl Operation for ListProducts {
    const ID: &'static str = "listProducts";
}

impl Restricted for ListProducts {
    const REFUSAL: Refusal = Refusal::new(404, "Store not found");
}

impl Documents<400> for ListProducts {}
impl Documents<401> for ListProducts {}
impl Documents<404> for ListProducts {}
impl Documents<429> for ListProducts {}

/// `GET /sites/{siteId}/products/{slug}`
#[derive(Debug)]
pub struct GetProductBySlug;

impl Operation for GetProductBySlug {
    const ID: &'static str = "getProductBySlug";
}

impl Restricted for GetProductBySlug {
    const REFUSAL: Refusal = Refusal::new(404, "Not found");
}

impl Documents<400> for GetProductBySlug {}
impl Documents<401> for GetProductBySlug {}
impl Documents<404> for GetProductBySlug {}
impl Documents<429> for GetProductBySlug {}

/// `GET /sites/{siteId}/product-categories`
#[derive(Debug)]
pub struct ListProductCategories;

impl Operation for ListProductCategories {
    const ID: &'static str = "listProductCategories";
}

impl Restricted for ListProductCategories {
    const REFUSAL: Refusal = Refusal::new(404, "Store not found");
}

impl Documents<400> for ListProductCategories {}
impl Documents<401> for ListProductCategories {}
impl Documents<404> for ListProductCategories {}
impl Documents<429> for ListProductCategories {}

/// `GET /sites/{siteId}/branding`
#[derive(Debug)]
pub struct GetBranding;

impl Operation for GetBranding {
    const ID: &'static str = "getBranding";
}

impl Documents<400> for GetBranding {}
impl Documents<401> for GetBranding {}
impl Documents<404> for GetBranding {}
impl Documents<429> for GetBranding {}

/// `GET /sites/{siteId}/config`
#[derive(Debug)]
pub struct GetSiteConfig;

impl Operation for GetSiteConfig {
    const ID: &'static str = "getSiteConfig";
}

impl Documents<400> for GetSiteConfig {}
impl Documents<401> for GetSiteConfig {}
impl Documents<404> for GetSiteConfig {}
impl Documents<429> for GetSiteConfig {}

/// `GET /sites/{siteId}/navigation`
#[derive(Debug)]
pub struct GetNavigation;

impl Operation for GetNavigation {
    const ID: &'static str = "getNavigation";
}

impl Documents<400> for GetNavigation {}
impl Documents<401> for GetNavigation {}
impl Documents<404> for GetNavigation {}
impl Documents<429> for GetNavigation {}
