//! Orders as their purchasers see them. domain/commerce changes them.

use stoa_runtime::Error;
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::orders::{GetOrder, OrdersApi};
use stoa_storefront_types::Order;

use crate::{Storefront, Visitor};

impl OrdersApi for Storefront {
    async fn get_order(&self, _: Visitor, request: GetOrder) -> Result<Order, Error<GetOrder>> {
        let GetOrder { site_id, order_number, email } = request;
        let email = stoa_values::email::normalized(&email);
        let sql = include_str!("orders/get_order.sql");
        let order = self.db.opt(sql, &[&site_id, &order_number, &email]).await?;
        Ok(order.ok_or(reasons::OrderNotFound)?)
    }
}
