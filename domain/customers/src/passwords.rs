//! The refusals of passwords.

use stoa_credentials::passwords::PASSWORD_HASH_RETRY_AFTER;
use stoa_credentials::{HashError, PasswordFault};
use stoa_storefront_reasons::{self as reasons, Failed};

/// The failure of a call whose password was not hashed.
pub(crate) fn not_hashed<R: From<reasons::TooManyAttempts>>(error: HashError) -> Failed<R> {
    match error {
        HashError::TooManyWait => {
            let retry_after = PASSWORD_HASH_RETRY_AFTER;
            Failed::Refused(reasons::TooManyAttempts { retry_after }.into())
        }
        error => error.into(),
    }
}

/// The refusal of a new password.
pub(crate) fn password_refusal<R>(fault: PasswordFault) -> R
where
    R: From<reasons::PasswordTooShort>
        + From<reasons::PasswordTooLong>
        + From<reasons::PasswordTooCommon>,
{
    match fault {
        PasswordFault::TooShort => reasons::PasswordTooShort.into(),
        PasswordFault::TooLong => reasons::PasswordTooLong.into(),
        PasswordFault::TooCommon => reasons::PasswordTooCommon.into(),
    }
}
