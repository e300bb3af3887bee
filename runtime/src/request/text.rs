//! The text of a parameter.

use std::borrow::Cow;

#[derive(Debug)]
pub(crate) enum Text<'a> {
    Absent,
    Valid(Cow<'a, str>),
    /// Not UTF-8. Holds the bytes for [`Parameter::lossy`].
    Malformed(Cow<'a, [u8]>),
    Twice,
}
