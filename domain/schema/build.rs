//! Rebuilds this crate when a migration is added. Cargo does not know that `refinery::embed_migrations!` lists the
//! folder.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
