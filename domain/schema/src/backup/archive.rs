//! The archive as a file: a tar, compressed with gzip, in which each entry has the digest of its content. A separate
//! thread writes or reads the file. At most [`QUEUED_ENTRIES`] entries wait between this thread and the database.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bytes::Bytes;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Name of the PAX header that holds the digest of an entry.
const DIGEST: &str = "STOA.sha256";

/// Maximum size of an entry. Parts of tables and pictures are far smaller.
const MAX_ENTRY_BYTES: u64 = 512 * 1024 * 1024;

/// Maximum number of entries that wait to be written or loaded.
const QUEUED_ENTRIES: usize = 2;

/// A path in the archive and its content.
pub struct Entry {
    pub path: String,
    pub bytes: Bytes,
}

/// An archive that is being written.
pub struct Writer {
    entries: mpsc::Sender<Option<Entry>>,
    thread: JoinHandle<Result<()>>,
}

/// An archive that is being read.
pub struct Reader {
    entries: mpsc::Receiver<Result<Entry>>,
}

/// Writes to a new file. Fails if the path exists. Only the file's owner may read the file. The file has a temporary
/// name until the archive is complete.
pub fn to_file(path: &Path) -> Result<Writer> {
    ensure!(!path.exists(), "{} exists: name another file, or remove it", path.display());
    let unwritten = format!("{} cannot be written", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = tempfile::Builder::new()
        .prefix(&format!("{name}."))
        .suffix(".unfinished")
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .context(unwritten.clone())?;
    let path = path.to_owned();
    Ok(Writer::begin(move |entries| {
        if write(file.as_file_mut(), entries).context(unwritten.clone())? {
            file.as_file().sync_all().context(unwritten.clone())?;
            file.persist_noclobber(&path).map_err(|error| error.error).context(unwritten)?;
        }
        Ok(())
    }))
}

/// Writes to a stream. `name` is the stream's name in errors.
pub fn to_writer(mut out: impl Write + Send + 'static, name: &'static str) -> Writer {
    Writer::begin(move |entries| {
        write(&mut out, entries).with_context(|| format!("{name} cannot be written"))?;
        Ok(())
    })
}

/// Reads from a file.
pub fn open(path: &Path) -> Result<Reader> {
    let opened = File::open(path);
    Ok(from_reader(opened.with_context(|| format!("{} cannot be opened", path.display()))?))
}

/// Reads from a stream.
pub fn from_reader(from: impl Read + Send + 'static) -> Reader {
    let (sender, entries) = mpsc::channel(QUEUED_ENTRIES);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = read(from, &sender) {
            // Sending fails only if the reader was dropped. Then no caller needs the error.
            let _ = sender.blocking_send(Err(error));
        }
    });
    Reader { entries }
}

impl Writer {
    fn begin(
        write: impl FnOnce(mpsc::Receiver<Option<Entry>>) -> Result<()> + Send + 'static,
    ) -> Self {
        let (entries, receiver) = mpsc::channel(QUEUED_ENTRIES);
        Self { entries, thread: tokio::task::spawn_blocking(move || write(receiver)) }
    }

    pub async fn put(&mut self, path: String, bytes: impl Into<Bytes>) -> Result<()> {
        let entry = Entry { path, bytes: bytes.into() };
        match self.entries.send(Some(entry)).await {
            Ok(()) => Ok(()),
            // The thread has ended early. Its result is the reason.
            Err(_closed) => (&mut self.thread).await?.and(Err(anyhow!("the archive was left"))),
        }
    }

    /// Completes the archive. Without this call, a file is deleted, and a stream ends incomplete.
    pub async fn finish(mut self) -> Result<()> {
        // Sending fails only if the thread has ended early. Its result, below, is the reason.
        let _ = self.entries.send(None).await;
        (&mut self.thread).await?
    }
}

/// Writes the entries. Returns false if the archive is incomplete, because [`Writer::finish`] was not called.
fn write(
    to: &mut (dyn Write + Send),
    mut entries: mpsc::Receiver<Option<Entry>>,
) -> io::Result<bool> {
    let compressed = GzEncoder::new(BufWriter::new(to), Compression::fast());
    let mut tar = tar::Builder::new(compressed);
    while let Some(entry) = entries.blocking_recv() {
        let Some(Entry { path, bytes }) = entry else {
            tar.into_inner()?.finish()?.flush()?;
            return Ok(true);
        };
        tar.append_pax_extensions([(DIGEST, digest(&bytes).as_bytes())])?;
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        tar.append_data(&mut header, path, &*bytes)?;
    }
    Ok(false)
}

impl Reader {
    /// Returns the next entry, or `None` after the last one of a complete archive.
    pub async fn next(&mut self) -> Result<Option<Entry>> {
        self.entries.recv().await.transpose()
    }
}

/// Maximum size of an entry's header. A path and a digest are far smaller.
const MAX_ENTRY_HEADER_BYTES: u64 = 64 * 1024;

/// A reader that fails after `left` bytes. Without this limit, tar would read an entry's whole header into memory,
/// whatever its size.
struct Bounded<R> {
    from: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left.set(left.ok_or_else(|| io::Error::other("it is too large"))?);
        Ok(read)
    }
}

fn read(from: impl Read, entries: &mpsc::Sender<Result<Entry>>) -> Result<()> {
    let mut unpacked = GzDecoder::new(BufReader::new(from));
    if unpacked.header().is_none() {
        // The file is empty, or is not compressed with gzip.
        bail!(NO_ARCHIVE);
    }
    let left = Rc::new(Cell::new(MAX_ENTRY_HEADER_BYTES));
    let mut tar = tar::Archive::new(Bounded { from: &mut unpacked, left: left.clone() });
    let mut is_first = true;
    for entry in tar.entries().context(DAMAGED)? {
        let mut entry = entry.map_err(damaged)?;
        let path = entry.path().ok().and_then(|path| path.to_str().map(str::to_owned));
        let path = path.context(DAMAGED)?;
        // Errors contain the path. `stoa backup` writes no path with control characters.
        ensure!(!path.contains(char::is_control), DAMAGED);
        ensure!(!is_first || path == FIRST, NO_ARCHIVE);
        is_first = false;
        let digest = said_digest(&mut entry).context(DAMAGED)?;
        ensure!(entry.size() <= MAX_ENTRY_BYTES, "it is damaged: {path} is too large");
        left.set(MAX_ENTRY_BYTES + MAX_ENTRY_HEADER_BYTES);
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).with_context(|| format!("{DAMAGED} at {path}"))?;
        left.set(MAX_ENTRY_HEADER_BYTES);
        if digest.as_deref() != Some(&*self::digest(&bytes)) {
            bail!("it is damaged: {path} is not what was written");
        }
        if entries.blocking_send(Ok(Entry { path, bytes: bytes.into() })).is_err() {
            return Ok(());
        }
    }
    // Read to the end: the checksum of gzip follows the last entry.
    io::copy(&mut unpacked, &mut io::sink()).context(DAMAGED)?;
    Ok(())
}

/// The path of the first entry.
pub const FIRST: &str = "stoa.json";

pub const NO_ARCHIVE: &str = "it is no archive of `stoa backup`";

const DAMAGED: &str = "it is damaged or cut off";

/// Returns the error as one line. The `tar` crate quotes the damaged bytes, which may contain line breaks.
fn damaged(error: io::Error) -> anyhow::Error {
    let error = anyhow::Error::new(error).context(DAMAGED);
    anyhow::Error::msg(format!("{error:#}").replace(char::is_control, " "))
}

fn said_digest(entry: &mut tar::Entry<'_, impl Read>) -> io::Result<Option<String>> {
    let Some(extensions) = entry.pax_extensions()? else { return Ok(None) };
    for extension in extensions {
        let extension = extension?;
        if extension.key().is_ok_and(|key| key == DIGEST) {
            return Ok(extension.value().ok().map(str::to_owned));
        }
    }
    Ok(None)
}

fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
