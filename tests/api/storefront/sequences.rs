//! Random sequences of steps in a small shop: carts, checkouts, payments, webhooks that arrive late, twice or never,
//! sweeps and staff. Money and stock add up after every step. In the end, every payment belongs to an order or is
//! refunded.
//!
//! A failing sequence is shrunk until it is minimal, and printed with a line for each step. `PROPTEST_CASES` runs more
//! sequences than the suite does.

mod books;
mod customers;
mod shop;
mod steps;

use anyhow::Context;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use shop::Shop;
use steps::Story;

/// Number of sequences that run without `PROPTEST_CASES`. They take a few seconds.
const SHOP_STORIES: u32 = 24;

#[test]
fn money_and_stock_add_up() {
    let config = Config {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => Config::default().cases,
            None => SHOP_STORIES,
        },
        // A failing sequence is to become a separate test, not a stored seed.
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    };
    let told = TestRunner::new(config).run(&steps::stories(), |story| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let told = runtime.block_on(tell(&story));
        told.map_err(|error| TestCaseError::fail(format!("{error:#}")))
    });
    if let Err(error) = told {
        panic!("{error}");
    }
}

async fn tell(story: &Story) -> anyhow::Result<()> {
    let mut shop = Shop::open().await?;
    for (number, step) in story.0.iter().enumerate() {
        shop.takes(step).await.with_context(|| format!("step {}, {step:?}", number + 1))?;
    }
    shop.closes().await.context("when everybody has been heard")
}
