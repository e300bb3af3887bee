//! The server's whole test suite in one binary, so that all tests share one Postgres.

#![cfg(test)]
#![allow(non_snake_case, reason = "a test is its subject and, behind two underscores, its case")]

mod contract;
mod harness;

mod api;
mod clients;
mod invariants;
mod operations;
mod pages;
