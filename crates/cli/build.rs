//! Build script, which passes the current commit to the binary if the commit is known.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn main() {
    if std::env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    println!("cargo:rerun-if-changed=crates/cli/build.rs");
    println!("cargo:rerun-if-env-changed=GIT_DIR");
    // The build script runs again if HEAD or its log changes, since the commit may have changed.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", path]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "--short=9", "HEAD"]).unwrap_or_default();
    println!("cargo:rustc-env=COURSER_COMMIT={commit}");
}
