//! Formats errors and their causes for the log.

use std::{error::Error, fmt};

/// Displays an error and its causes in one line.
///
/// Pass an [`anyhow::Error`](https://docs.rs/anyhow) as `error.as_ref()`.
///
/// ```
/// # use stoa_telemetry::Chain;
/// # let error = std::io::Error::other(std::io::Error::other("the disk is full"));
/// assert_eq!(Chain(&error).to_string(), "the disk is full");
/// ```
pub struct Chain<'a>(pub &'a (dyn Error + 'static));

pub fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

impl fmt::Display for Chain<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = self.0.to_string();
        out.write_str(&before)?;
        for cause in causes(self.0).skip(1).map(ToString::to_string) {
            // Some errors end with the text of their cause, or have the same text as their cause.
            if !before.ends_with(&cause) {
                write!(out, ": {cause}")?;
                before = cause;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[derive(Debug)]
    struct TestError(&'static str, Option<Box<dyn Error>>);

    impl fmt::Display for TestError {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str(self.0)
        }
    }

    impl Error for TestError {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_deref()
        }
    }

    #[test]
    fn all_causes_in_one_line() {
        let socket = Box::new(io::Error::other("connection refused"));
        let connection = Box::new(TestError("the connection failed", Some(socket)));
        let error = TestError("no order is paid", Some(connection));
        let chain = Chain(&error).to_string();
        assert_eq!(chain, "no order is paid: the connection failed: connection refused");
        assert_eq!(causes(&error).count(), 3);
    }

    #[test]
    fn a_repeated_cause_is_omitted() {
        let socket = Box::new(TestError("connection refused", None));
        let error = TestError("the connection failed: connection refused", Some(socket));
        assert_eq!(Chain(&error).to_string(), "the connection failed: connection refused");
    }
}
