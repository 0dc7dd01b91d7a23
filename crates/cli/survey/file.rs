//! The destination of the rows of a survey: stdout, or a file that a later run can continue.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, IsTerminal, Seek, SeekFrom, Write};
use std::path::Path;

use courser::survey::Header;

use super::chart::SurveyChart;
use super::table::{COLUMNS, each_row, read_line};
use crate::error::{Failure, Result, refuse, written};
use crate::interrupt;
use crate::output::stdout;

/// The destination of the rows of a survey, and the number of rows already in the destination.
pub(super) struct RowWriter {
    to: SurveyOutput,
    /// Number of rows in the file at the beginning of the run.
    pub(super) known: u64,
}

enum SurveyOutput {
    Nowhere,
    Stdout,
    File { name: String, file: File },
}

impl RowWriter {
    /// Opens the destination of the rows, which is a file or stdout (`-`). If `path` is `None`, the rows are plotted
    /// but not written. Earlier rows of this survey in the file are added to the chart and kept. An incomplete last row
    /// is removed.
    ///
    /// Unlike other files, this file is not written under a temporary name, because a later run needs the rows in the
    /// file. The first line of the file determines the total number of rows.
    pub(super) fn open(path: Option<&Path>, header: &Header, chart: &mut SurveyChart) -> Result<Self> {
        let Some(path) = path else { return Ok(Self { to: SurveyOutput::Nowhere, known: 0 }) };
        let (name, begin) = (path.display().to_string(), format!("{header}\n{COLUMNS}\n"));
        let failed = |error: io::Error| Failure::writing(&name, &error);
        // Earlier rows cannot be read from a pipe or a device.
        let is_stream = fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
        let to = match name.as_str() {
            "-" => SurveyOutput::Stdout,
            _ if is_stream => {
                let file = File::options().write(true).open(path).map_err(failed)?;
                SurveyOutput::File { name, file }
            }
            _ => return Self::file(path, name, header, &begin, chart),
        };
        let mut rows = Self { to, known: 0 };
        rows.add(begin.as_bytes())?;
        Ok(rows)
    }

    fn file(path: &Path, name: String, header: &Header, begin: &str, chart: &mut SurveyChart) -> Result<Self> {
        let failed = |error: io::Error| Failure::writing(&name, &error);
        let opened = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(failed)?;
        // If the file system does not support locks, the file is not locked.
        refuse(
            matches!(file.try_lock(), Err(TryLockError::WouldBlock)),
            format_args!("{name} is being written by another run"),
            "let it finish, or name another file; machines share a survey by --shard, each with its own file",
        )?;
        let mut known = 0;
        let mut reader = BufReader::new(&file);
        let mut there = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(&mut reader, begin.len() as u64), &mut there)
            .map_err(|error| Failure::reading(&name, &error))?;
        let mut length = begin.len() as u64;
        if there == begin.as_bytes() {
            let mut row = |_| Ok(read_line(&name, &mut reader)?.map(|text| (name.clone(), text)));
            known = each_row(header, &mut row, &mut |board, combination, row| {
                length += row.text.len() as u64 + 1;
                chart.add(board, combination, row.successes, row.closed);
            })?;
        } else {
            refuse(
                !begin.as_bytes().starts_with(&there),
                format_args!("{name} exists and belongs to another survey"),
                "name another file, or remove it; only the options that its first line names continue it",
            )?;
            // An empty file, or a file with an incomplete header, gets the header.
            file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(begin.as_bytes())).map_err(failed)?;
        }
        file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).map_err(failed)?;
        interrupt::hint("run the same command again to go on");
        Ok(Self { known, to: SurveyOutput::File { name, file } })
    }

    /// Reports that the file is complete.
    pub(super) fn finish(self) -> Result<()> {
        if let SurveyOutput::File { name, file } = self.to {
            let there = file.metadata().map_err(|error| Failure::writing(&name, &error))?;
            if there.is_file() {
                written(&name, there.len());
            }
        }
        Ok(())
    }

    /// Returns whether the rows are shown on a terminal.
    pub(super) fn are_on_a_terminal(&self) -> bool {
        matches!(self.to, SurveyOutput::Stdout) && io::stdout().is_terminal()
    }

    /// Writes a row without buffering, so that it is not lost if the run is interrupted.
    pub(super) fn add(&mut self, line: &[u8]) -> Result<()> {
        match &mut self.to {
            SurveyOutput::Nowhere => Ok(()),
            SurveyOutput::Stdout => {
                let mut out = stdout()?;
                out.write_all(line)
                    .and_then(|()| out.flush())
                    .map_err(|error| Failure::writing("standard output", &error))
            }
            SurveyOutput::File { name, file } => file.write_all(line).map_err(|error| Failure::writing(name, &error)),
        }
    }
}
