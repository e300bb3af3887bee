//! Requests to Stripe and its answers. The tests use a stand-in that simulates failures, localstripe, which is an
//! independent implementation, and bodies and signatures in Stripe's own form.

#![cfg(test)]

mod calls;
mod connections;
mod events;
mod failures;
mod lies;
mod localstripe;
mod retries;
mod signatures;
mod stand_in;

use stoa_payments::{NewIntent, Payments, Provider, Settings, StripeKeys};

const KEY: &str = "sk_test_4eC39HqLyjWDarjtT1zdp7dc";

/// Returns the provider of a store whose account has [`KEY`], with Stripe's API at this URL.
fn stripe(url: &str) -> Provider {
    payments(url).provider(1, &StripeKeys::default()).unwrap()
}

fn payments(url: &str) -> Payments {
    let settings =
        Settings { stripe_url: Some(url.to_owned()), keys: keys(KEY), ..Settings::default() };
    // Calls to Stripe never use the database.
    let db = stoa_db::Db::connect(stoa_db::Config::new(), stoa_db::Settings::default());
    Payments::new(db, b"secret", settings).unwrap()
}

fn keys(secret_key: &str) -> StripeKeys {
    StripeKeys {
        secret_key: Some(secret_key.to_owned()),
        publishable_key: Some("pk_test_TYooMQauvdEDq54NiTphI7jx".to_owned()),
        webhook_secret: Some("whsec_1".to_owned()),
    }
}

fn order() -> NewIntent<'static> {
    NewIntent {
        idempotency_key: "order 7",
        amount: 4990,
        currency: "USD",
        site_id: 1,
        order_id: 7,
        order_number: "HG-8Z2M4Q0RXT",
        receipt_email: Some("ada+shop@example.com"),
    }
}
