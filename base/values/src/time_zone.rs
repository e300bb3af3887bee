//! Time zones by their IANA names.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;

/// A time zone, such as `Europe/Berlin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeZone(Tz);

impl TimeZone {
    /// Returns the time zone with this IANA name.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok().map(Self)
    }

    /// Returns the time zone with this IANA name, or UTC if the name is unknown.
    pub fn named_or_utc(name: &str) -> Self {
        Self::named(name).unwrap_or(Self(Tz::UTC))
    }

    /// Returns the IANA name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the date in the time zone.
    pub fn date(self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.0).date_naive()
    }

    /// Returns the time at which an hour of the day begins. If clocks skip the hour, this is the time of the skip. If
    /// they repeat the hour, this is the first of the two.
    pub fn at_hour(self, date: NaiveDate, hour: u32) -> DateTime<Utc> {
        let Some(local) = date.and_hms_opt(hour, 0, 0) else { return DateTime::UNIX_EPOCH };
        let after_a_skip = || {
            let before = self.0.from_local_datetime(&(local - TimeDelta::hours(3))).earliest()?;
            Some(before + TimeDelta::hours(3))
        };
        let found = self.0.from_local_datetime(&local).earliest().or_else(after_a_skip);
        found.map_or_else(|| local.and_utc(), |at| at.with_timezone(&Utc))
    }

    /// Returns the next beginning of an hour of the day after a time.
    pub fn next_hour(self, after: DateTime<Utc>, hour: u32) -> DateTime<Utc> {
        let today = self.date(after);
        let at = self.at_hour(today, hour);
        match at > after {
            true => at,
            false => self.at_hour(today.succ_opt().unwrap_or(today), hour),
        }
    }

    /// Returns the local time for people, such as `29 November 2026, 08:05`.
    pub fn shown(self, at: DateTime<Utc>) -> String {
        let local = at.with_timezone(&self.0);
        format!("{} {}", local.day(), local.format("%B %Y, %H:%M"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn names() {
        assert_eq!(TimeZone::named("Europe/Berlin").map(TimeZone::name), Some("Europe/Berlin"));
        assert!(TimeZone::named("UTC").is_some());
        for unknown in ["", "Berlin", "europe/berlin ", "+01:00", "../etc/passwd"] {
            assert_eq!(TimeZone::named(unknown), None, "{unknown}");
        }
        assert_eq!(TimeZone::named_or_utc("Berlin").name(), "UTC");
    }

    #[test]
    fn the_next_morning() {
        for (zone, after, next) in [
            ("UTC", "2026-11-29T07:59:59.999Z", "2026-11-29T08:00:00Z"),
            ("UTC", "2026-11-29T08:00:00Z", "2026-11-30T08:00:00Z"),
            ("Europe/Berlin", "2026-11-29T06:59:00Z", "2026-11-29T07:00:00Z"),
            // Summer time begins on 29 March 2026 and ends on 25 October.
            ("Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"),
            ("Europe/Berlin", "2026-03-27T12:00:00Z", "2026-03-28T07:00:00Z"),
            ("Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T07:00:00Z"),
            ("America/Los_Angeles", "2026-11-29T15:59:00Z", "2026-11-29T16:00:00Z"),
            ("Pacific/Kiritimati", "2026-11-29T12:00:00Z", "2026-11-29T18:00:00Z"),
        ] {
            let zone = TimeZone::named(zone).unwrap();
            assert_eq!(zone.next_hour(utc(after), 8), utc(next), "{} {after}", zone.name());
        }
    }

    #[test]
    fn hours_that_clocks_skip_or_repeat() {
        let berlin = TimeZone::named("Europe/Berlin").unwrap();
        let date = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(berlin.at_hour(date("2026-03-29"), 2), utc("2026-03-29T01:00:00Z"));
        assert_eq!(berlin.at_hour(date("2026-10-25"), 2), utc("2026-10-25T00:00:00Z"));
        assert_eq!(berlin.shown(utc("2026-11-29T23:05:00Z")), "30 November 2026, 00:05");
    }
}
