//! The disk of the data directory: a small one in memory that can become full, where we may mount one.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::statvfs::statvfs;

/// Enough for a siege, with what the server leaves free.
const SMALL_DISK_BYTES: u64 = 2048 << 20;

pub struct Disk {
    folder: PathBuf,
    /// Why it cannot become full.
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

    /// Leaves so many bytes free: it becomes smaller by the rest.
    pub fn leave(&self, free: u64) -> anyhow::Result<()> {
        let now = statvfs(&self.folder)?;
        let used = (now.blocks() - now.blocks_free()) * now.fragment_size();
        Ok(resize(&self.folder, used + free, MsFlags::MS_REMOUNT)?)
    }

    /// It is as large as before.
    pub fn empty(&self) -> nix::Result<()> {
        resize(&self.folder, SMALL_DISK_BYTES, MsFlags::MS_REMOUNT)
    }
}

fn small_disk(folder: &Path) -> nix::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    let none = None::<&str>;
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?;
    resize(folder, SMALL_DISK_BYTES, MsFlags::empty())
}

fn resize(folder: &Path, bytes: u64, how: MsFlags) -> nix::Result<()> {
    let options = format!("size={bytes},mode=755");
    mount(Some("siege"), folder, Some("tmpfs"), how, Some(options.as_str()))
}
