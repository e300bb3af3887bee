//! State that all callers of a siege share.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::ledger::Ledger;
use super::provider::Provider;
use super::server::Server;

pub struct Context {
    pub server: Server,
    pub provider: Provider,
    pub ledger: Ledger,
    is_over: AtomicBool,
    clients: AtomicU32,
}

impl Context {
    pub fn new(server: Server, provider: Provider) -> Self {
        let (ledger, is_over, clients) = Default::default();
        Self { server, provider, ledger, is_over, clients }
    }

    /// Ends the load. Each caller finishes its current visit or message first.
    pub fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Returns a number that no other caller has.
    pub fn number(&self) -> u32 {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }
}

/// Returns the address of a customer, visitor or patron: its number, as an address in 10.0.0.0/8. The siege sends it in
/// `X-Forwarded-For`, since the server trusts one proxy.
pub fn client_address(number: u32) -> String {
    let [_, b, c, d] = (number + 1).to_be_bytes();
    format!("10.{b}.{c}.{d}")
}

/// Address of the attacker, one anonymous client.
pub const ATTACKER: &str = "192.0.2.66";
