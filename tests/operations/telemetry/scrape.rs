//! Parser for the output of `/metrics`.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use crate::harness::wire;
use crate::operations::embedded_postgres::harness::wait_until;
use crate::operations::start_up::Process;

pub struct Scrape {
    pub text: String,
    /// Values by name and labels as printed.
    samples: BTreeMap<String, f64>,
}

/// Starts a server with an admin listener.
pub fn start(arguments: &[&str]) -> (Process, SocketAddr) {
    let server = Process::start(&[arguments, &["--admin-listen", "127.0.0.1:0"]].concat());
    wait_until("the admin listener is open", || admin_of(&server).is_some());
    let admin = admin_of(&server).unwrap();
    (server, admin)
}

fn admin_of(server: &Process) -> Option<SocketAddr> {
    let logged = server.logged();
    let line = logged.lines().find(|line| line.contains("the admin listener is open"))?;
    line.split_once("address=")?.1.split_whitespace().next()?.parse().ok()
}

impl Scrape {
    pub async fn of(admin: SocketAddr) -> Self {
        let request = b"GET /metrics HTTP/1.1\r\nhost: admin\r\nconnection: close\r\n\r\n";
        let answer = wire::exchange(admin, request, false).await;
        assert_eq!(answer.status, 200);
        let text = String::from_utf8(answer.body).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let samples = lines.map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap())
        });
        Self { samples: samples.collect(), text }
    }

    /// Scrapes until the condition holds.
    pub async fn until(admin: SocketAddr, is_so: impl Fn(&Self) -> bool) -> Self {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        loop {
            let scrape = Self::of(admin).await;
            if is_so(&scrape) {
                return scrape;
            }
            assert!(std::time::Instant::now() < deadline, "{}", scrape.text);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }

    /// The value of a sample, if it exists.
    pub fn get(&self, name_and_labels: &str) -> Option<f64> {
        self.samples.get(name_and_labels).copied()
    }

    /// The names of all described metrics.
    pub fn described(&self) -> Vec<&str> {
        self.text
            .lines()
            .filter_map(|line| line.strip_prefix("# HELP ")?.split(' ').next())
            .collect()
    }
}
