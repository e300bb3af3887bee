//! Folders in the data directory.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::Path,
};

/// Creates a folder and its missing parents. Postgres' user can enter them, whatever root's umask is.
pub fn create_open_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        create_open_folder(parent)?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        created => {
            created.and_then(|()| fs::set_permissions(folder, Permissions::from_mode(0o755)))
        }
    }
}

/// Removes a folder and its content, if it exists.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    ignore_absent(fs::remove_dir_all(folder))
}

/// Treats a missing file or folder as removed.
pub fn ignore_absent(result: io::Result<()>) -> io::Result<()> {
    result.or_else(
        |error| {
            if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
        },
    )
}
