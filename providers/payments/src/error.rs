//! What goes wrong with a payment. No error holds a key, a client secret or anything of a customer.

use std::error::Error;
use std::fmt;

use stoa_db::DbError;

use crate::AmountRefusal;

/// A call that the provider did not carry out.
#[derive(Debug)]
pub enum PaymentError {
    /// The provider cannot be reached, is overloaded, or answers nonsense: later it may work, with the same
    /// idempotency key. A 503 to the caller.
    Unavailable(String),
    /// The provider has no such intent: another account's, or another provider's.
    NotFound,
    /// The intent's state does not allow it: a refund of what is not paid, or of more than is left.
    NotAllowed,
    /// The provider takes the call for wrong: our keys, our amount or our mistake.
    Refused(Refusal),
    /// The keys of the server or the store do not fit together. What is wrong, for the log.
    Misconfigured(&'static str),
    /// The test provider's table cannot be read or written.
    Database(DbError),
}

/// Why the provider refused, in its own terms, without its text: that can quote an address or a key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// Stripe's type, such as `invalid_request_error`, `idempotency_error`.
    pub kind: Option<String>,
    /// Stripe's code, such as `amount_too_small`.
    pub code: Option<String>,
    /// The parameter that is wrong.
    pub param: Option<String>,
    /// By which Stripe's dashboard shows the whole exchange.
    pub request_id: Option<String>,
}

impl PaymentError {
    /// Why the provider takes no payment of this amount, if that is what it said.
    pub fn amount_refusal(&self) -> Option<AmountRefusal> {
        let Self::Refused(refusal) = self else { return None };
        match refusal.code.as_deref()? {
            "amount_too_small" => Some(AmountRefusal::TooSmall),
            "amount_too_large" => Some(AmountRefusal::TooLarge),
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
