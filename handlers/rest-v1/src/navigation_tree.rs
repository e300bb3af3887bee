//! Builds the navigation tree from the flat list of items.

use std::collections::HashMap;

use stoa_content::navigation::MAX_NAVIGATION_LEVELS;
use stoa_rest_v1_types::NavigationItem;

/// Puts each item under its parent. Siblings are ordered by `sortOrder`, then by id. Items that are not connected to a
/// root are left out.
pub(crate) fn navigation_tree(mut items: Vec<NavigationItem>) -> Vec<NavigationItem> {
    items.sort_unstable_by_key(|item| (item.sort_order, item.id));
    let mut children = HashMap::<Option<i64>, Vec<NavigationItem>>::new();
    for item in items {
        children.entry(item.parent_id).or_default().push(item);
    }
    children_of(None, &mut children, MAX_NAVIGATION_LEVELS)
}

/// Moves the children of an item out of `children`, each with its own children, down to `levels`.
fn children_of(
    parent_id: Option<i64>,
    children: &mut HashMap<Option<i64>, Vec<NavigationItem>>,
    levels: usize,
) -> Vec<NavigationItem> {
    if levels == 0 {
        return Vec::new();
    }
    let mut items = children.remove(&parent_id).unwrap_or_default();
    for item in &mut items {
        item.children = children_of(Some(item.id), children, levels - 1);
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: i64, parent_id: Option<i64>, sort_order: i64) -> NavigationItem {
        NavigationItem {
            id,
            label: String::new(),
            href: String::new(),
            parent_id,
            sort_order,
            open_in_new_tab: false,
            is_button: false,
            description: None,
            icon: None,
            featured_image: None,
            column_group: None,
            children: Vec::new(),
        }
    }

    /// Formats a tree with children in parentheses, such as `1(2 3) 4`.
    fn outline(items: &[NavigationItem]) -> String {
        let item = |item: &NavigationItem| match item.children.as_slice() {
            [] => item.id.to_string(),
            children => format!("{}({})", item.id, outline(children)),
        };
        items.iter().map(item).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn siblings_by_sort_order_then_id() {
        let items = vec![
            item(5, None, 1),
            item(3, Some(4), 2),
            item(2, Some(4), 2),
            item(1, Some(4), 3),
            item(4, None, 1),
        ];
        assert_eq!(outline(&navigation_tree(items)), "4(2 3 1) 5");
    }

    #[test]
    fn children_may_come_before_parents() {
        let items =
            vec![item(1, Some(2), 0), item(2, Some(3), 9), item(3, None, 5), item(4, Some(3), 1)];
        assert_eq!(outline(&navigation_tree(items)), "3(4 2(1))");
    }

    #[test]
    fn cycles_and_orphans_are_left_out() {
        let items =
            vec![item(1, Some(2), 0), item(2, Some(1), 0), item(3, Some(9), 0), item(4, None, 0)];
        assert_eq!(outline(&navigation_tree(items)), "4");
        assert_eq!(outline(&navigation_tree(Vec::new())), "");
    }

    #[test]
    fn a_long_chain_ends() {
        let chain = (1..=100_000).map(|id| item(id, (id > 1).then_some(id - 1), 0)).collect();
        let mut level = &navigation_tree(chain);
        let mut levels = 0;
        while let [item] = level.as_slice() {
            level = &item.children;
            levels += 1;
        }
        assert_eq!(levels, MAX_NAVIGATION_LEVELS);
    }
}
