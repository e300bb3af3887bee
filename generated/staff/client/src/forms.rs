//! Forms: bodies of requests that may contain files.

/// A form with a picture.
#[derive(Debug, Clone, ::bon::Builder)]
#[must_use]
#[non_exhaustive]
pub struct MediaUpload {
    /// PNG, JPEG, WebP or GIF. If only one part of the form has a file name, that part is the file,
    /// whatever its name.
    pub file: ::stoa_client_core::FilePart,
}

impl From<MediaUpload> for ::stoa_client_core::Form {
    fn from(form: MediaUpload) -> Self {
        Self::new().file("file", form.file)
    }
}
