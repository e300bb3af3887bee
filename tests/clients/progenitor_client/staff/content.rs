//! Posts, categories, tags and the navigation with both clients.

use serde_json::json;

use super::super::{both, read};
use super::Office;

pub async fn content(office: &Office<'_>) {
    both!(office.list_posts(1, None, None, Some(&read("page")), None, Some(read("published")))
        as (1).post_type("page").status(read("published")))
    .unwrap();
    let wish = json!({"title": "The new kiln", "slug": "the-new-kiln", "categoryIds": [2], "tagIds": [3],
        "content": {"blocks": [{"type": "text", "text": "Hot."}], "version": "1"}});
    let created = both!(office.create_post(1, &read(&wish))).unwrap();
    let id = created["data"]["id"].as_f64().unwrap() as i64;
    both!(office.get_post(1, id)).unwrap();
    // progenitor leaves null out.
    let patch = json!({"title": "Our new kiln", "tagIds": [2]});
    both!(office.update_post(1, id, &read("*"), &read(&patch)) as (1, id, "*", &read(&patch)))
        .unwrap();
    let at = json!({"scheduledFor": "2026-07-01T08:00:00Z"});
    both!(office.schedule_post(1, id, &read(&at))).unwrap();
    both!(office.preview_post(1, id)).unwrap();
    both!(office.publish_post(1, id)).unwrap();
    both!(office.withdraw_post(1, id)).unwrap();
    both!(office.remove_post(1, id)).unwrap();

    both!(office.list_categories(1, None, None) as (1)).unwrap();
    let created =
        both!(office.create_category(1, &read(&json!({"name": "Repairs", "slug": "repairs"}))))
            .unwrap();
    let id = created["data"]["id"].as_f64().unwrap() as i64;
    both!(office.get_category(1, id)).unwrap();
    let patch = json!({"description": "How to mend"});
    both!(office.update_category(1, id, &read("*"), &read(&patch)) as (1, id, "*", &read(&patch)))
        .unwrap();
    both!(office.remove_category(1, id)).unwrap();
    let refused = both!(office.remove_category(1, 1)).unwrap_err();
    assert_eq!(refused, "409: Posts have this category");

    both!(office.list_tags(1, None, None) as (1)).unwrap();
    let created =
        both!(office.create_tag(1, &read(&json!({"name": "Fire", "slug": "fire"})))).unwrap();
    let id = created["data"]["id"].as_f64().unwrap() as i64;
    both!(office.get_tag(1, id)).unwrap();
    let patch = json!({"name": "Kilns"});
    both!(office.update_tag(1, id, &read("*"), &read(&patch)) as (1, id, "*", &read(&patch)))
        .unwrap();
    both!(office.remove_tag(1, id)).unwrap();

    both!(office.list_media(1, None, None) as (1)).unwrap();
    both!(office.get_media(1, 1)).unwrap();
    both!(office.list_media_uses(1, 1)).unwrap();
    let patch = json!({"alt": "A lighthouse"});
    both!(office.update_media(1, 1, &read("*"), &read(&patch)) as (1, 1, "*", &read(&patch)))
        .unwrap();
    both!(office.remove_media(1, 5)).unwrap();

    both!(office.get_navigation(1)).unwrap();
    let wish = json!({"items": [{"label": "Shop", "href": "/store",
        "children": [{"id": 3, "label": "Mugs", "href": "/store/mugs"}]}]});
    both!(office.replace_navigation(1, &read("*"), &read(&wish)) as (1, "*", &read(&wish)))
        .unwrap();
}
