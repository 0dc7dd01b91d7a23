//! The layers of a board. The layers are used to sample the tours of the board and to number these tours.

use std::path::Path;

use courser::count::{CountError, CountOptions, CountTask, Layers};
use courser::solve::existence::{Existence, decide};

use crate::args::VERSION;
use crate::counting::watched;
use crate::error::{Failure, Result, refuse};
use crate::hints::Hint;
use crate::output::OutputTarget;
use crate::{input, interrupt};

/// Rejects a task if a theorem or a quick test of the board proves that no tour exists. This check precedes the
/// estimate of the memory: a board without a tour needs no layers.
pub(crate) fn refuse_ruled_out(task: &CountTask) -> Result<()> {
    match decide(&task.spec()) {
        Existence::None(reason) => Err(Failure::of(&reason)),
        _ => Ok(()),
    }
}

/// Returns the failure for a task whose count is 0.
pub(crate) fn no_tour(task: &CountTask) -> Failure {
    let cure = match task.is_restricted() {
        true => "leave out some of the moves of --with and --without",
        false => "try another board, or other ends",
    };
    Failure::no("there is no such tour: all were counted", cure)
}

/// Returns the failure for an error in making or reading layers.
fn unmade(error: CountError) -> Failure {
    match error {
        CountError::Stopped if interrupt::reached_limit().is_none() => Failure::stopped(
            "stopped before the layers were made, which are needed to sample and to number tours",
            Hint::any(["run the same command again", "choose a smaller board"]),
        ),
        error => error.into(),
    }
}

/// Reads layers from a file. If the file does not exist, computes the layers and writes the file.
///
/// # Errors
/// [`Failure`] if the task has no tours.
pub(crate) fn layers(task: &CountTask, file: Option<&Path>) -> Result<Layers> {
    let is_stdout = file.is_some_and(|path| path.as_os_str() == "-");
    refuse(is_stdout, "layers are kept in a file, not in a pipe", "name a file with --layers FILE")?;
    refuse_ruled_out(task)?;
    let (layers, _) = watched(|options| {
        let options = CountOptions { build: VERSION, ..options };
        let there = file.filter(|path| path.exists());
        let is_folder = file.is_some_and(Path::is_dir);
        refuse(is_folder, "layers are kept in a file, and this is a folder", "name a file with --layers FILE")?;
        let Some(path) = there else {
            let output = file.map(|path| OutputTarget::open(Some(path))).transpose()?;
            let layers = Layers::make(task, &options).map_err(unmade)?;
            let write = |output: OutputTarget| output.put(|out| layers.write(VERSION, out));
            return output.map_or(Ok(()), write).map(|()| layers);
        };
        Layers::read(task, &options, &mut input::lines(path)?).map_err(|error| match error {
            CountError::Task { .. } => {
                Failure { message: format!("{}: {error}", path.display()), ..Failure::of(&error) }
            }
            error => unmade(error),
        })
    });
    layers.and_then(|layers| if layers.count().bits() > 0 { Ok(layers) } else { Err(no_tour(task)) })
}
