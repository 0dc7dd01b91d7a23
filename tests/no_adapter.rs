//! Tests courser on a computer without any graphics driver.

use assert_cmd::Command;

use crate::command::{courser, refused, refused_for, stderr};

/// Returns a command that finds neither a Vulkan driver nor OpenGL.
fn bare() -> Command {
    let mut command = courser();
    command
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env_remove("XDG_RUNTIME_DIR");
    command
}

#[test]
fn auto_says_so_in_one_line_and_uses_the_cpu() {
    let output = bare().args(["cycle", "8x8", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stderr(&output);
    let tour = said.strip_prefix("note: there is no graphics adapter; the CPU does the work\n").unwrap_or_default();
    assert!(tour.contains(" tour of 8x8 from ") && tour.lines().count() == 1, "{said}");
    let tour: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(tour["device"]["name"], "cpu");
}

#[test]
fn gpu_is_an_error_that_says_what_to_install() {
    let text = refused(&bare().args(["cycle", "8x8", "--device", "gpu"]).output().unwrap(), 3);
    assert!(text.contains("there is no graphics adapter"), "{text}");
    assert!(text.contains("apt install mesa-vulkan-drivers"), "{text}");
    // The CPU could compute this large board. The CPU must not be used if another device is requested.
    for more in ["--device gpu", "--verify-cpu --device gpu"] {
        let tour = format!("tour 5000x5000 --closed --format none {more}");
        refused_for(&bare().args(tour.split(' ')).output().unwrap(), 3, "there is no graphics adapter");
    }
}

#[test]
fn devices_lists_the_cpu() {
    let output = bare().arg("devices").output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("*    cpu"));
}
