//! Checks that the ids, slugs and codes of a bundle are unique, and that the targets of its references are in the file.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use super::faults::Faults;

/// The rows of a section that have a parent in the same section. `children` and `parents` have the same order.
pub struct Family {
    pub section: &'static str,
    pub children: Vec<i64>,
    pub parents: Vec<i64>,
}

/// The ids, texts and references that were read so far. A kind is the key of a section, such as `products`, or of a
/// list in its items, such as `styles`.
#[derive(Default)]
pub struct References {
    ids: HashMap<&'static str, HashSet<i64>>,
    texts: HashMap<&'static str, HashSet<String>>,
    waiting: Vec<Reference>,
    /// The id of the item to which a part belongs, by the kind and id of the part.
    wholes: HashMap<(&'static str, i64), i64>,
    children: HashMap<&'static str, Vec<Child>>,
}

/// A reference that is checked at the end of the file.
struct Reference {
    place: usize,
    pointer: String,
    name: &'static str,
    kind: &'static str,
    id: i64,
    /// The item that must have the part, if the reference is to a part, such as to a style of a product.
    whole: Option<(&'static str, i64)>,
}

struct Child {
    place: usize,
    pointer: String,
    name: &'static str,
    id: i64,
    parent: i64,
}

/// Records ids, texts and references of the item at one place in the file.
pub struct Seen<'a> {
    references: &'a mut References,
    faults: &'a mut Faults,
    place: usize,
}

impl References {
    /// Calls `note`, which records the item at this place.
    pub fn at(&mut self, place: usize, faults: &mut Faults, note: impl FnOnce(&mut Seen<'_>)) {
        note(&mut Seen { references: self, faults, place });
    }

    /// Adds the faults that are found only at the end of the file: references without a target, and cycles of parents.
    pub fn resolve(&self, faults: &mut Faults) {
        for reference in &self.waiting {
            let Reference { place, pointer, name, kind, id, whole } = reference;
            match whole {
                None if !self.knows(kind, *id) => {
                    faults.add(*place, pointer, format_args!("{name} {id} does not exist"));
                }
                Some((noun, whole)) if self.wholes.get(&(*kind, *id)) != Some(whole) => {
                    let text = format_args!("{name} {id} does not exist in {noun} {whole}");
                    faults.add(*place, pointer, text);
                }
                _ => {}
            }
        }
        for children in self.children.values() {
            for child in circles(children) {
                let text = format!("{} {} makes a circle", child.name, child.parent);
                faults.add(child.place, &child.pointer, text);
            }
        }
    }

    pub fn into_families(self) -> Vec<Family> {
        let family = |(section, children): (&'static str, Vec<Child>)| Family {
            section,
            children: children.iter().map(|child| child.id).collect(),
            parents: children.iter().map(|child| child.parent).collect(),
        };
        self.children.into_iter().map(family).collect()
    }

    /// The highest ids by kind.
    pub fn newest_ids(&self) -> HashMap<&'static str, i64> {
        let newest =
            |(kind, ids): (&&'static str, &HashSet<i64>)| Some((*kind, *ids.iter().max()?));
        self.ids.iter().filter_map(newest).collect()
    }

    fn knows(&self, kind: &str, id: i64) -> bool {
        self.ids.get(kind).is_some_and(|ids| ids.contains(&id))
    }
}

impl Seen<'_> {
    /// Records an id, which must be unique within its kind.
    pub fn id(&mut self, kind: &'static str, id: i64, pointer: &str) {
        if !self.references.ids.entry(kind).or_default().insert(id) {
            self.fault(&format!("{pointer}/id"), format_args!("id {id} is given twice"));
        }
    }

    /// Records a slug, a code or a secret's digest. Returns false if the kind already has this text.
    pub fn text(&mut self, kind: &'static str, text: String) -> bool {
        self.references.texts.entry(kind).or_default().insert(text)
    }

    /// Records a reference to an id, which may come later in the file.
    pub fn reference(&mut self, name: &'static str, kind: &'static str, id: i64, pointer: &str) {
        if !self.references.knows(kind, id) {
            self.wait(name, kind, id, None, pointer);
        }
    }

    /// Records that a part belongs to an item.
    pub fn part(&mut self, kind: &'static str, id: i64, whole: i64) {
        self.references.wholes.insert((kind, id), whole);
    }

    /// Records a reference to a part of a given item. The part may come later in the file.
    pub fn reference_to_part(
        &mut self,
        name: &'static str,
        kind: &'static str,
        id: i64,
        whole: (&'static str, i64),
        pointer: &str,
    ) {
        self.wait(name, kind, id, Some(whole), pointer);
    }

    fn wait(
        &mut self,
        name: &'static str,
        kind: &'static str,
        id: i64,
        whole: Option<(&'static str, i64)>,
        pointer: &str,
    ) {
        let (place, pointer) = (self.place, pointer.to_owned());
        self.references.waiting.push(Reference { place, pointer, name, kind, id, whole });
    }

    /// Records an item's parent, which is of the same kind.
    pub fn parent(
        &mut self,
        name: &'static str,
        kind: &'static str,
        id: i64,
        parent: i64,
        pointer: &str,
    ) {
        self.reference(name, kind, parent, pointer);
        let child = Child { place: self.place, pointer: pointer.to_owned(), name, id, parent };
        self.references.children.entry(kind).or_default().push(child);
    }

    pub fn fault(&mut self, pointer: &str, text: impl Display) {
        self.faults.add(self.place, pointer, text);
    }
}

/// Returns one child of each cycle of parents: the child that comes first in the file.
fn circles(children: &[Child]) -> Vec<&Child> {
    let by_id: HashMap<i64, usize> =
        children.iter().enumerate().map(|(index, child)| (child.id, index)).collect();
    // For each child, the start of the first walk that visited the child. A walk that comes back to a child that it
    // visited itself has found a cycle.
    let mut met = vec![usize::MAX; children.len()];
    let mut found = Vec::new();
    for start in 0..children.len() {
        let mut next = Some(start);
        while let Some(index) = next {
            if met[index] == start {
                found.push(first_of_circle(children, &by_id, index));
            }
            if met[index] != usize::MAX {
                break;
            }
            met[index] = start;
            next = by_id.get(&children[index].parent).copied();
        }
    }
    found
}

fn first_of_circle<'a>(
    children: &'a [Child],
    by_id: &HashMap<i64, usize>,
    start: usize,
) -> &'a Child {
    let mut first = start;
    let mut index = by_id[&children[start].parent];
    while index != start {
        first = first.min(index);
        index = by_id[&children[index].parent];
    }
    &children[first]
}
