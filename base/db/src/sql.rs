//! Statements with optional lines: one file where filters and orders would make many.

use std::sync::OnceLock;

/// A `.sql` file with optional lines.
///
/// A line that begins with `--[condition]` counts only when the condition holds; until then it is a comment,
/// so the file stays plain SQL. A condition names options: `[search]`, `[!search]` without it, `[tag search]`
/// with both, `[tag|search]` with either. Of the options of a choice, `[sort:newest]` and `[sort:price_asc]`,
/// exactly one is taken. Postgres plans each variant by itself: `$3 is null or …` would make one bad plan of all.
///
/// Unused parameters keep their types by a first `with parameters as (select $1::bigint, $2::text)`.
///
/// A line `--[name.sql]` stands for the [`Part`] of that name: what several statements say alike is said once.
///
/// ```
/// static LIST: stoa_db::Sql = stoa_db::Sql::new("select id from tags where site_id = $1\n--[named] and name = $2");
/// assert_eq!(LIST.with(&[("named", true)]), "select id from tags where site_id = $1\nand name = $2\n");
/// assert_eq!(LIST.with(&[("named", false)]), "select id from tags where site_id = $1\n");
/// ```
pub struct Sql {
    text: &'static str,
    parts: &'static [Part],
    variants: OnceLock<Variants>,
}

/// What statements have in common: the name of a `.sql` file, and its text. It counts on their parameters and aliases,
/// which its first line names; it has options as they have, but no parts.
pub type Part = (&'static str, &'static str);

/// One slot for each set of options, filled when it is first asked for.
struct Variants {
    options: Vec<Choice<'static>>,
    texts: Box<[OnceLock<String>]>,
}

/// An option, and the choice that it belongs to, if any.
#[derive(Clone, Copy, PartialEq)]
struct Choice<'a> {
    group: Option<&'a str>,
    option: &'a str,
}

impl Sql {
    /// The text of a `.sql` file.
    pub const fn new(text: &'static str) -> Self {
        Self::of_parts(text, &[])
    }

    /// The text of a `.sql` file that has lines `--[name.sql]`, and what they stand for.
    pub const fn of_parts(text: &'static str, parts: &'static [Part]) -> Self {
        Self { text, parts, variants: OnceLock::new() }
    }

    /// The statement with these options. Each variant is written once and then lent.
    ///
    /// # Panics
    /// When the file has no such option, taken or not, when not exactly one of a choice is taken, and when a part is
    /// missing: a filter or an order must not be lost in silence.
    pub fn with(&self, options: &[(&str, bool)]) -> &str {
        let variants = self.variants.get_or_init(|| {
            let mut options = options_of(self.text);
            for option in self.parts.iter().flat_map(|(_, text)| options_of(text)) {
                if !options.contains(&option) {
                    options.push(option);
                }
            }
            let texts = (0..1_usize << options.len()).map(|_| OnceLock::new()).collect();
            Variants { options, texts }
        });
        let position =
            |name: &str| variants.options.iter().position(|choice| choice.option == name);
        let taken = options.iter().fold(0, |taken, (name, is_taken)| match position(name) {
            Some(bit) => taken | usize::from(*is_taken) << bit,
            None => panic!("the statement has no option {name}"),
        });
        let is_taken = |name: &str| position(name).is_some_and(|bit| taken >> bit & 1 == 1);
        variants.texts[taken].get_or_init(|| {
            for group in variants.options.iter().filter_map(|choice| choice.group) {
                let of_group = variants.options.iter().filter(|choice| choice.group == Some(group));
                let count = of_group.filter(|choice| is_taken(choice.option)).count();
                assert!(count == 1, "of the choice {group}, {count} are taken in place of one");
            }
            let part = |name: &str| self.parts.iter().find(|part| part.0 == name);
            write(&whole(self.text, |name| Some(part(name)?.1)), is_taken)
        })
    }
}

/// The text of a `.sql` file with its parts in place of the lines that name them.
///
/// # Panics
/// When there is no such part.
pub fn whole<'a>(text: &'a str, part: impl Fn(&str) -> Option<&'a str>) -> String {
    let lines = text.lines().map(|line| match part_of(line) {
        Some(name) => part(name).unwrap_or_else(|| panic!("there is no part {name}")).trim_end(),
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The part that a line stands for.
pub fn part_of(line: &str) -> Option<&str> {
    line.strip_prefix("--[")?.strip_suffix(']').filter(|name| name.ends_with(".sql"))
}

/// Every statement that can be made of a `.sql` file's text, which is [`whole`].
pub fn variants(text: &str) -> Vec<String> {
    let mut sets: Vec<Vec<&str>> = vec![Vec::new()];
    let options = options_of(text);
    for (position, choice) in options.iter().enumerate() {
        let of_same_group =
            |other: &&Choice<'_>| choice.group.is_some() && other.group == choice.group;
        if options[..position].iter().any(|other| of_same_group(&other)) {
            continue;
        }
        let ways: Vec<Option<&str>> = match choice.group {
            Some(_) => {
                options.iter().filter(of_same_group).map(|other| Some(other.option)).collect()
            }
            None => vec![None, Some(choice.option)],
        };
        sets = sets
            .iter()
            .flat_map(|set| ways.iter().map(move |way| set.iter().copied().chain(*way).collect()))
            .collect();
    }
    sets.iter().map(|set| write(text, |option| set.contains(&option))).collect()
}

fn write(text: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut sql = String::with_capacity(text.len());
    for line in text.lines() {
        match optional(line) {
            Some((condition, rest)) if holds(condition, &is_taken) => {
                sql.push_str(rest.trim_start_matches(' '))
            }
            Some(_) => continue,
            None => sql.push_str(line),
        }
        sql.push('\n');
    }
    sql
}

/// Splits `--[condition] line`.
fn optional(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("--[")?.split_once(']')
}

fn holds(condition: &str, is_taken: impl Fn(&str) -> bool) -> bool {
    let term_holds = |term: &str| match term.strip_prefix('!') {
        Some(term) => !is_taken(choice(term).option),
        None => is_taken(choice(term).option),
    };
    condition.split('|').any(|terms| terms.split_whitespace().all(term_holds))
}

fn options_of(text: &str) -> Vec<Choice<'_>> {
    let mut options = Vec::new();
    let lines = text.lines().filter(|line| part_of(line).is_none());
    let conditions = lines.filter_map(optional).map(|(condition, _)| condition);
    for term in
        conditions.flat_map(|condition| condition.split(['|', ' '])).filter(|term| !term.is_empty())
    {
        let choice = choice(term.trim_start_matches('!'));
        if !options.contains(&choice) {
            options.push(choice);
        }
    }
    options
}

fn choice(term: &str) -> Choice<'_> {
    match term.split_once(':') {
        Some((group, option)) => Choice { group: Some(group), option },
        None => Choice { group: None, option: term },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "select\n--[!a !b] 0\n--[a|b] 1\n--[a b] + 2\n--[sort:up] order by 1\n--[sort:down] order by 1 desc";

    #[test]
    fn conditions() {
        static SQL: Sql = Sql::new(TEXT);
        assert_eq!(SQL.with(&[("up", true), ("a", false)]), "select\n0\norder by 1\n");
        assert_eq!(SQL.with(&[("b", true), ("down", true)]), "select\n1\norder by 1 desc\n");
        assert_eq!(
            SQL.with(&[("b", true), ("a", true), ("up", true)]),
            "select\n1\n+ 2\norder by 1\n"
        );
    }

    #[test]
    fn a_variant_is_written_once() {
        static SQL: Sql = Sql::new(TEXT);
        let options = [("a", true), ("up", true)];
        assert!(std::ptr::eq(SQL.with(&options), SQL.with(&options)));
    }

    #[test]
    #[should_panic(expected = "no option c")]
    fn an_unknown_option() {
        static SQL: Sql = Sql::new(TEXT);
        SQL.with(&[("up", true), ("c", true)]);
    }

    #[test]
    #[should_panic(expected = "no option c")]
    fn an_unknown_option_that_is_not_taken() {
        static SQL: Sql = Sql::new(TEXT);
        SQL.with(&[("up", true), ("c", false)]);
    }

    #[test]
    #[should_panic(expected = "of the choice sort, 0 are taken")]
    fn none_of_a_choice() {
        static SQL: Sql = Sql::new(TEXT);
        SQL.with(&[("a", true), ("up", false)]);
    }

    #[test]
    #[should_panic(expected = "of the choice sort, 2 are taken")]
    fn two_of_a_choice() {
        static SQL: Sql = Sql::new(TEXT);
        SQL.with(&[("up", true), ("down", true)]);
    }

    #[test]
    fn parts() {
        static SQL: Sql = Sql::of_parts(
            "select\n--[columns.sql]\n--[one] limit 1",
            &[("columns.sql", "-- Of tags.\nid\n--[all], name\n")],
        );
        assert_eq!(SQL.with(&[]), "select\n-- Of tags.\nid\n");
        let both = SQL.with(&[("one", true), ("all", true)]);
        assert_eq!(both, "select\n-- Of tags.\nid\n, name\nlimit 1\n");
        let whole = whole(SQL.text, |name| (name == "columns.sql").then_some(SQL.parts[0].1));
        assert!(variants(&whole).contains(&both.to_owned()));
    }

    #[test]
    #[should_panic(expected = "there is no part columns.sql")]
    fn a_part_that_is_missing() {
        static SQL: Sql = Sql::new("select\n--[columns.sql]");
        SQL.with(&[]);
    }

    #[test]
    fn variants_take_one_of_each_choice() {
        let all = variants(TEXT);
        assert_eq!(all.len(), 8);
        assert_eq!(all.iter().filter(|sql| sql.contains("order by 1\n")).count(), 4);
        assert!(all.iter().all(|sql| sql.matches("order by").count() == 1));
    }

    #[test]
    fn a_statement_without_options_has_one_variant() {
        assert_eq!(variants("-- A comment.\nselect 1"), ["-- A comment.\nselect 1\n"]);
    }
}
