//! CPU time of processes, as `/proc` has it.

use std::time::Duration;

use anyhow::Context;

pub struct Stat {
    parent: u32,
    /// Its user and system time so far.
    pub time: Duration,
    /// The same of its children that have ended.
    of_ended: Duration,
}

impl Stat {
    pub fn of(process: u32) -> anyhow::Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))
            .context("CPU time is read from /proc, so the benchmark needs Linux")?;
        // The fields after the name, which may hold spaces: the parent is the second, times are the 12th to 15th.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let fields: Vec<u64> =
            fields.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        let [_, parent, .., user, system, of_ended, system_of_ended] = fields[..15] else {
            anyhow::bail!("{stat:?} is too short");
        };
        let per_second = nix::unistd::sysconf(nix::unistd::SysconfVar::CLK_TCK)?.unwrap_or(100);
        let time = |ticks: u64| Duration::from_secs_f64(ticks as f64 / per_second as f64);
        Ok(Self {
            parent: u32::try_from(parent)?,
            time: time(user + system),
            of_ended: time(of_ended + system_of_ended),
        })
    }
}

/// The first of Postgres' processes, whose children all the others are.
pub struct Postmaster(u32);

impl Postmaster {
    pub async fn find(config: &tokio_postgres::Config) -> anyhow::Result<Self> {
        let client = stoa::database::connect(config).await?;
        let child: i32 = client.query_one("select pg_backend_pid()", &[]).await?.get(0);
        Ok(Self(Stat::of(u32::try_from(child)?)?.parent))
    }

    /// Of all of Postgres' processes so far.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        let own = Stat::of(self.0)?;
        let entries = std::fs::read_dir("/proc")?.filter_map(Result::ok);
        let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        // A process may end meanwhile; then it is among its parent's ended ones the next time.
        let children = processes.filter_map(|process| Stat::of(process).ok());
        let of_running: Duration =
            children.filter(|child| child.parent == self.0).map(|child| child.time).sum();
        Ok(own.time + own.of_ended + of_running)
    }
}
