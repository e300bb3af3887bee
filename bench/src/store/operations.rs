//! The operations that are measured, and their requests.

use super::carts;
use super::site::KEY;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "camelCase")]
pub enum Operation {
    ListProducts,
    GetProduct,
    AddCartItem,
    PlaceOrder,
    /// Of REST v1, with an API key.
    GetSiteConfig,
}

impl Operation {
    pub const OF_STORE: [Self; 4] =
        [Self::ListProducts, Self::GetProduct, Self::AddCartItem, Self::PlaceOrder];

    /// The operations that the handwritten server also has.
    pub const OF_AXUM: [Self; 3] = [Self::ListProducts, Self::GetProduct, Self::AddCartItem];

    /// The operations whose responses are cached.
    pub const CACHED: [Self; 3] = [Self::GetSiteConfig, Self::ListProducts, Self::GetProduct];

    pub fn name(self) -> &'static str {
        match self {
            Self::ListProducts => "listProducts",
            Self::GetProduct => "getProduct",
            Self::AddCartItem => "addCartItem",
            Self::PlaceOrder => "placeOrder",
            Self::GetSiteConfig => "getSiteConfig",
        }
    }

    pub fn request(self) -> String {
        match self {
            Self::ListProducts => get("/api/storefront/1/products"),
            Self::GetProduct => get("/api/storefront/1/products/product-1000"),
            Self::AddCartItem => post("/api/storefront/1/cart", &carts::addition().to_string()),
            Self::PlaceOrder => post("/api/storefront/1/checkout", &carts::checkout().to_string()),
            Self::GetSiteConfig => {
                let target = "/api/v1/sites/1/config";
                format!("GET {target} HTTP/1.1\r\nhost: shop.example\r\nx-api-key: {KEY}\r\n\r\n")
            }
        }
    }
}

pub fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: shop.example\r\n\r\n")
}

pub fn post(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: shop.example\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
}
