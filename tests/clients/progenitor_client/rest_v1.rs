//! REST v1 with both clients.

use std::num::NonZeroU64;

use stoa_progenitor_client::rest_v1 as second;
use stoa_rest_v1_client::Client;

use super::tape::Tape;
use super::{Pair, both, complete, http, read};
use crate::harness::{DEMO_KEY, ODDS_KEY, UNKNOWN_KEY, served_read_only};

fn reader<'a>(tape: &'a Tape, key: &str) -> Pair<'a, second::Client, Client> {
    let http = http(&[("authorization", format!("Bearer {key}"))]);
    Pair {
        tape,
        theirs: second::Client::new_with_client(&format!("{}/api/v1", tape.url()), http),
        ours: Client::with_api_key(&tape.url(), key).unwrap(),
    }
}

#[tokio::test]
async fn all_operations() {
    let server = served_read_only().await;
    let tape = Tape::new(&server).await;
    let demo = reader(&tape, DEMO_KEY);
    let two = NonZeroU64::new(2);

    both!(demo.list_posts(1, Some("news"), two, Some(1), Some("post"), None, None, None)
        as (1).limit(2).offset(1).post_type("post").category("news"))
    .unwrap();
    both!(demo.get_post_by_slug(1, "how-we-dye-our-canvas", None, None) as (1, "how-we-dye-our-canvas"))
        .unwrap();
    let search = "The TEAM";
    both!(demo.list_pages(1, None, None, Some(search), None) as (1).search(search)).unwrap();
    both!(demo.list_categories(1, None) as (1)).unwrap();
    both!(demo.list_tags(1, None) as (1)).unwrap();
    both!(demo.list_media(1, None, Some("image/svg+xml"), None, None) as (1).mime_type("image/svg+xml"))
        .unwrap();
    both!(demo.list_blocks("1", None) as ("1")).unwrap();
    let search = "tote";
    both!(demo.list_products(1, None, two, None, Some(search), Some(read("price_asc")), None)
        as (1).limit(2).search(search).sort(read("price_asc")))
    .unwrap();
    both!(demo.get_product_by_slug(1, "harbor-tote", None) as (1, "harbor-tote")).unwrap();
    both!(demo.list_product_categories(1, None) as (1)).unwrap();
    both!(demo.get_branding(1, None) as (1)).unwrap();
    both!(demo.get_site_config(1, None) as (1)).unwrap();
    both!(demo.get_navigation(1, None) as (1)).unwrap();

    // Unusual values and refusals.
    let odds = reader(&tape, ODDS_KEY);
    both!(odds.get_post_by_slug(2, "a/b c%2F+&?#", None, None) as (2, "a/b c%2F+&?#")).unwrap();
    both!(odds.list_posts(2, None, None, None, None, None, None, None) as (2)).unwrap();
    let stranger = reader(&tape, UNKNOWN_KEY);
    assert_eq!(both!(stranger.list_tags(1, None) as (1)).unwrap_err(), "401: Invalid API key");
    assert_eq!(
        both!(demo.get_post_by_slug(1, "none", None, None) as (1, "none")).unwrap_err(),
        "404: Not found"
    );
    assert_eq!(
        both!(demo.list_media(1, None, None, Some(-1), None) as (1).offset(-1)).unwrap_err(),
        "400: offset must be at least 0"
    );
    complete("rest-v1", tape.succeeded());
}
