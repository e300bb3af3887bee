//! Metrics of this process, named as in Prometheus' own libraries. Available only on Linux.

/// Sets all metrics of the process.
#[cfg(target_os = "linux")]
pub(super) fn read() {
    use metrics::gauge;
    use nix::sys::resource::{Resource, getrlimit};

    read_stat();
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        gauge!("process_open_fds").set(files.count() as f64);
    }
    if let Ok((soft, _)) = getrlimit(Resource::RLIMIT_NOFILE) {
        gauge!("process_max_fds").set(soft as f64);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn read() {}

/// Sets the metrics of /proc/self/stat. Returns `None` if it cannot be read.
#[cfg(target_os = "linux")]
fn read_stat() -> Option<()> {
    use metrics::{counter, gauge};
    use nix::unistd::{SysconfVar, sysconf};

    let number = |variable| sysconf(variable).ok()??.try_into().ok();
    let (ticks, page_size): (u64, u64) =
        (number(SysconfVar::CLK_TCK)?, number(SysconfVar::PAGE_SIZE)?);
    // See proc_pid_stat(5). The second field is the name of the program in brackets, which may contain any character.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let system = std::fs::read_to_string("/proc/stat").ok()?;
    let booted_at = system.lines().find_map(|line| line.strip_prefix("btime "))?;
    let booted_at: u64 = booted_at.trim().parse().ok()?;
    // Whole seconds, because counters are integers.
    counter!("process_cpu_seconds_total").absolute((field(14)? + field(15)?) / ticks);
    gauge!("process_resident_memory_bytes").set((field(24)? * page_size) as f64);
    let started_at = booted_at as f64 + field(22)? as f64 / ticks as f64;
    gauge!("process_start_time_seconds").set(started_at);
    Some(())
}
