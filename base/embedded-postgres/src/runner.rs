//! The user of the operating system that runs Postgres: the current user, or an unprivileged user if the current user
//! is root.

use std::{
    fs,
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, bail};
use nix::unistd::{Gid, Uid, User, getegid, geteuid};

#[derive(Clone, Copy)]
pub struct Runner {
    pub uid: Uid,
    pub gid: Gid,
}

/// Chooses the user that runs Postgres. This is the current user, unless that is root. For root, this is the owner of
/// the existing data. If there is no data, it is the first user that exists of `postgres`, `_postgres` (on macOS) and
/// `nobody`.
pub fn choose(cluster: Option<&Path>) -> anyhow::Result<Runner> {
    if !geteuid().is_root() {
        return Ok(Runner { uid: geteuid(), gid: getegid() });
    }
    let owner =
        cluster.map(fs::metadata).transpose()?.map(|metadata| Uid::from_raw(metadata.uid()));
    let user = match owner.filter(|owner| !owner.is_root()) {
        Some(owner) => User::from_uid(owner)?,
        None => ["postgres", "_postgres", "nobody"]
            .into_iter()
            .find_map(|name| User::from_name(name).ok().flatten()),
    };
    let user = user.context(
        "Postgres does not run as root: add a user named postgres, or run stoa as an ordinary user",
    )?;
    Ok(Runner { uid: user.uid, gid: user.gid })
}

impl Runner {
    /// Returns a command that runs as this user, in the folder `/`. The command does not inherit this process'
    /// environment. It has its own process group, so that Ctrl-C in the terminal does not end it.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir("/").process_group(0).stdin(Stdio::null());
        // Variables such as PGDATA and PGOPTIONS are meant for another Postgres.
        command.env_clear().env("LC_ALL", "C").env("TZ", "UTC");
        if geteuid().is_root() {
            command.uid(self.uid.as_raw()).gid(self.gid.as_raw());
        }
        command
    }

    /// Refuses a data directory that this user cannot reach, for example below `/root`.
    pub fn check_reach(&self, data_dir: &Path) -> anyhow::Result<()> {
        for folder in data_dir.ancestors() {
            let metadata = fs::metadata(folder)?;
            let may_enter = if metadata.uid() == self.uid.as_raw() {
                0o100
            } else if metadata.gid() == self.gid.as_raw() {
                0o010
            } else {
                0o001
            };
            if !self.uid.is_root() && metadata.mode() & may_enter == 0 {
                let name = User::from_uid(self.uid)?
                    .map_or_else(|| self.uid.to_string(), |user| user.name);
                bail!(
                    "{} is closed to {name}, as whom Postgres runs: choose another data directory",
                    folder.display()
                );
            }
        }
        Ok(())
    }
}
