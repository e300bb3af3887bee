    /// Caches responses that have a tag, in at most this many bytes. Each call still sends a request,
    /// with the tag. If the response has not changed, the server does not send its body again.
    #[cfg(feature = "cache")]
    pub fn cache(self, bytes: u64) -> Self {
        Self { builder: self.builder.cache(bytes) }
    }

