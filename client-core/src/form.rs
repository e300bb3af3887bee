//! `multipart/form-data`: text fields and files.

use bytes::Bytes;

use crate::random_id;

/// The body of a call that sends files: `Form::new().file("file", "disc.png", "image/png", bytes)`.
#[derive(Clone)]
#[must_use]
pub struct Form {
    boundary: String,
    parts: Vec<u8>,
}

impl Form {
    /// Creates a form without parts.
    pub fn new() -> Self {
        Self { boundary: random_id(), parts: Vec::new() }
    }

    /// Adds a text field.
    pub fn text(self, name: &str, value: &str) -> Self {
        self.part(&format!("name=\"{}\"", quoted(name)), value.as_bytes())
    }

    /// Adds a file with its name and media type.
    pub fn file(
        self,
        name: &str,
        file_name: &str,
        media_type: &str,
        bytes: impl AsRef<[u8]>,
    ) -> Self {
        let (name, file_name, media_type) = (quoted(name), quoted(file_name), quoted(media_type));
        let about =
            format!("name=\"{name}\"; filename=\"{file_name}\"\r\nContent-Type: {media_type}");
        self.part(&about, bytes.as_ref())
    }

    fn part(mut self, about: &str, bytes: &[u8]) -> Self {
        let head =
            format!("--{}\r\nContent-Disposition: form-data; {about}\r\n\r\n", self.boundary);
        for part in [head.as_bytes(), bytes, b"\r\n"] {
            self.parts.extend_from_slice(part);
        }
        self
    }

    /// Returns the media type with the boundary, and the bytes of the form.
    pub(crate) fn encoded(mut self) -> (String, Bytes) {
        self.parts.extend_from_slice(format!("--{}--\r\n", self.boundary).as_bytes());
        (format!("multipart/form-data; boundary={}", self.boundary), self.parts.into())
    }
}

/// Escapes a value for the head of a part, as browsers do (HTML, "multipart/form-data encoding algorithm"). An escaped
/// value cannot end its line or its quotes.
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

impl Default for Form {
    fn default() -> Self {
        Self::new()
    }
}

// `Debug` omits the parts, because a file may contain secrets.
impl std::fmt::Debug for Form {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Form").field("bytes", &self.parts.len()).finish_non_exhaustive()
    }
}
