//! The disk of the data directory: a small one in memory that can be filled, where we may mount one.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::statvfs::statvfs;

/// Enough for a siege, small enough to be filled in no time.
const SIZE: &str = "size=1536m,mode=755";

pub struct Disk {
    folder: PathBuf,
    /// Why it cannot be filled.
    refusal: Option<nix::Error>,
}

impl Disk {
    /// In a mount namespace of this process's own: it goes with the process, whatever ends that.
    pub fn mount(folder: &Path) -> anyhow::Result<Self> {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
        let disk = folder.join("disk");
        fs::create_dir(&disk)?;
        let refusal = small_disk(&disk).err();
        Ok(Self { folder: disk, refusal })
    }

    /// What stoa is told to keep its data in.
    pub fn data_dir(&self) -> PathBuf {
        self.folder.join("data")
    }

    pub fn is_small(&self) -> bool {
        self.refusal.is_none()
    }

    pub fn refusal(&self) -> Option<nix::Error> {
        self.refusal
    }

    /// Leaves so many bytes free.
    pub fn leave(&self, free: u64) -> anyhow::Result<()> {
        let now = statvfs(&self.folder)?;
        let available = now.blocks_available() * now.fragment_size();
        let ballast = File::options().create(true).append(true).open(self.ballast())?;
        let length = ballast.metadata()?.len() + available.saturating_sub(free);
        // Postgres may be faster: then it is full all the same.
        nix::fcntl::posix_fallocate(&ballast, 0, i64::try_from(length)?).ok();
        Ok(())
    }

    pub fn empty(&self) -> std::io::Result<()> {
        fs::remove_file(self.ballast())
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }
}

fn small_disk(folder: &Path) -> nix::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    let none = None::<&str>;
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?;
    mount(Some("siege"), folder, Some("tmpfs"), MsFlags::empty(), Some(SIZE))
}
