//! The operations tagged `account`: a customer's profile and orders. The rules are in domain/customers.

use stoa_runtime::Error;
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::account::{
    AccountApi, GetAccount, GetAccountOrder, ListAccountOrders, UpdateAccount,
};
use stoa_storefront_types::{AccountOrder, CustomerProfile, OrderListResponse, PagePagination};

use crate::{Customer, Storefront};

impl AccountApi for Storefront {
    async fn get_account(
        &self,
        customer: Customer,
        request: GetAccount,
    ) -> Result<CustomerProfile, Error<GetAccount>> {
        let profile = stoa_customers::get_account(&self.db, request.site_id, customer.id).await?;
        Ok(profile.ok_or(reasons::Unauthorized)?)
    }

    async fn update_account(
        &self,
        customer: Customer,
        request: UpdateAccount,
    ) -> Result<CustomerProfile, Error<UpdateAccount>> {
        let UpdateAccount { site_id, body } = request;
        let profile =
            stoa_customers::update_account(&self.db, site_id, customer.id, &body, self.now())
                .await?;
        Ok(profile.ok_or(reasons::Unauthorized)?)
    }

    async fn list_account_orders(
        &self,
        customer: Customer,
        request: ListAccountOrders,
    ) -> Result<OrderListResponse, Error<ListAccountOrders>> {
        let ListAccountOrders { site_id, page, limit } = request;
        let found =
            stoa_customers::list_account_orders(&self.db, site_id, customer.id, page, limit)
                .await?;
        let total_pages = found.total_pages(limit);
        let pagination = PagePagination { page, limit, total: found.total, total_pages };
        Ok(OrderListResponse { data: found.items, pagination })
    }

    async fn get_account_order(
        &self,
        customer: Customer,
        request: GetAccountOrder,
    ) -> Result<AccountOrder, Error<GetAccountOrder>> {
        let GetAccountOrder { site_id, order_number } = request;
        let order = stoa_customers::get_account_order(
            &self.db,
            site_id,
            customer.id,
            &order_number,
            &self.files(site_id),
        )
        .await?;
        Ok(order.ok_or(reasons::OrderNotFound)?)
    }
}
