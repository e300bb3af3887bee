//! `multipart/form-data`: texts and files.

use std::fmt::{self, Display};

use bytes::Bytes;

use crate::random_id;

/// A file of a form: `FilePart::new("disc.png", "image/png", bytes)`.
#[derive(Clone)]
pub struct FilePart {
    filename: String,
    content_type: String,
    content: Bytes,
}

impl FilePart {
    /// Creates a file with its name and media type. Clones share the content.
    pub fn new(
        filename: impl Into<String>,
        content_type: impl Into<String>,
        content: impl Into<Bytes>,
    ) -> Self {
        Self {
            filename: filename.into(),
            content_type: content_type.into(),
            content: content.into(),
        }
    }
}

// `Debug` omits the content, because it may contain secrets.
impl fmt::Debug for FilePart {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("FilePart")
            .field("filename", &self.filename)
            .field("content_type", &self.content_type)
            .field("bytes", &self.content.len())
            .finish_non_exhaustive()
    }
}

/// An encoded form. A generated client has a struct for each form; the struct converts into this type.
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

    /// Adds a text part, UTF-8.
    pub fn text(self, name: &str, value: impl Display) -> Self {
        self.part(&format!("name=\"{}\"", escaped(name)), value.to_string().as_bytes())
    }

    /// Adds a text, if there is one.
    pub fn maybe_text(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.text(name, value),
            None => self,
        }
    }

    /// Adds a file part.
    pub fn file(self, name: &str, file: FilePart) -> Self {
        let (name, filename, content_type) =
            (escaped(name), escaped(&file.filename), escaped(&file.content_type));
        let about =
            format!("name=\"{name}\"; filename=\"{filename}\"\r\nContent-Type: {content_type}");
        self.part(&about, &file.content)
    }

    /// Adds a file, if there is one.
    pub fn maybe_file(self, name: &str, file: Option<FilePart>) -> Self {
        match file {
            Some(file) => self.file(name, file),
            None => self,
        }
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
fn escaped(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

impl Default for Form {
    fn default() -> Self {
        Self::new()
    }
}

// `Debug` omits the parts, because a file may contain secrets.
impl fmt::Debug for Form {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Form").field("bytes", &self.parts.len()).finish_non_exhaustive()
    }
}
