//! `multipart/form-data`: fields of text, and files.

use bytes::Bytes;

use crate::random_id;

/// The body of a call that takes files: `Form::new().file("file", "disc.png", "image/png", bytes)`.
#[derive(Clone)]
#[must_use]
pub struct Form {
    boundary: String,
    parts: Vec<u8>,
}

impl Form {
    /// A form without parts.
    pub fn new() -> Self {
        Self { boundary: random_id(), parts: Vec::new() }
    }

    /// A field.
    pub fn text(self, name: &str, value: &str) -> Self {
        self.part(&format!("name=\"{}\"", quoted(name)), value.as_bytes())
    }

    /// A file with its name and media type.
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

    /// Its media type and all of its bytes.
    pub(crate) fn encoded(mut self) -> (String, Bytes) {
        self.parts.extend_from_slice(format!("--{}--\r\n", self.boundary).as_bytes());
        (format!("multipart/form-data; boundary={}", self.boundary), self.parts.into())
    }
}

/// As browsers write a name (HTML, "multipart/form-data encoding algorithm"): nothing in it ends its line or its quotes.
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

impl Default for Form {
    fn default() -> Self {
        Self::new()
    }
}

// A file may hold what no log should.
impl std::fmt::Debug for Form {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Form").field("bytes", &self.parts.len()).finish_non_exhaustive()
    }
}
