//! `multipart/form-data` bodies.

use std::{borrow::Cow, sync::Arc};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use http::{HeaderMap, header};
use http_body_util::BodyDataStream;
use multer::{Constraints, Field, Multipart, SizeLimit};
use tokio::{
    task::yield_now,
    time::{Instant, timeout},
};

use super::{
    body::{Limit, RequestBody},
    body_room::{NoRoom, Taken},
    disposition::Disposition,
    parameter::Rule,
    query,
    unread::{BoxError, UnreadBody},
    upload::{Incoming, Upload},
};
use crate::{
    Decoded, InvalidBody, Parameter,
    operation::invalid::{Message, Reason, Unreadable},
};

/// Maximum bytes of a whole form beyond `UPLOAD_LIMIT`. A longer form is answered 413.
const MULTIPART_OVERHEAD_BYTES: usize = 64 * 1024;

/// Maximum number of parts of a multipart form. A form with more is answered 413.
const MAX_MULTIPART_PARTS: usize = 32;

const TWO_FILES: Message = Cow::Borrowed("Only one file is allowed");

/// A part of a form that the document declares. Other parts are ignored.
#[derive(Debug, Clone, Copy)]
pub struct FormPart {
    pub(super) name: &'static str,
    pub(super) is_file: bool,
    status: u16,
}

/// A form. Its texts have been read, and its file may still arrive.
#[derive(Debug, Default)]
pub struct Form {
    files: Vec<(String, Upload)>,
    fields: Vec<(String, Bytes)>,
}

impl FormPart {
    /// A text part.
    pub const fn text(name: &'static str) -> Self {
        Self { name, is_file: false, status: 400 }
    }

    /// A file.
    pub const fn file(name: &'static str) -> Self {
        Self { name, is_file: true, status: 400 }
    }

    /// Sets the status with which the part is refused, in place of 400.
    pub const fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }
}

impl Form {
    /// Takes the file of the field with this name. If the document declares one file, that is the only file of the form,
    /// whatever its name. A form with several files is refused.
    pub fn file(&mut self, name: &'static str) -> Decoded<Upload> {
        let file = match self.files.as_slice() {
            [_, _, ..] => Err(TWO_FILES),
            _ => Ok(self.files.pop_if(|(other, _)| other == name).map(|(_, upload)| upload)),
        };
        Decoded::new(Rule::new(name), file)
    }

    /// Returns a text field. A field that occurs more than once is refused.
    pub fn field(&self, name: &'static str) -> Parameter<'_> {
        let fields = self.fields.iter().filter(|(other, _)| other == name);
        Parameter::new(name, query::only(fields.map(|(_, bytes)| Cow::Borrowed(&bytes[..]))))
    }

    fn has_field(&self, name: &str) -> bool {
        self.fields.iter().any(|(other, _)| other == name)
    }
}

/// Reads a form up to its end, or up to the content of its file if every declared text has arrived before the file.
pub(crate) async fn read(
    body: RequestBody,
    headers: &HeaderMap,
    limit: Limit,
    declared: &'static [FormPart],
    taken: Arc<Taken>,
) -> Result<Form, InvalidBody> {
    let content_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| InvalidBody(Reason::OtherType("multipart/form-data")))?;
    // Each part may have this length. The whole form may be longer, because of the lines between its parts.
    let whole = Limit { bytes: limit.bytes + MULTIPART_OVERHEAD_BYTES, ..limit };
    body.check_length(headers, whole).map_err(unreadable)?;
    let sizes = SizeLimit::new().whole_stream(whole.bytes as u64).per_field(limit.bytes as u64);
    let constraints = Constraints::new().size_limit(sizes);
    let multipart = match body.into_inner() {
        Some(body) => {
            Multipart::with_constraints(budgeted(body, taken.clone()), boundary, constraints)
        }
        None => Multipart::new(stream::empty::<Result<Bytes, BoxError>>(), boundary),
    };
    let (mut form, mut parts) = (Form::default(), Parts { multipart, declared, count: 0 });
    let started = Instant::now();
    let file = timeout(limit.time, parts.read(&mut form)).await;
    if let Some(file) = file.unwrap_or(Err(unreadable(Unreadable::TooSlow)))? {
        let time = limit.time.saturating_sub(started.elapsed());
        let rest = Box::pin(parts.read_after_file());
        let content = Incoming { content: Some(file.content), rest, time, taken };
        let upload = Upload::incoming(file.filename, file.content_type, content);
        form.files.push((file.name, upload));
    }
    Ok(form)
}

/// The parts of a form that have not been read.
struct Parts {
    multipart: Multipart<'static>,
    declared: &'static [FormPart],
    /// How many parts have been read.
    count: usize,
}

/// A file whose content has not been read.
struct UnreadFile {
    name: String,
    filename: String,
    content_type: String,
    content: Field<'static>,
}

impl Parts {
    /// Reads parts into the form. Returns the file if its content may be read later.
    async fn read(&mut self, form: &mut Form) -> Result<Option<UnreadFile>, InvalidBody> {
        while let Some(file) = self.next_file(form).await? {
            if self.may_stream(&file, form) {
                return Ok(Some(file));
            }
            form.files.extend(file.read().await?);
        }
        Ok(None)
    }

    /// Reads the parts after a file whose content was read later. Each of them is refused if the document declares
    /// it, because the form has the file and every declared text already.
    async fn read_after_file(mut self) -> Result<(), InvalidBody> {
        let mut rest = Form::default();
        while let Some(file) = self.next_file(&mut rest).await? {
            rest.files.extend(file.read().await?);
        }
        for part in self.declared {
            let message = match part.is_file {
                true if !rest.files.is_empty() => TWO_FILES,
                false if rest.has_field(part.name) => Rule::new(part.name).twice(),
                _ => continue,
            };
            return Err(InvalidBody(Reason::Invalid { status: part.status, message }));
        }
        Ok(())
    }

    /// Reads texts into the form, up to the next file.
    async fn next_file(&mut self, form: &mut Form) -> Result<Option<UnreadFile>, InvalidBody> {
        while let Some(content) = self.multipart.next_field().await.map_err(from_multer)? {
            if self.count == MAX_MULTIPART_PARTS {
                return Err(unreadable(Unreadable::TooLarge));
            }
            self.count += 1;
            let disposition = content.headers().get(header::CONTENT_DISPOSITION);
            let disposition = disposition.map(|value| Disposition::parse(value.as_bytes()));
            let Disposition { name, filename } = disposition.unwrap_or_default();
            let name = name.unwrap_or_default();
            let Some(filename) = filename else {
                form.fields.push((name, content.bytes().await.map_err(from_multer)?));
                continue;
            };
            // Clients give this part different names. If the document declares one file, a file of any name counts as
            // it.
            let name = self.only_file().map_or(name, str::to_owned);
            let content_type = content
                .content_type()
                .map_or_else(|| "application/octet-stream".to_owned(), ToString::to_string);
            return Ok(Some(UnreadFile { name, filename, content_type, content }));
        }
        Ok(None)
    }

    /// Returns the name of the file that the document declares, if it declares one file.
    fn only_file(&self) -> Option<&'static str> {
        let mut files = self.declared.iter().filter(|part| part.is_file);
        files.next().filter(|_| files.next().is_none()).map(|file| file.name)
    }

    /// Whether the handler may get this file before its content has arrived: the file is the only one that the document
    /// declares and the first one of the form, and the form has every declared text.
    fn may_stream(&self, file: &UnreadFile, form: &Form) -> bool {
        let mut texts = self.declared.iter().filter(|part| !part.is_file);
        self.only_file().is_some()
            && form.files.is_empty()
            && texts.all(|text| form.has_field(text.name))
            && !file.filename.is_empty()
            && !file.filename.contains('\0')
    }
}

impl UnreadFile {
    async fn read(self) -> Result<Option<(String, Upload)>, InvalidBody> {
        let Self { name, filename, content_type, content } = self;
        let bytes = content.bytes().await.map_err(from_multer)?;
        // Browsers send an empty file if the user chose none.
        if filename.is_empty() && bytes.is_empty() {
            return Ok(None);
        }
        // Postgres rejects NUL in text, so no such name can be stored.
        if filename.contains('\0') {
            return Err(malformed());
        }
        Ok(Some((name, Upload::new(filename, content_type, bytes))))
    }
}

pub(super) fn from_multer(error: multer::Error) -> InvalidBody {
    match error {
        multer::Error::StreamSizeExceeded { .. } | multer::Error::FieldSizeExceeded { .. } => {
            unreadable(Unreadable::TooLarge)
        }
        multer::Error::StreamReadFailed(error) if error.is::<NoRoom>() => {
            unreadable(Unreadable::NoRoom)
        }
        multer::Error::StreamReadFailed(_) => unreadable(Unreadable::BrokenOff),
        _ => malformed(),
    }
}

pub(super) fn unreadable(body: Unreadable) -> InvalidBody {
    InvalidBody(Reason::Unreadable(body))
}

fn malformed() -> InvalidBody {
    InvalidBody::malformed("Invalid multipart body")
}

/// A body that takes memory from the budget for each piece before it passes the piece on.
fn budgeted(
    body: UnreadBody,
    taken: Arc<Taken>,
) -> impl Stream<Item = Result<Bytes, BoxError>> + Send {
    stream::unfold(BodyDataStream::new(body), move |mut body| {
        let taken = taken.clone();
        async move {
            // `multer` polls until the stream is pending. It would buffer all that has arrived before it parses the
            // first piece.
            yield_now().await;
            let piece = match body.next().await? {
                Ok(piece) => taken.take(piece.len()).await.map(|()| piece).map_err(Into::into),
                Err(error) => Err(error),
            };
            Some((piece, body))
        }
    })
}
