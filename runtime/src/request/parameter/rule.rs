//! A parameter's name and messages.

use std::borrow::Cow;

use crate::operation::invalid::Message;

/// A parameter's name, and the document's message for a missing or invalid value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) message: Option<&'static str>,
}

impl Rule {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, message: None }
    }

    pub(crate) fn must_be(self, what: &str) -> Message {
        self.invalid(|name| format!("{name} must be {what}"))
    }

    pub(crate) fn missing(self) -> Message {
        self.invalid(|name| format!("{name} is required"))
    }

    /// The message for a repeated parameter. The document's own message is about a single value, so it is not used.
    pub(crate) fn twice(self) -> Message {
        Cow::Owned(format!("{} is given twice", self.name))
    }

    pub(crate) fn invalid(self, default: impl FnOnce(&str) -> String) -> Message {
        self.message.map_or_else(|| Cow::Owned(default(self.name)), Cow::Borrowed)
    }
}
