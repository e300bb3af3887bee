//! The outcomes of a turn, as columns of the statements that record them.

use chrono::{DateTime, Utc};
use stoa_lanes::Attempted;

use super::{Claimed, Deliveries, Outcome};
use crate::backoff::retry_delay;
use crate::health::TurnOutcome;

#[derive(Default)]
pub(super) struct Outcomes {
    pub turn: TurnOutcome,
    pub ended: Ended,
    pub released: Released,
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

/// Deliveries that were not attempted. They are due as before the claim. All columns have the same length.
#[derive(Default)]
pub(super) struct Released {
    pub ids: Vec<i64>,
    pub attempts: Vec<i64>,
    pub due_at: Vec<DateTime<Utc>>,
}

impl Outcomes {
    pub fn of(attempted: &[Attempted<Deliveries>], now: DateTime<Utc>) -> Self {
        let mut outcomes = Self::default();
        for Attempted { item, outcome } in attempted {
            match outcome {
                Some(outcome) => outcomes.add(&item.claimed, outcome, now),
                None => {
                    outcomes.released.ids.push(item.claimed.id);
                    outcomes.released.attempts.push(item.claimed.attempts);
                    outcomes.released.due_at.push(item.claimed.due_at);
                }
            }
        }
        outcomes
    }

    fn add(&mut self, delivery: &Claimed, outcome: &Outcome, now: DateTime<Utc>) {
        let Outcome { ref answer, at } = *outcome;
        let Claimed { id, attempts, .. } = *delivery;
        let is_success = answer.is_success();
        let delay = retry_delay(attempts).filter(|_| !is_success);
        let due_at = delay.map_or(now, |delay| now + delay);
        if is_success {
            self.turn = TurnOutcome { has_success: true, failures: 0, ..self.turn };
        } else {
            self.turn.failures += 1;
            self.turn.is_gone |= answer.is_gone();
        }
        let is_final = !is_success && delay.is_none();
        self.ended.ids.push(id);
        self.ended.attempts.push(attempts);
        self.ended.attempted_at.push(at);
        self.ended.delivered_at.push(is_success.then_some(at));
        self.ended.failed_at.push(is_final.then_some(at));
        self.ended.due_at.push(due_at);
        self.ended.statuses.push(answer.status.map(i64::from));
        self.ended.answers.push(answer.text.clone());
        self.ended.errors.push(answer.error.clone());
    }
}
