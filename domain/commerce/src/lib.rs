//! Carts, orders, discount codes, gift certificates, shipping and stock, for HTTP handlers, commands and jobs. `orders` uses
//! `carts` and `shipping`. `carts` and `shipping` do not use `orders`.

pub mod carts;
mod currency;
pub mod discounts;
pub mod gift_certificates;
pub mod orders;
pub mod shipping;
pub mod stock;
