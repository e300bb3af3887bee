//! The text of a parameter.

use std::borrow::Cow;

/// What the request has for a parameter.
#[derive(Debug)]
pub(crate) enum Text<'a> {
    Absent,
    Valid(Cow<'a, str>),
    /// Not UTF-8: the bytes for [`Parameter::lossy`].
    Malformed(Cow<'a, [u8]>),
    Twice,
}
