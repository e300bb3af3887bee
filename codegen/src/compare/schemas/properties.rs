//! The properties of two objects.

use super::Schemas;
use super::read::Schema;
use crate::compare::at::At;
use crate::compare::rules::{Rule, Way};

impl Schemas<'_, '_> {
    pub(super) fn properties(&mut self, way: Way, old: &Schema<'_>, new: &Schema<'_>) {
        let (old, new) = (&old.body, &new.body);
        // The dialect does not allow `additionalProperties` next to `properties`, so the meaning of a change is
        // unknown.
        let additional = |at: &At<'_>| at.value.get("additionalProperties").cloned();
        if additional(old) != additional(new) {
            let text = "`additionalProperties` changed";
            self.findings.tell_value(way, Rule::KeywordChanged, new, text);
        }
        for (name, property) in old.entries_of("properties") {
            match new.walk(&["properties", name]) {
                Some(now) => {
                    self.compare(way, &property, &now);
                    self.setter(way, name, (old, &property), (new, &now));
                }
                None => {
                    let text = format!("`{name}` is gone");
                    self.findings.tell_value(way, Rule::PropertyRemoved, &property, text);
                }
            }
        }
        let required = new.texts("required");
        for (name, property) in new.entries_of("properties") {
            if old.walk(&["properties", name]).is_some() {
                continue;
            }
            let is_asked = way == Way::Request && required.contains(&name);
            let rule = if is_asked { Rule::RequiredPropertyAdded } else { Rule::PropertyAdded };
            self.findings.tell_value(way, rule, &property, format!("`{name}` is new"));
        }
        self.required(way, old, new);
    }

    /// Compares whether the property's setter takes null. It takes null unless that would mean the same as absence.
    fn setter(
        &mut self,
        way: Way,
        name: &str,
        (old, was): (&At<'_>, &At<'_>),
        (new, is): (&At<'_>, &At<'_>),
    ) {
        let takes_null = |object: &At<'_>, property: &At<'_>| {
            let is_required = object.texts("required").contains(&name);
            let is_absence = property.get("default").is_some();
            Schema::read(property).nullable
                && (is_required || object.flag("x-patch") && !is_absence)
        };
        if way == Way::Request && takes_null(old, was) != takes_null(new, is) {
            let text = match takes_null(new, is) {
                true => format!("the setter of `{name}` takes null"),
                false => format!("the setter of `{name}` takes no null"),
            };
            self.findings.tell_value(way, Rule::SetterChanged, is, text);
        }
    }

    fn required(&mut self, way: Way, old: &At<'_>, new: &At<'_>) {
        let (was, is) = (old.texts("required"), new.texts("required"));
        for name in is.iter().filter(|name| !was.contains(name)) {
            // A new property is reported already.
            let known = described(old, name).is_some() || described(new, name).is_none();
            if known {
                let at = described(new, name).unwrap_or_else(|| new.clone());
                let text = format!("`{name}` is required");
                self.findings.tell_value(way, Rule::PropertyRequired, &at, text);
            }
        }
        for name in was.iter().filter(|name| !is.contains(name)) {
            // A removed property is reported already.
            let known = described(new, name).is_some() || described(old, name).is_none();
            if known {
                let at = described(new, name).unwrap_or_else(|| new.clone());
                let text = format!("`{name}` may be left out");
                self.findings.tell_value(way, Rule::PropertyOptional, &at, text);
            }
        }
    }
}

fn described<'a>(object: &At<'a>, name: &str) -> Option<At<'a>> {
    object.walk(&["properties", name])
}
