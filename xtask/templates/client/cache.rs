    /// Caches responses that have a tag, in at most this many bytes. Each call still asks the server, with the tag: the
    /// body of an unchanged response is not sent again.
    #[cfg(feature = "cache")]
    pub fn cache(self, bytes: u64) -> Self {
        Self { builder: self.builder.cache(bytes) }
    }

