//! Watches the disk of the embedded Postgres, and stops writes before the disk is full. Without space, Postgres stops
//! serving reads too.

use std::path::Path;
use std::time::Duration;

use nix::sys::statvfs::statvfs;
use stoa_db::Db;
use stoa_jobs::Jobs;

/// How often the disk is checked. The requests that are admitted between two checks cannot use up the reserve.
const DISK_CHECK_INTERVAL: Duration = Duration::from_secs(1);

const MIB: u64 = 1024 * 1024;

/// The default reserve is a percentage of the disk, within bounds. The maximum exists because 5 % of a large disk is
/// more than enough.
const RESERVE_PERCENT: u64 = 5;
const MIN_RESERVE_BYTES: u64 = 256 * MIB;
const MAX_RESERVE_BYTES: u64 = 5 * 1024 * MIB;

/// Size and free space of a disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Space {
    size: u64,
    /// Free space for users other than root. Postgres never runs as root.
    free: u64,
}

/// Checks the disk of this folder now, and while the jobs run. Stops writes to `db` while the free space is below the
/// reserve. `least` is the reserve in MiB that the operator has set.
pub fn watch(jobs: &Jobs, db: &Db, folder: &Path, least: Option<u32>) {
    let (db, folder) = (db.clone(), folder.to_owned());
    // If this fails, the job below logs the error.
    look(&db, &folder, least).ok();
    jobs.forever("watch the disk", move || {
        let (db, folder) = (db.clone(), folder.clone());
        async move {
            loop {
                let (db, folder) = (db.clone(), folder.clone());
                // A disk that does not answer blocks only one thread for blocking tasks.
                tokio::task::spawn_blocking(move || look(&db, &folder, least)).await??;
                tokio::time::sleep(DISK_CHECK_INTERVAL).await;
            }
        }
    });
}

fn look(db: &Db, folder: &Path, least: Option<u32>) -> nix::Result<()> {
    let space = Space::of(folder)?;
    let least = space.least(least);
    if !db.set_accepts_writes(space.accepts_writes(least, db.accepts_writes())) {
        return Ok(());
    }
    let (free_mib, least_mib, folder) = (space.free / MIB, least / MIB, folder.display());
    match db.accepts_writes() {
        false => tracing::warn!(
            free_mib, least_mib, %folder,
            "the disk is nearly full: writes are answered 503 until there is room"
        ),
        true => {
            tracing::warn!(free_mib, least_mib, %folder, "the disk has room again: writes are accepted")
        }
    }
    Ok(())
}

/// Returns the size and the free space of a folder's disk, in bytes. If the folder does not exist yet, those of the
/// folder that it will be in.
pub fn size_and_free(folder: &Path) -> Option<(u64, u64)> {
    let Space { size, free } = folder.ancestors().find_map(|folder| Space::of(folder).ok())?;
    Some((size, free))
}

impl Space {
    #[allow(clippy::useless_conversion, reason = "elsewhere than on Linux they are shorter")]
    fn of(folder: &Path) -> nix::Result<Self> {
        let disk = statvfs(folder)?;
        let bytes = |blocks| u64::from(blocks) * u64::from(disk.fragment_size());
        Ok(Self { size: bytes(disk.blocks()), free: bytes(disk.blocks_available()) })
    }

    /// Returns the bytes that must be free for writes.
    fn least(self, mib: Option<u32>) -> u64 {
        let usual = (self.size / 100 * RESERVE_PERCENT).clamp(MIN_RESERVE_BYTES, MAX_RESERVE_BYTES);
        mib.map_or(usual, |mib| u64::from(mib) * MIB)
    }

    /// Whether writes are accepted. Once stopped, writes resume when a quarter more space is free than required.
    /// Postgres itself takes and frees space all the time, so writes would otherwise stop and resume again and again.
    fn accepts_writes(self, least: u64, took_them: bool) -> bool {
        self.free >= if took_them { least } else { least + least / 4 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_free_space() {
        let least = |size_mib: u64, said| Space { size: size_mib * MIB, free: 0 }.least(said) / MIB;
        assert_eq!(least(1_024, None), 256);
        assert_eq!(least(5_120, None), 256);
        assert_eq!(least(10_000, None), 500);
        assert_eq!(least(1_024_000, None), 5_120);
        assert_eq!(least(102_400, Some(100)), 100);
        assert_eq!(least(1_024, Some(0)), 0);
        assert_eq!(least(1, Some(u32::MAX)), u64::from(u32::MAX));
    }

    #[test]
    fn writes_stop_and_resume() {
        let accepts_writes =
            |free, took_them| Space { size: 0, free }.accepts_writes(100, took_them);
        assert!(accepts_writes(100, true));
        assert!(!accepts_writes(99, true));
        assert!(!accepts_writes(124, false));
        assert!(accepts_writes(125, false));
        assert!(Space { size: 0, free: 0 }.accepts_writes(0, true));
        assert!(Space { size: 0, free: 0 }.accepts_writes(0, false));
    }

    #[test]
    fn an_existing_disk() {
        let space = Space::of(Path::new("/")).unwrap();
        assert!(space.size > space.free && space.size > MIB, "{space:?}");
        assert!(Space::of(Path::new("/not/there")).is_err());
    }
}
