//! Metrics of this process, named as in Prometheus' own libraries. Available only on Linux.

/// Sets all metrics of the process.
#[cfg(target_os = "linux")]
pub(super) fn read() {
    use metrics::{counter, gauge};
    use nix::sys::resource::{Resource, getrlimit};

    let Some(read) = Process::read() else { return };
    counter!("process_cpu_seconds_total").absolute(read.cpu_seconds);
    gauge!("process_resident_memory_bytes").set(read.resident_bytes as f64);
    gauge!("process_start_time_seconds").set(read.started_at);
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        gauge!("process_open_fds").set(files.count() as f64);
    }
    if let Ok((soft, _)) = getrlimit(Resource::RLIMIT_NOFILE) {
        gauge!("process_max_fds").set(soft as f64);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn read() {}

#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Process {
    /// Whole seconds, because counters are integers.
    cpu_seconds: u64,
    resident_bytes: u64,
    /// Seconds since 1970.
    started_at: f64,
}

#[cfg(target_os = "linux")]
impl Process {
    fn read() -> Option<Self> {
        use nix::unistd::{SysconfVar, sysconf};

        let number = |variable| sysconf(variable).ok()??.try_into().ok();
        let (ticks, page_size): (u64, u64) =
            (number(SysconfVar::CLK_TCK)?, number(SysconfVar::PAGE_SIZE)?);
        // See proc_pid_stat(5). The second field is the name of the program in brackets, which may contain any
        // character.
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        let system = std::fs::read_to_string("/proc/stat").ok()?;
        let booted_at = system.lines().find_map(|line| line.strip_prefix("btime "))?;
        let booted_at: u64 = booted_at.trim().parse().ok()?;
        Some(Self {
            cpu_seconds: (field(14)? + field(15)?) / ticks,
            resident_bytes: field(24)? * page_size,
            started_at: booted_at as f64 + field(22)? as f64 / ticks as f64,
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn of_this_process() {
        let read = Process::read().unwrap();
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
        assert!(read.started_at < now + 1.0 && read.started_at > now - 86_400.0, "{read:?}");
        assert!((1 << 20..1 << 40).contains(&read.resident_bytes), "{read:?}");
    }
}
