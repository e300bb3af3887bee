//! Why a picture is not taken.

use std::fmt;

/// Why a picture is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is no PNG, JPEG, WebP or GIF, or a broken one.
    NotAPicture,
    /// It has too many pixels or too long a side, or what it becomes has too many bytes.
    TooLarge,
    /// So many others are at work that it was not begun. Only [`crate::Pictures`] says so.
    Busy,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::NotAPicture => "not a PNG, JPEG, WebP or GIF image",
            Refused::TooLarge => "too large an image",
            Refused::Busy => "too many images at once",
        })
    }
}

impl std::error::Error for Refused {}
