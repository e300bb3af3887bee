//! One turn of a lane.

use std::mem;
use std::time::Duration;

use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::time::Instant;

use crate::{Attempted, Outbox, Shared};

/// A turn begins no attempt after this time.
const TURN_TIME_LIMIT: Duration = Duration::from_secs(20);

/// Takes a turn of a lane. Returns whether the lane had due items.
pub(crate) async fn take<O: Outbox>(shared: &Shared<O>, lane: &O::Lane) -> Result<bool, O::Error> {
    let until = Instant::now() + TURN_TIME_LIMIT;
    let mut claimed = shared.outbox.claim(lane).await?.into_iter();
    if claimed.len() == 0 {
        return Ok(false);
    }
    let mut attempts = FuturesUnordered::new();
    let (mut ended, mut failures) = (Vec::new(), 0);
    loop {
        let goes_on = |failures: usize| {
            failures < O::FAILURES_PER_TURN
                && Instant::now() < until
                && !shared.state().is_stopped()
        };
        while attempts.len() < O::CONCURRENT_ATTEMPTS && goes_on(failures) {
            let Some(item) = claimed.next() else { break };
            attempts.push(attempt(&shared.outbox, item));
        }
        let Some((item, outcome)) = attempts.next().await else { break };
        let outcome = outcome?;
        failures = if O::is_failure(&outcome) { failures + 1 } else { 0 };
        ended.push(Attempted { item, outcome: Some(outcome) });
        if ended.len() >= O::OUTCOMES_PER_NOTE {
            shared.outbox.note(lane, mem::take(&mut ended)).await?;
        }
    }
    ended.extend(claimed.map(|item| Attempted { item, outcome: None }));
    if !ended.is_empty() {
        shared.outbox.note(lane, ended).await?;
    }
    Ok(true)
}

async fn attempt<O: Outbox>(outbox: &O, item: O::Item) -> (O::Item, Result<O::Outcome, O::Error>) {
    let outcome = outbox.attempt(&item).await;
    (item, outcome)
}
