//! Uploads of pictures: recognized by their bytes, encoded again, and stored as files of a site.

use std::time::Duration;

use stoa_fair_queue::{FairQueue, QueueSettings, TooLate, Turn};
use stoa_images::{Picture, Pictures, Refused};
use stoa_values::text::is_control;

use crate::{Files, FilesError, NewFile};

/// Maximum number of uploads that are decoded, encoded again and stored at once. Further ones wait.
///
/// A small upload may decode to 64 MiB.
const CONCURRENT_UPLOADS: usize = 8;

/// Maximum number of uploads that wait for their turn. If there are more, a request of the client that has the most is
/// answered 503.
const MAX_WAITING_UPLOADS: usize = 256;

/// Time for which an upload waits for its turn; then it is answered 503.
///
/// Its bytes count towards the bodies in flight.
const UPLOAD_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

const MAX_FILE_NAME_CHARACTERS: usize = 255;

/// Decodes and stores uploaded pictures. Clones share the limits.
#[derive(Clone)]
pub struct Uploads {
    pub files: Files,
    pub pictures: Pictures,
    turns: FairQueue,
}

/// A picture that is stored as a file of a site.
#[derive(Debug, Clone)]
pub struct StoredPicture {
    pub key: String,
    /// Bytes.
    pub size: i64,
    pub media_type: &'static str,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}

/// Why an upload is not stored.
#[derive(Debug)]
pub enum UploadError {
    Refused(Refused),
    Files(FilesError),
}

impl Uploads {
    pub fn new(files: Files, pictures: Pictures) -> Self {
        let turns = FairQueue::new(QueueSettings {
            name: "uploads",
            turns: CONCURRENT_UPLOADS,
            client_turns: CONCURRENT_UPLOADS / 2,
            waiting: MAX_WAITING_UPLOADS,
            first_wait: UPLOAD_QUEUE_TIMEOUT,
            wait: UPLOAD_QUEUE_TIMEOUT,
        });
        Self { files, pictures, turns }
    }

    /// Waits until the upload may be decoded. The turn ends when it is dropped.
    pub async fn turn(&self) -> Result<Turn, Refused> {
        self.turns.turn().await.map_err(|_: TooLate| Refused::Busy)
    }

    /// Stores a picture that was encoded again, as a file to which no row refers.
    pub async fn store(&self, site_id: i64, picture: Picture) -> Result<StoredPicture, FilesError> {
        let Picture { bytes, media_type, extension, width, height } = picture;
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let file = NewFile { bytes, media_type, extension, width, height };
        let key = self.files.store(site_id, &file).await?;
        Ok(StoredPicture { key, size, media_type, width: width.into(), height: height.into() })
    }
}

impl From<Refused> for UploadError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<FilesError> for UploadError {
    fn from(error: FilesError) -> Self {
        Self::Files(error)
    }
}

/// Path separators, also percent-encoded.
const SEPARATORS: [&str; 6] = ["/", "\\", "%2F", "%2f", "%5C", "%5c"];

/// Returns the file's name without control characters and without directories, which browsers may send.
pub fn shown_name(filename: &str) -> Option<String> {
    let ends = SEPARATORS
        .iter()
        .filter_map(|separator| Some(filename.rfind(separator)? + separator.len()));
    let name = &filename[ends.max().unwrap_or_default()..];
    let name: String = name.chars().filter(|letter| !is_control(*letter)).collect();
    let name: String = name.trim().chars().take(MAX_FILE_NAME_CHARACTERS).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::shown_name;

    #[test]
    fn names() {
        for (filename, shown) in [
            ("whale.png", Some("whale.png")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\Pictures\\whale.png", Some("whale.png")),
            (" \u{1b}[2J\u{202e}whale.png\r\n", Some("[2Jwhale.png")),
            ("Wal 🐋.png", Some("Wal 🐋.png")),
            ("..%2f..%2Fetc%2fpasswd", Some("passwd")),
            ("C:%5CPictures%5cwhale.png", Some("whale.png")),
            ("..%2%2FF..%5%5Cc/whale%2.png", Some("whale%2.png")),
            ("folder/", None),
            ("folder%2F", None),
            ("", None),
        ] {
            assert_eq!(shown_name(filename).as_deref(), shown, "{filename}");
        }
        assert_eq!(shown_name(&"é".repeat(1000)).unwrap().chars().count(), 255);
    }
}
