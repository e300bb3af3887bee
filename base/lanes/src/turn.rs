//! One turn of a lane.

use std::mem;
use std::time::Duration;

use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::time::{Instant, sleep};

use crate::{Attempted, Outbox, Shared};

/// A turn begins no attempt after this time.
const TURN_TIME_LIMIT: Duration = Duration::from_secs(20);

/// Pauses before a failed note is tried again. In total, they are much shorter than the claims last.
const NOTE_RETRY_PAUSES: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_secs(1), Duration::from_secs(3)];

/// Takes a turn of a lane. Returns whether the lane had due items.
///
/// After an error, the turn begins no attempt. It notes the attempts that have begun, and returns the first error.
pub(crate) async fn take<O: Outbox>(shared: &Shared<O>, lane: &O::Lane) -> Result<bool, O::Error> {
    let until = Instant::now() + TURN_TIME_LIMIT;
    let mut claimed = {
        let _permit = shared.statements.acquire().await;
        shared.outbox.claim(lane).await?.into_iter()
    };
    if claimed.len() == 0 {
        return Ok(false);
    }
    let mut attempts = FuturesUnordered::new();
    let (mut ended, mut failures, mut error) = (Vec::new(), 0, None);
    loop {
        let goes_on = |failures: usize| {
            failures < O::FAILURES_PER_TURN
                && Instant::now() < until
                && !shared.state().is_stopped()
        };
        while error.is_none() && attempts.len() < O::CONCURRENT_ATTEMPTS && goes_on(failures) {
            let Some(item) = claimed.next() else { break };
            attempts.push(attempt(&shared.outbox, item));
        }
        let Some((item, outcome)) = attempts.next().await else { break };
        match outcome {
            Ok(outcome) => {
                failures = if O::is_failure(&outcome) { failures + 1 } else { 0 };
                ended.push(Attempted { item, outcome: Some(outcome) });
            }
            // The item is due again when its claim expires.
            Err(failed) => error = error.or(Some(failed)),
        }
        if ended.len() >= O::OUTCOMES_PER_NOTE {
            let noted = note(shared, lane, &mem::take(&mut ended)).await;
            error = error.or(noted.err());
        }
    }
    ended.extend(claimed.map(|item| Attempted { item, outcome: None }));
    if !ended.is_empty() {
        let noted = note(shared, lane, &ended).await;
        error = error.or(noted.err());
    }
    error.map_or(Ok(true), Err)
}

async fn attempt<O: Outbox>(outbox: &O, item: O::Item) -> (O::Item, Result<O::Outcome, O::Error>) {
    let outcome = outbox.attempt(&item).await;
    (item, outcome)
}

/// Notes outcomes. An error is retried, because items that were sent without a note are sent again.
async fn note<O: Outbox>(
    shared: &Shared<O>,
    lane: &O::Lane,
    attempted: &[Attempted<O>],
) -> Result<(), O::Error> {
    for pause in NOTE_RETRY_PAUSES {
        if note_once(shared, lane, attempted).await.is_ok() {
            return Ok(());
        }
        sleep(pause).await;
    }
    note_once(shared, lane, attempted).await
}

async fn note_once<O: Outbox>(
    shared: &Shared<O>,
    lane: &O::Lane,
    attempted: &[Attempted<O>],
) -> Result<(), O::Error> {
    let _permit = shared.statements.acquire().await;
    shared.outbox.note(lane, attempted).await
}
