//! The properties of two objects.

use super::Schemas;
use super::read::Schema;
use crate::compare::located::Located;
use crate::compare::rules::{Direction, Rule};

impl Schemas<'_, '_> {
    pub(super) fn properties(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        let (old, new) = (&old.body, &new.body);
        // The dialect does not allow `additionalProperties` next to `properties`, so the meaning of a change is
        // unknown.
        let additional = |at: &Located<'_>| at.value.get("additionalProperties").cloned();
        if additional(old) != additional(new) {
            let text = "`additionalProperties` changed";
            self.findings.report_value(direction, Rule::KeywordChanged, new, text);
        }
        for (name, property) in old.entries_of("properties") {
            match new.walk(&["properties", name]) {
                Some(now) => {
                    self.compare(direction, &property, &now);
                    self.setter(direction, name, (old, &property), (new, &now));
                }
                None => {
                    let text = format!("`{name}` is gone");
                    self.findings.report_value(direction, Rule::PropertyRemoved, &property, text);
                }
            }
        }
        let required = new.texts("required");
        for (name, property) in new.entries_of("properties") {
            if old.walk(&["properties", name]).is_some() {
                continue;
            }
            let is_asked = direction == Direction::Request && required.contains(&name);
            let rule = if is_asked { Rule::RequiredPropertyAdded } else { Rule::PropertyAdded };
            self.findings.report_value(direction, rule, &property, format!("`{name}` is new"));
        }
        self.required(direction, old, new);
    }

    /// Compares whether the property's setter takes null. It takes null unless that would mean the same as absence.
    fn setter(
        &mut self,
        direction: Direction,
        name: &str,
        (old, was): (&Located<'_>, &Located<'_>),
        (new, is): (&Located<'_>, &Located<'_>),
    ) {
        let takes_null = |object: &Located<'_>, property: &Located<'_>| {
            let is_required = object.texts("required").contains(&name);
            let is_absence = property.get("default").is_some();
            Schema::read(property).nullable
                && (is_required || object.flag("x-patch") && !is_absence)
        };
        if direction == Direction::Request && takes_null(old, was) != takes_null(new, is) {
            let text = match takes_null(new, is) {
                true => format!("the setter of `{name}` takes null"),
                false => format!("the setter of `{name}` takes no null"),
            };
            self.findings.report_value(direction, Rule::SetterChanged, is, text);
        }
    }

    fn required(&mut self, direction: Direction, old: &Located<'_>, new: &Located<'_>) {
        let (was, is) = (old.texts("required"), new.texts("required"));
        for name in is.iter().filter(|name| !was.contains(name)) {
            // A new property is reported already.
            let known = described(old, name).is_some() || described(new, name).is_none();
            if known {
                let at = described(new, name).unwrap_or_else(|| new.clone());
                let text = format!("`{name}` is required");
                self.findings.report_value(direction, Rule::PropertyRequired, &at, text);
            }
        }
        for name in was.iter().filter(|name| !is.contains(name)) {
            // A removed property is reported already.
            let known = described(new, name).is_some() || described(old, name).is_none();
            if known {
                let at = described(new, name).unwrap_or_else(|| new.clone());
                let text = format!("`{name}` may be left out");
                self.findings.report_value(direction, Rule::PropertyOptional, &at, text);
            }
        }
    }
}

fn described<'a>(object: &Located<'a>, name: &str) -> Option<Located<'a>> {
    object.walk(&["properties", name])
}
