//! The pauses between attempts.

use chrono::TimeDelta;

/// Pauses between the attempts of a delivery, about 3 days in total. A failure after the last pause is final.
const DELIVERY_RETRY_DELAYS: [TimeDelta; 11] = [
    TimeDelta::seconds(5),
    TimeDelta::seconds(30),
    TimeDelta::minutes(2),
    TimeDelta::minutes(10),
    TimeDelta::minutes(30),
    TimeDelta::hours(1),
    TimeDelta::hours(3),
    TimeDelta::hours(6),
    TimeDelta::hours(12),
    TimeDelta::hours(24),
    TimeDelta::hours(24),
];

/// After this number of failures in a row, an endpoint gets one attempt at a time, with pauses between them.
pub(crate) const FAILURES_BEFORE_PAUSE: i64 = 5;

/// The longest pause of an endpoint that fails.
const MAX_ENDPOINT_PAUSE: TimeDelta = TimeDelta::minutes(1);

/// Pauses differ by up to this part of them, so that deliveries that failed together are not retried together.
const JITTER: f64 = 0.2;

/// The pause after this number of failed attempts of a delivery, or `None` after the last.
pub(crate) fn retry_delay(attempts: i64) -> Option<TimeDelta> {
    let place = usize::try_from(attempts - 1).unwrap_or_default();
    DELIVERY_RETRY_DELAYS.get(place).map(|delay| with_jitter(*delay))
}

/// The pause of an endpoint after this number of failures in a row, or `None` if there are few.
pub(crate) fn endpoint_pause(failures: i64) -> Option<TimeDelta> {
    let doublings = failures - FAILURES_BEFORE_PAUSE;
    if doublings < 0 {
        return None;
    }
    let pause = TimeDelta::seconds(1 << doublings.min(6));
    Some(with_jitter(pause.min(MAX_ENDPOINT_PAUSE)))
}

fn with_jitter(delay: TimeDelta) -> TimeDelta {
    let factor = 1.0 + JITTER * (2.0 * rand::random::<f64>() - 1.0);
    TimeDelta::milliseconds((delay.num_milliseconds() as f64 * factor) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deliveries() {
        let delays: Vec<_> = (1..=11).map(|attempts| retry_delay(attempts).unwrap()).collect();
        for (delay, expected) in delays.iter().zip(DELIVERY_RETRY_DELAYS) {
            assert!((expected * 4 / 5..=expected * 6 / 5).contains(delay), "{delay} {expected}");
        }
        let sum = DELIVERY_RETRY_DELAYS.iter().fold(TimeDelta::zero(), |sum, delay| sum + *delay);
        assert!((TimeDelta::days(2)..TimeDelta::days(4)).contains(&sum), "{sum}");
        assert_eq!(retry_delay(12), None);
        assert_ne!(retry_delay(11), retry_delay(11));
    }

    #[test]
    fn endpoints() {
        assert_eq!(endpoint_pause(4), None);
        let about = |failures: i64| endpoint_pause(failures).unwrap().num_milliseconds();
        assert!((800..=1200).contains(&about(5)));
        assert!((6_400..=9_600).contains(&about(8)));
        for failures in [11, 12, 100, i64::MAX] {
            assert!((48_000..=72_000).contains(&about(failures)), "{failures}");
        }
    }
}
