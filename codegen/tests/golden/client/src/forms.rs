//! Forms: bodies of requests that may contain files.

use crate::types::Sort;

/// A form.
#[derive(Debug, Clone, ::bon::Builder)]
#[must_use]
#[non_exhaustive]
pub struct UploadForm {
    /// A picture.
    pub file: ::stoa_client_core::FilePart,
    pub preview: Option<::stoa_client_core::FilePart>,
    #[builder(into)]
    pub name: String,
    #[builder(default = 1)]
    pub copies: i64,
    /// An order, in requests alone, so it is closed.
    #[builder(default = Sort::Newest)]
    pub sort: Sort,
    #[builder(into)]
    pub note: Option<String>,
}

impl From<UploadForm> for ::stoa_client_core::Form {
    fn from(form: UploadForm) -> Self {
        Self::new()
            .text("name", form.name)
            .text("copies", form.copies)
            .text("sort", form.sort)
            .maybe_text("note", form.note)
            .file("file", form.file)
            .maybe_file("preview", form.preview)
    }
}
