//! The server's secret, from the settings or from the data directory.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use stoa_values::Secrets;
use tempfile::NamedTempFile;

const MIN_SECRET_CHARACTERS: usize = 32;

/// Minimum number of different characters. The probability that a random secret of 32 hexadecimal digits has fewer is
/// below one in a billion.
const MIN_DISTINCT_CHARACTERS: usize = 7;

/// Text that examples contain in place of a secret.
const PLACEHOLDERS: [&str; 8] = [
    "changeme",
    "replaceme",
    "yoursecret",
    "example",
    "password",
    "placeholder",
    "opensslrand",
    "32characters",
];

/// Returns the current secret and, if configured, the old one. With a configured database, the current secret must be
/// configured too, because all servers of the database share it. With the embedded Postgres, it may be absent. It is
/// then generated on the first start and stored in the data directory.
pub fn secrets(named: Option<&str>, old: Option<&str>, data_dir: Option<&Path>) -> Result<Secrets> {
    check(named, old, data_dir.is_none())?;
    let current = match (named, data_dir) {
        (Some(secret), _) => secret.into(),
        (None, Some(data_dir)) => stored(data_dir)?,
        (None, None) => Vec::new(),
    };
    Ok(Secrets::new(current, old.map(Into::into)))
}

/// Checks the server's secret and the previous one.
pub fn check(named: Option<&str>, old: Option<&str>, must_be_named: bool) -> Result<()> {
    ensure!(
        named.is_some() || !must_be_named,
        "STOA_SECRET is not set: with DATABASE_URL all servers need the same secret, such as `openssl rand -hex 32` generates"
    );
    if let Some(secret) = named {
        ensure!(
            secret.len() >= MIN_SECRET_CHARACTERS,
            "STOA_SECRET must have at least {MIN_SECRET_CHARACTERS} characters: generate one with `openssl rand -hex 32`"
        );
        // This check is for production. A server with the embedded Postgres is for trials.
        ensure!(
            !must_be_named || !is_guessable(secret),
            "STOA_SECRET can be guessed, because it repeats itself or is an example: generate one with `openssl rand -hex 32`"
        );
    }
    if let Some(old) = old {
        ensure!(!old.is_empty(), "STOA_OLD_SECRET is empty: remove it");
        ensure!(
            named != Some(old),
            "STOA_OLD_SECRET equals STOA_SECRET: set STOA_SECRET to the new secret, and STOA_OLD_SECRET to the previous one"
        );
    }
    Ok(())
}

fn is_guessable(secret: &str) -> bool {
    let bytes = secret.as_bytes();
    let characters: BTreeSet<&u8> = bytes.iter().collect();
    let repeats = |length: usize| bytes[length..] == bytes[..bytes.len() - length];
    let counts_up = bytes.windows(2).filter(|pair| pair[1] == pair[0].wrapping_add(1)).count();
    let letters = secret.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "");
    characters.len() < MIN_DISTINCT_CHARACTERS
        || (1..=bytes.len() / 2).any(repeats)
        || counts_up > bytes.len() / 2
        || PLACEHOLDERS.iter().any(|placeholder| letters.contains(placeholder))
}

fn stored(data_dir: &Path) -> Result<Vec<u8>> {
    let path = data_dir.join("secret");
    if !path.exists() {
        generate(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let secret = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    ensure!(
        secret.len() >= MIN_SECRET_CHARACTERS,
        "{} is too short: remove it, and the next start generates another",
        path.display()
    );
    Ok(secret)
}

/// Generates the secret. If several servers start at once, they all use the first file. The file is complete as soon as
/// it exists, and only its owner can read it.
fn generate(path: &Path) -> Result<()> {
    let mut file = NamedTempFile::new_in(path.parent().context("the file has no folder")?)?;
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

    const STRONG: &str = "a secret of thirty-two letters, or more";

    #[test]
    fn stored_in_the_data_directory() {
        let folder = tempfile::tempdir().unwrap();
        let secret = |named| {
            let secrets = secrets(named, None, Some(folder.path())).unwrap();
            secrets.derive(<[u8]>::to_vec).remove(0)
        };
        let made = secret(None);
        assert_eq!(made.len(), 64);
        assert_eq!(secret(None), made);
        let mode = fs::metadata(folder.path().join("secret")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(secret(Some(STRONG)), STRONG.as_bytes());
    }

    #[test]
    fn with_an_old_secret() {
        let both = secrets(Some(STRONG), Some("whatever it was"), None).unwrap();
        assert_eq!(both.derive(<[u8]>::len), [STRONG.len(), "whatever it was".len()]);
        assert!(!format!("{both:?}").contains("secret of"), "{both:?}");
    }

    #[test]
    fn refused() {
        let error = |named, old| secrets(named, old, None).unwrap_err().to_string();
        assert!(error(None, None).starts_with("STOA_SECRET is not set"));
        assert!(error(Some("short"), None).contains("at least 32 characters"));
        assert!(
            error(Some(STRONG), Some(STRONG)).starts_with("STOA_OLD_SECRET equals STOA_SECRET")
        );
        assert!(error(Some(STRONG), Some("")).starts_with("STOA_OLD_SECRET is empty"));
        for weak in [
            &"a".repeat(64),
            &"0123456789abcdef".repeat(4),
            "correct-horse-correct-horse-correct",
            "abcdefghijklmnopqrstuvwxyz0123456789",
            "please change-me to something long, please",
            "CHANGE_ME_CHANGE_ME_CHANGE_IT_ALL_1",
            "at least 32 characters, says the manual",
        ] {
            assert!(error(Some(weak), None).starts_with("STOA_SECRET can be guessed"), "{weak}");
        }
        assert!(check(Some("9f86d081884c7d659a2feaa0c55ad015"), None, true).is_ok());
        assert!(check(Some(&"a".repeat(64)), None, false).is_ok());
    }
}
