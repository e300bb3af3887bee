//! A `multipart/form-data` body.

use std::{borrow::Cow, convert::Infallible};

use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::BodyDataStream;
use multer::{Constraints, Multipart, SizeLimit};

use super::{
    body::{Limit, RequestBody, too_large, too_slow, unreadable},
    parameter::{Rule, Text},
    query,
};
use crate::{Decoded, Invalid, Parameter};

/// More parts than this are refused.
const MOST_PARTS: usize = 32;

/// The parts of a form, read whole.
#[derive(Debug, Default)]
pub struct Form {
    files: Vec<(String, Upload)>,
    fields: Vec<(String, Bytes)>,
    parts: usize,
}

/// A file of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// What the client calls it; never a path to write to.
    pub filename: String,
    /// What the client says it is; nothing has checked that.
    pub content_type: String,
    /// What stands in it.
    pub bytes: Bytes,
}

impl Form {
    /// A file; the first of several.
    ///
    /// ```ignore
    /// let image = form.file("image").required()?;
    /// ```
    pub fn file(&self, name: &'static str) -> Decoded<Upload> {
        let file = self.files.iter().find(|(other, _)| other == name);
        Decoded::new(Rule::new(name), Ok(file.map(|(_, upload)| upload.clone())))
    }

    /// A text field; the first of several.
    pub fn field(&self, name: &'static str) -> Parameter<'_> {
        let field = self.fields.iter().find(|(other, _)| other == name);
        Parameter::new(
            name,
            field.map_or(Text::Absent, |(_, bytes)| query::text(Cow::Borrowed(bytes))),
        )
    }
}

pub(crate) async fn read(
    body: RequestBody,
    headers: &HeaderMap,
    limit: Limit,
) -> Result<Form, Invalid> {
    let content_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| Invalid::with_status(415, "Expected multipart/form-data"))?;
    body.check_length(headers, limit)?;
    let constraints =
        Constraints::new().size_limit(SizeLimit::new().whole_stream(limit.bytes as u64));
    let multipart = match body.into_inner() {
        Some(body) => Multipart::with_constraints(BodyDataStream::new(body), boundary, constraints),
        None => Multipart::new(NoBody, boundary),
    };
    match tokio::time::timeout(limit.time, read_parts(multipart)).await {
        Ok(form) => form,
        Err(_) => Err(too_slow()),
    }
}

async fn read_parts(mut multipart: Multipart<'static>) -> Result<Form, Invalid> {
    let mut form = Form::default();
    while let Some(field) = multipart.next_field().await.map_err(refuse)? {
        if form.parts == MOST_PARTS {
            return Err(too_large());
        }
        form.parts += 1;
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(ToString::to_string);
        let bytes = field.bytes().await.map_err(refuse)?;
        match filename {
            None => form.fields.push((name, bytes)),
            // A browser's way to say that no file was chosen.
            Some(filename) if filename.is_empty() && bytes.is_empty() => {}
            // Postgres rejects NUL in text, so no such name can exist.
            Some(filename) if filename.contains('\0') => return Err(malformed()),
            Some(filename) => {
                let content_type =
                    content_type.unwrap_or_else(|| "application/octet-stream".to_owned());
                form.files.push((name, Upload { filename, content_type, bytes }));
            }
        }
    }
    Ok(form)
}

fn refuse(error: multer::Error) -> Invalid {
    match error {
        multer::Error::StreamSizeExceeded { .. } | multer::Error::FieldSizeExceeded { .. } => {
            too_large()
        }
        multer::Error::StreamReadFailed(_) => unreadable(),
        _ => malformed(),
    }
}

fn malformed() -> Invalid {
    Invalid::new("Invalid multipart body")
}

/// The stream of a body that is not there.
struct NoBody;

impl futures_core::Stream for NoBody {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Ready(None)
    }
}
