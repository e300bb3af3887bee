//! The boundary: everything that changes a cart or an order goes through here, for HTTP, commands and jobs alike.
//! `orders` uses `carts` and `shipping`; neither uses `orders`.

pub mod carts;
pub mod orders;
pub mod shipping;
