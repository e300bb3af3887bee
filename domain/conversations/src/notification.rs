//! The announcement of an event between servers. An announcement identifies the event, and does not contain the event's
//! content.

use std::fmt;

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

impl Notification {
    /// Parses the payload of a notification. Returns `None` if it is malformed.
    pub(crate) fn parse(payload: &str) -> Option<Self> {
        let numbers: Vec<i64> =
            payload.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [site_id, id, number] = numbers[..] else { return None };
        Some(Self { conversation: Conversation { site_id, id }, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads() {
        let notification =
            Notification { conversation: Conversation { site_id: 1, id: 12 }, number: 31 };
        assert_eq!(notification.to_string(), "1 12 31");
        assert_eq!(Notification::parse("1 12 31"), Some(notification));
        for payload in ["", "1 12", "1 12 31 4", "1 12 x", "1  12 31"] {
            assert_eq!(Notification::parse(payload), None, "{payload}");
        }
    }
}
