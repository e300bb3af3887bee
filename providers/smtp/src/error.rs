//! Why a letter was not sent, and what is wrong with the settings.

use std::fmt;

/// Why the server did not accept a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendError {
    /// The SMTP server cannot be reached or accepts no letters from Stoa. The letter is not at fault.
    Unavailable(&'static str),
    /// The letter may be accepted later. Contains the server's reply code, if the server sent one.
    NotNow(Option<u16>),
    /// The letter will never be accepted. Contains the server's reply code.
    Refused(u16),
    /// The address is invalid, or the letter cannot be sent as it is.
    Unfit,
    /// The part of the address before the `@` is not ASCII, and the server does not announce SMTPUTF8.
    NeedsSmtpUtf8,
}

/// An invalid SMTP URL, certificate or sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError(pub(crate) String);

impl SendError {
    /// Maps an SMTP reply code. Code 530 asks for a login: the settings are wrong, not the letter.
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
