//! The reasons for refusing a picture.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The file is not a PNG, JPEG, WebP or GIF, or it is broken.
    NotAPicture,
    /// The picture has too many pixels, too long a side, or too many bytes after encoding.
    TooLarge,
    /// The picture waited too long for a core and memory. Only [`crate::Pictures`] returns this.
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
