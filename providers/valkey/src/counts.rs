//! The counts of rate limits.

use std::pin::Pin;

use redis::{Script, ScriptInvocation};
use stoa_runtime::{Change, Counted, SharedCount, SharedCounts};

use crate::Valkey;

const COUNT: u8 = 1;

pub(crate) fn script() -> Script {
    Script::new(include_str!("counts/count.lua"))
}

impl SharedCounts for Valkey {
    fn change<'a>(
        &'a self,
        count: SharedCount<'a>,
    ) -> Pin<Box<dyn Future<Output = Option<Counted>> + Send + 'a>> {
        Box::pin(async move {
            let SharedCount { limit, caller, seconds, change } = count;
            let key = self.key(COUNT, &[limit.as_bytes(), &seconds.to_le_bytes(), caller]);
            let mut script = self.0.count.key(&key[..]);
            match change {
                Change::Add(calls) => script.arg("add").arg(calls),
                Change::GiveBack => script.arg("give back").arg(1),
                Change::Reset => script.arg("reset").arg(0),
            };
            script.arg(seconds);
            let (calls, rest) = self.run(&script).await?;
            Some(Counted { calls, rest })
        })
    }
}

impl Valkey {
    /// A count that no limit uses.
    pub(crate) fn probe(&self) -> ScriptInvocation<'_> {
        let mut script = self.0.count.key(&self.key(COUNT, &[])[..]);
        script.arg("add").arg(1).arg(60);
        script
    }
}
