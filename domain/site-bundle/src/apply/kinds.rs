//! How an apply treats the rows of each section: their parts, their live state, and the columns of their tables.

mod catalog;
mod commerce;
mod content;
mod settings;

/// The rows of a section, each with its parts. A section that is one value has one row, whose id is the site's.
pub struct Kind {
    pub section: &'static str,
    /// The name of a row in the audit trail.
    pub target: &'static str,
    pub identity: Identity,
    /// Members that an apply takes only for new rows: live state and times.
    pub live: &'static [&'static str],
    /// Members that only the operator sets. The site's values stay when an owner applies a file.
    pub withheld: &'static [&'static str],
    pub parts: &'static [Part],
    /// The tables, parents first. The first one is the table of the rows themselves.
    pub tables: &'static [MergedTable],
    /// The column of a row's parent, which is a row of the same section.
    pub parent: Option<&'static str>,
    pub references: &'static [Reference],
    /// Statements after those of the tables. `$1` is the site, and `$2` are the ids of the written rows.
    pub finish: &'static [&'static str],
    /// Tables besides those of the section that the import's statements fill.
    pub also_filled: &'static [&'static str],
    /// Finds the ids among $2 that other rows have: those of customers or of other sites. Returns each with the reason.
    pub taken: Option<&'static str>,
    /// The lock of the site's row.
    pub site_lock: &'static str,
    pub prune: Option<Prune>,
}

/// How the row of an item is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    Site,
    Id,
    Code,
    /// Items without an id are found by their name.
    IdOrName,
}

/// How rows that a file lacks are archived or removed.
pub struct Prune {
    /// For people, such as `archived`.
    pub done: &'static str,
    /// The member that changes, if the row is not removed.
    pub member: Option<&'static str>,
    /// The assignments, if the row is not removed.
    pub set: &'static str,
    /// The condition of rows `t` that are not archived.
    pub is_present: &'static str,
    /// The condition that a row `t` was added after $2.
    pub is_newer: &'static str,
    /// The condition that nothing depends on a row `t`.
    pub is_free: &'static str,
    /// Detaches up to 500 archived products from the rows $2, and returns their ids. Runs until there are none.
    pub detach: Option<&'static str>,
    /// A statement after the removal of the rows $2.
    pub finish: Option<&'static str>,
}

/// A column that names rows of another section.
pub struct Reference {
    pub table: &'static str,
    /// The column with the id of the row that refers.
    pub row: &'static str,
    pub column: &'static str,
    pub section: &'static str,
}

/// Rows in a member of another row.
pub struct Part {
    pub member: &'static str,
    /// The name of one of them, for people.
    pub noun: &'static str,
    pub live: &'static [&'static str],
    pub parts: &'static [Part],
}

pub struct MergedTable {
    pub name: &'static str,
    pub noun: &'static str,
    /// The columns of the site's id and of the row's id.
    pub key: (&'static str, &'static str),
    pub owner: Option<Owner>,
    /// The columns that an apply compares.
    pub columns: &'static str,
    /// The columns that only new rows take from the file.
    pub initial: &'static str,
    /// A column of new rows, and its value.
    pub computed: Option<(&'static str, &'static str)>,
    /// Assignments of each update.
    pub touched: &'static str,
    /// A column of `columns` that is unique together with columns of other rows.
    pub unique: Option<&'static str>,
    /// A condition for the removal of a row `t`.
    pub removable: &'static str,
}

/// The column that names the row to which a row belongs.
pub struct Owner {
    pub column: &'static str,
    /// The table of the owner and its own owner's column, if the owner is a part too.
    pub through: Option<(&'static str, &'static str)>,
}

const KIND: Kind = Kind {
    section: "",
    target: "",
    identity: Identity::Id,
    live: &[],
    withheld: &[],
    parts: &[],
    tables: &[],
    parent: None,
    references: &[],
    finish: &[],
    also_filled: &[],
    taken: None,
    site_lock: "share",
    prune: Some(REMOVED),
};

const REMOVED: Prune = Prune {
    done: "removed",
    member: None,
    set: "",
    is_present: "true",
    // The first version is the time of insertion in milliseconds.
    is_newer: "t.version > extract(epoch from $2::timestamptz) * 1000",
    is_free: "true",
    detach: None,
    finish: None,
};

const TABLE: MergedTable = MergedTable {
    name: "",
    noun: "",
    key: ("site_id", "id"),
    owner: None,
    columns: "",
    initial: "",
    computed: None,
    touched: "",
    unique: None,
    removable: "true",
};

const TOUCHED: &str = "version = t.version + 1";

const TOUCHED_WITH_TIME: &str = "version = t.version + 1, updated_at = greatest($3, t.updated_at)";

const TIMES: &[&str] = &["createdAt", "updatedAt"];

const fn part(member: &'static str, noun: &'static str) -> Part {
    Part { member, noun, live: &[], parts: &[] }
}

/// The kinds in the order in which they are applied.
pub static KINDS: [&Kind; 15] = [
    &settings::SITE,
    &settings::BRANDING,
    &content::NAVIGATION,
    &content::CATEGORIES,
    &content::TAGS,
    &content::POSTS,
    &content::MEDIA,
    &settings::STORE,
    &catalog::PRODUCT_CATEGORIES,
    &catalog::PRODUCTS,
    &commerce::DISCOUNT_CODES,
    &commerce::GIFT_CERTIFICATES,
    &commerce::SHIPPING_ZONES,
    &commerce::DESIGN_TEMPLATES,
    &commerce::CHAT_WIDGETS,
];

pub fn kind(section: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.section == section)
}

impl Kind {
    /// The table of the rows themselves.
    pub fn table(&self) -> &'static MergedTable {
        &self.tables[0]
    }
}
