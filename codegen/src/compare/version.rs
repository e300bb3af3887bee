//! The version of a document: major, minor, patch.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, anyhow};

use crate::document::Document;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    pub major: u64,
    pub minor: u64,
    pub patch: u64,
}

impl Version {
    pub fn of(document: &Document) -> anyhow::Result<Self> {
        let version = document.json().pointer("/info/version").and_then(|version| version.as_str());
        version.context("add `info.version`")?.parse()
    }

    pub fn next_major(self) -> Self {
        Self { major: self.major.saturating_add(1), minor: 0, patch: 0 }
    }

    pub fn next_minor(self) -> Self {
        Self { minor: self.minor.saturating_add(1), patch: 0, ..self }
    }
}

impl FromStr for Version {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let numbers: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[major, minor, patch]) => Ok(Self { major, minor, patch }),
            _ => Err(anyhow!("`{text}` is no version such as 1.0.0")),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}
