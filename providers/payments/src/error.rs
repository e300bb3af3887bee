//! Errors of payments. They contain no key, no client secret and no data of a customer.

use std::error::Error;
use std::fmt;

use stoa_db::DbError;

use crate::AmountRefusal;

/// A call that the provider did not carry out.
#[derive(Debug)]
pub enum PaymentError {
    /// The provider cannot be reached, is overloaded, or sends an invalid answer. A later attempt with the same
    /// idempotency key may succeed. Callers answer 503.
    Unavailable(String),
    /// The provider does not know the intent: it belongs to another account or another provider.
    NotFound,
    /// The intent's state does not allow the call, for example a refund of an unpaid intent, or of more than is left.
    NotAllowed,
    /// The provider rejects the call because of the keys, the amount, or a mistake in this crate.
    Refused(Refusal),
    /// The configured keys or URL cannot be used. The text says why, for the log.
    Misconfigured(&'static str),
    /// The test provider's table cannot be read or written.
    Database(DbError),
}

/// Why the provider refused a call. The provider's text is left out, because it can quote an address or a key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    /// Stripe's type of error, such as `invalid_request_error` or `idempotency_error`.
    pub kind: Option<String>,
    /// Stripe's error code, such as `amount_too_small`.
    pub code: Option<String>,
    /// The name of the invalid parameter.
    pub param: Option<String>,
    /// The id under which Stripe's dashboard shows the whole exchange.
    pub request_id: Option<String>,
}

impl PaymentError {
    /// Returns the reason if the provider refused the amount. Any code or parameter that names the amount counts.
    pub fn amount_refusal(&self) -> Option<AmountRefusal> {
        let Self::Refused(refusal) = self else { return None };
        let code = refusal.code.as_deref().unwrap_or_default();
        match code {
            "amount_too_small" => Some(AmountRefusal::TooSmall),
            "amount_too_large" => Some(AmountRefusal::TooLarge),
            _ if code.contains("amount") => Some(AmountRefusal::Other),
            _ if refusal.param.as_deref() == Some("amount") => Some(AmountRefusal::Other),
            _ => None,
        }
    }
}

impl fmt::Display for PaymentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(cause) => write!(out, "the payment provider is unavailable: {cause}"),
            Self::NotFound => write!(out, "the payment provider has no such intent"),
            Self::NotAllowed => write!(out, "the payment's state does not allow this"),
            Self::Refused(refusal) => write!(out, "the payment provider refused: {refusal}"),
            Self::Misconfigured(what) => write!(out, "payments are not set up: {what}"),
            Self::Database(_) => write!(out, "the test provider's payments cannot be read"),
        }
    }
}

impl Error for PaymentError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Database(error) => Some(error),
            _ => None,
        }
    }
}

impl From<DbError> for PaymentError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "status {}", self.status)?;
        let parts = [
            ("type", &self.kind),
            ("code", &self.code),
            ("parameter", &self.param),
            ("request", &self.request_id),
        ];
        for (name, value) in parts {
            if let Some(value) = value {
                write!(out, ", {name} {value}")?;
            }
        }
        Ok(())
    }
}
