//! Random stories of a small shop: carts, checkouts, payments, webhooks that come late, twice or never, sweeps and
//! staff. After every step money and stock add up, and at the end nobody has paid for nothing.
//!
//! A story that fails is made shorter until nothing can be left out of it, and printed a step a line. `PROPTEST_CASES`
//! runs more of them than the suite does.

mod books;
mod customers;
mod shop;
mod steps;

use anyhow::Context;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use shop::Shop;
use steps::Story;

/// Stories, where `PROPTEST_CASES` does not say how many: a few seconds.
const SHOP_STORIES: u32 = 24;

#[test]
fn money_and_stock_add_up() {
    let config = Config {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => Config::default().cases,
            None => SHOP_STORIES,
        },
        // A story is to be told in a test of its own, not kept as a seed.
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
