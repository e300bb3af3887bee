//! Conversations that something is to be done for, each once, however often it is asked.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::Conversation;

/// Conversations with the highest number that was named for each. Bounded by the number of conversations.
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

    /// Waits until there is something, and takes all of it.
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
