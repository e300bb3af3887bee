//! `multipart/form-data` bodies.

use std::{
    borrow::Cow,
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::BodyDataStream;
use multer::{Constraints, Multipart, SizeLimit};

use super::{
    body::{Limit, RequestBody},
    body_room::{NoRoom, Taken},
    parameter::Rule,
    query,
    text::Text,
    unread::{BoxError, UnreadBody},
};
use crate::{
    Decoded, InvalidBody, Parameter,
    operation::invalid::{Reason, Unreadable},
};

/// How much longer a whole form may be than one part, in bytes.
const MULTIPART_OVERHEAD_BYTES: usize = 64 * 1024;

const MAX_MULTIPART_PARTS: usize = 32;

/// A form whose parts have all been read.
#[derive(Debug, Default)]
pub struct Form {
    files: Vec<(String, Upload)>,
    fields: Vec<(String, Bytes)>,
    parts: usize,
}

/// A file of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// The file's name, as the client sent it. It must never be used as a path.
    pub filename: String,
    /// The content type that the client claims, unverified.
    pub content_type: String,
    /// The file's content.
    pub bytes: Bytes,
}

impl Form {
    /// Returns the file of the field with this name. A form with several files is refused.
    ///
    /// ```ignore
    /// let image = form.file("image").required()?;
    /// ```
    pub fn file(&self, name: &'static str) -> Decoded<Upload> {
        let file = match self.files.as_slice() {
            [_, _, ..] => Err(Cow::Borrowed("Only one file is allowed")),
            files => {
                let file = files.iter().find(|(other, _)| other == name);
                Ok(file.map(|(_, upload)| upload.clone()))
            }
        };
        Decoded::new(Rule::new(name), file)
    }

    /// Returns a text field. A field that occurs more than once is refused.
    pub fn field(&self, name: &'static str) -> Parameter<'_> {
        let mut fields = self.fields.iter().filter(|(other, _)| other == name);
        let text = match (fields.next(), fields.next()) {
            (None, _) => Text::Absent,
            (Some((_, bytes)), None) => query::text(Cow::Borrowed(bytes)),
            (Some(_), Some(_)) => Text::Twice,
        };
        Parameter::new(name, text)
    }
}

pub(crate) async fn read(
    body: RequestBody,
    headers: &HeaderMap,
    limit: Limit,
    taken: Arc<Taken>,
) -> Result<Form, InvalidBody> {
    let content_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| InvalidBody(Reason::OtherType("multipart/form-data")))?;
    // Each part may have this length. The whole form may be longer, because of the lines between its parts.
    let whole = Limit { bytes: limit.bytes + MULTIPART_OVERHEAD_BYTES, ..limit };
    body.check_length(headers, whole).map_err(refused)?;
    let sizes = SizeLimit::new().whole_stream(whole.bytes as u64).per_field(limit.bytes as u64);
    let constraints = Constraints::new().size_limit(sizes);
    let multipart = match body.into_inner() {
        Some(body) => Multipart::with_constraints(Counted::new(body, taken), boundary, constraints),
        None => Multipart::new(NoBody, boundary),
    };
    match tokio::time::timeout(limit.time, read_parts(multipart)).await {
        Ok(form) => form,
        Err(_) => Err(refused(Unreadable::TooSlow)),
    }
}

async fn read_parts(mut multipart: Multipart<'static>) -> Result<Form, InvalidBody> {
    let mut form = Form::default();
    while let Some(field) = multipart.next_field().await.map_err(refuse)? {
        if form.parts == MAX_MULTIPART_PARTS {
            return Err(refused(Unreadable::TooLarge));
        }
        form.parts += 1;
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(ToString::to_string);
        let bytes = field.bytes().await.map_err(refuse)?;
        match filename {
            None => form.fields.push((name, bytes)),
            // Browsers send an empty file if the user chose none.
            Some(filename) if filename.is_empty() && bytes.is_empty() => {}
            // Postgres rejects NUL in text, so no such name can be stored.
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

fn refuse(error: multer::Error) -> InvalidBody {
    match error {
        multer::Error::StreamSizeExceeded { .. } | multer::Error::FieldSizeExceeded { .. } => {
            refused(Unreadable::TooLarge)
        }
        multer::Error::StreamReadFailed(error) if error.is::<NoRoom>() => {
            refused(Unreadable::NoRoom)
        }
        multer::Error::StreamReadFailed(_) => refused(Unreadable::BrokenOff),
        _ => malformed(),
    }
}

fn refused(body: Unreadable) -> InvalidBody {
    InvalidBody(Reason::Unreadable(body))
}

fn malformed() -> InvalidBody {
    InvalidBody::malformed("Invalid multipart body")
}

/// A body that takes memory from the budget for each piece before it passes the piece on.
struct Counted {
    body: BodyDataStream<UnreadBody>,
    taken: Arc<Taken>,
    waiting: Option<Waiting>,
}

type Waiting = Pin<Box<dyn Future<Output = Result<Bytes, NoRoom>> + Send>>;

impl Counted {
    fn new(body: UnreadBody, taken: Arc<Taken>) -> Self {
        Self { body: BodyDataStream::new(body), taken, waiting: None }
    }
}

impl futures_core::Stream for Counted {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(waiting) = &mut self.waiting {
                let piece = ready!(waiting.as_mut().poll(context));
                self.waiting = None;
                return Poll::Ready(Some(piece.map_err(Into::into)));
            }
            match ready!(Pin::new(&mut self.body).poll_next(context)) {
                Some(Ok(piece)) => {
                    let taken = self.taken.clone();
                    let waiting = async move { taken.take(piece.len()).await.map(|()| piece) };
                    self.waiting = Some(Box::pin(waiting));
                }
                other => return Poll::Ready(other),
            }
        }
    }
}

/// The stream of an absent body.
struct NoBody;

impl futures_core::Stream for NoBody {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}
