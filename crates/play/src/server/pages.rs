//! The files of the page, embedded in the program.

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use flate2::{Compression, write::GzEncoder};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    io::Write,
    sync::Arc,
};

/// The content security policy: a page may load its own files only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; \
                      manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page: its path, content type and text.
type File = (&'static str, &'static str, &'static str);

/// The scripts of the page.
macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("/", $name), "text/javascript; charset=utf-8", include_str!(concat!("../../assets/", $name)))),*]
    };
}

const PROGRAMS: &[File] = programs![
    "actions.js",
    "address.js",
    "analysis.js",
    "app.js",
    "begin.js",
    "board.js",
    "board-input.js",
    "board-logic.js",
    "board-picture.js",
    "board-view.js",
    "clocks.js",
    "connection.js",
    "dates.js",
    "ended.js",
    "explained.js",
    "friend.js",
    "game-setup.js",
    "gif.js",
    "kept.js",
    "learn-logic.js",
    "learn.js",
    "local.js",
    "moves.js",
    "openings.js",
    "page.js",
    "pictures.js",
    "piece-sets.js",
    "play-logic.js",
    "records.js",
    "review.js",
    "settings.js",
    "setup.js",
    "share.js",
    "sounds.js",
    "storage.js",
    "studies.js",
    "study-list.js",
    "tabs.js",
    "tree.js",
    "words.js",
];

const PAGES: &[File] = &[
    ("/", "text/html; charset=utf-8", include_str!("../../assets/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("../../assets/style.css")),
    ("/board.css", "text/css; charset=utf-8", include_str!("../../assets/board.css")),
    ("/icon.svg", "image/svg+xml", include_str!("../../assets/icon.svg")),
    (MANIFEST, "application/manifest+json", include_str!("../../assets/manifest.webmanifest")),
];

/// It stays beside the page: its own addresses are relative to it.
const MANIFEST: &str = "/manifest.webmanifest";

/// How long a page keeps a file: until it has asked whether the file is still the same, or for ever.
const ASKS: &str = "no-cache";
const KEEPS: &str = "public, max-age=31536000, immutable";

/// A file as it is sent.
struct Ready {
    kind: &'static str,
    text: Bytes,
    /// The text in gzip's format.
    packed: Bytes,
    /// A value that changes with the text, for pages that have it already.
    tag: HeaderValue,
    cache: &'static str,
}

/// A number that changes with the texts.
fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = DefaultHasher::new();
    texts.into_iter().for_each(|text| text.hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

impl Ready {
    fn new(kind: &'static str, text: &str, cache: &'static str) -> Ready {
        let tag = HeaderValue::from_str(&format!("\"{}\"", digest([text])));
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory can't fail.
        let _ = packer.write_all(text.as_bytes());
        let packed = Bytes::from(packer.finish().unwrap_or_default());
        let text = Bytes::copy_from_slice(text.as_bytes());
        Ready { kind, text, packed, tag: tag.unwrap_or(HeaderValue::from_static("\"\"")), cache }
    }

    /// The answer to a request with these headers: nothing but the tag if the page has the file.
    fn answer(&self, request: &HeaderMap) -> Response {
        let has = |name, value: &str| {
            let words = request.get_all(name).iter().filter_map(|words| words.to_str().ok());
            words.flat_map(|words| words.split(',')).any(|word| word.trim().trim_start_matches("W/") == value)
        };
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(self.kind)),
            (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (header::CACHE_CONTROL, HeaderValue::from_static(self.cache)),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
            (header::ETAG, self.tag.clone()),
        ];
        if has(header::IF_NONE_MATCH, self.tag.to_str().unwrap_or_default()) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        match has(header::ACCEPT_ENCODING, "gzip") {
            true => (headers, [(header::CONTENT_ENCODING, "gzip")], self.packed.clone()).into_response(),
            false => (headers, self.text.clone()).into_response(),
        }
    }
}

/// The script with which the page begins, and the one that contains it with all that it imports.
const FIRST: &str = "app.js";
const BUNDLE: &str = "bundle.js";

/// The name of the script that a line imports.
fn imported(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("import ").or_else(|| line.strip_prefix("export {"))?;
    rest.rsplit_once("\"./")?.1.strip_suffix("\";")
}

/// A script as part of the bundle: its names are those of one scope, so they need no imports and exports.
fn bundled(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| imported(line).is_none() && !line.trim_start().starts_with("//"));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line))
}

/// The scripts of the page as one, in the order in which a browser evaluates the modules: a page far away waits for each
/// file. The names at the top level of all modules differ.
fn bundle() -> String {
    fn add<'a>(name: &'a str, seen: &mut Vec<&'a str>, bundle: &mut String) {
        if seen.contains(&name) {
            return;
        }
        seen.push(name);
        let file = PROGRAMS.iter().find(|(path, ..)| path[1..] == *name);
        let text = file.map_or("", |(.., text)| text);
        text.lines().filter_map(imported).for_each(|import| add(import, seen, bundle));
        for line in bundled(text) {
            bundle.push_str(line);
            bundle.push('\n');
        }
    }
    let mut bundle = String::new();
    add(FIRST, &mut Vec::new(), &mut bundle);
    bundle
}

/// The page with its files in a folder whose name changes with them, so that a browser may keep them for ever.
fn page(folder: &str) -> String {
    let lines = PAGES[0].2.lines().filter(|line| !line.contains("modulepreload"));
    let mut page: String = lines.flat_map(|line| [line, "\n"]).collect();
    page = page.replace(&format!("src=\"{FIRST}\""), &format!("src=\"{folder}/{BUNDLE}\""));
    for name in KEPT {
        for attribute in ["href", "src"] {
            page = page.replace(&format!("{attribute}=\"{name}\""), &format!("{attribute}=\"{folder}/{name}\""));
        }
    }
    page
}

/// The files beside the bundle that a browser keeps.
const KEPT: [&str; 4] = ["board.css", "icon.svg", "local.js", "style.css"];

/// Routes to the page, its style sheets, its scripts and its icon.
pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let files = || PAGES.iter().chain(PROGRAMS).skip(1).copied();
    let folder = digest(files().map(|(.., text)| text));
    let route = |router: Router<S>, path: &str, file: Ready| {
        let file = Arc::new(file);
        router.route(path, get(move |request: HeaderMap| async move { file.answer(&request) }))
    };
    let mut router = route(Router::new(), "/", Ready::new(PAGES[0].1, &page(&folder), ASKS));
    let script = PROGRAMS[0].1;
    router = route(router, &format!("/{folder}/{BUNDLE}"), Ready::new(script, &bundle(), KEEPS));
    for (path, kind, text) in files() {
        router = route(router, path, Ready::new(kind, text, ASKS));
        if KEPT.contains(&&path[1..]) {
            router = route(router, &format!("/{folder}{path}"), Ready::new(kind, text, KEEPS));
        }
    }
    router
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scripts are requested at once, not one after the other as they import each other; `local.js` is for pages
    /// without a server.
    #[test]
    fn the_page_announces_its_scripts() {
        let page = PAGES[0].2;
        for (path, ..) in PROGRAMS.iter().filter(|(path, ..)| *path != "/local.js") {
            let link = format!("<link rel=\"modulepreload\" href=\"{}\">", &path[1..]);
            assert!(page.contains(&link), "{link}");
        }
        assert_eq!(page.matches("modulepreload").count(), PROGRAMS.len() - 1);
    }

    /// All files that the page loads but the manifest are in the folder, and there are few.
    #[test]
    fn the_page_names_its_folder() {
        let page = page("f00");
        for name in KEPT.iter().chain(&[BUNDLE]) {
            assert!(page.contains(&format!("=\"f00/{name}\"")) && !page.contains(&format!("=\"{name}\"")), "{name}");
        }
        assert!(page.contains(&format!("=\"{}\"", &MANIFEST[1..])));
        assert_eq!(page.matches("<link").count() + page.matches("<script").count(), KEPT.len() + 2);
    }

    /// The names at the top level of the modules, which share a scope in the bundle.
    fn names(text: &str) -> Vec<String> {
        let names = bundled(text).flat_map(|line| {
            let kinds = ["const ", "let ", "function ", "async function ", "class "];
            let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind)).unwrap_or_default();
            let (declared, is_list) = match rest.strip_prefix(['[', '{']) {
                Some(list) => (list.split([']', '}']).next().unwrap_or_default(), true),
                None => (rest, false),
            };
            let words = declared.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
            let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
            words.into_iter().take(if is_list { usize::MAX } else { 1 })
        });
        names.collect()
    }

    #[test]
    fn the_bundle_contains_each_script_once_under_its_own_names() {
        assert_eq!(
            names("const [a, b] = x;\nexport function c() {\n  let d;\n}\nexport const { e } = f;"),
            ["a", "b", "c", "e"]
        );
        let mut all: Vec<String> = PROGRAMS.iter().flat_map(|(.., text)| names(text)).collect();
        let count = all.len();
        all.sort();
        let twice: Vec<_> = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
        assert!(twice.is_empty(), "several modules have the names {twice:?}");
        // An import under another name would be lost.
        for (path, _, text) in PROGRAMS {
            let renamed = text.lines().find(|line| imported(line).is_some() && line.contains(" as "));
            assert_eq!(renamed, None, "{path}");
        }
        let bundle = bundle();
        assert!(bundle.lines().all(|line| !line.starts_with("import ") && !line.starts_with("export ")));
        assert_eq!(names(&bundle).len(), count);
    }

    #[test]
    fn files_are_packed_and_sent_once() {
        let file = Ready::new("text/css", &"body { color: black; }".repeat(3), ASKS);
        let mut request = HeaderMap::new();
        let plain = file.answer(&request);
        assert_eq!((plain.status(), plain.headers().get(header::CONTENT_ENCODING)), (StatusCode::OK, None));
        request.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        assert_eq!(file.answer(&request).headers()[header::CONTENT_ENCODING], "gzip");
        assert!(file.packed.len() < file.text.len());
        let tag = plain.headers()[header::ETAG].clone();
        assert_ne!(Ready::new("text/css", "", ASKS).tag, tag);
        request.insert(header::IF_NONE_MATCH, tag);
        let again = file.answer(&request);
        assert_eq!(
            (again.status(), again.headers().contains_key(header::CONTENT_ENCODING)),
            (StatusCode::NOT_MODIFIED, false)
        );
    }
}
