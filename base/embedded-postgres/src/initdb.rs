//! Creates a new cluster by `initdb`.

use std::{
    fs::{self, DirBuilder},
    os::unix::fs::{DirBuilderExt, chown},
    path::Path,
};

use anyhow::{Context, bail};

use super::{
    binaries::Binaries, cluster::Cluster, folders::remove_folder, process::last_lines,
    runner::Runner,
};

/// Creates a new cluster. The folder gets its final name when it is complete, so an interrupted start leaves no data.
pub fn create(
    data_dir: &Path,
    binaries: &Binaries,
    runner: &Runner,
    durable: bool,
) -> anyhow::Result<Cluster> {
    let path = data_dir.join(format!("postgres-{}", binaries.major));
    let unfinished = path.with_added_extension("unfinished");
    remove_folder(&unfinished)?;
    DirBuilder::new().mode(0o700).create(&unfinished)?;
    chown(&unfinished, Some(runner.uid.as_raw()), Some(runner.gid.as_raw()))?;
    // Text search recognizes letters outside ASCII only with C.UTF-8, which some systems lack.
    let mut output = initdb(&unfinished, binaries, runner, durable, "C.UTF-8")?;
    if !output.status.success() {
        output = initdb(&unfinished, binaries, runner, durable, "C")?;
    }
    if !output.status.success() {
        bail!("initdb failed: {}", last_lines(&String::from_utf8_lossy(&output.stderr)));
    }
    fs::rename(&unfinished, &path)?;
    Ok(Cluster { path, major: binaries.major })
}

fn initdb(
    folder: &Path,
    binaries: &Binaries,
    runner: &Runner,
    durable: bool,
    character_type: &str,
) -> anyhow::Result<std::process::Output> {
    let mut initdb = runner.command(&binaries.folder.join("initdb"));
    initdb.arg("--pgdata").arg(folder).args([
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        &format!("--lc-ctype={character_type}"),
    ]);
    if !durable {
        initdb.arg("--no-sync");
    }
    initdb.output().context("initdb does not run")
}
