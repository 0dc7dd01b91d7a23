//! `courser-web-tools bindgen MODULE.wasm FOLDER` writes the module and its JavaScript into the folder;
//! `courser-web-tools serve FOLDER PORT` serves the folder on localhost until it is ended, and says where.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bindgen", module, folder] => {
            let mut bindgen = Bindgen::new();
            // The names of functions are half a megabyte that no visitor reads.
            bindgen.remove_name_section(true).typescript(false).omit_default_module_path(false);
            bindgen.input_path(module).web(true)?.generate(folder)
        }
        ["serve", folder, port] => serve(Path::new(folder), port.parse().context("not a port")?),
        _ => bail!("bindgen MODULE.wasm FOLDER, or serve FOLDER PORT"),
    }
}

/// Files of a folder, on localhost only: a browser has WebGPU there without a certificate. Port 0 is any free one.
fn serve(folder: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| format!("port {port}"))?;
    println!("http://localhost:{}/", listener.local_addr()?.port());
    for connection in listener.incoming() {
        let folder = folder.to_owned();
        // A thread each: browsers open connections that they may use later.
        std::thread::spawn(move || connection.and_then(|connection| answer(&connection, &folder)));
    }
    Ok(())
}

/// Answers one request, and closes the connection.
fn answer(connection: &TcpStream, folder: &Path) -> std::io::Result<()> {
    const MOST_HEAD: u64 = 1 << 16;
    let mut request = String::new();
    let mut lines = BufReader::new(connection.take(MOST_HEAD));
    lines.read_line(&mut request)?;
    // The remaining lines of the request are read and ignored.
    let mut line = String::new();
    while lines.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut words = request.split_ascii_whitespace();
    let is_get = words.next() == Some("GET");
    let path = words.next().unwrap_or_default().split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let mut out = connection;
    let Some(mut file) = open(folder, path).filter(|_| is_get) else {
        return out.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let (bytes, kind) = (file.metadata()?.len(), kind(path));
    write!(
        out,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {bytes}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )?;
    std::io::copy(&mut file, &mut out).map(drop)
}

/// A file inside the folder.
fn open(folder: &Path, path: &str) -> Option<File> {
    let path = PathBuf::from(path);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(path);
    (inside && path.is_file()).then(|| File::open(path).ok()).flatten()
}

fn kind(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
