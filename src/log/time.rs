//! The time that a line begins with, as RFC 3339 writes it, with microseconds.

use std::cell::RefCell;
use std::fmt::{self, Write};
use std::time::SystemTime;

use chrono::DateTime;

/// A second since 1970, and how it is written.
type Second = (Option<u64>, String);

thread_local! {
    /// The last one that this thread has written: a busy server has thousands of lines in each.
    static LAST: RefCell<Second> = const { RefCell::new((None, String::new())) };
}

/// Writes what time it is.
pub(super) fn write_now(line: &mut impl Write) -> fmt::Result {
    // A clock from before 1970 was never set.
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    LAST.with_borrow_mut(|(second, text)| {
        if *second != Some(now.as_secs()) {
            *second = Some(now.as_secs());
            *text = written(now.as_secs());
        }
        write!(line, "{text}.{:06}Z", now.subsec_micros())
    })
}

fn written(second: u64) -> String {
    let seconds = i64::try_from(second).unwrap_or(i64::MAX);
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.format("%Y-%m-%dT%H:%M:%S").to_string()
}
