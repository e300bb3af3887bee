//! Answers of providers, remembered for a while; a question that is under way is not put again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::Rate;

/// Answers remembered at most, some 50 MB of a dozen rates each. Beyond it all are forgotten: who floods it makes
/// providers be asked again, and nobody goes without rates.
const MAX_CACHED_RATE_ANSWERS: usize = 10_000;

/// Rates, and until when they hold.
pub(crate) struct Answer {
    rates: Arc<[Rate]>,
    stale_at: Instant,
}

impl Answer {
    pub(crate) fn of(rates: Vec<Rate>, lifetime: Duration) -> Self {
        Self { rates: rates.into(), stale_at: Instant::now() + lifetime }
    }

    pub(crate) fn none_until(stale_at: Instant) -> Self {
        Self { rates: Arc::default(), stale_at }
    }
}

/// By the digest of the question.
#[derive(Default)]
pub(crate) struct Answers(Mutex<HashMap<[u8; 32], Arc<OnceCell<Answer>>>>);

impl Answers {
    /// The remembered answer, or what `ask` comes to. Of those who ask at once one does; when it is dropped
    /// meanwhile, the next one takes over.
    pub(crate) async fn get_or_ask(
        &self,
        question: [u8; 32],
        ask: impl Future<Output = Answer>,
    ) -> Arc<[Rate]> {
        let answer = self.answer(question);
        answer.get_or_init(|| ask).await.rates.clone()
    }

    fn answer(&self, question: [u8; 32]) -> Arc<OnceCell<Answer>> {
        let now = Instant::now();
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = answers.get(&question)
            && !is_stale(answer, now)
        {
            return answer.clone();
        }
        if answers.len() >= MAX_CACHED_RATE_ANSWERS {
            answers.retain(|_, answer| !is_stale(answer, now));
        }
        if answers.len() >= MAX_CACHED_RATE_ANSWERS {
            answers.clear();
        }
        let answer = Arc::default();
        answers.insert(question, Arc::clone(&answer));
        answer
    }
}

/// One that is under way is not, unless all who waited for it are gone.
fn is_stale(answer: &Arc<OnceCell<Answer>>, now: Instant) -> bool {
    match answer.get() {
        Some(answer) => answer.stale_at <= now,
        None => Arc::strong_count(answer) == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIME: Duration = Duration::from_secs(600);

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_remembered_for_a_while() {
        let answers = Answers::default();
        let ask = async |question| {
            let mut asked = false;
            let answer = answers.get_or_ask([question; 32], async {
                asked = true;
                Answer::of(Vec::new(), LIFETIME)
            });
            answer.await;
            asked
        };
        assert!(ask(1).await);
        assert!(!ask(1).await);
        assert!(ask(2).await);
        tokio::time::advance(LIFETIME - Duration::from_millis(1)).await;
        assert!(!ask(1).await);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(ask(1).await);
    }

    #[tokio::test]
    async fn who_waits_takes_over_from_who_left() {
        let answers = Arc::new(Answers::default());
        let never = answers.clone();
        let first =
            tokio::spawn(async move { never.get_or_ask([1; 32], std::future::pending()).await });
        tokio::task::yield_now().await;
        let waiting = answers.clone();
        let second = tokio::spawn(async move {
            waiting.get_or_ask([1; 32], async { Answer::of(Vec::new(), LIFETIME) }).await
        });
        tokio::task::yield_now().await;
        assert!(!second.is_finished());
        first.abort();
        assert!(second.await.unwrap().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn memory_is_bounded() {
        let answers = Answers::default();
        let remember = async |question: usize| {
            let mut digest = [0; 32];
            digest[..8].copy_from_slice(&question.to_be_bytes());
            answers.get_or_ask(digest, async { Answer::of(Vec::new(), LIFETIME) }).await;
        };
        for question in 0..MAX_CACHED_RATE_ANSWERS {
            remember(question).await;
        }
        assert_eq!(answers.0.lock().unwrap().len(), MAX_CACHED_RATE_ANSWERS);
        remember(MAX_CACHED_RATE_ANSWERS).await;
        assert_eq!(answers.0.lock().unwrap().len(), 1);
    }
}
