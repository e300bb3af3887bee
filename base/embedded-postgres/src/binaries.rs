//! Finds the programs of Postgres: installed ones first, then those of the npm package.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::bail;

use super::{
    BinarySource,
    cluster::Cluster,
    npm::{self, ADVICE},
    runner::Runner,
};

/// The oldest major version that the migrations support.
const OLDEST_POSTGRES: u32 = 15;

/// Folders in which packages install Postgres. Each entry has a parent folder, a prefix of the names of its subfolders,
/// and the path of the programs in such a subfolder.
const USUAL_FOLDERS: &[(&str, &str, &str)] = &[
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/usr/libexec", "postgresql", ""),
    ("/usr/local", "pgsql", "bin"),
    ("/opt/homebrew/opt", "postgresql", "bin"),
    ("/usr/local/opt", "postgresql", "bin"),
    ("/home/linuxbrew/.linuxbrew/opt", "postgresql", "bin"),
    ("/opt/local/lib", "postgresql", "bin"),
    ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
];

/// A folder with `postgres` and `initdb` that run on this machine.
pub struct Binaries {
    pub folder: PathBuf,
    pub major: u32,
}

/// Finds programs that can read the existing data. If there is no data, any supported version will do.
pub fn find(
    source: BinarySource,
    data: Option<&Cluster>,
    runner: &Runner,
    data_dir: &Path,
) -> anyhow::Result<Binaries> {
    let fits = |major| data.map_or(major >= OLDEST_POSTGRES, |cluster| cluster.major == major);
    if source != BinarySource::Npm
        && let Some(binaries) = installed(runner, fits)?
    {
        return Ok(binaries);
    }
    if source == BinarySource::Installed || !fits(npm::NPM_PACKAGE_MAJOR) {
        match data {
            Some(Cluster { path, major }) => {
                bail!(
                    "{} was written by Postgres {major}: install that version, or name its folder in PG_BIN_DIR; to move to another version, `stoa backup` by that one and `stoa restore` into a new data directory",
                    path.display()
                )
            }
            None => bail!("no Postgres was found: {ADVICE}"),
        }
    }
    let folder = npm::fetch(data_dir)?;
    match version(&folder, runner) {
        Some(major) => Ok(Binaries { folder, major }),
        None => bail!("the Postgres in {} does not run here: {ADVICE}", folder.display()),
    }
}

/// Finds an installed Postgres of a version that `fits`. If PG_BIN_DIR is set, only that folder counts. Otherwise the
/// first of these counts:
///
/// 1. the first one in a folder of PATH,
/// 2. the one in the folder that pg_config names,
/// 3. the newest one in the usual folders.
fn installed(runner: &Runner, fits: impl Fn(u32) -> bool) -> anyhow::Result<Option<Binaries>> {
    let binaries_in =
        |folder: PathBuf| version(&folder, runner).map(|major| Binaries { folder, major });
    if let Some(folder) = env::var_os("PG_BIN_DIR").map(PathBuf::from) {
        match binaries_in(folder.clone()) {
            Some(binaries) => return Ok(Some(binaries).filter(|binaries| fits(binaries.major))),
            None => bail!(
                "PG_BIN_DIR is {}, which has no postgres and initdb that run here",
                folder.display()
            ),
        }
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let preferred = env::split_paths(&path)
        .chain(pg_config())
        .filter_map(binaries_in)
        .find(|binaries| fits(binaries.major));
    let usual = || usual_folders().filter_map(binaries_in).filter(|binaries| fits(binaries.major));
    Ok(preferred.or_else(|| usual().max_by_key(|binaries| binaries.major)))
}

/// The folder that pg_config names. This folder may have no server, because packages of libpq contain pg_config too.
fn pg_config() -> Option<PathBuf> {
    let output = Command::new("pg_config").arg("--bindir").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().into())
}

fn usual_folders() -> impl Iterator<Item = PathBuf> {
    USUAL_FOLDERS.iter().flat_map(|(parent, prefix, tail)| {
        let entries = fs::read_dir(parent).into_iter().flatten().flatten();
        let named =
            entries.filter(move |entry| entry.file_name().to_string_lossy().starts_with(*prefix));
        named.map(move |entry| entry.path().join(tail))
    })
}

/// Returns the major version of the Postgres in a folder, for example 15 for `postgres (PostgreSQL) 15.13 (Debian …)`.
/// Returns `None` if the folder has no Postgres that the runner's user can run.
fn version(folder: &Path, runner: &Runner) -> Option<u32> {
    if !folder.is_absolute()
        || !folder.join("initdb").is_file()
        || !folder.join("postgres").is_file()
    {
        return None;
    }
    let output = runner.command(&folder.join("postgres")).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let number = text
        .split_whitespace()
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
