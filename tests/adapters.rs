//! Tests the list of graphics adapters and the selection of an adapter.

use crate::command::{answer, courser, refused, stderr};

#[test]
fn adapters_are_listed_with_their_limits() {
    let devices: serde_json::Value = serde_json::from_str(&answer("devices --json")).expect("it is JSON");
    let adapter = &devices[0];
    assert!(adapter["limits"]["cycle_squares"].as_u64() > Some(1 << 20), "no adapter: tests/run installs one");
    assert!(answer("devices").contains("decision cycle"));
}

#[test]
fn an_adapter_is_taken_by_name_by_number_and_by_environment() {
    let devices: serde_json::Value = serde_json::from_str(&answer("devices --json")).expect("it is JSON");
    let name = devices[0]["name"].as_str().expect("a name").to_owned();
    let part = &name[..4].to_uppercase();
    let device = |command: &mut assert_cmd::Command| {
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let tour: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        tour["device"]["name"].as_str().expect("a name").to_owned()
    };
    let tour = ["cycle", "6x6", "--json"];
    for choice in [part, "0", "#0", "GPU"] {
        assert_eq!(device(courser().args(tour).args(["--device", choice])), name, "{choice}");
    }
    assert_eq!(device(courser().args(tour).env("WGPU_ADAPTER_NAME", part)), name);
}

#[test]
fn work_that_auto_gives_to_an_adapter_is_told_and_other_work_is_not() {
    let devices: serde_json::Value = serde_json::from_str(&answer("devices --json")).expect("it is JSON");
    let name = devices[0]["name"].as_str().expect("a name");
    let wins = |n: &u32| courser::engine::worth::Workload::Queens { n: *n }.gpu_wins();
    let first = (8..20).find(wins).expect("some boards are worth a GPU");
    for (n, is_told) in [(first, true), (8, false)] {
        let ask = ["queens", &n.to_string(), "--count"];
        let output = courser().args(ask).env("WGPU_ADAPTER_NAME", &name[..4]).output().expect("it runs");
        let said = stderr(&output);
        assert!(
            output.status.success() && said.contains(&format!("on {name}: thousands of lanes")) == is_told,
            "{said}"
        );
    }
}

#[test]
fn a_wrong_name_in_the_environment_is_reported_with_its_variable() {
    for (variable, value) in [("WGPU_ADAPTER_NAME", "voodoo"), ("WGPU_BACKEND", "glide")] {
        let tour =
            |device: &str| courser().args(["cycle", "8x8", "--device", device]).env(variable, value).output().unwrap();
        let output = tour("gpu");
        let text = refused(&output, if variable == "WGPU_BACKEND" { 3 } else { 2 });
        assert!(text.contains(variable) && text.contains(value), "{text}");
        // With `--device auto`, a missing adapter is not an error.
        let output = tour("auto");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.contains(variable), "{said}");
    }
}

#[test]
fn an_adapter_that_is_not_there_is_refused() {
    // `--device NUMBER` always selects an adapter by its number, even if the name of an adapter contains this number.
    let devices: serde_json::Value = serde_json::from_str(&answer("devices --json")).expect("it is JSON");
    let devices = devices.as_array().expect("a list");
    let adapters = devices.len() - 1;
    let names = devices[..adapters].iter().map(|device| device["name"].as_str().expect("a name"));
    let digits = names.flat_map(|name| name.split(|letter: char| !letter.is_ascii_digit()));
    let in_name = digits.filter(|digits| digits.parse().is_ok_and(|number: usize| number >= adapters));
    let numbers: Vec<&str> = in_name.chain(["99", "1000"]).collect();
    for choice in ["voodoo", "cuda"].iter().chain(&numbers) {
        let text = refused(&courser().args(["cycle", "8x8", "--device", choice]).output().unwrap(), 2);
        assert!(text.contains(&format!("no graphics adapter matches '{choice}': there ")), "{text}");
        assert!(text.contains("hint: use gpu for any adapter, or name one by its number"), "{text}");
    }
}

#[test]
fn a_benchmark_runs_on_every_named_device() {
    let ask = "bench --boards 8 --methods batch --runs 1 --json --device";
    let labels = |devices: &str| {
        let command = format!("{ask} {devices}");
        let report: serde_json::Value = serde_json::from_str(&answer(&command)).expect("it is JSON");
        assert_eq!(report["command"], format!("courser {command}"));
        let devices = report["devices"].as_array().expect("a list");
        devices.iter().map(|device| device["label"].as_str().expect("a label").to_owned()).collect::<Vec<_>>()
    };
    // An adapter is measured only once, even if several options select it.
    assert_eq!(labels("0 --device #0 --device gpu"), ["gpu"]);
    assert!(labels("cpu --device gpu").iter().any(|label| label.starts_with("cpu")));
    assert!(labels("cpu").iter().all(|label| label.starts_with("cpu")));
}

/// Uses the library to run the decision cycle, a mosaic, a grown tour and many knights, each twice on the same open
/// device.
#[test]
fn a_device_that_is_open_builds_its_kernels_for_the_first_request_alone() {
    use courser::board::TourSpec;
    use courser::{Answer, Device, DeviceChoice, Knights, Method, MethodName, Request, WalkOptions};

    let device = Device::open(&DeviceChoice::Gpu, &|_| {}).expect("tests/run installs an adapter");
    let gpu = device.gpu().expect("a GPU was asked for");
    let board = "20x20".parse().expect("a board");
    let ask = |method: &Method| {
        let is_open = matches!(method, Method::Cycle(_) | Method::Walk(_));
        let spec = if is_open { TourSpec::open(&board) } else { TourSpec::closed(&board) };
        let device = DeviceChoice::Open(device.clone());
        let request = Request { method: method.clone(), device, ..Request::new(spec) };
        let answer = courser::tour(&request).expect("the GPU answers");
        assert!(!matches!(answer, Answer::None(_) | Answer::Stopped(_)), "{answer:?}");
        let _ = answer.into_tour().expect("the numbers are proven");
        gpu.pipelines()
    };
    let mut before = 0;
    let many = Method::Walk(WalkOptions { knights: Knights::FirstOf(50), ..WalkOptions::default() });
    for method in [Method::from(MethodName::Cycle), Method::Mosaic, Method::Grown, many] {
        let built = ask(&method);
        assert!(built > before, "{method:?} runs on the GPU");
        assert_eq!(ask(&method), built, "{method:?} builds nothing again");
        before = built;
    }
}
