//! Abandoned carts with both clients.

use super::super::both;
use super::Office;
use crate::api::storefront::purchases::{fill, stored};
use crate::harness::Server;

pub async fn carts(office: &Office<'_>, server: &Server) {
    fill(server, "a cart", &[(2, 0, 1)]).await;
    let cart = stored(server, "select max(cart.id) as id from carts cart").await;
    let id = cart["id"].as_i64().unwrap();
    both!(office.list_abandoned_carts(1, None, None) as (1)).unwrap();
    both!(office.get_cart(1, id)).unwrap();
    both!(office.create_recovery_link(1, id)).unwrap();
    let unknown = both!(office.create_recovery_link(1, 99_999)).unwrap_err();
    assert_eq!(unknown, "404: Cart not found");
}
