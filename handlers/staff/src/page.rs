//! Pages of lists, and the cursors between them.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use stoa_runtime::{Error, Refuses};
use stoa_staff_reasons as reasons;

/// The position of a row in a list that is sorted by a time and then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub at: DateTime<Utc>,
    pub id: i64,
}

impl Position {
    /// Before the first row of a list with the newest rows first.
    pub(crate) const NEWEST: Self = Self { at: END_OF_TIME, id: i64::MAX };

    /// Before the first row of a list with the oldest rows first.
    pub(crate) const OLDEST: Self = Self { at: DateTime::UNIX_EPOCH, id: 0 };
}

/// Later than any row. Postgres cannot store chrono's own maximum.
const END_OF_TIME: DateTime<Utc> =
    NaiveDate::from_ymd_opt(9999, 12, 31).unwrap().and_time(NaiveTime::MIN).and_utc();

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.at.timestamp_millis(), self.id)
    }
}

impl FromStr for Position {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (at, id) = text.split_once('.').ok_or(())?;
        let at = at.parse().ok().and_then(DateTime::from_timestamp_millis).ok_or(())?;
        // Postgres does not have all years that chrono has.
        if !(1970..=9999).contains(&at.year()) {
            return Err(());
        }
        Ok(Self { at, id: id.parse().map_err(|_| ())? })
    }
}

pub(crate) fn cursor_value<T: FromStr>(
    cursor: Option<String>,
) -> Result<Option<T>, reasons::InvalidCursor> {
    let parsed = cursor.map(|cursor| cursor.parse()).transpose();
    parsed.map_err(|_| reasons::InvalidCursor)
}

/// Parses `from`, `to` and `cursor` of a list with the newest rows first. Returns the earliest time of the list, and the
/// position after which the list or its page begins.
pub(crate) fn period<Op>(
    from: Option<String>,
    to: Option<String>,
    cursor: Option<String>,
) -> Result<(DateTime<Utc>, Position), Error<Op>>
where
    Op: Refuses<reasons::InvalidFrom>
        + Refuses<reasons::InvalidTo>
        + Refuses<reasons::InvalidCursor>,
{
    // The document checks the form of a time, but not whether the day exists.
    let from = from.map(|from| from.parse()).transpose();
    let from = from.map_err(|_| reasons::InvalidFrom)?;
    let to = to.map(|to| to.parse()).transpose();
    let to = to.map_err(|_| reasons::InvalidTo)?;
    // No id is less than 1, so the list begins before `to`.
    let to = Position { at: to.unwrap_or(END_OF_TIME), id: 0 };
    let after = cursor_value(cursor)?.unwrap_or(to);
    let after = if after.at < to.at { after } else { to };
    Ok((from.unwrap_or(DateTime::UNIX_EPOCH), after))
}

/// Returns a page and its `nextCursor`. The caller reads `limit + 1` rows: the extra row shows that there is a next
/// page. `cursor` returns the cursor of the page that follows a row.
pub(crate) fn page<T>(
    mut rows: Vec<T>,
    limit: i64,
    cursor: impl FnOnce(&T) -> String,
) -> (Vec<T>, Option<String>) {
    let has_more = rows.len() as i64 > limit;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| has_more).map(cursor);
    (rows, next)
}
