//! Searches for every spelling of a word that thousands of products contain, and for ten such words. The attackers
//! search the victim's shop, or another one.

use std::fmt::Write;
use std::sync::Arc;

use super::attacker;
use crate::siege::context::Context;

/// Letters whose case is varied, which gives 2,048 spellings.
const SPELLED_LETTERS: usize = 11;

pub async fn ask(context: Arc<Context>) -> anyhow::Result<()> {
    repeat(&context, &targets()).await
}

/// Searches site 2 for ten words, and asks for a random page of a random length, so that no cached response fits.
pub async fn ask_other_shop(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    let search = TEN_WORDS.replace("/1/", "/2/");
    loop {
        let (page, limit) = (rand::random_range(1..=50), rand::random_range(1..=100));
        let answer = caller.get(&format!("{search}&page={page}&limit={limit}")).await;
        context.ledger.attack(&answer);
        answer?;
    }
}

async fn repeat(context: &Context, targets: &[String]) -> anyhow::Result<()> {
    let mut caller = attacker(context);
    for target in targets.iter().cycle() {
        let answer = caller.get(target).await;
        context.ledger.attack(&answer);
        answer?;
    }
    Ok(())
}

/// Returns a search that exceeds the documented length, and a search within all limits.
pub fn targets() -> [String; 2] {
    [every_spelling(), TEN_WORDS.to_owned()]
}

/// Thousands of products contain each word.
const TEN_WORDS: &str = "/api/storefront/1/products?search=washedcanvas+number+made+by+the+harbor+of+strong+canvas+waxed";

/// Returns a target of 24 KiB.
fn every_spelling() -> String {
    let word = "washedcanva";
    let mut target = String::from("/api/storefront/1/products?search=");
    for spelling in 0..1_u32 << SPELLED_LETTERS {
        for (place, letter) in word.char_indices() {
            let is_upper = spelling >> place & 1 == 1;
            target.push(if is_upper { letter.to_ascii_uppercase() } else { letter });
        }
        let _ = write!(target, "+");
    }
    target
}
