//! Designs: their owners, their contents, and their print files. HTTP handlers, commands and jobs share these rules.
//!
//! There are two kinds of designs. Legacy designs come from an older design tool, which creates no new designs. Clients
//! identify designs of both kinds by their numbers or UUIDs.

mod assets;
mod claims;
mod copies;
mod designs;
mod draw_error;
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
pub mod templates;
mod thumbnail;
mod update;

pub use assets::{
    AssetRefusal, DesignAssetRefusal, NewAsset, Source, has_room, list_assets, owner_of,
    store_assets, store_design_assets,
};
pub use claims::{claim_designs, count_designs};
pub use copies::{Copied, CopyBefore, CopyRefusal, clone_design, copied_bytes};
pub use designs::{
    CreateRefusal, DesignRefusal, NewDesign, SharedDesign, create_design, delete_design,
    find_owned, get_design, get_public_design, list_designs, list_templates, share_design,
};
pub use draw_error::{DRAWING_IS_BUSY, DrawError, DrawRefusal, STORAGE_IS_FULL};
pub use finalize::{draw_finalized, finalize_design};
pub use import::{ImportRefusal, import_legacy};
pub use legacy::layers_of_surfaces;
pub use owner::{DesignKey, Maker, Owner};
pub use sessions::{DESIGN_SESSION_TTL, NewSession, SessionDigest, digest, find_session};
pub use studio::Studio;
pub use thumbnail::{Thumbnail, generate_thumbnail};
pub use update::{DesignUpdate, UpdateRefusal, update_design};
