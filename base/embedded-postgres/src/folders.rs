//! Folders in the data directory.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::Path,
};

/// Creates a folder and its missing parents, which other users can enter whatever the umask is.
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

pub fn remove_folder(folder: &Path) -> io::Result<()> {
    ignore_absent(fs::remove_dir_all(folder))
}

/// Turns the error that a file or folder is missing into success.
pub fn ignore_absent(result: io::Result<()>) -> io::Result<()> {
    result.or_else(
        |error| {
            if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
        },
    )
}
