//! The server's secret, which everything is signed with: named in the setting, or kept in the data directory.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tempfile::NamedTempFile;

const SHORTEST: usize = 32;

/// The named secret. Without one, and with a data directory of our own, the secret that is kept there, made on the
/// first start; who names a database has to name the secret too, since all servers of a database share it.
pub fn secret(named: Option<&str>, data_dir: Option<&Path>) -> Result<Vec<u8>> {
    match (named, data_dir) {
        (Some(secret), _) => {
            ensure!(
                secret.len() >= SHORTEST,
                "STOA_SECRET must have at least {SHORTEST} characters: `openssl rand -hex 32` makes one"
            );
            Ok(secret.into())
        }
        (None, Some(data_dir)) => kept(data_dir),
        (None, None) => bail!(
            "STOA_SECRET is not set: with DATABASE_URL all servers need the same secret, and `openssl rand -hex 32` makes one"
        ),
    }
}

fn kept(data_dir: &Path) -> Result<Vec<u8>> {
    let path = data_dir.join("secret");
    if !path.exists() {
        make(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let secret = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    ensure!(
        secret.len() >= SHORTEST,
        "{} is too short: remove it, and the next start makes another",
        path.display()
    );
    Ok(secret)
}

/// Of several starts at once the first wins; a file that is there is whole, and its owner's alone.
fn make(path: &Path) -> Result<()> {
    let mut file = NamedTempFile::new_in(path.parent().context("a file stands in a folder")?)?;
    file.write_all(hex::encode(rand::random::<[u8; 32]>()).as_bytes())?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Err(error) if !path.exists() => Err(error.error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn kept_in_the_data_directory() {
        let folder = tempfile::tempdir().unwrap();
        let made = secret(None, Some(folder.path())).unwrap();
        assert_eq!(made.len(), 64);
        assert_eq!(secret(None, Some(folder.path())).unwrap(), made);
        let mode = fs::metadata(folder.path().join("secret")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let named = "a secret of thirty-two characters";
        assert_eq!(secret(Some(named), Some(folder.path())).unwrap(), named.as_bytes());
    }

    #[test]
    fn refused() {
        let error = |named| secret(named, None).unwrap_err().to_string();
        assert!(error(None).starts_with("STOA_SECRET is not set"));
        assert!(error(Some("short")).starts_with("STOA_SECRET must have at least 32 characters"));
    }
}
