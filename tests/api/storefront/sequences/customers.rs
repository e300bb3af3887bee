//! The customers' view of the shop: the expected content and price of their carts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::steps::{Code, Product, Wish};

/// Pieces by product.
pub type Lines = BTreeMap<Product, i64>;

#[derive(Default)]
pub struct Cart {
    pub lines: Lines,
    /// Whether the shop has stored the cart.
    pub is_known: bool,
}

/// An order as its customer knows it from the response.
pub struct Placed {
    pub id: i64,
    pub cart: usize,
    pub wish: Wish,
    pub lines: Lines,
    pub answer: Value,
    /// Whether the cart is unchanged since its checkout.
    pub is_cart_untouched: bool,
    /// Whether the order's lines have left the cart.
    pub is_out: bool,
    /// Number of status changes seen so far.
    pub changes: usize,
}

impl Product {
    /// Ids of the product and the variant in the API.
    pub fn ids(self) -> (i64, Option<i64>) {
        match self {
            Self::Tote => (1, Some(1)),
            Self::Apron => (3, None),
            Self::Mug => (4, None),
            Self::Pouch => (2, None),
        }
    }

    fn price(self, pieces: i64) -> i64 {
        match self {
            Self::Tote if pieces >= 10 => 2_880,
            Self::Tote => 3_200,
            Self::Apron => 5_400,
            Self::Mug if pieces >= 6 => 1_500,
            Self::Mug => 1_800,
            Self::Pouch => 1_400,
        }
    }
}

impl Code {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Once => "ONCE",
            Self::Welcome => "WELCOME10",
        }
    }
}

impl Wish {
    pub fn body(self, cart: usize) -> Value {
        let mut body = json!({
            "sessionId": session(cart),
            "customerEmail": "mara@example.com",
            "customerName": "Mara Lindqvist",
        });
        if self.is_shipped {
            body["shippingAddress"] = json!({"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"});
            body["shippingRateId"] = json!(1);
        }
        if let Some(code) = self.code {
            body["discountCode"] = json!(code.as_str());
        }
        if self.gift {
            body["giftCertificateCode"] = json!("GIFT-7QHX-9KDM-2VWT");
        }
        body
    }

    /// The amount to pay for these lines, with this amount on the certificate.
    pub fn total(self, lines: &Lines, gift: i64) -> i64 {
        let subtotal = subtotal(lines);
        let discount = match self.code {
            Some(Code::Once) => rounded(subtotal, 5_000),
            Some(Code::Welcome) => rounded(subtotal, 1_000),
            None => 0,
        };
        let shipping = if self.is_shipped && subtotal < 7_500 { 600 } else { 0 };
        let taxed = subtotal - discount;
        let due = taxed + shipping + rounded(taxed, 725);
        due - if self.gift { gift.min(due) } else { 0 }
    }
}

pub fn subtotal(lines: &Lines) -> i64 {
    lines.iter().map(|(product, pieces)| product.price(*pieces) * pieces).sum()
}

/// A share of the amount in basis points, with half a cent rounded up.
fn rounded(amount: i64, basis_points: i64) -> i64 {
    (amount * basis_points + 5_000) / 10_000
}

pub fn session(cart: usize) -> String {
    format!("the cart {cart}")
}
