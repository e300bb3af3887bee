//! The navigation of a site: a tree, which staff replace as a whole.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use stoa_audit::{Change, Target};
use stoa_db::{Db, DbError, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    Navigation, NavigationItem, NavigationItemRequest, ReplaceNavigationRequest,
};
use stoa_values::IfMatch;

use crate::note;

/// Maximum depth of the navigation of a site. Deeper items of bundles are left out. JSON parsers stop at a nesting
/// depth of 128, and each level of the tree adds two.
pub const MAX_NAVIGATION_LEVELS: usize = 50;

/// Maximum number of items in a navigation that staff replace.
const MAX_NAVIGATION_ITEMS: usize = 1_000;

const GET_NAVIGATION: &str = include_str!("navigation/get_navigation.sql");

refusals! {
    /// Why a navigation is not replaced.
    pub enum NavigationRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        NavigationHasChanged { version },
        NavigationItemNotFound,
        NavigationItemGivenTwice,
        /// The tree would have more than [`MAX_NAVIGATION_ITEMS`].
        TooManyNavigationItems,
        /// The tree would have more than [`MAX_NAVIGATION_LEVELS`].
        TooManyNavigationLevels,
    }
}

/// The navigation as the database stores it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredNavigation {
    version: i64,
    /// Siblings are in order.
    items: Vec<StoredItem>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredItem {
    id: i64,
    parent_id: Option<i64>,
    label: String,
    href: String,
    open_in_new_tab: bool,
    is_button: bool,
    description: Option<String>,
    icon: Option<String>,
    featured_image: Option<String>,
    column_group: Option<i64>,
}

/// A row of the table of navigation items, by column.
#[derive(Debug, Serialize)]
struct NewRow<'a> {
    id: i64,
    parent_id: Option<i64>,
    sort_order: usize,
    label: &'a str,
    href: &'a str,
    open_in_new_tab: bool,
    is_button: bool,
    description: Option<&'a str>,
    icon: Option<&'a str>,
    featured_image: Option<&'a str>,
    column_group: Option<i64>,
}

/// Returns the navigation, or `None` if the site does not exist.
pub async fn get_navigation(db: &Db, site_id: i64) -> Result<Option<Navigation>, DbError> {
    let stored: Option<StoredNavigation> = db.opt(GET_NAVIGATION, &[&site_id]).await?;
    Ok(stored.map(shown))
}

/// Replaces all items, if the caller has seen the current version. An item with an id is one that the navigation has:
/// it retains the id.
pub async fn replace_navigation(
    db: &Db,
    change: Change<'_>,
    seen: IfMatch<'_>,
    wish: &ReplaceNavigationRequest,
) -> Result<Navigation, Failed<NavigationRefusal>> {
    let Change { site_id, .. } = change;
    let mut ids = HashSet::new();
    let count = check(&wish.items, 1, &mut ids)?;
    if count > MAX_NAVIGATION_ITEMS {
        return Err(NavigationRefusal::TooManyNavigationItems)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("navigation/lock_navigation.sql");
    let version: Option<i64> = transaction.opt(sql, &[&site_id]).await?;
    let version = version.ok_or(NavigationRefusal::SiteNotFound)?;
    if !seen.allows(version) {
        return Err(NavigationRefusal::NavigationHasChanged { version })?;
    }
    let sql = include_str!("navigation/remove_items.sql");
    let before: Vec<i64> = transaction.rows(sql, &[&site_id]).await?;
    let before: HashSet<i64> = before.into_iter().collect();
    if !ids.is_subset(&before) {
        return Err(NavigationRefusal::NavigationItemNotFound)?;
    }
    let number_of_new = i64::try_from(count - ids.len())?;
    let new_ids: Vec<i64> =
        transaction.rows(include_str!("navigation/take_ids.sql"), &[&number_of_new]).await?;
    let mut rows = Vec::with_capacity(count);
    place(&wish.items, None, &mut new_ids.into_iter(), &mut rows);
    let rows = serde_json::to_value(&rows)?;
    transaction.execute(include_str!("navigation/add_items.sql"), &[&site_id, &rows]).await?;
    transaction.execute(include_str!("navigation/raise_version.sql"), &[&site_id]).await?;
    let target = Target::new("navigation", site_id);
    note(&transaction, change, target, &["items".to_owned()]).await?;
    let navigation = read(&transaction, site_id).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(navigation)
}

async fn read(transaction: &Transaction<'_>, site_id: i64) -> Result<Navigation, DbError> {
    transaction.one(GET_NAVIGATION, &[&site_id]).await.map(shown)
}

/// Returns the number of items, and adds the ids that the items have to `ids`.
fn check(
    items: &[NavigationItemRequest],
    level: usize,
    ids: &mut HashSet<i64>,
) -> Result<usize, NavigationRefusal> {
    if level > MAX_NAVIGATION_LEVELS && !items.is_empty() {
        return Err(NavigationRefusal::TooManyNavigationLevels);
    }
    let mut count = items.len();
    for item in items {
        if item.id.is_some_and(|id| !ids.insert(id)) {
            return Err(NavigationRefusal::NavigationItemGivenTwice);
        }
        count += check(children(item), level + 1, ids)?;
    }
    Ok(count)
}

/// Adds the rows of the items and of all items below them. Items without an id get the next of `new_ids`.
fn place<'a>(
    items: &'a [NavigationItemRequest],
    parent_id: Option<i64>,
    new_ids: &mut impl Iterator<Item = i64>,
    rows: &mut Vec<NewRow<'a>>,
) {
    for (sort_order, item) in items.iter().enumerate() {
        let Some(id) = item.id.or_else(|| new_ids.next()) else { return };
        rows.push(NewRow {
            id,
            parent_id,
            sort_order,
            label: &item.label,
            href: &item.href,
            open_in_new_tab: item.open_in_new_tab,
            is_button: item.is_button,
            description: item.description.as_deref(),
            icon: item.icon.as_deref(),
            featured_image: item.featured_image.as_deref(),
            column_group: item.column_group,
        });
        place(children(item), Some(id), new_ids, rows);
    }
}

fn children(item: &NavigationItemRequest) -> &[NavigationItemRequest] {
    item.children.as_deref().unwrap_or_default()
}

fn shown(StoredNavigation { version, items }: StoredNavigation) -> Navigation {
    let mut children = HashMap::<Option<i64>, Vec<StoredItem>>::new();
    for item in items {
        children.entry(item.parent_id).or_default().push(item);
    }
    Navigation { version, items: children_of(None, &mut children, MAX_NAVIGATION_LEVELS) }
}

/// Moves the children of an item out of `children`, each with its own children, down to `levels`.
fn children_of(
    parent_id: Option<i64>,
    children: &mut HashMap<Option<i64>, Vec<StoredItem>>,
    levels: usize,
) -> Vec<NavigationItem> {
    if levels == 0 {
        return Vec::new();
    }
    let items = children.remove(&parent_id).unwrap_or_default();
    let with_children = |item: StoredItem| NavigationItem {
        id: item.id,
        label: item.label,
        href: item.href,
        open_in_new_tab: item.open_in_new_tab,
        is_button: item.is_button,
        description: item.description,
        icon: item.icon,
        featured_image: item.featured_image,
        column_group: item.column_group,
        children: children_of(Some(item.id), children, levels - 1),
    };
    items.into_iter().map(with_children).collect()
}
