//! Files that operators add, such as pictures of products. The sweep does not delete these files. An operator removes
//! them.

use chrono::{DateTime, Utc};
use stoa_audit::{Origin, Target, record};
use stoa_db::{Cells, Db, DbError};

use crate::files::{Added, path};
use crate::key::{key_of_content, new_key};
use crate::{Files, FilesError, NewFile};

const MAX_STORED_FILE_NAME_CHARACTERS: usize = 255;

/// Returns at most 500 files that operators have added, ordered by site and name. If `site_id` is `None`, returns files
/// of all sites.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id]).await
}

/// Stores a file under a name, and returns its key.
pub async fn add(
    files: &Files,
    origin: &Origin,
    site_id: i64,
    name: &str,
    file: &NewFile,
) -> Result<String, FilesError> {
    // Postgres rejects NUL in text. No file name on a disk contains NUL.
    let name: String =
        name.replace('\0', "").chars().take(MAX_STORED_FILE_NAME_CHARACTERS).collect();
    let key = new_key(file.extension);
    let added = Added { name: &name, origin: Some(origin) };
    files.store_at(site_id, &key, file, Some(added)).await?;
    Ok(key)
}

/// Like [`add`], for the demo: derives the key from the file's content. If the same file is added again, nothing more is stored.
pub async fn add_once(
    files: &Files,
    site_id: i64,
    name: &str,
    file: &NewFile,
) -> Result<String, FilesError> {
    let key = key_of_content(&file.bytes, file.extension);
    let sql = include_str!("staff/is_added.sql");
    let is_added: Option<bool> = files.db().opt(sql, &[&site_id, &key]).await?;
    if is_added.is_none() {
        files.store_at(site_id, &key, file, Some(Added { name, origin: None })).await?;
    }
    Ok(key)
}

/// The result of removing a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    Removed,
    /// The media library, a design or an order still uses the file. The sweep deletes the file once none uses it.
    Later,
    /// No operator has added this file.
    Missing,
}

/// Removes a file that an operator added.
pub async fn remove(
    files: &Files,
    origin: &Origin,
    site_id: i64,
    key: &str,
    now: DateTime<Utc>,
) -> Result<Removal, FilesError> {
    let target = Target::new("file", key);
    let mut connection = files.db().connection().await?;
    let transaction = connection.transaction();
    match transaction.execute(include_str!("staff/remove.sql"), &[&site_id, &key]).await {
        Ok(0) => Ok(Removal::Missing),
        Ok(_) => {
            record(&transaction, site_id, origin, target, &[], now).await?;
            transaction.commit().await?;
            files.storage().delete(&path(site_id, key)).await?;
            Ok(Removal::Removed)
        }
        Err(error) if error.constraint().is_some() => {
            // The constraint has ended the first transaction.
            drop(transaction);
            let transaction = connection.transaction();
            transaction.execute(include_str!("staff/leave.sql"), &[&site_id, &key]).await?;
            record(&transaction, site_id, origin, target, &["name"], now).await?;
            transaction.commit().await?;
            Ok(Removal::Later)
        }
        Err(error) => Err(error.into()),
    }
}
