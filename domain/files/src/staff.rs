//! An operator's files: pictures of products, mock-ups. They stay until an operator removes them.

use stoa_db::{Db, DbError};

use crate::files::path;
use crate::key::key_of_content;
use crate::{Files, FilesError, NewFile};

/// Characters of a name.
const MAX_STORED_FILE_NAME_CHARACTERS: usize = 255;

/// Cells of a table, as text; none where there is nothing.
pub type Cells = Vec<Option<String>>;

/// What [`list`] tells of a file.
pub const LIST: [&str; 7] = ["SITE", "KEY", "NAME", "TYPE", "BYTES", "PIXELS", "ADDED"];

/// The files that were added to a site or to all, by name, 500 at most.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id]).await
}

/// Stores a file under a name, and returns its key.
pub async fn add(
    files: &Files,
    site_id: i64,
    name: &str,
    file: &NewFile,
) -> Result<String, FilesError> {
    // Postgres rejects NUL in text, and no file of a disk has it in its name.
    let name: String =
        name.replace('\0', "").chars().take(MAX_STORED_FILE_NAME_CHARACTERS).collect();
    files.store_as(site_id, file, Some(&name)).await
}

/// The same for a file that is to be there once, however often it is added: its key is of what it holds.
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
        files.store_at(site_id, &key, file, Some(name)).await?;
    }
    Ok(key)
}

/// What became of a file that was to be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    Removed,
    /// Something of a customer's names it: it goes with that.
    Later,
    /// No operator added such a file.
    Missing,
}

/// Removes a file that an operator added.
pub async fn remove(files: &Files, site_id: i64, key: &str) -> Result<Removal, FilesError> {
    let db = files.db();
    match db.execute(include_str!("staff/remove.sql"), &[&site_id, &key]).await {
        Ok(0) => Ok(Removal::Missing),
        Ok(_) => {
            files.storage().delete(&path(site_id, key)).await?;
            Ok(Removal::Removed)
        }
        Err(error) if error.constraint().is_some() => {
            db.execute(include_str!("staff/leave.sql"), &[&site_id, &key]).await?;
            Ok(Removal::Later)
        }
        Err(error) => Err(error.into()),
    }
}
