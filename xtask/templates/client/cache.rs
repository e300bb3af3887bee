    /// Answers that have a tag are kept, in so many bytes at most, and asked for again with their tag: where they have not
    /// changed, the body is not sent again. The server is asked all the same.
    #[cfg(feature = "cache")]
    pub fn cache(self, bytes: u64) -> Self {
        Self { builder: self.builder.cache(bytes) }
    }

