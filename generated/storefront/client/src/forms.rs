//! Forms: bodies of requests that may contain files.

/// A form with an image.
#[derive(Debug, Clone, ::bon::Builder)]
#[must_use]
#[non_exhaustive]
pub struct ImageUpload {
    /// PNG, JPEG, WebP or GIF. If only one part of the form has a file name, that part is the file,
    /// whatever its name.
    pub file: ::stoa_client_core::FilePart,
}

impl From<ImageUpload> for ::stoa_client_core::Form {
    fn from(form: ImageUpload) -> Self {
        Self::new().file("file", form.file)
    }
}
