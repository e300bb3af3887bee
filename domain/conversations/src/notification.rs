//! The announcement of an event between servers. An announcement identifies the event, and does not contain the event's
//! content.

use std::fmt;
use std::str::FromStr;

use crate::Conversation;

/// A committed event. Its text form is the payload of a notification on the channel of conversations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notification {
    pub conversation: Conversation,
    /// The number of the event. All earlier events of the conversation are committed too.
    pub number: i64,
}

impl fmt::Display for Notification {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conversation { site_id, id } = self.conversation;
        write!(out, "{site_id} {id} {}", self.number)
    }
}

impl FromStr for Notification {
    type Err = NotANotification;

    fn from_str(payload: &str) -> Result<Self, NotANotification> {
        let mut numbers = payload.split(' ').map(str::parse);
        let mut next = || numbers.next().and_then(Result::ok).ok_or(NotANotification);
        let notification =
            Self { conversation: Conversation { site_id: next()?, id: next()? }, number: next()? };
        if numbers.next().is_some() { Err(NotANotification) } else { Ok(notification) }
    }
}

/// The error for a payload that is not an announcement of an event.
#[derive(Debug, PartialEq, Eq)]
pub struct NotANotification;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads() {
        let notification =
            Notification { conversation: Conversation { site_id: 1, id: 12 }, number: 31 };
        assert_eq!(notification.to_string(), "1 12 31");
        assert_eq!("1 12 31".parse(), Ok(notification));
        for payload in ["", "1 12", "1 12 31 4", "1 12 x", "1  12 31"] {
            assert_eq!(payload.parse::<Notification>(), Err(NotANotification), "{payload}");
        }
    }
}
