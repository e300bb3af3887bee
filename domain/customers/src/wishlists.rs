//! Wishlists: what customers want to remember. A customer has one, which begins when it is first asked for.

mod wishlist;

pub use wishlist::{
    AddRefusal, add_wishlist_item, find_wishlist, get_wishlist, remove_wishlist_item,
};
