//! `courser devices`.

use crate::command::answer;

#[test]
fn exactly_one_device_is_what_auto_takes() {
    let text = answer("devices --json");
    let devices: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let devices = devices.as_array().expect("a list");
    assert_eq!(devices.iter().filter(|device| device["auto"] == true).count(), 1);
    assert_eq!(devices.last().expect("the CPU at least")["name"], "cpu");
    // A software adapter is never what auto takes.
    assert!(!devices.iter().any(|device| device["kind"] == "software" && device["auto"] == true));
    println!("devices: {text}");
}
