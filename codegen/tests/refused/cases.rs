//! Cases in a text file, each a change of a valid document and what comes of it:
//!
//! - its name, after `#`;
//! - the change, as lines of a diff (` ` unchanged, `-` removed, `+` added), in blocks that `@` separates;
//! - what is expected, in lines after `=`.

use std::fs;
use std::path::Path;

/// The cases of a text: the change of each, and the expected lines.
pub fn cases(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let cases = text.trim_end().split("\n\n");
    cases.map(|case| case.split_at(case.find("\n= ").map_or(case.len(), |end| end + 1)))
}

/// Applies the change of a case to the text. Returns `None` unless each block occurs exactly once.
pub fn changed(text: &str, case: &str) -> Option<String> {
    case.split("\n@\n").try_fold(text.to_owned(), |text, block| {
        let lines = |marks: &str| -> String {
            let lines = block.lines().filter(|line| line.starts_with(|mark| marks.contains(mark)));
            lines.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (lines(" -"), lines(" +"));
        (text.matches(&old).count() == 1).then(|| text.replacen(&old, &new, 1))
    })
}

/// Compares each case of a file with what `outcome` returns for the changed document. Rewrites the file if `is_update`.
pub fn check(path: &Path, base: &str, is_update: bool, outcome: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).unwrap();
    let mut fresh = Vec::new();
    for (change, expected) in cases(&text) {
        let file = path.display();
        let document = changed(base, change);
        let document =
            document.unwrap_or_else(|| panic!("{file}: not exactly once in the base:\n{change}"));
        let lines: String = outcome(&document).lines().map(|line| format!("= {line}\n")).collect();
        assert!(is_update || lines.trim_end() == expected, "{file}:\n{change}\n{lines}");
        fresh.push(format!("{}\n{lines}", change.trim_end()));
    }
    if is_update {
        fs::write(path, fresh.join("\n")).unwrap();
    }
}
