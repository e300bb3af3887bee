//! The properties of two objects.

use super::Schemas;
use super::read::Schema;
use crate::compare::located::{Located, Matched, matched_entries};
use crate::compare::rules::{Direction, Rule};

impl<'a> Schemas<'_, 'a> {
    pub(super) fn properties(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        let (old, new) = (&old.body, &new.body);
        // The dialect does not allow `additionalProperties` next to `properties`, so the meaning of a change is
        // unknown.
        if old.value.get("additionalProperties") != new.value.get("additionalProperties") {
            self.report(Rule::Unknown, new, "`additionalProperties` changed");
        }
        let Matched { both, gone, fresh } = matched_entries(old, new, "properties");
        for ((name, was), (_, is)) in both {
            self.compare(&was, &is);
            self.setter(name, (old, &was), (new, &is));
        }
        for (name, was) in gone {
            self.report(Rule::PropertyRemoved, &was, format!("`{name}` is gone"));
        }
        let required = new.texts("required");
        for (name, is) in fresh {
            let is_asked = self.direction == Direction::Request && required.contains(&name);
            let rule = if is_asked { Rule::RequiredPropertyAdded } else { Rule::PropertyAdded };
            self.report(rule, &is, format!("`{name}` is new"));
        }
        self.required(old, new);
    }

    /// Compares whether the property's setter takes null. It takes null unless that would mean the same as absence.
    fn setter(
        &mut self,
        name: &str,
        (old, was): (&Located<'a>, &Located<'a>),
        (new, is): (&Located<'a>, &Located<'a>),
    ) {
        let takes_null = |object: &Located<'a>, property: &Located<'a>| {
            let is_required = object.texts("required").contains(&name);
            let is_absence = property.get("default").is_some();
            Schema::read(property).nullable
                && (is_required || object.flag("x-patch") && !is_absence)
        };
        if self.direction == Direction::Request && takes_null(old, was) != takes_null(new, is) {
            self.report(
                Rule::SetterChanged,
                is,
                format!("the setter of `{name}` takes null, or not any more"),
            );
        }
    }

    /// Compares which properties are required. A property that is new or gone is reported already.
    fn required(&mut self, old: &Located<'a>, new: &Located<'a>) {
        let (was, is) = (old.texts("required"), new.texts("required"));
        let property = |object: &Located<'a>, name| object.walk(&["properties", name]);
        for (rule, names, others, end) in [
            (Rule::PropertyRequired, &is, &was, "is required"),
            (Rule::PropertyOptional, &was, &is, "may be left out"),
        ] {
            for name in names.iter().filter(|name| !others.contains(name)) {
                if property(old, name).is_some() == property(new, name).is_some() {
                    let at = property(new, name).unwrap_or_else(|| new.clone());
                    self.report(rule, &at, format!("`{name}` {end}"));
                }
            }
        }
    }
}
