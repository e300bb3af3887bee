//! Alerts: mails to the staff about what happens at a site. The transaction that causes an alert [stores](tell) it. A job
//! then [queues mails](tell_people) for the people who want them at once, and another one [queues the
//! digests](queue_digests) of the morning. So each alert is mailed once, and none is sent for a change that was rolled
//! back.

mod digests;
mod fan_out;
mod kind;
mod news;
mod recipients;
mod retention;
mod settings;
mod tell;

pub use digests::{ALERT_DIGEST_INTERVAL, DIGESTS, plan_digests_again, queue_digests};
pub use fan_out::{TELL_INTERVAL, tell_people};
pub use kind::AlertKind;
pub use news::{Digest, News, Section, find_digest, find_news};
pub use retention::{ALERT_RETENTION, DELETE_OLD_ALERTS, delete_old_alerts};
pub use settings::{get_alert_settings, update_alert_settings};
pub use tell::{Alert, tell};
