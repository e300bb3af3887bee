//! `GET /demo/store`: the demo's store, in one file, which calls the public API. `POST /demo/store/payments` confirms a
//! payment. In a real store, the payment provider's library in the browser does that.

use std::sync::Arc;

use serde::Deserialize;
use stoa_commerce::orders::OrderContext;
use stoa_commerce::orders::test_payments::{self, TestOutcome};
use stoa_files::Files;
use stoa_payments::PaymentError;
use stoa_runtime::{
    BadRequest, Call, Conflict, Documents, Error, NotFound, Operation, Reply, Routes,
};
use stoa_values::Currency;

use super::page;

/// Names the page's operation, which is in no document.
struct StorePage;

impl Operation for StorePage {
    const ID: &'static str = "demoStore";
}

impl Documents<404> for StorePage {}

/// Names the operation of the page's payments, which is in no document.
struct StorePayment;

impl Operation for StorePayment {
    const ID: &'static str = "demoStorePayment";
}

impl Documents<400> for StorePayment {}
impl Documents<404> for StorePayment {}
impl Documents<409> for StorePayment {}
impl Documents<413> for StorePayment {}

/// A request to settle a payment. A client that knows the client secret, which checkout returns, may settle the
/// payment.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payment {
    client_secret: String,
    outcome: TestOutcome,
}

/// The paths of the page. Links in mails and links to recovered carts lead to these paths of a store.
const PATHS: [&str; 4] = [
    "/demo/store",
    "/demo/store/cart",
    "/demo/store/forgot-password",
    "/demo/store/reset-password",
];

/// Returns the routes of the page and its payments. They are served while the demo's store is in the database and takes
/// test payments.
pub fn routes(orders: &OrderContext, files: &Files) -> Routes {
    let context = Arc::new((orders.clone(), files.clone()));
    let orders = Arc::new(orders.clone());
    let pay = Routes::new()
        .post("/demo/store/payments", &orders, |orders, call| Box::pin(pay(orders, call)));
    PATHS
        .into_iter()
        .fold(pay, |routes, path| routes.get(path, &context, |context, _| Box::pin(get(context))))
}

async fn get((orders, files): &(OrderContext, Files)) -> Result<Reply, Error<StorePage>> {
    let site_id = site_id(orders).await?;
    let store = orders.stores.served(site_id).await?;
    let html = with_currency(store.as_ref().map_or("USD", |store| &store.currency));
    Ok(page::reply_with_files(html, files, site_id))
}

/// Returns the page of a store with this currency.
fn with_currency(currency: &str) -> String {
    let digits = Currency::of(currency).digits;
    let body = format!(r#"<body data-currency="{currency}" data-digits="{digits}">"#);
    include_str!("store.html").replacen("<body>", &body, 1)
}

async fn pay(orders: &OrderContext, call: &mut Call) -> Result<Reply, Error<StorePayment>> {
    let site_id = site_id(orders).await?;
    let body = call.raw_json().await?;
    let payment: Option<Payment> = serde_json::from_slice(&body).ok();
    // Postgres refuses NUL in text, and no secret contains it.
    let payment = payment.filter(|payment| !payment.client_secret.contains('\0'));
    let payment =
        payment.ok_or(BadRequest("clientSecret and outcome (succeeded, failed) are required"))?;
    let Payment { client_secret, outcome } = payment;
    match test_payments::settle(orders, site_id, &client_secret, outcome).await {
        Ok(true) => Ok(Reply::data(200, &serde_json::json!({}))),
        Ok(false) => Err(NotFound("Payment not found"))?,
        Err(PaymentError::NotAllowed) => Err(Conflict("The payment has come to an end already"))?,
        Err(error) => Err(error)?,
    }
}

pub(super) async fn site_id<Op: Documents<404>>(orders: &OrderContext) -> Result<i64, Error<Op>> {
    let site_id = stoa_site_bundle::demo::find_store(&orders.db, super::KEY).await?;
    Ok(site_id.ok_or(NotFound("Not found"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_counts_as_the_provider_does() {
        for (currency, digits) in [("USD", 2), ("JPY", 0), ("KWD", 3), ("ISK", 2)] {
            let body = format!(r#"<body data-currency="{currency}" data-digits="{digits}">"#);
            assert!(with_currency(currency).contains(&body), "{currency}");
        }
    }
}
