//! `courser count --list`: the tours themselves.

use std::io::Write;
use std::ops::ControlFlow;

use courser::board::{Kind, Tour};
use courser::count::{self, Task, Tours};

use crate::error::Failure;
use crate::output::Output;

/// Lists every tour, a line each, once it is judged.
pub(super) fn run(task: &Task) -> Result<(), Failure> {
    Output::open(None)?.write(|out| {
        let mut done = Ok(());
        count::tours(task, &mut |order| {
            done = line(task, order, out);
            if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        done
    })
}

fn line(task: &Task, order: &[u32], out: &mut dyn Write) -> Result<(), Failure> {
    let board = task.board();
    let tour = Tour::new(board.clone(), order.to_vec()).map_err(|flaw| Failure::wrong_tour(&flaw))?;
    if task.tours() == Tours::Closed && tour.kind() != Kind::Closed {
        return Err(Failure::machine("the lister made an open tour for a closed one", "please report this"));
    }
    let mut parted = "";
    for square in tour.squares() {
        write!(out, "{parted}{}", square.name(board.rows())).map_err(failed)?;
        parted = " ";
    }
    writeln!(out).map_err(failed)
}

fn failed(error: std::io::Error) -> Failure {
    Failure::writing("standard output", &error)
}
