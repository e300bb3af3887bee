//! Rebuilds this crate when a migration is added: `refinery::embed_migrations!` lists the folder, and cargo does not
//! know that.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
