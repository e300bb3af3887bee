//! The whole suite of the server in one binary, so that one Postgres serves it all.

#![cfg(test)]
#![allow(non_snake_case, reason = "a test is its subject and, behind two underscores, its case")]

mod contract;
mod harness;

mod api;
mod clients;
mod invariants;
mod operations;
mod pages;
