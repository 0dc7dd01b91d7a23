//! `courser-web-tools bindgen MODULE.wasm FOLDER` writes the module and its JavaScript into the folder;
//! `courser-web-tools serve FOLDER PORT` serves the folder on localhost until it is ended, and says where.

use std::fs::File;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use tiny_http::{Header, Request, Response, Server};
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
    let server = Server::http(("127.0.0.1", port)).map_err(|error| anyhow!("port {port}: {error}"))?;
    let port = server.server_addr().to_ip().context("no address")?.port();
    println!("http://localhost:{port}/");
    for request in server.incoming_requests() {
        let folder = folder.to_owned();
        // One that reads slowly keeps nobody waiting.
        std::thread::spawn(move || answer(request, &folder));
    }
    Ok(())
}

/// Sends the file that is asked for.
fn answer(request: Request, folder: &Path) {
    let path = request.url().split(['?', '#']).next().unwrap_or_default().trim_start_matches('/').to_owned();
    let path = if path.is_empty() { "index.html".to_owned() } else { path };
    let header = |text: String| text.parse::<Header>().expect("a header");
    let sent = match open(folder, &path) {
        Some(file) => {
            let response = Response::from_file(file).with_header(header(format!("Content-Type: {}", kind(&path))));
            request.respond(response.with_header(header("Cache-Control: no-store".to_owned())))
        }
        None => request.respond(Response::from_string("not found\n").with_status_code(404)),
    };
    // A browser that has gone away is no error.
    drop(sent);
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
