//! The page of limits, deploy/limits.md, agrees with the code and with the documents.

use std::collections::HashMap;
use std::fs;

use super::ROOT;
use super::sql_files::files;
use crate::contract::document;

/// `UPDATE_LIMITS=1` rewrites the tables.
#[test]
fn the_tables_of_limits() {
    let path = format!("{ROOT}/deploy/limits.md");
    let page = fs::read_to_string(&path).unwrap();
    let code = Code::read();
    let row = |row: &str| if row.contains('`') { code.row(row) } else { format!("{row}\n") };
    let made = replaced(&page, "rate limits", |_| rate_limits());
    let made = replaced(&made, "limits", |table| table.lines().map(row).collect());
    assert!(made.contains("| 20 MiB | `UPLOAD_LIMIT` |") && made.contains("| 6,000 in 1 min |"));
    if std::env::var_os("UPDATE_LIMITS").is_some() {
        fs::write(path, made).unwrap();
    } else {
        let different = page.lines().zip(made.lines()).find(|(old, new)| old != new);
        assert!(page == made, "UPDATE_LIMITS=1 writes the tables again: {different:#?}");
    }
}

/// The page with a new table for each `<!-- name -->…<!-- /name -->`.
fn replaced(page: &str, name: &str, table: impl Fn(&str) -> String) -> String {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let mut parts = page.split(&begin);
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |page, part| {
        let (old, after) = part.split_once(&end).unwrap();
        page + &begin + &table(old) + &end + after
    })
}

fn rate_limits() -> String {
    let limits = document::all()
        .iter()
        .flat_map(|document| document.json["x-rate-limits"].as_object().unwrap());
    let row = |(name, limit): (&String, &serde_json::Value)| {
        let count = limit["calls"].as_f64().map(grouped);
        let count = count.unwrap_or_else(|| bytes(limit["bytes"].as_f64().unwrap()));
        let seconds = time(limit["seconds"].as_f64().unwrap());
        let (owner, counted) = (limit["per"].as_str(), limit["description"].as_str());
        let counted = counted.unwrap().trim_end_matches('.');
        format!("| {counted} | {count} in {seconds} | {} | `{name}` |\n", owner.unwrap())
    };
    let head = "| Counted | Rate | For each | Name |\n| --- | --- | --- | --- |\n";
    head.to_owned() + &limits.map(row).collect::<String>()
}

/// By name, the doc comments (first paragraph) and the expressions of the server's constants, and the expressions of
/// fields in an `impl Default`.
struct Code(HashMap<String, Vec<(String, String)>>);

impl Code {
    fn read() -> Self {
        let mut code = Self(HashMap::new());
        let folders = ["runtime/src", "base", "domain", "handlers", "providers", "src"];
        for (path, text) in files(&folders, "rs") {
            if !path.components().any(|folder| folder.as_os_str() == "tests") {
                code.add(&text);
            }
        }
        code
    }

    fn add(&mut self, text: &str) {
        let mut doc = Vec::new();
        let mut is_default = false;
        for line in text.lines().filter(|line| !line.trim().starts_with("#[")) {
            is_default = line.starts_with("impl Default for") || is_default && line != "}";
            let line = line.trim();
            if let Some(words) = line.strip_prefix("///") {
                doc.push(words.trim());
                continue;
            }
            let first = doc.split(|line| line.is_empty()).next().unwrap().join(" ");
            doc.clear();
            let definition = match line.split_once("const ") {
                Some((_, constant)) => constant
                    .split_once(": ")
                    .and_then(|(name, rest)| Some((name, rest.split_once(" =")?.1))),
                None => line.split_once(": ").filter(|_| is_default),
            };
            if let Some((name, expression)) = definition {
                let expression = expression.trim().trim_end_matches([';', ',']);
                self.0.entry(name.to_owned()).or_default().push((first, expression.to_owned()));
            }
        }
    }

    /// A row whose text and value are from the code, where the code has them.
    fn row(&self, row: &str) -> String {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [text, value, place] = cells[..] else { panic!("not three cells: {row}") };
        let name = place.split('`').nth(1).unwrap();
        let found = self.0.get(name);
        let Some([(doc, expression)]) = found.map(Vec::as_slice) else {
            panic!("{name} is not defined once: {found:?}")
        };
        let value = self.value(name, expression).unwrap_or_else(|| value.to_owned());
        let text = if doc.is_empty() { text } else { doc.trim_end_matches('.') };
        format!("| {text} | {value} | {place} |\n")
    }

    /// The value in words, if the code computes it from literals and other constants.
    fn value(&self, name: &str, expression: &str) -> Option<String> {
        if let Some(rate) = expression.strip_prefix("Rate { calls: ") {
            let (calls, seconds) = rate.trim_end_matches(" }").split_once(", seconds: ")?;
            let (calls, seconds) = (self.number(calls)?, self.number(seconds)?);
            return Some(format!("{} in {}", grouped(calls), time(seconds)));
        }
        let Some((constructor, argument)) = expression.trim_end_matches(')').split_once('(') else {
            let number = self.number(expression)?;
            let is_bytes = name.contains("BYTES") || expression.contains([' ', ':']);
            return Some(if is_bytes { bytes(number) } else { grouped(number) });
        };
        let number = self.number(argument)?;
        match constructor.split_once("::")?.1 {
            "from_secs" | "seconds" => Some(time(number)),
            "minutes" => Some(time(number * 60.0)),
            "hours" => Some(time(number * 3_600.0)),
            "days" => Some(time(number * 86_400.0)),
            _ => None,
        }
    }

    /// A product of literals and constants, or a literal shifted to the left.
    fn number(&self, expression: &str) -> Option<f64> {
        if let Some((number, shift)) = expression.split_once(" << ") {
            return Some(self.number(number)? * self.number(shift)?.exp2());
        }
        let factor = |factor: &str| {
            let constant = || self.number(&self.0.get(factor.rsplit("::").next()?)?.first()?.1);
            factor.replace('_', "").parse().ok().or_else(constant)
        };
        expression.split(" * ").map(factor).product()
    }
}

fn time(seconds: f64) -> String {
    let days = if seconds > 86_400.0 { 86_400.0 } else { f64::INFINITY };
    scaled(seconds, &[(days, "days"), (3_600.0, "h"), (60.0, "min"), (1.0, "s")])
}

fn bytes(bytes: f64) -> String {
    let (gib, mib, kib) = (f64::from(1 << 30), f64::from(1 << 20), 1024.0);
    let units =
        [(gib, "GiB"), (mib, "MiB"), (1e9, "GB"), (1e6, "MB"), (kib, "KiB"), (1.0, "bytes")];
    scaled(bytes, &units)
}

/// The number in the first unit of which it is a multiple.
fn scaled(number: f64, units: &[(f64, &str)]) -> String {
    let (size, unit) = units.iter().find(|(size, _)| number % size == 0.0).unwrap();
    format!("{} {unit}", grouped(number / size))
}

/// The number with a comma between thousands.
fn grouped(number: f64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(",")
}
