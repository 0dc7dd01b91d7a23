//! Tools for building and serving the page.
//!
//! - `courser-web-tools bindgen MODULE.wasm FOLDER` writes the module and its JavaScript into the folder.
//! - `courser-web-tools compress FOLDER` writes FILE.br and FILE.gz beside every file, and prints the total size of the
//!   files without compression, with gzip and with Brotli.
//! - `courser-web-tools serve FOLDER PORT` prints the address of the page, and serves the folder on localhost until the
//!   command is interrupted.

use std::fs::File;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use brotli::enc::BrotliEncoderParams;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bindgen", module, folder] => {
            let mut bindgen = Bindgen::new();
            // The names of functions would take half a megabyte and are not needed.
            bindgen.remove_name_section(true).typescript(false).omit_default_module_path(false);
            bindgen.input_path(module).web(true)?.generate(folder)
        }
        ["compress", folder] => compress(Path::new(folder)),
        ["serve", folder, port] => serve(Path::new(folder), port.parse().context("not a port")?),
        _ => bail!("bindgen MODULE.wasm FOLDER, compress FOLDER, or serve FOLDER PORT"),
    }
}

/// Compresses every file of a folder, for servers that can send precompressed files.
fn compress(folder: &Path) -> Result<()> {
    let [mut plain, mut gzip, mut brotli] = [0; 3];
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let bytes = std::fs::read(&path)?;
        let name = path.to_str().context("a file name that is not UTF-8")?;
        let mut gz = GzEncoder::new(Vec::new(), flate2::Compression::best());
        gz.write_all(&bytes)?;
        let gz = gz.finish()?;
        let mut br = Vec::new();
        brotli::BrotliCompress(&mut &*bytes, &mut br, &BrotliEncoderParams::default())?;
        std::fs::write(format!("{name}.gz"), &gz)?;
        std::fs::write(format!("{name}.br"), &br)?;
        plain += bytes.len();
        gzip += gz.len();
        brotli += br.len();
    }
    println!("{plain} {gzip} {brotli}");
    Ok(())
}

/// Serves the files of a folder on localhost, where browsers allow WebGPU without a certificate. Port 0 selects any
/// free port.
fn serve(folder: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| format!("port {port}"))?;
    println!("http://localhost:{}/", listener.local_addr()?.port());
    let folder: Arc<Path> = folder.canonicalize().context("no such folder")?.into();
    for connection in listener.incoming() {
        let Ok(connection) = connection else {
            // A possible cause of the error is that too many files are open. The loop waits until some files are
            // closed.
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        let folder = Arc::clone(&folder);
        // Each connection has its own thread, because browsers open connections that they possibly use only later.
        let _ = std::thread::Builder::new().spawn(move || answer(&connection, &folder));
    }
    Ok(())
}

/// Answers one request and closes the connection. Gives up after ten seconds without data.
fn answer(connection: &TcpStream, folder: &Path) -> std::io::Result<()> {
    const MAX_HEAD: u64 = 1 << 16;
    const PATIENCE: Option<Duration> = Some(Duration::from_secs(10));
    connection.set_read_timeout(PATIENCE)?;
    connection.set_write_timeout(PATIENCE)?;
    let mut request = String::new();
    let mut lines = BufReader::new(connection.take(MAX_HEAD));
    lines.read_line(&mut request)?;
    let mut accepts = String::new();
    let mut line = String::new();
    while lines.read_line(&mut line)? > 2 {
        line.make_ascii_lowercase();
        if let Some(value) = line.strip_prefix("accept-encoding:") {
            value.clone_into(&mut accepts);
        }
        line.clear();
    }
    let mut words = request.split_ascii_whitespace();
    let method = words.next().unwrap_or_default();
    let path = words.next().unwrap_or_default().split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let mut out = connection;
    let coded = |coding: &'static str, ending: &str| {
        let file = accepts.contains(coding).then(|| open(folder, &format!("{path}.{ending}")).ok());
        file.flatten().map(|file| Ok((file, coding)))
    };
    let found = coded("br", "br")
        .or_else(|| coded("gzip", "gz"))
        .unwrap_or_else(|| open(folder, path).map(|file| (file, "identity")));
    let status = match (method, &found) {
        ("GET" | "HEAD", Ok(_)) => "200 OK",
        ("GET" | "HEAD", Err(error)) if error.kind() == ErrorKind::NotFound => "404 Not Found",
        ("GET" | "HEAD", Err(_)) => "503 Service Unavailable",
        _ => "405 Method Not Allowed",
    };
    write!(out, "HTTP/1.1 {status}\r\nAllow: GET, HEAD\r\nConnection: close\r\n")?;
    let Some((mut file, coding)) = found.ok().filter(|_| status == "200 OK") else {
        return out.write_all(b"Content-Length: 0\r\n\r\n");
    };
    let (bytes, kind) = (file.metadata()?.len(), kind(path));
    write!(
        out,
        "Content-Type: {kind}\r\nContent-Length: {bytes}\r\nContent-Encoding: {coding}\r\nVary: Accept-Encoding\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\r\n"
    )?;
    if method == "GET" {
        std::io::copy(&mut file, &mut out)?;
    }
    Ok(())
}

/// Opens a file inside the folder. Links to files outside the folder are treated as not found.
fn open(folder: &Path, path: &str) -> std::io::Result<File> {
    let not_found = || ErrorKind::NotFound.into();
    let path = folder.join(path).canonicalize().map_err(|_| not_found())?;
    if path.starts_with(folder) && path.is_file() { File::open(path) } else { Err(not_found()) }
}

fn kind(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
