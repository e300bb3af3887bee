//! Wishlists. Each customer has one, which is created on first use.

mod wishlist;

pub use wishlist::{
    AddRefusal, add_wishlist_item, find_wishlist, get_wishlist, remove_wishlist_item,
};
