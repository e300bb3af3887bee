//! That nobody answered who was asked for a value anew.

use std::sync::{Mutex, PoisonError};

/// What is known of the last time, if nobody answered then.
#[derive(Debug)]
pub struct Unanswered<Known>(Mutex<Option<Known>>);

impl<Known: Copy + PartialEq> Unanswered<Known> {
    /// The last time, if nobody answered.
    pub fn last(&self) -> Option<Known> {
        self.with(|last| *last)
    }

    /// Nobody answered.
    pub fn note(&self, known: Known) {
        self.with(|last| *last = Some(known));
    }

    /// One asks again where nobody answered the last time, and as long as that takes nobody answers either. Whoever
    /// gives up has learnt nothing: it is as it was.
    pub fn asks_again(&self, known: Known) -> AsksAgain<'_, Known> {
        let before = self.with(|last| last.is_some().then(|| last.replace(known)).flatten());
        AsksAgain { unanswered: self, known, before }
    }

    fn with<T>(&self, what: impl FnOnce(&mut Option<Known>) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<Known> Default for Unanswered<Known> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

/// Somebody who asks.
pub struct AsksAgain<'a, Known: Copy + PartialEq> {
    unanswered: &'a Unanswered<Known>,
    known: Known,
    before: Option<Known>,
}

impl<Known: Copy + PartialEq> Drop for AsksAgain<'_, Known> {
    fn drop(&mut self) {
        self.unanswered.with(|last| {
            // Somebody else may know more by now.
            if *last == Some(self.known) {
                *last = self.before;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_again_leaves_it_as_it_was() {
        let unanswered = Unanswered::default();
        drop(unanswered.asks_again(1));
        assert_eq!(unanswered.last(), None);
        unanswered.note(1);
        let asks = unanswered.asks_again(2);
        assert_eq!(unanswered.last(), Some(2));
        drop(asks);
        assert_eq!(unanswered.last(), Some(1));
        let asks = unanswered.asks_again(2);
        unanswered.note(3);
        drop(asks);
        assert_eq!(unanswered.last(), Some(3));
    }
}
