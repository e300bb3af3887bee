//! Writes the mechanical fixes of a document's faults into its text.

mod names;
mod plan;
mod references;
mod render;
mod source;
mod splice;
pub(crate) mod walk;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::document::{Change, Document, Edit, Fault, Fix, Stage, segments};
use crate::package::Package;
pub(crate) use names::operation_id;
use plan::{Addition, Plan, Replacement};
use references::References;

/// Maximum number of rounds of fixes. Each nested inline schema needs one: the outer schema becomes a component first.
const MAX_ROUNDS: usize = 60;

/// The stages whose fixes apply together. Renaming waits for fixes that copy references.
const ROUNDS: [&[Stage]; 3] =
    [&[Stage::Upgrade], &[Stage::Local, Stage::Components], &[Stage::Names]];

/// The outcome of fixing a document.
#[derive(Debug)]
pub struct Fixed {
    pub text: String,
    /// The faults that are fixed, each as it was reported. Their lines are those of the text at that time.
    pub fixed: Vec<Fault>,
    /// The faults that are left. A person must fix them, also those whose edits could not be applied.
    pub rest: BTreeSet<Fault>,
}

/// Applies every mechanical fix to a document. A fix may uncover other faults, so this reads the document again until
/// no fix is left.
pub fn fix(package: &Package, text: &str) -> anyhow::Result<Fixed> {
    let file = Path::new(&package.document);
    let mut text = text.to_owned();
    let mut document = Document::parse(file, &text)?;
    let mut fixed = Vec::new();
    for round in 0.. {
        let Err(faults) = crate::read_complete(&document, package) else { break };
        let (plan, done) = plan(&document, faults.0.iter());
        if done.is_empty() || round == MAX_ROUNDS {
            return Ok(Fixed { text, fixed, rest: faults.0 });
        }
        let expected = plan.applied(document.json(), document.json());
        if references::dangling(&expected) > references::dangling(document.json()) {
            bail!(
                "the fix would break a reference, which is a bug of stoa-codegen: fix the faults by hand"
            );
        }
        text = splice::splice(&text, document.json(), &plan)
            .context("its syntax cannot be edited: fix the faults by hand")?;
        document = Document::parse(file, &text).context("the fixed text cannot be read")?;
        if let Some(place) = difference(document.json(), &expected, "") {
            bail!(
                "the fix would change the document at {place}, which is a bug of stoa-codegen: fix the faults by hand"
            );
        }
        fixed.extend(done);
    }
    Ok(Fixed { text, fixed, rest: BTreeSet::new() })
}

/// The pointer of the first difference between two values.
fn difference(one: &Value, other: &Value, pointer: &str) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => {
            one.iter().find_map(|(key, value)| {
                let pointer = format!("{pointer}/{}", crate::document::escape(key));
                match other.get(key) {
                    Some(other) => difference(value, other, &pointer),
                    None => Some(pointer),
                }
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other).enumerate();
            pairs
                .map(|(index, (one, other))| difference(one, other, &format!("{pointer}/{index}")))
                .find_map(|found| found)
        }
        _ => (one != other).then(|| pointer.to_owned()),
    }
}

/// Plans the fixes of the first group in [`ROUNDS`] that has any. If two edit the same value, the second waits.
fn plan<'a>(document: &Document, faults: impl Iterator<Item = &'a Fault>) -> (Plan, Vec<Fault>) {
    let fixable: Vec<(&Fault, &Fix)> =
        faults.filter_map(|fault| Some((fault, fault.fix.as_ref()?))).collect();
    for stages in ROUNDS {
        let of_stage = |stage| fixable.iter().filter(move |(_, fix)| fix.stage == stage);
        let mut of_stages = stages.iter().flat_map(|stage| of_stage(*stage)).peekable();
        if of_stages.peek().is_none() {
            continue;
        }
        let mut planner = Planner {
            root: document.json(),
            references: References::new(document.json()),
            plan: Plan::default(),
        };
        let (done, waiting): (Vec<_>, Vec<_>) =
            of_stages.partition(|(_, fix)| planner.add(fix).is_some());
        let mut done: Vec<Fault> = done.into_iter().map(|(fault, _)| (*fault).clone()).collect();
        if stages.contains(&Stage::Upgrade) && !waiting.is_empty() {
            // The version decides what the waiting keys mean, so it changes after them.
            done.retain(|fault| fault.pointer != "/openapi");
            planner.plan.inside.remove("openapi");
        }
        if !done.is_empty() {
            return (planner.plan, done);
        }
    }
    (Plan::default(), Vec::new())
}

struct Planner<'a> {
    root: &'a Value,
    references: References,
    plan: Plan,
}

impl Planner<'_> {
    /// Adds all edits of a fix. Returns `None` if one of them conflicts with a planned edit.
    fn add(&mut self, fix: &Fix) -> Option<()> {
        let mut edits = Vec::new();
        for edit in &fix.edits {
            self.expand(edit, &mut edits)?;
        }
        if !edits.iter().all(|edit| self.fits(edit)) {
            return None;
        }
        for edit in edits {
            self.insert(edit);
        }
        Some(())
    }

    /// Adds an edit, and the edits of the references to a component that it renames or changes.
    fn expand(&mut self, edit: &Edit, edits: &mut Vec<Edit>) -> Option<()> {
        let at = |pointer: &str, change| Edit { pointer: pointer.to_owned(), change };
        match &edit.change {
            Change::Rename(key) if edit.pointer.starts_with("/components/") => {
                edits.push(edit.clone());
                let Some((kind, old)) = component(&edit.pointer) else { return Some(()) };
                if !self.references.can_move(&edit.pointer) {
                    return None;
                }
                let references = &self.references;
                let (old_target, new_target) =
                    (format!("#/components/{kind}/{old}"), format!("#/components/{kind}/{key}"));
                let pointers = references.of.get(&old_target).into_iter().flatten();
                let mapped = [&old_target, &old].into_iter().filter(|_| kind == "schemas");
                let mapped = mapped.filter_map(|target| references.mapped.get(target)).flatten();
                for pointer in pointers.chain(mapped) {
                    edits.push(at(pointer, Change::Write(new_target.clone().into())));
                }
            }
            Change::MoveNull => {
                let (kind, name) = component(&edit.pointer)?;
                let target = format!("#/components/{kind}/{name}");
                let schema = self.root.pointer(&edit.pointer)?;
                let (ty, null) = null_of(schema)?;
                edits.push(at(&format!("{}/type", edit.pointer), Change::Write(ty)));
                if let Some(index) = null {
                    edits.push(at(&format!("{}/enum/{index}", edit.pointer), Change::Remove));
                }
                for pointer in self.references.of.get(&target).into_iter().flatten() {
                    let nullable = json!([{ "$ref": &target }, { "type": "null" }]);
                    edits.push(at(pointer, Change::WriteAs("oneOf".to_owned(), nullable)));
                }
            }
            Change::Extract => {
                self.root.pointer("/components/schemas")?.as_object()?;
                let can_move = self.references.can_move(&edit.pointer);
                if !can_move || !self.fits(&at(&edit.pointer, Change::Remove)) {
                    return None;
                }
                let wanted = names::component(self.root, &edit.pointer)?;
                let name = self.references.free_name(&wanted)?;
                let schemas = ["components".to_owned(), "schemas".to_owned()];
                let moved = (name.clone(), Addition::Moved(edit.pointer.clone()));
                self.plan.at_mut(&schemas).entries.push(moved);
                let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
                edits.push(at(&edit.pointer, Change::Write(reference)));
            }
            Change::Copy(value) => edits.push(at(&edit.pointer, Change::Write(value.clone()))),
            _ => edits.push(edit.clone()),
        }
        Some(())
    }

    fn fits(&self, edit: &Edit) -> bool {
        let path: Vec<String> = segments(&edit.pointer).collect();
        let around = &path[..path.len().saturating_sub(1)];
        if self.plan.replaces(around) || self.root.pointer(&edit.pointer).is_none() {
            return false;
        }
        let known = self.plan.at(&path);
        let is_free = |key: &str| {
            let old = parent(&edit.pointer).and_then(|pointer| self.root.pointer(pointer));
            let is_same = path.last().is_some_and(|last| last == key);
            let planned = self.plan.at(around);
            is_same
                || old.is_some_and(|old| old.get(key).is_none())
                    && planned.is_none_or(|plan| {
                        plan.entries.iter().all(|(known, _)| known != key)
                            && plan.inside.values().all(|plan| plan.key.as_deref() != Some(key))
                    })
        };
        match &edit.change {
            Change::Quote => known.is_none_or(|plan| plan.key.is_none()),
            Change::Rename(key) => known.is_none_or(|plan| plan.key.is_none()) && is_free(key),
            Change::Remove | Change::Extract | Change::MoveNull | Change::Copy(_) => {
                known.is_none()
            }
            Change::Write(value) => known.is_none_or(|plan| {
                plan.is_idle() && plan.key.is_none()
                    || plan.replacement == Some(Replacement::Written(value.clone()))
            }),
            Change::WriteAs(key, value) => {
                is_free(key)
                    && known.is_none_or(|plan| {
                        plan.replacement == Some(Replacement::Written(value.clone()))
                            && plan.key.as_ref() == Some(key)
                    })
            }
            Change::Add(key, value) => {
                let old = self.root.pointer(&edit.pointer).and_then(Value::as_object);
                let is_new = old.is_some_and(|old| !old.contains_key(key));
                is_new
                    && known.is_none_or(|plan| {
                        let mut same = plan.entries.iter().filter(|(known, _)| known == key);
                        plan.replacement.is_none()
                            && same.all(|(_, known)| known == &Addition::Value(value.clone()))
                            && plan.inside.values().all(|plan| plan.key.as_ref() != Some(key))
                    })
            }
            Change::Append(_) => {
                self.root.pointer(&edit.pointer).is_some_and(Value::is_array)
                    && known.is_none_or(|plan| plan.replacement.is_none())
            }
        }
    }

    fn insert(&mut self, edit: Edit) {
        let path: Vec<String> = segments(&edit.pointer).collect();
        let last = path.last().cloned();
        let plan = self.plan.at_mut(&path);
        match edit.change {
            Change::Remove => plan.replacement = Some(Replacement::Removed),
            Change::Write(value) => plan.replacement = Some(Replacement::Written(value)),
            Change::WriteAs(key, value) => {
                plan.replacement = Some(Replacement::Written(value));
                plan.key = (last.as_ref() != Some(&key)).then_some(key);
            }
            Change::Rename(key) => plan.key = Some(key),
            Change::Quote => plan.key = last,
            Change::Add(key, value) => {
                let new = (key, Addition::Value(value));
                if !plan.entries.contains(&new) {
                    plan.entries.push(new);
                }
            }
            Change::Append(value) => {
                if !plan.items.contains(&value) {
                    plan.items.push(value);
                }
            }
            Change::Extract | Change::MoveNull | Change::Copy(_) => {}
        }
    }
}

/// The kind and the name of a component.
fn component(pointer: &str) -> Option<(String, String)> {
    let path: Vec<String> = segments(pointer).collect();
    let [_, kind, name] = path.try_into().ok()?;
    Some((kind, name))
}

fn parent(pointer: &str) -> Option<&str> {
    pointer.rsplit_once('/').map(|(parent, _)| parent)
}

/// The only type of a nullable schema, and the position of `null` in its `enum`.
fn null_of(schema: &Value) -> Option<(Value, Option<usize>)> {
    let types = schema.get("type")?.as_array()?;
    let (nulls, others): (Vec<_>, Vec<_>) = types.iter().partition(|ty| *ty == "null");
    let [ty] = others.as_slice() else { return None };
    let values = schema.get("enum").and_then(Value::as_array);
    let null = values.and_then(|values| values.iter().position(Value::is_null));
    // Other keywords may refuse null, or become invalid without it.
    let others = ["allOf", "anyOf", "oneOf", "not", "if", "const", "default"];
    let is_restricted =
        values.is_some() && null.is_none() || others.iter().any(|key| schema.get(key).is_some());
    (!nulls.is_empty() && !is_restricted).then(|| ((*ty).clone(), null))
}
