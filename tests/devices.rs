//! Tests `courser devices`.

use crate::command::answer;

#[test]
fn exactly_one_device_is_what_auto_takes() {
    let text = answer("devices --json");
    let devices: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let devices = devices.as_array().expect("a list");
    assert_eq!(devices.iter().filter(|device| device["auto"] == true).count(), 1);
    assert_eq!(devices.last().expect("the CPU at least")["name"], "cpu");
    // `auto` never selects a software adapter.
    assert!(!devices.iter().any(|device| device["kind"] == "software" && device["auto"] == true));
    println!("devices: {text}");
}

#[cfg(feature = "gpu")]
#[test]
fn verbose_times_each_part_of_the_start_of_every_adapter() {
    let text = answer("devices --json --verbose");
    let devices: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let devices = devices.as_array().expect("a list");
    let (cpu, adapters) = devices.split_last().expect("the CPU at least");
    assert!(!adapters.is_empty() && cpu.get("start").is_none(), "{text}");
    for adapter in adapters {
        for part in ["drivers", "adapters", "device", "first_pass"] {
            assert!(adapter["start"][part].as_f64().is_some_and(|seconds| seconds > 0.0), "{part}: {text}");
        }
    }
    assert_eq!(answer("devices --verbose").matches("start: first pass").count(), adapters.len());
}
