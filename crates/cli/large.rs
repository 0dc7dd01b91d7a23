//! Reads files of visit numbers in bands of rows, since such a file can be larger than the memory. Proves that the
//! visit numbers form a tour, and passes each band to a function.

use std::fs::File;
use std::io::{self, BufReader, Read};

use courser::band_fits;
use courser::board::format::{Format, NpyLayout, npy_layout};
use courser::board::proof::{NumberingViolation, Proof, VisitNumber, VisitNumbers};
use courser::board::{Board, Leaper};
use courser::engine::mosaic::band_rows;

use crate::answer::LARGE;

use crate::args::TourFileArgs;
use crate::error::{Failure, Result};
use crate::progress::bar;
use crate::{files, input};

/// Maximum length in bytes of the header of an array.
const HEADER: u64 = 4096;

/// An array file with the visit numbers of a whole board of at least [`LARGE`] squares.
pub(crate) struct StreamedArray {
    layout: NpyLayout,
    /// Board whose visit numbers the file contains.
    pub(crate) board: Board,
    numbers: BufReader<File>,
    name: String,
}

/// A function that receives the visit numbers in bands of rows from the top. The proof that the numbers form a tour is
/// complete only at the end of the run.
pub(crate) type NumberSink<'a> = &'a mut dyn FnMut(VisitNumbers<'_>) -> Result<()>;

impl StreamedArray {
    /// Opens the file `args.file` as an array. Returns `None` if the file is not a large array, or if the arguments
    /// describe the board of the file.
    ///
    /// # Errors
    /// [`Failure`] if the command is also writing this file.
    pub(crate) fn open(args: &TourFileArgs, format: Option<Format>) -> Result<Option<Self>> {
        let large = Self::of(args, format);
        large.as_ref().map_or(Ok(()), |_| files::read(&args.file))?;
        Ok(large)
    }

    fn of(args: &TourFileArgs, format: Option<Format>) -> Option<Self> {
        let knight = args.leaper.is_none_or(|leaper| leaper == Leaper::KNIGHT);
        let plain = args.size.is_none() && args.holes.board.is_none() && knight && !args.wrap.joins();
        if !plain || format.is_some_and(|format| format != Format::Npy) || args.file.as_os_str() == "-" {
            return None;
        }
        let mut file = File::open(&args.file).ok().filter(|file| file.metadata().is_ok_and(|there| there.is_file()))?;
        let mut head = Vec::new();
        file.by_ref().take(HEADER).read_to_end(&mut head).ok()?;
        let layout = npy_layout(&head)?;
        let board = Board::new(layout.rows, layout.cols).ok().filter(|board| board.cells() >= LARGE)?;
        let whole = u128::from(board.cells()) * u128::from(layout.bytes) + layout.start as u128;
        if u128::from(file.metadata().ok()?.len()) != whole {
            return None;
        }
        io::Seek::seek(&mut file, io::SeekFrom::Start(layout.start as u64)).ok()?;
        let numbers = BufReader::with_capacity(1 << 20, file);
        Some(Self { layout, board, numbers, name: input::name(&args.file) })
    }

    /// Proves that the visit numbers form a tour, and passes the numbers to `sink` at the same time. The inner result
    /// contains the violation, which the caller reports.
    pub(crate) fn prove(self, sink: NumberSink<'_>) -> Result<Result<(), NumberingViolation>> {
        band_fits(&self.board, self.layout.bytes)?;
        match self.layout.bytes {
            8 => self.bands(sink, u64::from_le_bytes),
            _ => self.bands(sink, u32::from_le_bytes),
        }
    }

    fn bands<T: VisitNumber, const BYTES: usize>(
        mut self,
        sink: NumberSink<'_>,
        number: fn([u8; BYTES]) -> T,
    ) -> Result<Result<(), NumberingViolation>> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let mut proof = Proof::new(rows, cols, false);
        let bar = bar(self.board.cells(), "squares");
        let height = band_rows(cols).min(rows) as usize;
        let mut bytes = vec![0; height * cols as usize * BYTES];
        let mut band = Vec::with_capacity(height * cols as usize);
        for done in (0..rows as usize).step_by(height) {
            let now = height.min(rows as usize - done);
            let bytes = &mut bytes[..now * cols as usize * BYTES];
            self.numbers.read_exact(bytes).map_err(|error| Failure::reading(&self.name, &error))?;
            band.clear();
            band.extend(bytes.as_chunks().0.iter().map(|&bytes| number(bytes)));
            if let Err(fault) = proof.push(&band) {
                return Ok(Err(fault));
            }
            sink(T::either(&band))?;
            bar.set_position((done + now) as u64 * u64::from(cols));
        }
        bar.finish_and_clear();
        Ok(proof.finish())
    }
}
