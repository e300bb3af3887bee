//! The outcomes of a turn, as columns of the statements that record them.

use chrono::{DateTime, Utc};
use stoa_lanes::Attempted;

use super::{Deliveries, Outcome};
use crate::backoff::retry_delay;
use crate::health::TurnOutcome;

/// A delivery waits for earlier deliveries of its resource while they have had fewer attempts than this.
const ATTEMPTS_IN_ORDER: i64 = 7;

#[derive(Default)]
pub(super) struct Outcomes {
    pub turn: TurnOutcome,
    pub ended: Ended,
    pub postponed: Postponed,
    /// Ids of the deliveries that were not attempted.
    pub released: Vec<i64>,
}

/// Deliveries that were attempted. All columns have the same length.
#[derive(Default)]
pub(super) struct Ended {
    pub ids: Vec<i64>,
    pub attempts: Vec<i64>,
    pub attempted_at: Vec<DateTime<Utc>>,
    pub delivered_at: Vec<Option<DateTime<Utc>>>,
    pub failed_at: Vec<Option<DateTime<Utc>>>,
    pub due_at: Vec<DateTime<Utc>>,
    pub statuses: Vec<Option<i64>>,
    pub answers: Vec<Option<String>>,
    pub errors: Vec<Option<String>>,
}

/// Failed deliveries for which the later ones of their resources wait. All columns have the same length.
#[derive(Default)]
pub(super) struct Postponed {
    pub resources: Vec<String>,
    pub ids: Vec<i64>,
    pub due_at: Vec<DateTime<Utc>>,
}

impl Outcomes {
    pub fn of(attempted: Vec<Attempted<Deliveries>>, now: DateTime<Utc>) -> Self {
        let mut outcomes = Self::default();
        for Attempted { item, outcome } in attempted {
            match outcome {
                Some(outcome) => outcomes.add(item.claimed, outcome, now),
                None => outcomes.released.push(item.claimed.id),
            }
        }
        outcomes
    }

    fn add(&mut self, delivery: super::Claimed, outcome: Outcome, now: DateTime<Utc>) {
        let Outcome { answer, at } = outcome;
        let super::Claimed { id, resource, attempts, .. } = delivery;
        let is_success = answer.is_success();
        let delay = retry_delay(attempts).filter(|_| !is_success);
        let due_at = delay.map_or(now, |delay| now + delay);
        if is_success {
            self.turn = TurnOutcome { has_success: true, failures: 0, ..self.turn };
        } else {
            self.turn.failures += 1;
            self.turn.is_gone |= answer.is_gone();
        }
        if delay.is_some() && attempts < ATTEMPTS_IN_ORDER {
            self.postponed.resources.push(resource);
            self.postponed.ids.push(id);
            self.postponed.due_at.push(due_at);
        }
        let is_final = !is_success && delay.is_none();
        self.ended.ids.push(id);
        self.ended.attempts.push(attempts);
        self.ended.attempted_at.push(at);
        self.ended.delivered_at.push(is_success.then_some(at));
        self.ended.failed_at.push(is_final.then_some(at));
        self.ended.due_at.push(due_at);
        self.ended.statuses.push(answer.status.map(i64::from));
        self.ended.answers.push(answer.text);
        self.ended.errors.push(answer.error);
    }
}
