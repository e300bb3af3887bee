//! The files of all sites: stored, named by URLs, and read.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt;
use stoa_db::Db;
use stoa_storage::{Storage, StoredFile};
use stoa_values::Clock;

use crate::FilesError;
use crate::key::{is_key, new_key};

/// The files of all sites. Clones share everything.
#[derive(Clone)]
pub struct Files(Arc<Parts>);

struct Parts {
    db: Db,
    clock: Clock,
    storage: Storage,
    base_url: String,
}

/// A file that is to be stored, whole.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub bytes: Bytes,
    pub media_type: &'static str,
    /// Of two to five lower-case letters and digits; [`crate::media_type`] knows it.
    pub extension: &'static str,
    /// Pixels.
    pub width: u32,
    pub height: u32,
}

/// How a file is given to who asks for it.
pub enum Served {
    /// By us.
    Here(StoredFile),
    /// By its bucket, at this address for an hour.
    Elsewhere(String),
}

impl Files {
    /// The files of this database in this storage, whose URLs begin with this one: where browsers find `/{site}/{key}`.
    pub fn new(db: Db, clock: Clock, storage: Storage, base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        Self(Arc::new(Parts { db, clock, storage, base_url }))
    }

    /// Where a file is read, for ever.
    pub fn url(&self, site_id: i64, key: &str) -> String {
        self.prefix(site_id) + key
    }

    /// What the URL of each of a site's files begins with: its key follows.
    pub fn prefix(&self, site_id: i64) -> String {
        format!("{}/{site_id}/", self.0.base_url)
    }

    /// The key in the URL of a file of this site; none in any other URL. Whether the file is there is another question.
    pub fn key_of<'a>(&self, site_id: i64, url: &'a str) -> Option<&'a str> {
        url.strip_prefix(&self.prefix(site_id)).filter(|key| is_key(key))
    }

    /// The same for a URL by which a command, or this server at another address, may have named a file of the site.
    pub fn key_of_any_address<'a>(&self, site_id: i64, url: &'a str) -> Option<&'a str> {
        let path = url.split_once("://")?.1;
        let named = path.split_once(&format!("/files/{site_id}/")).map(|(_, key)| key);
        self.key_of(site_id, url).or(named.filter(|key| is_key(key)))
    }

    /// Stores a file and returns its key. What then names it has a day for that.
    pub async fn store(&self, site_id: i64, file: &NewFile) -> Result<String, FilesError> {
        self.store_as(site_id, file, None).await
    }

    /// The same for one that an operator adds under a name.
    pub(crate) async fn store_as(
        &self,
        site_id: i64,
        file: &NewFile,
        added_as: Option<&str>,
    ) -> Result<String, FilesError> {
        let key = new_key(file.extension);
        self.store_at(site_id, &key, file, added_as).await?;
        Ok(key)
    }

    /// The same at a key that was made for it.
    pub(crate) async fn store_at(
        &self,
        site_id: i64,
        key: &str,
        file: &NewFile,
        added_as: Option<&str>,
    ) -> Result<(), FilesError> {
        let NewFile { bytes, media_type, width, height, .. } = file;
        debug_assert!(is_key(key) && crate::media_type(key) == *media_type, "{key}");
        self.storage().put(&path(site_id, key), bytes.clone(), media_type).await?;
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let (width, height) = (i64::from(*width), i64::from(*height));
        let sql = include_str!("files/store.sql");
        let params = [
            &site_id as _,
            &key as _,
            media_type as _,
            &size as _,
            &width as _,
            &height as _,
            &added_as as _,
            &self.0.clock.now() as _,
        ];
        self.db().execute(sql, &params).await?;
        Ok(())
    }

    /// All of a file, which may have so many bytes; none if there is none.
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

    /// How to give a file to who asks for it; none if there is none.
    pub async fn serve(&self, site_id: i64, key: &str) -> Result<Option<Served>, FilesError> {
        if !is_key(key) {
            return Ok(None);
        }
        let Some(url) = self.storage().signed_url(&path(site_id, key)).await? else {
            return Ok(self.find(site_id, key).await?.map(Served::Here));
        };
        // The row is asked, which is nearer than the bucket.
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

/// All of a file, which may have so many bytes.
pub(crate) async fn whole(file: StoredFile, limit: usize) -> Result<Bytes, FilesError> {
    let StoredFile { size, mut pieces } = file;
    let size = usize::try_from(size).ok().filter(|size| *size <= limit);
    let size = size.ok_or(FilesError::TooLarge)?;
    let mut bytes = BytesMut::with_capacity(size);
    while let Some(piece) = pieces.try_next().await.map_err(FilesError::Cut)? {
        // It has told its size, and may have lied.
        if bytes.len() + piece.len() > size {
            return Err(FilesError::TooLarge);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}

/// Where a file stands in the storage.
pub(crate) fn path(site_id: i64, key: &str) -> String {
    format!("{site_id}/{key}")
}
