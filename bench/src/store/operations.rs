//! The operations that are measured, and their requests.

use super::carts;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "camelCase")]
pub enum Operation {
    ListProducts,
    GetProduct,
    AddCartItem,
    PlaceOrder,
}

impl Operation {
    pub const ALL: [Self; 4] =
        [Self::ListProducts, Self::GetProduct, Self::AddCartItem, Self::PlaceOrder];

    /// The operations that the handwritten server also has.
    pub const OF_PEER: [Self; 3] = [Self::ListProducts, Self::GetProduct, Self::AddCartItem];

    pub fn name(self) -> &'static str {
        match self {
            Self::ListProducts => "listProducts",
            Self::GetProduct => "getProduct",
            Self::AddCartItem => "addCartItem",
            Self::PlaceOrder => "placeOrder",
        }
    }

    pub fn request(self) -> String {
        match self {
            Self::ListProducts => get("/api/storefront/1/products"),
            Self::GetProduct => get("/api/storefront/1/products/product-1000"),
            Self::AddCartItem => post("/api/storefront/1/cart", &carts::addition().to_string()),
            Self::PlaceOrder => post("/api/storefront/1/checkout", &carts::checkout().to_string()),
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
