//! Conversations that wait for processing, each at most once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::Conversation;

/// Conversations that wait for a job, each with the highest event number that was added for it. Each conversation is
/// stored once, so the number of conversations limits the memory.
#[derive(Debug, Default)]
pub struct Pending {
    numbers: Mutex<HashMap<Conversation, i64>>,
    added: Notify,
}

impl Pending {
    pub fn add(&self, conversation: Conversation, number: i64) {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let known = numbers.entry(conversation).or_insert(number);
        *known = number.max(*known);
        drop(numbers);
        self.added.notify_one();
    }

    /// Waits until at least one conversation is waiting, and then removes and returns all of them.
    pub async fn take(&self) -> HashMap<Conversation, i64> {
        loop {
            let taken =
                std::mem::take(&mut *self.numbers.lock().unwrap_or_else(PoisonError::into_inner));
            if !taken.is_empty() {
                return taken;
            }
            self.added.notified().await;
        }
    }
}
