//! The fonts of this server: the bundled fonts, and the fonts of a folder. Families, weights and styles are read from
//! the files.

mod bundled;
mod data;
mod faces;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::{ffi::OsStr, fmt, fs, io};

use bytes::Bytes;
use resvg::usvg::fontdb::{Database, FaceInfo, Family as Named, ID, Query, Source, Style, Weight};
use xxhash_rust::xxh3::xxh3_64;

use self::bundled::BUNDLED;
pub(crate) use self::data::FontData;
use self::faces::{category, named_after};

/// The family for texts whose family is unknown. It has Latin, Greek and Cyrillic letters.
const FALLBACK: &str = "Noto Sans";

/// Maximum size of a font file. Browsers load these files, so larger ones are refused.
const MAX_FONT_BYTES: u64 = 32 * 1024 * 1024;

pub struct Fonts {
    database: Arc<Database>,
    data: HashMap<ID, FontData>,
    /// The fonts that have a character, in the order in which they were loaded.
    coverage: OnceLock<HashMap<char, Vec<ID>>>,
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
    /// The name of the family's stylesheet.
    pub slug: String,
    pub(crate) faces: Vec<Face>,
}

impl Family {
    /// The CSS weights, each with whether the font is italic. Sorted by weight, and upright before italic.
    pub fn styles(&self) -> BTreeSet<(u16, bool)> {
        self.faces.iter().map(|face| face.style).collect()
    }

    /// CSS weights, ascending.
    pub fn weights(&self) -> BTreeSet<u16> {
        self.faces.iter().map(|face| face.style.0).collect()
    }
}

/// A font of a family, in one of the styles of its file.
#[derive(Debug, Clone)]
pub(crate) struct Face {
    pub id: ID,
    pub file: String,
    pub style: (u16, bool),
    digest: u64,
}

/// A file in a folder of fonts that the server does not use. It is displayed as `Inter.woff2 has another format:
/// convert it to .ttf or .otf`.
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

/// The CSS weights of normal and bold text.
const USUAL_WEIGHTS: [u16; 2] = [400, 700];

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
        let mut fonts = Self {
            database,
            data: HashMap::new(),
            coverage: OnceLock::new(),
            families: Vec::new(),
            files: BTreeMap::new(),
        };
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
    ///
    /// A browser synthesizes the bold and italic styles that a family lacks, also in a canvas. Drawings do not.
    /// Therefore the stylesheet also declares these styles, each with the font that drawings use for it.
    pub fn stylesheet(&self, slug: &str) -> Option<String> {
        let family = self.families.iter().find(|family| family.slug == slug)?;
        let weights = &family.weights() | &BTreeSet::from(USUAL_WEIGHTS);
        let styles = weights.into_iter().flat_map(|weight| [(weight, false), (weight, true)]);
        let rule = |style: (u16, bool)| {
            let id = self.face(&family.name, style)?;
            let face = family.faces.iter().find(|face| face.id == id)?;
            let (weight, style) = (style.0, if style.1 { "italic" } else { "normal" });
            let format = if is_otf(&face.file) { "opentype" } else { "truetype" };
            // The names need no escaping, because `add` refuses names with quotes.
            Some(format!(
                "@font-face {{\n  font-family: \"{}\";\n  font-style: {style};\n  font-weight: {weight};\n  \
                 font-display: swap;\n  src: url(\"{}?v={:016x}\") format(\"{format}\");\n}}\n",
                family.name, face.file, face.digest
            ))
        };
        Some(styles.filter_map(rule).collect())
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

    /// Finds the font of a family whose style is closest to a weight and to italic or upright, as CSS does.
    pub(crate) fn face(&self, family: &str, (weight, italic): (u16, bool)) -> Option<ID> {
        let style = if italic { Style::Italic } else { Style::Normal };
        let families = [Named::Name(family)];
        let weight = Weight(weight);
        self.database.query(&Query { families: &families, weight, style, ..Query::default() })
    }

    /// The family, weight and style of a font, as CSS names them.
    pub(crate) fn names(&self, font: ID) -> Option<(&str, u16, &'static str)> {
        let face = self.database.face(font)?;
        let style = if face.style == Style::Normal { "normal" } else { "italic" };
        Some((&face.families.first()?.0, face.weight.0, style))
    }

    pub(crate) fn data(&self, font: ID) -> Option<&FontData> {
        self.data.get(&font)
    }

    /// Finds a font for a letter and its marks, except the fonts in `tried`. Takes the first loaded font that has the
    /// letter and all marks. If there is none, and no font in `tried` has the letter, takes the first font that has the
    /// letter. If the family of this font has a font closer to `style`, returns the closer font.
    ///
    /// Fonts that have letters which other fonts lack are loaded first, so that they are found first.
    pub(crate) fn fallback(&self, letter: &str, style: (u16, bool), tried: &[ID]) -> Option<ID> {
        let mut parts = letter.chars().filter(|c| !is_invisible(*c));
        let with_letter = self.fonts_with(parts.next()?);
        let marks: Vec<&[ID]> = parts.map(|mark| self.fonts_with(mark)).collect();
        let has_all = |font: &ID| marks.iter().all(|with_mark| with_mark.contains(font));
        let is_new = |font: &&ID| !tried.contains(font);
        let mut whole = with_letter.iter().filter(is_new).filter(|font| has_all(font));
        let found = match whole.next() {
            Some(font) => font,
            None if with_letter.iter().any(|font| tried.contains(font)) => return None,
            None => with_letter.first()?,
        };
        let (family, _) = self.database.face(*found)?.families.first()?;
        let closest = self.face(family, style).filter(|font| {
            is_new(&font) && with_letter.contains(font) && has_all(font) == has_all(found)
        });
        Some(closest.unwrap_or(*found))
    }

    /// The fonts that have a character, in the order in which they were loaded.
    pub(crate) fn fonts_with(&self, character: char) -> &[ID] {
        let coverage = self.coverage.get_or_init(|| {
            let mut coverage: HashMap<char, Vec<ID>> = HashMap::new();
            for face in self.database.faces() {
                for character in
                    self.data.get(&face.id).map(FontData::characters).into_iter().flatten()
                {
                    coverage.entry(character).or_default().push(face.id);
                }
            }
            coverage
        });
        coverage.get(&character).map_or(&[], Vec::as_slice)
    }

    /// Adds a font. Returns false if the file cannot be used.
    fn add(&mut self, file: &str, bytes: Bytes) -> bool {
        let database = Arc::make_mut(&mut self.database);
        // A file may contain several fonts. Like browsers, the server uses the first one.
        let [id, ..] = database.load_font_source(Source::Binary(Arc::new(bytes.clone())))[..]
        else {
            return false;
        };
        let Some(face) = database.face(id).cloned() else { return false };
        database.remove_face(id);
        let name = face.families.first().map(|(name, _)| name.clone()).unwrap_or_default();
        let is_plain = |c: char| c.is_alphanumeric() || " -.".contains(c);
        if name.is_empty() || name.len() > 100 || !name.chars().all(is_plain) || !is_font_file(file)
        {
            return false;
        }
        // In some families, the files of all weights state the same weight. The names of the files are more reliable.
        let own = named_after(file).unwrap_or((face.weight.0, face.style != Style::Normal));
        let fonts = FontData::of(&bytes, own);
        if fonts.is_empty() {
            return false;
        }
        for family in &mut self.families {
            for replaced in family.faces.extract_if(.., |face| face.file == file) {
                database.remove_face(replaced.id);
            }
        }
        self.families.retain(|family| !family.faces.is_empty());
        let category = category(&name, &face, &bytes);
        let digest = xxh3_64(&bytes);
        for data in fonts {
            let style = data.style;
            let named = if style.1 { Style::Italic } else { Style::Normal };
            let info = FaceInfo { weight: Weight(style.0), style: named, ..face.clone() };
            let id = Arc::make_mut(&mut self.database).push_face_info(info);
            self.data.insert(id, data);
            let face = Face { id, file: file.to_owned(), style, digest };
            self.add_face(&name, category, face);
        }
        self.coverage = OnceLock::new();
        let media_type = if is_otf(file) { "font/otf" } else { "font/ttf" };
        self.files.insert(file.to_owned(), FontFile { bytes, media_type });
        true
    }

    fn add_face(&mut self, name: &str, category: &'static str, face: Face) {
        let found = self.families.binary_search_by(|family| family.name.as_str().cmp(name));
        let at = found.unwrap_or_else(|at| {
            let (name, slug) = (name.to_owned(), name.to_lowercase().replace([' ', '.'], "-"));
            self.families.insert(at, Family { name, category, slug, faces: Vec::new() });
            at
        });
        self.families[at].faces.push(face);
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

/// Whether a character has no visible glyph, although it may change the glyphs next to it. These are the code points
/// that Unicode calls default ignorable.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}
