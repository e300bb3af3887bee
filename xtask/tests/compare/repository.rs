//! `compare` in a checkout of its own: versions, `specs/CHANGES.md`, releases, and what can be wrong with git.
