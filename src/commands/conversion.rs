//! `stoa site convert`: converts the exports of other systems to bundles.

use std::fs::{self, Permissions};
use std::io::{BufWriter, Write, stderr, stdout};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use stoa_site_conversion::{
    Converted, Losses, Site, convert_shopify, convert_woocommerce, convert_wordpress,
};
use tempfile::NamedTempFile;

#[derive(Debug, Subcommand)]
pub enum ConvertCommand {
    /// Convert products that Shopify exported as CSV (Products, Export)
    Shopify(ShopSettings),
    /// Convert products that WooCommerce exported as CSV, in English (Products, Export)
    Woocommerce(ShopSettings),
    /// Convert posts, pages, categories, tags and media that WordPress exported as XML (Tools, Export)
    Wordpress(WordpressSettings),
}

#[derive(Debug, Args)]
pub struct ShopSettings {
    /// The name of the site, which the export does not have
    #[arg(long)]
    name: String,
    /// The currency of the prices as a code of ISO 4217 such as EUR, which the export does not have
    #[arg(long, value_name = "CODE", value_parser = currency)]
    currency: String,
    #[command(flatten)]
    common: Settings,
}

#[derive(Debug, Args)]
pub struct WordpressSettings {
    /// The name of the site; that in the export if absent
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    common: Settings,
}

#[derive(Debug, Args)]
struct Settings {
    /// The export, a file
    #[arg(value_name = "FILE")]
    export: PathBuf,
    /// The bundle to write, which must not exist yet; - for standard output; by default the export's name with .json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The file that receives the list of what the bundle cannot hold, which must not exist yet; standard error if absent
    #[arg(long, value_name = "FILE")]
    losses: Option<PathBuf>,
    /// The site's id in the bundle
    #[arg(long, value_name = "ID", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=stoa_values::MAX_SAFE_INTEGER))]
    site: i64,
    /// The site's domain, such as shop.example.com
    #[arg(long, value_parser = domain)]
    domain: Option<String>,
    /// The site's subdomain
    #[arg(long)]
    subdomain: Option<String>,
}

pub fn run(command: &ConvertCommand) -> Result<()> {
    match command {
        ConvertCommand::Shopify(ShopSettings { name, currency, common }) => {
            let site = common.site(Some(name));
            common.convert(|export, out, losses| {
                convert_shopify(export, &site, currency, out, losses)
            })
        }
        ConvertCommand::Woocommerce(ShopSettings { name, currency, common }) => {
            let site = common.site(Some(name));
            common.convert(|export, out, losses| {
                convert_woocommerce(export, &site, currency, out, losses)
            })
        }
        ConvertCommand::Wordpress(WordpressSettings { name, common }) => {
            let site = common.site(name.as_ref());
            common.convert(|export, out, losses| convert_wordpress(export, &site, out, losses))
        }
    }
}

impl Settings {
    fn site(&self, name: Option<&String>) -> Site {
        Site {
            id: self.site,
            name: name.cloned(),
            domain: self.domain.clone(),
            subdomain: self.subdomain.clone(),
        }
    }

    /// Writes the bundle and the list, and says what was converted. A conversion that fails leaves neither.
    fn convert(
        &self,
        conversion: impl FnOnce(&Path, &mut dyn Write, &mut Losses<'_>) -> Result<Converted>,
    ) -> Result<()> {
        let export = &self.export;
        let path = self.out.clone().unwrap_or_else(|| export.with_extension("json"));
        let to_stdout = path == Path::new("-");
        let bundle = if to_stdout { None } else { Some(Draft::begin(&path, "--out")?) };
        let list = self.losses.as_ref().map(|path| Draft::begin(path, "--losses")).transpose()?;
        let mut out = BufWriter::new(Draft::writer(bundle.as_ref(), stdout())?);
        let mut lines = BufWriter::new(Draft::writer(list.as_ref(), stderr())?);
        let mut losses = Losses::new(&mut lines);
        let converted = conversion(export, &mut out, &mut losses);
        let count = losses.finish().context("the list cannot be written");
        let converted = converted.with_context(|| export.display().to_string())?;
        let count = count?;
        out.flush()?;
        let list = list.map(Draft::finish).transpose()?;
        if let Some(bundle) = bundle
            && let Err(error) = bundle.finish()
        {
            // Without its bundle, the list is of no use.
            list.map(fs::remove_file).transpose()?;
            return Err(error);
        }

        let list = match &self.losses {
            Some(path) => format!("{} lists", path.display()),
            None => "the lines above list".to_owned(),
        };
        let lost = match count {
            0 => "the bundle holds all of it".to_owned(),
            1 => format!("{list} 1 thing that it does not hold"),
            _ => format!("{list} {count} things that it does not hold"),
        };
        let next = match to_stdout {
            true => String::new(),
            false => format!(" Load it with `stoa site import {}`.", path.display()),
        };
        let said = format!("Converted to a bundle: {converted}; {lost}.{next}\n");
        // Standard output may carry the bundle. The summary then goes to standard error.
        let mut told: Box<dyn Write> =
            if to_stdout { Box::new(stderr()) } else { Box::new(stdout()) };
        Ok(told.write_all(said.as_bytes())?)
    }
}

/// A file that gets its name when it is complete.
struct Draft {
    file: NamedTempFile,
    path: PathBuf,
}

impl Draft {
    /// Begins a file that the operator names with `option`.
    fn begin(path: &Path, option: &str) -> Result<Self> {
        ensure!(!path.exists(), "{} exists: name another file with {option}", path.display());
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let file = tempfile::Builder::new()
            .prefix(".stoa-convert-")
            // The umask applies, as to other new files.
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Returns the file to write to, or `otherwise` if there is none.
    fn writer(draft: Option<&Self>, otherwise: impl Write + 'static) -> Result<Box<dyn Write>> {
        Ok(match draft {
            Some(draft) => Box::new(draft.file.reopen()?),
            None => Box::new(otherwise),
        })
    }

    fn finish(self) -> Result<PathBuf> {
        self.file.as_file().sync_all()?;
        match self.file.persist_noclobber(&self.path) {
            Ok(_) => Ok(self.path),
            Err(error) => bail!("{} cannot be written: {}", self.path.display(), error.error),
        }
    }
}

fn currency(code: &str) -> Result<String, &'static str> {
    let is_code = code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_alphabetic());
    if is_code {
        Ok(code.to_ascii_uppercase())
    } else {
        Err("a currency has three letters, such as EUR")
    }
}

fn domain(domain: &str) -> Result<String, &'static str> {
    match stoa_values::url_of_domain(domain) {
        Some(_) => Ok(domain.to_owned()),
        None => Err("a domain is written without https:// and without a path"),
    }
}
