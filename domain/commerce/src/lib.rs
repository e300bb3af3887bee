//! Everything that changes a cart or an order goes through this crate, for HTTP handlers, commands and jobs. `orders`
//! uses `carts` and `shipping`; neither of these uses `orders`.

pub mod carts;
pub mod orders;
pub mod shipping;
