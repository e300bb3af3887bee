//! Stores and reads the files of all sites, and makes their URLs.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt;
use stoa_audit::{Origin, Target, record};
use stoa_db::Db;
use stoa_storage::{Storage, StoredFile};
use stoa_values::Clock;

use crate::FilesError;
use crate::budgets::{Budgets, StorageCaller};
use crate::key::{is_key, new_key};

/// The files of all sites. A clone uses the same database and storage.
#[derive(Clone)]
pub struct Files(Arc<Parts>);

struct Parts {
    db: Db,
    clock: Clock,
    storage: Storage,
    base_url: String,
    budgets: Budgets,
}

/// A whole file to store.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub bytes: Bytes,
    pub media_type: &'static str,
    /// Two to five lower-case letters or digits. [`crate::media_type`] must return `media_type` for this extension.
    pub extension: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// How an operator adds a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Added<'a> {
    pub name: &'a str,
    /// None if the server adds the file on its own, as it does for the demo.
    pub origin: Option<&'a Origin>,
}

/// How a file is served to a client.
pub enum Served {
    /// This server sends the content of the file.
    Here(StoredFile),
    /// The server redirects the client to the bucket, at this URL. The URL is valid for an hour.
    Elsewhere(String),
}

impl Files {
    /// Browsers load a file from `{base_url}/{site_id}/{key}`.
    pub fn new(db: Db, clock: Clock, storage: Storage, base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        Self(Arc::new(Parts { db, clock, storage, base_url, budgets: Budgets::default() }))
    }

    /// Returns the permanent URL of a file.
    pub fn url(&self, site_id: i64, key: &str) -> String {
        self.prefix(site_id) + key
    }

    /// Returns the start of the URLs of a site's files, before the key.
    pub fn prefix(&self, site_id: i64) -> String {
        format!("{}/{site_id}/", self.0.base_url)
    }

    /// Returns the key in the URL of a file of this site, or `None` for any other URL. Does not check that the file
    /// exists.
    pub fn key_of<'a>(&self, site_id: i64, url: &'a str) -> Option<&'a str> {
        url.strip_prefix(&self.prefix(site_id)).filter(|key| is_key(key))
    }

    /// Like [`Self::key_of`], but accepts any URL that contains `/files/{site_id}/`. Commands, and a server at another
    /// address, make URLs with another base.
    pub fn key_of_any_address<'a>(&self, site_id: i64, url: &'a str) -> Option<&'a str> {
        let path = url.split_once("://")?.1;
        let named = path.split_once(&format!("/files/{site_id}/")).map(|(_, key)| key);
        self.key_of(site_id, url).or(named.filter(|key| is_key(key)))
    }

    /// Counts bytes that a caller is about to store. Returns [`FilesError::CallerHasStoredTooMuch`] if they exceed the
    /// caller's limit.
    pub async fn count_bytes(&self, caller: &StorageCaller, bytes: u64) -> Result<(), FilesError> {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.0.budgets.count(self.db(), caller, bytes, self.0.clock.now()).await
    }

    /// Stores a file and returns its key. The caller must store a row that refers to the file within a day. Otherwise
    /// the sweep deletes the file. Returns [`FilesError::SiteIsFull`] if the site's files have the maximum total size.
    pub async fn store(&self, site_id: i64, file: &NewFile) -> Result<String, FilesError> {
        let size = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
        self.0.budgets.reserve(self.db(), site_id, size).await?;
        self.store_beyond_budget(site_id, file).await
    }

    /// Returns [`FilesError::SiteIsFull`] if the site has no room for a file. Reserves a byte.
    pub async fn check_room(&self, site_id: i64) -> Result<(), FilesError> {
        self.0.budgets.reserve(self.db(), site_id, 1).await
    }

    /// Stores a file like [`Self::store`], even if the site's files have the maximum total size. For files that the site
    /// owes to a customer. The next sweep counts the file.
    pub async fn store_beyond_budget(
        &self,
        site_id: i64,
        file: &NewFile,
    ) -> Result<String, FilesError> {
        let key = new_key(file.extension);
        self.store_at(site_id, &key, file, None).await?;
        Ok(key)
    }

    /// Stores a file under this key.
    pub(crate) async fn store_at(
        &self,
        site_id: i64,
        key: &str,
        file: &NewFile,
        added: Option<Added<'_>>,
    ) -> Result<(), FilesError> {
        let NewFile { bytes, media_type, width, height, .. } = file;
        debug_assert!(is_key(key) && crate::media_type(key) == *media_type, "{key}");
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        self.storage().put(&path(site_id, key), bytes.clone(), media_type).await?;
        let (width, height) = (i64::from(*width), i64::from(*height));
        let sql = include_str!("files/store.sql");
        let (added_as, now) = (added.map(|added| added.name), self.0.clock.now());
        let params = [
            &site_id as _,
            &key as _,
            media_type as _,
            &size as _,
            &width as _,
            &height as _,
            &added_as as _,
            &now as _,
        ];
        let Some(origin) = added.and_then(|added| added.origin) else {
            self.db().execute(sql, &params).await?;
            return Ok(());
        };
        let mut connection = self.db().connection().await?;
        let transaction = connection.transaction();
        transaction.execute(sql, &params).await?;
        let target = Target::new("file", key);
        record(&transaction, site_id, origin, target, &["name", "content"], now).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns a whole file of at most `limit` bytes, or `None` if the file does not exist.
    pub async fn read(
        &self,
        site_id: i64,
        key: &str,
        limit: usize,
    ) -> Result<Option<Bytes>, FilesError> {
        match self.find(site_id, key).await? {
            Some(file) => whole(file, limit).await.map(Some),
            None => Ok(None),
        }
    }

    /// Returns how to serve a file, or `None` if the file does not exist.
    pub async fn serve(&self, site_id: i64, key: &str) -> Result<Option<Served>, FilesError> {
        if !is_key(key) {
            return Ok(None);
        }
        let Some(url) = self.storage().signed_url(&path(site_id, key)).await? else {
            return Ok(self.find(site_id, key).await?.map(Served::Here));
        };
        // The database knows whether the file exists, and is faster than the bucket.
        let sql = include_str!("files/is_there.sql");
        let is_there: bool = self.db().one(sql, &[&site_id, &key]).await?;
        Ok(is_there.then_some(Served::Elsewhere(url)))
    }

    async fn find(&self, site_id: i64, key: &str) -> Result<Option<StoredFile>, FilesError> {
        if !is_key(key) {
            return Ok(None);
        }
        Ok(self.storage().get(&path(site_id, key)).await?)
    }

    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    pub(crate) fn storage(&self) -> &Storage {
        &self.0.storage
    }
}

/// Reads a file into memory. Fails if the file has more than `limit` bytes.
pub(crate) async fn whole(file: StoredFile, limit: usize) -> Result<Bytes, FilesError> {
    let StoredFile { size, mut pieces } = file;
    let size = usize::try_from(size).ok().filter(|size| *size <= limit);
    let size = size.ok_or(FilesError::TooLarge)?;
    let mut bytes = BytesMut::with_capacity(size);
    while let Some(piece) = pieces.try_next().await.map_err(FilesError::Cut)? {
        // The storage may send more bytes than it has announced.
        if bytes.len() + piece.len() > size {
            return Err(FilesError::TooLarge);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}

/// The path of a file in the storage.
pub(crate) fn path(site_id: i64, key: &str) -> String {
    format!("{site_id}/{key}")
}
