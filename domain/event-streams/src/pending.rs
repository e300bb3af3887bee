//! Topics that wait for processing, each at most once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::Topic;

/// Topics that wait for a job, each with the highest event number that was added for it. Each topic is stored once, so
/// the number of topics limits the memory.
#[derive(Debug)]
pub struct Pending<T> {
    numbers: Mutex<HashMap<T, i64>>,
    added: Notify,
}

impl<T> Default for Pending<T> {
    fn default() -> Self {
        Self { numbers: Mutex::default(), added: Notify::default() }
    }
}

impl<T: Topic> Pending<T> {
    pub fn add(&self, topic: T, number: i64) {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let known = numbers.entry(topic).or_insert(number);
        *known = number.max(*known);
        drop(numbers);
        self.added.notify_one();
    }

    /// Waits until at least one topic is waiting, and then removes and returns all of them.
    pub async fn take(&self) -> HashMap<T, i64> {
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
