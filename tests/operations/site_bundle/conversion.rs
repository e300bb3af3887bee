//! `stoa site convert`: exports of other systems become bundles that an import accepts as they are.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::api::storefront::commands::stoa;
use crate::harness::{Server, served};
use crate::operations::start_up::{Ran, is_done, is_refused, run};

const SHOPIFY: &str = include_str!("conversion/shopify.csv");
const WOOCOMMERCE: &str = include_str!("conversion/woocommerce.csv");
const WORDPRESS: &str = include_str!("conversion/wordpress.xml");

/// The id of converted sites. The seed has no site with this id.
const SITE: &str = "91";

/// A folder with one export.
struct Export {
    folder: TempDir,
    file: PathBuf,
}

/// A conversion that succeeded.
struct Conversion {
    said: String,
    losses: Vec<String>,
    bundle: Value,
}

impl Export {
    fn new(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        Self { folder, file }
    }

    fn path(&self) -> &str {
        self.file.to_str().unwrap()
    }

    fn bundle(&self) -> PathBuf {
        self.file.with_extension("json")
    }

    fn run(&self, system: &str, more: &[&str]) -> Ran {
        let names: &[&str] = match system {
            "wordpress" => &[],
            _ => &["--name", "Converted", "--currency", "eur"],
        };
        run(&[&["site", "convert", system, self.path(), "--site", SITE], names, more].concat())
    }

    fn convert(&self, system: &str) -> Conversion {
        let ran = self.run(system, &[]);
        let losses = ran.complaint.lines().map(str::to_owned).collect();
        let said = is_done(ran);
        let text = fs::read_to_string(self.bundle()).unwrap();
        Conversion { said, losses, bundle: serde_json::from_str(&text).unwrap() }
    }

    /// Imports the bundle into a server's database.
    async fn imported(&self) -> Server {
        let server = served().await;
        let (said, complaint) =
            stoa(&server, &["site", "import", self.bundle().to_str().unwrap()], "").await;
        assert!(said.starts_with("imported site 91"), "{said}{complaint}");
        server
    }
}

/// Exports begin with a byte order mark and have the line ends of Windows.
fn as_exported(csv: &str) -> String {
    format!("\u{feff}{}", csv.replace('\n', "\r\n"))
}

/// Compares a text with its snapshot, which is next to the exports.
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("conversion");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn member<'a>(items: &'a Value, key: &str, value: &str) -> &'a Value {
    let mut items = items.as_array().unwrap().iter();
    items.find(|item| item[key] == value).unwrap_or_else(|| panic!("no {value}"))
}

#[tokio::test]
async fn shopify() {
    let export = Export::new("products.csv", as_exported(SHOPIFY));
    let Conversion { said, losses, bundle } = export.convert("shopify");
    snapshot("shopify_losses", &losses.join("\n"));
    snapshot("shopify_bundle", &serde_json::to_string_pretty(&bundle).unwrap());
    assert!(said.starts_with("Converted to a bundle: 5 categories, 6 products, 4 variants, 5 images; the lines above list"), "{said}");

    let server = export.imported().await;
    let tee = server.get("/api/storefront/91/products/salt-tee").await.expect(200);
    let tee = &tee.json["data"];
    assert_eq!(tee["name"], "Salt & Sea Tee");
    assert_eq!(tee["price"], 2_990);
    let listed = server.get("/api/storefront/91/products").await.expect(200);
    assert_eq!(listed.ids().len(), 2, "drafts stay drafts: {:?}", listed.each("slug"));
}

#[tokio::test]
async fn woocommerce() {
    let export = Export::new("products.csv", as_exported(WOOCOMMERCE));
    let Conversion { losses, bundle, .. } = export.convert("woocommerce");
    snapshot("woocommerce_losses", &losses.join("\n"));
    snapshot("woocommerce_bundle", &serde_json::to_string_pretty(&bundle).unwrap());

    let server = export.imported().await;
    let hoodie = server.get("/api/storefront/91/products/hoodie-hood").await.expect(200);
    assert_eq!(hoodie.json["data"]["name"], "Hoodie & Hood");

    // Spreadsheets write another separator, and tabs.
    for separator in [";", "\t"] {
        let mut reader = csv_cells(WOOCOMMERCE);
        let text: String = reader.by_ref().map(|cells| cells.join(separator) + "\n").collect();
        let separated = Export::new("products.csv", text).convert("woocommerce");
        assert_eq!(separated.bundle, bundle, "{separator:?}");
    }
}

/// The rows of a table without cells of several lines, each cell in quotes.
fn csv_cells(text: &str) -> impl Iterator<Item = Vec<String>> + '_ {
    text.lines().map(|line| {
        let mut cells = vec![String::from('"')];
        let mut is_quoted = false;
        for letter in line.chars() {
            let last = cells.len() - 1;
            match letter {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::from('"')),
                _ => cells[last].push(letter),
            }
        }
        cells.iter_mut().for_each(|cell| cell.push('"'));
        cells
    })
}

#[tokio::test]
async fn wordpress() {
    let export = Export::new("export.xml", WORDPRESS);
    let Conversion { said, losses, bundle } = export.convert("wordpress");
    snapshot("wordpress_losses", &losses.join("\n"));
    snapshot("wordpress_bundle", &serde_json::to_string_pretty(&bundle).unwrap());
    assert!(said.contains("3 categories, 1 tag, 3 posts, 2 pages, 1 media"), "{said}");

    let server = export.imported().await;
    let (key, _) = stoa(&server, &["key", "create", "--site", SITE], "").await;
    let secret = key.split_whitespace().find(|word| word.starts_with("svc_live_")).unwrap();
    let get = async |path: &str| server.get(&format!("/api/v1/sites/91{path}")).key(secret).await;
    let post = get("/posts/the-press-again").await.expect(200);
    assert_eq!(
        post.json["data"]["coverImage"],
        "https://journal.example.com/wp-content/uploads/roller.jpg"
    );
    assert_eq!(get("/posts/the-press-again-2").await.status(), 404, "it needed a password");
    assert_eq!(get("/posts/later").await.status(), 404, "it is scheduled");
    let media = get("/media").await.expect(200);
    assert_eq!(media.json["data"][0]["width"], 1_200);
}

/// Variations that count no stock share that of their product.
#[tokio::test]
async fn stock_of_woocommerce() {
    let csv = "ID,Type,SKU,Name,Published,In stock?,Stock,Backorders allowed?,Regular price,Parent,Attribute 1 Name,Attribute 1 Value(s)\n\
        1,variable,TEE,Tee,1,1,7,0,,,Size,\"S, M, L, XL\"\n\
        2,variation,TEE-S,,1,1,,0,10,TEE,Size,S\n\
        3,variation,TEE-M,,1,1,parent,0,10,TEE,Size,M\n\
        4,variation,TEE-L,,1,1,2,0,10,TEE,Size,L\n\
        5,variation,TEE-XL,,1,1,2,1,10,TEE,Size,XL\n\
        6,variable,CAP,Cap,1,1,3,notify,,,Size,S\n\
        7,variation,CAP-S,,1,1,,0,10,CAP,Size,S\n\
        8,variable,SOCK,Sock,1,1,,0,,,Size,\"S, M\"\n\
        9,variation,SOCK-S,,1,0,,0,10,SOCK,Size,S\n\
        10,variation,SOCK-M,,1,1,,0,10,SOCK,Size,M\n";
    let export = Export::new("stock.csv", csv);
    let Conversion { bundle, losses, .. } = export.convert("woocommerce");
    let stock = |slug| {
        let product = member(&bundle["products"], "slug", slug);
        let variants = product["variants"].as_array().unwrap().iter();
        let quantities: Vec<&Value> = variants.map(|variant| &variant["quantity"]).collect();
        json!([product["trackInventory"], product["quantity"], quantities])
    };
    assert_eq!(stock("tee"), json!([true, 7, [null, null, 2, null]]));
    assert_eq!(stock("cap"), json!([null, null, [null]]));
    assert_eq!(stock("sock"), json!([true, null, [0, null]]));
    assert_eq!(
        losses,
        [
            "line 6: it now shares the stock of the product, which is counted",
            "line 6: it is sold without stock too, so its stock is not counted",
            "line 7: it is sold without stock too, so its stock is not counted",
        ]
    );

    let server = export.imported().await;
    let tee = server.get("/api/storefront/91/products/tee").await.expect(200);
    assert_eq!(tee.json["data"]["quantity"], 7);
}

/// WooCommerce marks texts that a spreadsheet would calculate, and stores texts without paragraphs.
#[test]
fn texts_of_woocommerce() {
    let csv = "Type,SKU,Name,Published,Regular price,Description\n\
        simple,'-5,'+1 Mug,1,5,One\\ntwo \\\\n three\\n\\n<b>four</b>\n\
        simple,'5,Cap,1,5,<ul>\\n<li>one</li>\\n</ul>\n";
    let Conversion { bundle, losses, .. } = Export::new("texts.csv", csv).convert("woocommerce");
    assert!(losses.is_empty(), "{losses:?}");
    let products = &bundle["products"];
    assert_eq!(products[0]["sku"], "-5");
    assert_eq!(products[0]["name"], "+1 Mug");
    assert_eq!(products[1]["sku"], "'5");
    let description = "<p>One<br>\ntwo \\n three</p>\n<p><b>four</b></p>";
    assert_eq!(products[0]["description"], description);
    assert_eq!(products[1]["description"], "<ul>\n<li>one</li>\n</ul>");
}

#[test]
fn rows_of_other_lengths() {
    let csv = "Handle,Title,Variant Price\na,A,5\nb,B\nc,C, medium,5\nd,D,5,,\ne,E,5,\n";
    let Conversion { bundle, losses, .. } = Export::new("rows.csv", csv).convert("shopify");
    assert_eq!(bundle["products"].as_array().unwrap().len(), 5);
    assert_eq!(
        losses,
        [
            "line 4: the row has more cells than the first line, so its values may be in the wrong columns",
            "line 3: the product has no price, so it is a draft",
            "line 4: the price \"medium\" cannot be read",
            "line 4: the product has no price, so it is a draft",
            "line 1: 2 rows with more cells than this line; the cells are empty",
        ]
    );
}

#[test]
fn other_columns_of_shopify() {
    let csv = "Title,URL handle,Description,Price,Compare-at price,Inventory tracker,Inventory quantity,\
        Continue selling when out of stock,Weight value (grams),Weight unit for display,Product image URL,Status,SKU\n\
        Mug,mug,Blue,12.50,15,shopify,3,DENY,250,lb,https://cdn.example.com/m.jpg,Active,'007\n";
    let Conversion { bundle, losses, .. } = Export::new("new.csv", csv).convert("shopify");
    assert!(losses.is_empty(), "{losses:?}");
    let mug = member(&bundle["products"], "slug", "mug");
    for (key, value) in [
        ("price", json!(1_250)),
        ("compareAtPrice", json!(1_500)),
        ("quantity", json!(3)),
        ("weight", json!("0.551")),
        ("weightUnit", json!("lb")),
        ("status", json!("active")),
        ("sku", json!("007")),
    ] {
        assert_eq!(mug[key], value, "{key}");
    }
}

#[test]
fn windows_1252() {
    let csv = b"Handle,Title,Variant Price\nhut,Gr\xf6\xdfe \x80,5\n";
    let Conversion { bundle, losses, .. } = Export::new("excel.csv", csv).convert("shopify");
    assert_eq!(bundle["products"][0]["name"], "Größe €");
    assert_eq!(losses, ["line 2: a cell is not UTF-8, so it was read as Windows-1252"]);
}

/// An export of 20,000 rows, and a product of 10,000 variants.
#[tokio::test]
async fn large_exports() {
    let mut csv = String::from("Handle,Title,Type,Option1 Name,Option1 Value,Variant Price\n");
    for number in 0..10_000 {
        csv += &format!("p{number},Same name,Type {},,,{number}\n", number % 50);
        csv += &format!("many,Many,,Number,{number},1\n");
    }
    let export = Export::new("large.csv", csv);
    let Conversion { bundle, .. } = export.convert("shopify");
    assert_eq!(bundle["products"].as_array().unwrap().len(), 10_001);
    let many = member(&bundle["products"], "slug", "many");
    assert_eq!(many["variants"].as_array().unwrap().len(), 10_000);
    export.imported().await;
}

#[test]
fn refusals() {
    for (system, bytes, said) in [
        ("shopify", &b""[..], "it is no export of Shopify's products"),
        ("shopify", b"a,b\n1,2\n", "its first line names no columns Handle and Title"),
        ("shopify", b"\xff\xfeH\0", "it is UTF-16: save it as UTF-8"),
        ("shopify", b"PK\x03\x04", "it is a workbook or a zip file: save it as CSV"),
        (
            "woocommerce",
            b"Typ,Nom\n",
            "it is no export of WooCommerce's products, or not in English",
        ),
        ("wordpress", b"", "it has no <wp:wxr_version>"),
        ("wordpress", b"<html><body>no</body></html>", "it has no <rss>"),
        ("wordpress", b"<rss><channel><item>", "it ends inside of <item>: export it again"),
        ("wordpress", b"<rss><channel></item></channel></rss>", "it is no XML from byte"),
    ] {
        let export = Export::new("export.csv", bytes);
        let losses = export.folder.path().join("losses.txt");
        let ran = export.run(system, &["--losses", losses.to_str().unwrap()]);
        is_refused(&ran, said);
        assert!(ran.complaint.contains("export.csv"), "{}", ran.complaint);
        let left: Vec<_> = fs::read_dir(export.folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "no other file is left: {left:?}");
    }
    let deep = format!("<rss>{}", "<a>".repeat(10_000));
    is_refused(&Export::new("deep.xml", deep).run("wordpress", &[]), "more than 50 elements");
    let open = [b"Handle,Title\na,\"".as_slice(), &vec![b'x'; 40 << 20]].concat();
    is_refused(&Export::new("open.csv", open).run("shopify", &[]), "it is longer than 32 MiB");
    is_refused(
        &run(&["site", "convert", "wordpress", "/nowhere.xml", "--out", "-"]),
        "it cannot be opened",
    );
    is_refused(&run(&["site", "convert", "wordpress", "/", "--out", "-"]), "not a regular file");
}

#[test]
fn files_of_a_conversion() {
    let export = Export::new("export.xml", WORDPRESS);
    let losses = export.folder.path().join("losses.txt");
    let more = ["--losses", losses.to_str().unwrap(), "--name", "Named", "--domain", "a.example"];
    let ran = export.run("wordpress", &more);
    assert_eq!(ran.complaint, "");
    let said = is_done(ran);
    assert!(said.contains("losses.txt lists") && said.ends_with("export.json`.\n"), "{said}");
    let bundle: Value =
        serde_json::from_str(&fs::read_to_string(export.bundle()).unwrap()).unwrap();
    let site = json!({"id": 91, "name": "Named", "domain": "a.example", "description": "Notes from the harbor"});
    assert_eq!(bundle["site"], site);

    is_refused(&export.run("wordpress", &[]), "export.json exists: name another file with --out");
    let both = export.folder.path().join("both");
    let both = both.to_str().unwrap();
    is_refused(&export.run("wordpress", &["--out", both, "--losses", both]), "cannot be written");
    let more = ["--out", both, "--losses", losses.to_str().unwrap()];
    is_refused(
        &export.run("wordpress", &more),
        "losses.txt exists: name another file with --losses",
    );
    let left = fs::read_dir(export.folder.path()).unwrap().count();
    assert_eq!(left, 3, "the export, its bundle and its list are left");
    let ran = export.run("wordpress", &["--out", "-"]);
    assert!(ran.complaint.lines().last().unwrap().starts_with("Converted to a bundle: "));
    let printed: Value = serde_json::from_str(&is_done(ran)).unwrap();
    assert_eq!(printed["site"]["name"], "Harbor & Journal");
    for (option, value, said) in [
        ("--domain", "https://a.example/", "a domain is written without https://"),
        ("--site", "0", "0 is not in"),
    ] {
        let ran = run(&["site", "convert", "wordpress", export.path(), option, value]);
        assert!(ran.status == Some(2) && ran.complaint.contains(said), "{ran:?}");
    }
    assert!(Path::new(export.path()).exists());
}
