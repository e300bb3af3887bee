//! Designs: who has them, what they hold, and what is printed of them. The rules stand here once, for HTTP, commands and
//! jobs.
//!
//! There are two generations. A design has a number; a legacy one is known by its UUID alone, and is of a designer that
//! nobody begins designs with any more.

mod assets;
mod claims;
mod copies;
mod designs;
mod drawable;
mod finalize;
mod import;
mod legacy;
mod owner;
mod sessions;
pub mod staff;
mod studio;
pub mod sweep;
mod thumbnail;

pub use assets::{
    AssetRefusal, NewAsset, Source, has_room, list_assets, owner_of, store_assets,
    store_assets_within,
};
pub use claims::{claim_designs, count_designs};
pub use copies::{Copied, CopyBefore, CopyRefusal, clone_design};
pub use designs::{
    CreateRefusal, DesignUpdate, NewDesign, Refusal, SharedDesign, create_design, delete_design,
    find_owned, get_design, get_public_design, list_designs, list_templates, share_design,
    update_design,
};
pub use finalize::finalize_design;
pub use import::{ImportRefusal, import_legacy};
pub use legacy::layers_of_surfaces;
pub use owner::{DesignKey, Maker, Owner};
pub use sessions::{DESIGN_SESSION_TTL, NewSession, SessionDigest, digest, find_session};
pub use studio::{DrawRefusal, Studio};
pub use thumbnail::generate_thumbnail;
