//! What is measured: an operation as it is served, and the same without HTTP through the same pool.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use anyhow::{Context, ensure};
use chrono::Utc;
use serde_json::json;
use stoa_customers::{Passwords, digest, find_session, get_account, list_account_orders};
use stoa_db::Db;

use super::{CUSTOMERS, PASSWORD};
use crate::load::Asked;

pub struct Case {
    pub name: &'static str,
    pub asked: Asked,
    /// What `call` is.
    pub alone: &'static str,
    pub call: fn(Arc<Alone>) -> Running,
}

/// What calls without HTTP are made with.
pub struct Alone {
    pub db: Db,
    pub passwords: Passwords,
}

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

const SITE_ID: i64 = 1;

/// A login of any customer.
pub const LOGIN: Asked = Asked::Post {
    path: "/api/storefront/1/auth",
    body: || {
        let email = format!("{}@example.com", any_customer());
        serde_json::to_string(&json!({"action": "login", "email": email, "password": PASSWORD}))
    },
};

pub static CASES: [Case; 4] = [
    Case {
        name: "getAccount",
        asked: Asked::ByToken { path: "/api/storefront/1/account", token: any_customer, body: "" },
        alone: "SQL alone",
        call: |alone| Box::pin(account(alone)),
    },
    Case {
        name: "me",
        asked: Asked::ByToken {
            path: "/api/storefront/1/auth",
            token: any_customer,
            body: r#"{"action":"me"}"#,
        },
        alone: "SQL alone",
        call: |alone| Box::pin(account(alone)),
    },
    Case {
        name: "listAccountOrders",
        asked: Asked::ByToken {
            path: "/api/storefront/1/account/orders",
            token: any_customer,
            body: "",
        },
        alone: "SQL alone",
        call: |alone| Box::pin(orders(alone)),
    },
    Case {
        name: "login",
        asked: LOGIN,
        alone: "argon2 alone",
        call: |alone| Box::pin(hash(alone)),
    },
];

/// The name of one of the customers of `fill.sql`, which is the token of its session too.
fn any_customer() -> String {
    format!("account-{:035}", rand::random_range(1..=CUSTOMERS))
}

async fn session(db: &Db) -> anyhow::Result<i64> {
    let found = find_session(db, SITE_ID, &digest(&any_customer()), Utc::now()).await?;
    found.context("no session")
}

async fn account(alone: Arc<Alone>) -> anyhow::Result<()> {
    let customer_id = session(&alone.db).await?;
    get_account(&alone.db, SITE_ID, customer_id).await?.context("no customer").map(drop)
}

async fn orders(alone: Arc<Alone>) -> anyhow::Result<()> {
    let customer_id = session(&alone.db).await?;
    let page = list_account_orders(&alone.db, SITE_ID, customer_id, 1, 100).await?;
    ensure!(page.total > 0, "no orders");
    Ok(())
}

/// One hash, as many at once as the server makes.
async fn hash(alone: Arc<Alone>) -> anyhow::Result<()> {
    alone.passwords.hash(PASSWORD.to_owned().into()).await?;
    Ok(())
}
