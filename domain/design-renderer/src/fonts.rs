//! The fonts of this server: the bundled fonts, and the fonts of a folder. Families, weights and styles are read from
//! the files.

mod bundled;
mod faces;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::{ffi::OsStr, fmt, fs, io};

use bytes::Bytes;
use resvg::usvg::fontdb::{Database, Family as Named, ID, Query, Source, Style, Weight};
use resvg::usvg::{self, FontResolver};
use xxhash_rust::xxh3::xxh3_64;

use self::bundled::BUNDLED;
use self::faces::{category, named_after};

/// The family for texts whose family is unknown. It has Latin, Greek and Cyrillic letters.
const FALLBACK: &str = "Noto Sans";

/// Maximum size of a font file. Browsers load these files, so larger ones are refused.
const MAX_FONT_BYTES: u64 = 32 * 1024 * 1024;

pub struct Fonts {
    database: Arc<Database>,
    /// Sorted by name.
    families: Vec<Family>,
    files: BTreeMap<String, FontFile>,
}

/// The fonts with one family name.
#[derive(Debug, Clone)]
pub struct Family {
    pub name: String,
    /// `serif`, `sans-serif`, `display`, `handwriting` or `monospace`.
    pub category: &'static str,
    /// CSS weights, ascending.
    pub weights: Vec<u16>,
    /// The name of the family's stylesheet.
    pub slug: String,
    faces: Vec<Face>,
}

#[derive(Debug, Clone)]
struct Face {
    file: String,
    weight: u16,
    italic: bool,
    digest: u64,
}

/// A file in a folder of fonts that is not used, displayed as `Inter.woff2 has another format: convert it`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedFont {
    pub file: String,
    pub reason: &'static str,
}

impl fmt::Display for SkippedFont {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.file, self.reason)
    }
}

/// A font file, unmodified.
#[derive(Debug, Clone)]
pub struct FontFile {
    pub bytes: Bytes,
    pub media_type: &'static str,
}

impl Fonts {
    /// Loads the fonts that are compiled in.
    pub fn bundled() -> Self {
        let mut database = Database::new();
        database.set_serif_family(FALLBACK);
        database.set_sans_serif_family(FALLBACK);
        database.set_cursive_family(FALLBACK);
        database.set_fantasy_family(FALLBACK);
        database.set_monospace_family(FALLBACK);
        let database = Arc::new(database);
        let mut fonts = Self { database, families: Vec::new(), files: BTreeMap::new() };
        for (file, bytes) in BUNDLED {
            fonts.add(file, Bytes::from_static(bytes));
        }
        fonts
    }

    /// Adds the `.ttf` and `.otf` files of a folder. A file replaces a bundled file with the same name. Also returns
    /// the fonts and folders in it that are not used.
    pub fn with_folder(mut self, folder: &Path) -> io::Result<(Self, Vec<SkippedFont>)> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        let mut skipped = Vec::new();
        for path in paths {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Err(reason) = self.add_file(&path, &file) {
                skipped.push(SkippedFont { file, reason });
            }
        }
        Ok((self, skipped))
    }

    /// Adds a file of a folder. Ignores hidden files, and files that are neither fonts nor folders, such as licences.
    fn add_file(&mut self, path: &Path, file: &str) -> Result<(), &'static str> {
        if file.starts_with('.') {
            return Ok(());
        }
        if path.is_dir() {
            return Err("is a folder: move its fonts to the folder of fonts");
        }
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        match extension.to_lowercase().as_str() {
            "ttf" | "otf" => {}
            "woff" | "woff2" | "ttc" | "otc" | "eot" | "dfont" | "pfb" => {
                return Err("has another format: convert it to .ttf or .otf");
            }
            _ => return Ok(()),
        }
        if !is_font_file(file) {
            return Err(
                "has a name that is not safe in a URL: use only letters of ASCII, digits, -, _ and ., at most 100",
            );
        }
        let size = fs::metadata(path).map_err(|_| "cannot be read")?.len();
        if size > MAX_FONT_BYTES {
            return Err("is larger than 32 MiB");
        }
        let bytes = fs::read(path).map_err(|_| "cannot be read")?;
        match self.add(file, Bytes::from(bytes)) {
            true => Ok(()),
            false => Err("is not a font, or its family has no name that is safe in a style sheet"),
        }
    }

    /// All families, sorted by name.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// Finds a file by its name.
    pub fn file(&self, name: &str) -> Option<&FontFile> {
        self.files.get(name)
    }

    /// Returns the stylesheet that makes a browser load a family. Its URLs are relative and contain the digest of each
    /// file, so a URL changes if its file changes.
    pub fn stylesheet(&self, slug: &str) -> Option<String> {
        let family = self.families.iter().find(|family| family.slug == slug)?;
        let rule = |face: &Face| {
            let style = if face.italic { "italic" } else { "normal" };
            let format = if is_otf(&face.file) { "opentype" } else { "truetype" };
            // The names need no escaping, because `add` refuses names with quotes.
            format!(
                "@font-face {{\n  font-family: \"{}\";\n  font-style: {style};\n  font-weight: {};\n  \
                 font-display: swap;\n  src: url(\"{}?v={:016x}\") format(\"{format}\");\n}}\n",
                family.name, face.weight, face.file, face.digest
            )
        };
        Some(family.faces.iter().map(rule).collect())
    }

    /// Looks up a family by its name, ignoring case, and returns the name in the font's spelling. Returns [`FALLBACK`]
    /// if the family is unknown.
    pub(crate) fn family_or_fallback(&self, name: Option<&str>) -> &str {
        let known = name.and_then(|name| {
            self.families.iter().find(|family| family.name.eq_ignore_ascii_case(name.trim()))
        });
        known.map_or(FALLBACK, |family| &family.name)
    }

    pub(crate) fn database(&self) -> Arc<Database> {
        self.database.clone()
    }

    /// Returns a resolver that finds a font for each letter that the text's own font lacks. The resolver takes the
    /// first loaded font that has the letter. If the family of that font has the text's weight, the resolver takes the
    /// font of this weight.
    ///
    /// Fonts that have letters which other fonts lack are loaded first, so that the resolver prefers them.
    pub(crate) fn resolver(&self) -> FontResolver<'static> {
        let select = FontResolver::default_fallback_selector();
        let select_fallback = move |letter: char, used: &[ID], database: &mut Arc<Database>| {
            let found = select(letter, used, database)?;
            let weight = database.face(*used.first()?)?.weight;
            let (family, _) = database.face(found)?.families.first()?.clone();
            let families = [Named::Name(&family)];
            let query = Query { families: &families, weight, ..Query::default() };
            Some(database.query(&query).filter(|same| !used.contains(same)).unwrap_or(found))
        };
        FontResolver {
            select_font: usvg::FontResolver::default_font_selector(),
            select_fallback: Box::new(select_fallback),
        }
    }

    /// Adds a font. Returns false if the file cannot be used.
    fn add(&mut self, file: &str, bytes: Bytes) -> bool {
        let database = Arc::make_mut(&mut self.database);
        // A file may contain several fonts. Like browsers, the server uses the first one.
        let [id, ..] = database.load_font_source(Source::Binary(Arc::new(bytes.clone())))[..]
        else {
            return false;
        };
        let Some(mut face) = database.face(id).cloned() else { return false };
        database.remove_face(id);
        let name = face.families.first().map(|(name, _)| name.clone()).unwrap_or_default();
        let is_plain = |c: char| c.is_alphanumeric() || " -.".contains(c);
        if name.is_empty() || name.len() > 100 || !name.chars().all(is_plain) || !is_font_file(file)
        {
            return false;
        }
        // In some families, the files of all weights state the same weight. The names of the files are more reliable.
        if let Some((weight, italic)) = named_after(file) {
            face.weight = Weight(weight);
            face.style = if italic { Style::Italic } else { Style::Normal };
        }
        let category = category(&name, &face, &bytes);
        let digest = xxh3_64(&bytes);
        let italic = face.style != Style::Normal;
        let added = Face { file: file.to_owned(), weight: face.weight.0, italic, digest };
        let replaced = self.files.contains_key(file);
        if replaced {
            let ids: Vec<ID> = database
                .faces()
                .filter(|other| {
                    other.families == face.families
                        && other.weight == face.weight
                        && other.style == face.style
                })
                .map(|other| other.id)
                .collect();
            ids.into_iter().for_each(|id| database.remove_face(id));
            self.families
                .iter_mut()
                .for_each(|family| family.faces.retain(|other| other.file != file));
        }
        database.push_face_info(face);
        let media_type = if is_otf(file) { "font/otf" } else { "font/ttf" };
        self.files.insert(file.to_owned(), FontFile { bytes, media_type });
        self.add_face(name, category, added);
        true
    }

    fn add_face(&mut self, name: String, category: &'static str, face: Face) {
        let found = self.families.binary_search_by(|family| family.name.cmp(&name));
        let at = found.unwrap_or_else(|at| {
            let slug = name.to_lowercase().replace([' ', '.'], "-");
            let family = Family { name, category, weights: Vec::new(), slug, faces: Vec::new() };
            self.families.insert(at, family);
            at
        });
        let family = &mut self.families[at];
        family.faces.push(face);
        family.faces.sort_by_key(|face| (face.weight, face.italic));
        family.weights = family.faces.iter().map(|face| face.weight).collect();
        family.weights.dedup();
    }
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(extension))
}

fn is_otf(name: &str) -> bool {
    has_extension(name, "otf")
}

/// Whether a name is a font file's name that is safe in a URL and in a stylesheet.
fn is_font_file(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_font = has_extension(name, "ttf") || is_otf(name);
    is_font && name.len() <= 100 && !name.starts_with('.') && name.bytes().all(is_plain)
}
