//! Arrays too large to be kept: proven and painted as a heat map a band of rows at a time.

use std::fs::File;
use std::io::{self, BufReader, Read};

use courser::board::format::{NpyLayout, npy_layout};
use courser::board::proof::{Fault, Number, Proof};
use courser::board::{Board, Leaper};
use courser::stream::{BAND, LARGE, band_fits};
use courser::view::{self, HeatStream, Look};

use crate::args::{DrawArgs, PictureFormat};
use crate::error::Failure;
use crate::output::Output;
use crate::progress::bar;
use crate::{input, picture};

/// No header of an array is longer that is read here.
const HEADER: u64 = 4096;

/// What there is of the file, if it is an array that is better not kept.
pub(super) struct Large {
    layout: NpyLayout,
    board: Board,
    numbers: BufReader<File>,
}

impl Large {
    /// The array in a file of the disk that is asked for as a PNG, if it is of a board of at least [`LARGE`] squares.
    pub(super) fn open(args: &DrawArgs, format: PictureFormat) -> Option<Self> {
        let plain =
            args.input_format.is_none() && args.tour.size.is_none() && args.tour.board.is_none() && args.pick == 1;
        let heat = matches!(args.style.style, None | Some(Look::Auto | Look::Heat));
        let knight = args.tour.leaper.is_none_or(|leaper| leaper == Leaper::KNIGHT);
        if !plain || !heat || !knight || format != PictureFormat::Png || args.tour.file.as_os_str() == "-" {
            return None;
        }
        let mut file =
            File::open(&args.tour.file).ok().filter(|file| file.metadata().is_ok_and(|there| there.is_file()))?;
        let mut head = Vec::new();
        file.by_ref().take(HEADER).read_to_end(&mut head).ok()?;
        let layout = npy_layout(&head)?;
        let board = Board::new(layout.rows, layout.cols).ok().filter(|board| board.cells() >= LARGE)?;
        let whole = u128::from(board.cells()) * u128::from(layout.bytes) + layout.start as u128;
        if u128::from(file.metadata().ok()?.len()) != whole {
            return None;
        }
        io::Seek::seek(&mut file, io::SeekFrom::Start(layout.start as u64)).ok()?;
        Some(Self { layout, board, numbers: BufReader::with_capacity(1 << 20, file) })
    }

    /// Proves the tour, paints it and writes the picture.
    pub(super) fn draw(self, args: &DrawArgs, output: Output, quiet: bool) -> Result<(), Failure> {
        let wide = self.layout.bytes == 8;
        band_fits(&self.board, self.layout.bytes)?;
        let picture = if wide {
            self.paint(args, u64::from_le_bytes, quiet)
        } else {
            self.paint(args, u32::from_le_bytes, quiet)
        }?;
        output.write(|out| view::write_png(&picture, out).map_err(picture::failure))
    }

    fn paint<T: Number + Into<u64>, const BYTES: usize>(
        mut self,
        args: &DrawArgs,
        number: fn([u8; BYTES]) -> T,
        quiet: bool,
    ) -> Result<view::Picture, Failure> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let mut map = HeatStream::new(rows, cols, args.style.scale, &args.style.style()).map_err(picture::failure)?;
        let mut proof = Proof::new(rows, cols, false);
        let bar = bar(self.board.cells(), "squares", quiet);
        let height = (BAND / u64::from(cols)).clamp(1, rows.into()) as usize;
        let mut bytes = vec![0; height * cols as usize * BYTES];
        let mut band = Vec::with_capacity(height * cols as usize);
        let mut done = 0;
        while done < rows as usize {
            let now = height.min(rows as usize - done);
            let bytes = &mut bytes[..now * cols as usize * BYTES];
            self.numbers.read_exact(bytes).map_err(|error| Failure::reading(&input::name(&args.tour.file), &error))?;
            band.clear();
            band.extend(bytes.as_chunks().0.iter().map(|&bytes| number(bytes)));
            proof.push(&band).map_err(|fault| wrong(args, &fault))?;
            map.push(&band).map_err(picture::failure)?;
            done += now;
            bar.set_position(done as u64 * u64::from(cols));
        }
        proof.finish().map_err(|fault| wrong(args, &fault))?;
        bar.finish_and_clear();
        map.finish().map_err(picture::failure)
    }
}

fn wrong(args: &DrawArgs, fault: &Fault) -> Failure {
    Failure::input(
        format!("{}: {fault}", input::name(&args.tour.file)),
        "of an array this large only a whole knight's tour can be drawn",
    )
}
