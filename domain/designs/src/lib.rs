//! Designs: their owners, their contents, and their print files. HTTP handlers, commands and jobs share these rules.
//!
//! There are two kinds of designs. Legacy designs come from an older design tool, which creates no new designs. Clients
//! identify designs of both kinds by their numbers or UUIDs.

mod assets;
mod claims;
mod copies;
mod designs;
mod drawable;
mod finalize;
mod import;
mod legacy;
pub mod mockups;
mod owner;
pub mod prints;
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
pub use copies::{Copied, CopyBefore, CopyRefusal, clone_design, copied_bytes};
pub use designs::{
    CreateRefusal, DesignUpdate, NewDesign, Refusal, SharedDesign, create_design, delete_design,
    find_owned, get_design, get_public_design, list_designs, list_templates, share_design,
    update_design,
};
pub use finalize::{draw_finalized, finalize_design};
pub use import::{ImportRefusal, import_legacy};
pub use legacy::layers_of_surfaces;
pub use owner::{DesignKey, Maker, Owner};
pub use sessions::{DESIGN_SESSION_TTL, NewSession, SessionDigest, digest, find_session};
pub use studio::{DrawRefusal, Studio};
pub use thumbnail::{Thumbnail, generate_thumbnail};
