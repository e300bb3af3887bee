//! Why a letter was not taken, and what is to be done with it; what is wrong with the settings.

use std::fmt;

/// Why the server did not take a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendError {
    /// The server cannot be reached, or takes nothing from us: no letter is to blame.
    Unavailable(&'static str),
    /// Not now, by the server's code if it has said one.
    NotNow(Option<u16>),
    /// Never, by the server's code.
    Refused(u16),
    /// The address, or the letter, is nothing that can be sent.
    Unfit,
    /// The name before the `@` is not ASCII, and the server does not announce SMTPUTF8.
    NeedsSmtpUtf8,
}

/// What is wrong with an SMTP URL, a certificate or a sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError(pub(crate) String);

impl SendError {
    /// By a reply of three digits. What asks for a login is about us, not about the letter.
    pub(crate) fn of_code(code: u16) -> Self {
        match code {
            530 => Self::Unavailable("the server wants a login: name it in STOA_SMTP_URL"),
            500.. => Self::Refused(code),
            _ => Self::NotNow(Some(code)),
        }
    }
}

impl fmt::Display for SendError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(why) => out.write_str(why),
            Self::NotNow(Some(code)) => write!(out, "the server put it off: {code}"),
            Self::NotNow(None) => out.write_str("the server broke off"),
            Self::Refused(code) => write!(out, "the server refused it: {code}"),
            Self::Unfit => out.write_str("it cannot be sent to this address"),
            Self::NeedsSmtpUtf8 => out.write_str(
                "the address is not ASCII, and the mail server does not support SMTPUTF8",
            ),
        }
    }
}

impl std::error::Error for SendError {}

impl fmt::Display for SettingsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes() {
        assert_eq!(SendError::of_code(450), SendError::NotNow(Some(450)));
        assert_eq!(SendError::of_code(421), SendError::NotNow(Some(421)));
        assert_eq!(SendError::of_code(550), SendError::Refused(550));
        assert!(matches!(SendError::of_code(530), SendError::Unavailable(_)));
    }
}
