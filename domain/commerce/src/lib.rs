//! Carts, orders, shipping and stock, for HTTP handlers, commands and jobs. `orders` uses `carts` and `shipping`. `carts` and
//! `shipping` do not use `orders`.

pub mod carts;
pub mod orders;
pub mod shipping;
pub mod stock;
