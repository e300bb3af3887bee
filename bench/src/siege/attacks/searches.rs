//! Searches of site 2 for ten words that thousands of its products contain.

use std::sync::Arc;

use super::attacker;
use crate::siege::context::Context;

const TEN_WORDS: &str = "/api/storefront/2/products?search=washedcanvas+number+made+by+the+harbor+of+strong+canvas+waxed";

/// Asks for a random page of a random length, so that no cached response fits.
pub async fn ask(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    loop {
        let (page, limit) = (rand::random_range(1..=50), rand::random_range(1..=100));
        let answer = caller.get(&format!("{TEN_WORDS}&page={page}&limit={limit}")).await;
        context.ledger.attack(&answer);
        answer?;
    }
}
