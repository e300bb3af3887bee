//! `GET /demo/store`: a store in one file, for the demo's visitors, over the public API. What a payment provider's own
//! library does elsewhere, confirming a payment from the browser, the page asks of `POST /demo/store/payments`.

use std::sync::Arc;

use serde::Deserialize;
use stoa_db::Db;
use stoa_payments::PaymentError;
use stoa_runtime::{
    BODY_LIMIT, BadRequest, Call, Conflict, Documents, Error, NotFound, Operation, Reply, Routes,
};
use stoa_storefront::{Storefront, TestOutcome};

use super::page;

/// The page is of no document.
struct StorePage;

impl Operation for StorePage {
    const ID: &'static str = "demoStore";
}

impl Documents<404> for StorePage {}

/// Nor is what it pays by.
struct StorePayment;

impl Operation for StorePayment {
    const ID: &'static str = "demoStorePayment";
}

impl Documents<400> for StorePayment {}
impl Documents<404> for StorePayment {}
impl Documents<409> for StorePayment {}

/// `{"clientSecret": …, "outcome": "succeeded"}`: the secret that checkout gave is the permission.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payment {
    client_secret: String,
    outcome: Outcome,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Outcome {
    Succeeded,
    Failed,
}

struct Demo {
    db: Db,
    storefront: Arc<Storefront>,
}

/// The page and its payments, while the demo's store is in this database and takes test payments.
pub fn routes(db: &Db, storefront: &Arc<Storefront>) -> Routes {
    let demo = Arc::new(Demo { db: db.clone(), storefront: storefront.clone() });
    Routes::new().get("/demo/store", &demo, |demo, _| Box::pin(get(demo))).post(
        "/demo/store/payments",
        &demo,
        |demo, call| Box::pin(pay(demo, call)),
    )
}

async fn get(demo: &Demo) -> Result<Reply, Error<StorePage>> {
    demo.site_id().await?;
    Ok(page::reply(include_str!("store.html")))
}

async fn pay(demo: &Demo, call: &mut Call) -> Result<Reply, Error<StorePayment>> {
    let site_id = demo.site_id().await?;
    let body = call.bytes(BODY_LIMIT).await?;
    let payment: Option<Payment> = serde_json::from_slice(&body).ok();
    // Postgres takes no NUL in text, and no secret has one.
    let payment = payment.filter(|payment| !payment.client_secret.contains('\0'));
    let payment =
        payment.ok_or(BadRequest("clientSecret and outcome (succeeded, failed) are required"))?;
    let outcome = match payment.outcome {
        Outcome::Succeeded => TestOutcome::Succeeded,
        Outcome::Failed => TestOutcome::Failed,
    };
    let settled =
        demo.storefront.settle_test_payment(site_id, &payment.client_secret, outcome).await;
    match settled {
        Ok(true) => Ok(Reply::data(200, &serde_json::json!({}))),
        Ok(false) => Err(NotFound("Payment not found"))?,
        Err(PaymentError::NotAllowed) => Err(Conflict("The payment has come to an end already"))?,
        Err(error) => Err(error)?,
    }
}

impl Demo {
    async fn site_id<Op: Documents<404>>(&self) -> Result<i64, Error<Op>> {
        let site_id: Option<i64> = self.db.opt(include_str!("store.sql"), &[&super::KEY]).await?;
        Ok(site_id.ok_or(NotFound("Not found"))?)
    }
}
