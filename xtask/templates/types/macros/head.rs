//! What types have alike.
