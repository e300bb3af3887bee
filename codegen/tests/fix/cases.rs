//! Each case of `cases.txt` has a name after `#`, a change of `refused/base.yaml` as lines of a diff (` ` unchanged, `-`
//! removed, `+` added), and after `=` the lines of the text that `fix` changes then (`-` old, `+` new).
//! `UPDATE_FIX=1 cargo test -p stoa-codegen --test fix` rewrites the latter.

use std::path::Path;
use std::{env, fs};

use super::{agreement, fixed, read};

#[test]
fn cases() {
    let (base, text) = (read("refused/base.yaml"), read("fix/cases.txt"));
    let mut fresh = Vec::new();
    for case in text.trim_end().split("\n\n") {
        let unchanged = || (case.trim_end_matches("\n="), "");
        let (change, expected) = case.split_once("\n=\n").unwrap_or_else(unchanged);
        let faulty = agreement::changed(&base, change);
        let faulty = faulty.unwrap_or_else(|| panic!("stands not once in the base:\n{change}"));
        let after = fixed(&faulty).unwrap();
        let lines = difference(&faulty, &after.text);
        if env::var_os("UPDATE_FIX").is_none() {
            assert_eq!(lines, expected, "{change}");
            assert_eq!(fixed(&after.text).unwrap().text, after.text, "a second time: {change}");
        }
        fresh.push(format!("{change}\n=\n{lines}"));
    }
    if env::var_os("UPDATE_FIX").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fix/cases.txt");
        fs::write(path, fresh.join("\n\n") + "\n").unwrap();
    }
}

/// The lines that differ, by the longest common subsequence.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (row, one) in old.iter().enumerate().rev() {
        for (column, other) in new.iter().enumerate().rev() {
            common[row][column] = match one == other {
                true => common[row + 1][column + 1] + 1,
                false => common[row + 1][column].max(common[row][column + 1]),
            };
        }
    }
    let (mut row, mut column, mut lines) = (0, 0, Vec::new());
    while row < old.len() || column < new.len() {
        if row < old.len() && column < new.len() && old[row] == new[column] {
            (row, column) = (row + 1, column + 1);
        } else if column == new.len()
            || row < old.len() && common[row + 1][column] >= common[row][column + 1]
        {
            lines.push(format!("-{}", old[row]));
            row += 1;
        } else {
            lines.push(format!("+{}", new[column]));
            column += 1;
        }
    }
    lines.join("\n")
}
