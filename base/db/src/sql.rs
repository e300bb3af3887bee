//! Statements with optional lines. One `.sql` file replaces a file for each combination of filters and orders.

use std::sync::OnceLock;

use crate::statements::name_variant;

/// Returns the statement of a `.sql` file with optional lines.
///
/// A line that begins with `--[option]` is part of the statement when the option is on. Otherwise the line is a
/// comment, so the file is plain SQL. Lines of the form `--[option] order by …` are alternatives, and the macro's
/// `order by` selects one of them.
///
/// The macro compiles only if its options are exactly those of the file. Without this check, a filter could be left out
/// by mistake, and the statement would show rows that the filter should hide.
///
/// Postgres plans each variant separately. A single statement with `$2 is null or …` would have one bad plan for all
/// cases.
///
/// If a variant does not use all parameters, the file begins with `with parameters as (select $1::bigint, $2::text)`,
/// because Postgres needs the types of the parameters.
///
/// ```ignore
/// let sql = sql!("tags/list_tags.sql", named = name.is_some(); order by match sort {
///     Sort::Newest => newest,
///     Sort::Name => name,
/// });
/// ```
#[macro_export]
macro_rules! sql {
    (
        $file:literal $(, $option:ident = $is_on:expr)* $(,)?
        $(; order by match $sort:ident { $($case:pat => $order:ident),+ $(,)? })?
    ) => {{
        static SQL: $crate::Sql<{ [$(stringify!($option),)* $($(stringify!($order)),+)?].len() }> =
            $crate::Sql::new(
                include_str!($file),
                [$(stringify!($option),)* $($(stringify!($order)),+)?],
            );
        // Checks that the cases of the orders are exhaustive.
        $(match $sort { $($case => {})+ })?
        SQL.with([$($is_on,)* $($(matches!($sort, $case)),+)?])
    }};
}

/// A statement made by [`sql!`](crate::sql!): the file's text, its options, and the variants that have been used.
pub struct Sql<const N: usize> {
    text: &'static str,
    options: [&'static str; N],
    variants: OnceLock<Box<[OnceLock<String>]>>,
}

impl<const N: usize> Sql<N> {
    /// Panics if the options are not exactly those of the file. In a static, such a panic is a compile error.
    pub const fn new(text: &'static str, options: [&'static str; N]) -> Self {
        let mut is_used = [false; N];
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            if starts_with(rest, b"--[") {
                let mut option = 0;
                while option < N && !is_line_of(rest, options[option]) {
                    option += 1;
                }
                assert!(option < N, "the file has an option that is not given");
                is_used[option] = true;
            }
            rest = next_line(rest);
        }
        let mut option = 0;
        while option < N {
            assert!(is_used[option], "the file does not have this option");
            option += 1;
        }
        Self { text, options, variants: OnceLock::new() }
    }

    /// Returns the statement with these options. Each variant is built once.
    pub fn with(&self, are_on: [bool; N]) -> &str {
        let variants = self.variants.get_or_init(|| (0..1 << N).map(|_| OnceLock::new()).collect());
        let variant = are_on.iter().fold(0, |bits, is_on| bits << 1 | usize::from(*is_on));
        variants[variant].get_or_init(|| {
            let is_on = |name: &str| {
                self.options.iter().zip(are_on).any(|(option, is_on)| is_on && *option == name)
            };
            let written = write(self.text, is_on);
            name_variant(self.text, &written);
            written
        })
    }
}

const fn starts_with(text: &[u8], start: &[u8]) -> bool {
    let mut at = 0;
    while at < start.len() {
        if at == text.len() || text[at] != start[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether a line that begins with `--[` has this option.
const fn is_line_of(text: &[u8], option: &str) -> bool {
    let (_, name) = text.split_at(b"--[".len());
    let option = option.as_bytes();
    starts_with(name, option) && name.len() > option.len() && name[option.len()] == b']'
}

const fn next_line(text: &[u8]) -> &[u8] {
    let mut at = 0;
    while at < text.len() && text[at] != b'\n' {
        at += 1;
    }
    text.split_at(if at < text.len() { at + 1 } else { at }).1
}

fn write(text: &str, is_on: impl Fn(&str) -> bool) -> String {
    let mut sql = String::with_capacity(text.len());
    for line in text.lines() {
        match optional(line) {
            Some((option, code)) if is_on(option) => sql.push_str(code.trim_start()),
            Some(_) => continue,
            None => sql.push_str(line),
        }
        sql.push('\n');
    }
    sql
}

/// Splits a line of the form `--[option] code` into the option and the code.
pub fn optional(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("--[")?.split_once(']')
}

/// Returns every statement that a `.sql` file can produce.
pub fn variants(text: &str) -> Vec<String> {
    let mut options: Vec<&str> = Vec::new();
    let mut orders: Vec<&str> = Vec::new();
    for (option, code) in text.lines().filter_map(optional) {
        let is_order = code.trim_start().starts_with("order by");
        let known = if is_order { &mut orders } else { &mut options };
        if !known.contains(&option) {
            known.push(option);
        }
    }
    let orders: Vec<Option<&str>> =
        if orders.is_empty() { vec![None] } else { orders.into_iter().map(Some).collect() };
    let with = |bits: usize, order: Option<&str>| {
        let is_on = |name: &str| {
            let option = options.iter().position(|option| *option == name);
            order == Some(name) || option.is_some_and(|option| bits >> option & 1 == 1)
        };
        write(text, is_on)
    };
    let sets = 0..1 << options.len();
    sets.flat_map(|bits| orders.iter().map(move |order| (bits, *order)))
        .map(|(bits, order)| with(bits, order))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "select 0\n--[a]     + 1\n--[b] + 2\n--[up] order by 1\n--[down] order by 1 desc";

    static SQL: Sql<4> = Sql::new(TEXT, ["b", "a", "up", "down"]);

    #[test]
    fn lines_of_enabled_options() {
        assert_eq!(SQL.with([false, true, true, false]), "select 0\n+ 1\norder by 1\n");
        assert_eq!(SQL.with([true, true, false, true]), "select 0\n+ 1\n+ 2\norder by 1 desc\n");
    }

    #[test]
    fn a_variant_is_written_once() {
        let options = [true, false, true, false];
        assert!(std::ptr::eq(SQL.with(options), SQL.with(options)));
    }

    #[test]
    #[should_panic(expected = "the file does not have this option")]
    fn an_unknown_option() {
        Sql::new(TEXT, ["a", "b", "up", "down", "c"]);
    }

    #[test]
    #[should_panic(expected = "the file has an option that is not given")]
    fn a_missing_option() {
        Sql::new(TEXT, ["a", "up", "down"]);
    }

    #[test]
    #[should_panic(expected = "the file has an option that is not given")]
    fn the_beginning_of_an_option() {
        Sql::new("select\n--[all] 1", ["al"]);
    }

    #[test]
    fn variants_have_one_order() {
        let all = variants(TEXT);
        assert_eq!(all.len(), 8);
        assert!(all.iter().all(|sql| sql.matches("order by").count() == 1));
        assert!(all.contains(&SQL.with([false, true, true, false]).to_owned()));
    }

    #[test]
    fn a_statement_without_options_has_one_variant() {
        assert_eq!(variants("-- A comment.\nselect 1"), ["-- A comment.\nselect 1\n"]);
    }
}
