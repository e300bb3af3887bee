//! The catalog of content blocks: a fixed list, the same for all sites.

use stoa_rest_v1_server::blocks::{BlocksApi, ListBlocks};
use stoa_rest_v1_types::{Block, BlockCategory};
use stoa_runtime::Error;

use crate::{ApiKey, RestV1};

impl BlocksApi for RestV1 {
    async fn list_blocks(
        &self,
        _: Option<ApiKey>,
        _: ListBlocks,
    ) -> Result<Vec<Block>, Error<ListBlocks>> {
        Ok(CATALOG.iter().map(block).collect())
    }
}

type Entry = (BlockCategory, &'static str, &'static str, &'static [&'static str]);

fn block((category, r#type, name, inputs): &Entry) -> Block {
    Block {
        r#type: (*r#type).to_owned(),
        name: (*name).to_owned(),
        category: category.clone(),
        inputs: inputs.iter().map(|input| (*input).to_owned()).collect(),
    }
}

/// Category, type, name and inputs of each block. Stored content refers to types and inputs, so blocks may be added but
/// never removed.
#[rustfmt::skip]
const CATALOG: &[Entry] = &[
    (BlockCategory::Basic, "heading", "Heading", &["text", "level"]),
    (BlockCategory::Basic, "text", "Text", &["text"]),
    (BlockCategory::Basic, "list", "List", &["items", "ordered"]),
    (BlockCategory::Basic, "quote", "Quote", &["text", "author", "source"]),
    (BlockCategory::Basic, "button", "Button", &["label", "href", "preset", "openInNewTab"]),
    (BlockCategory::Basic, "code", "Code", &["code", "language"]),
    (BlockCategory::Basic, "table", "Table", &["header", "rows", "caption"]),
    (BlockCategory::Basic, "divider", "Divider", &["width", "color"]),
    (BlockCategory::Layout, "section", "Section", &["blocks", "background", "padding"]),
    (BlockCategory::Layout, "columns", "Columns", &["columns", "gap"]),
    (BlockCategory::Layout, "grid", "Grid", &["blocks", "columns", "gap"]),
    (BlockCategory::Layout, "spacer", "Spacer", &["height"]),
    (BlockCategory::Component, "hero", "Hero", &["title", "subtitle", "image", "buttonLabel", "buttonHref"]),
    (BlockCategory::Component, "card", "Card", &["title", "text", "image", "href"]),
    (BlockCategory::Component, "accordion", "Accordion", &["items", "openFirst"]),
    (BlockCategory::Component, "tabs", "Tabs", &["tabs"]),
    (BlockCategory::Component, "testimonial", "Testimonial", &["text", "author", "role", "image"]),
    (BlockCategory::Component, "call-to-action", "Call to action", &["title", "text", "buttonLabel", "buttonHref"]),
    (BlockCategory::Component, "contact-form", "Contact form", &["title", "fields", "submitLabel", "successText"]),
    (BlockCategory::Component, "post-list", "Post list", &["category", "tag", "limit", "showExcerpt"]),
    (BlockCategory::Media, "image", "Image", &["src", "alt", "caption", "href", "width", "height"]),
    (BlockCategory::Media, "gallery", "Gallery", &["images", "columns", "lightbox"]),
    (BlockCategory::Media, "video", "Video", &["src", "poster", "caption", "autoplay", "loop"]),
    (BlockCategory::Media, "audio", "Audio", &["src", "title", "caption"]),
    (BlockCategory::Media, "embed", "Embed", &["url", "title", "aspectRatio"]),
    (BlockCategory::Media, "map", "Map", &["address", "latitude", "longitude", "zoom"]),
    (BlockCategory::Ecommerce, "product", "Product", &["slug", "showPrice", "showButton"]),
    (BlockCategory::Ecommerce, "product-grid", "Product grid", &["category", "sort", "limit"]),
    (BlockCategory::Ecommerce, "product-carousel", "Product carousel", &["category", "sort", "limit", "autoplay"]),
    (BlockCategory::Ecommerce, "category-list", "Category list", &["parent", "showImages", "showCounts"]),
    (BlockCategory::Ecommerce, "add-to-cart", "Add to cart", &["slug", "label", "showQuantity"]),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_catalog_is_complete() {
        let catalog: Vec<Block> = CATALOG.iter().map(block).collect();
        let types: HashSet<&str> = catalog.iter().map(|block| block.r#type.as_str()).collect();
        let categories: HashSet<&str> =
            catalog.iter().map(|block| block.category.as_str()).collect();
        assert!(catalog.len() >= 20);
        assert_eq!(types.len(), catalog.len());
        assert_eq!(categories, BlockCategory::VALUES.iter().copied().collect());
        assert!(catalog.iter().all(|block| !block.inputs.is_empty()));
    }
}
