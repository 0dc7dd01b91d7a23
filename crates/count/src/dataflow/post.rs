//! Parcels between workers, in rounds.

use std::cell::RefCell;
use std::rc::Rc;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Pipeline;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::probe::Handle;
use timely::dataflow::operators::{Exchange, Input, Probe};
use timely::worker::Worker;

use crate::CountError;
use crate::blocks::words::{self, number};
use crate::blocks::{Block, Chunk, Ring};

/// Words of a parcel, after which it is sent: half a megabyte.
const WORDS: usize = 1 << 16;

/// The content of a parcel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// Blocks of a layer, or of the upper half.
    Upper,
    /// Blocks of the lower half.
    Lower,
    /// A sum, 64 bits per word.
    Sum,
    /// The numbers of the layers that a worker has kept, or the rests that it knows.
    Kept,
    /// A request of the first worker that all keep the layer to come.
    Keep,
    /// The news that a worker cannot go on: 1 if a number is too large, else 0.
    Failure,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Parcel {
    to: u64,
    round: u64,
    kind: Kind,
    words: Vec<u64>,
}

/// The parcels of a round.
#[derive(Debug, Default)]
pub(super) struct Mail {
    pub(super) upper: Vec<Chunk>,
    pub(super) lower: Vec<Chunk>,
    pub(super) sums: Vec<BigUint>,
    pub(super) kept: Vec<Vec<u64>>,
    pub(super) keep: bool,
}

/// The dataflow that carries parcels, and its two ends at this worker.
pub(super) struct Post {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    inbox: Rc<RefCell<Vec<Parcel>>>,
    probe: Handle<u64>,
    /// How the numbers of blocks are added.
    pub(super) ring: Ring,
    /// For each worker and kind of blocks the parcel that is being packed.
    packing: Vec<[Vec<u64>; 2]>,
    round: u64,
}

impl Post {
    /// Builds the dataflow: parcels in, exchanged by whom they are for, out.
    pub(super) fn new(worker: &mut Worker) -> Self {
        let mut input = InputHandle::new();
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let arrived = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .container::<Vec<_>>()
                .exchange(|parcel: &Parcel| parcel.to)
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(Pipeline, "Deliver", |_, _| {
                    move |input, _| {
                        input.for_each_stamp(|_, parcels| {
                            parcels.for_each(|parcels| arrived.borrow_mut().append(parcels));
                        });
                    }
                })
                .probe()
                .0
        });
        let packing = vec![[Vec::new(), Vec::new()]; worker.peers()];
        Self { input, inbox, probe, ring: Ring::default(), packing, round: 0 }
    }

    /// Packs a block for a worker.
    pub(super) fn send(&mut self, to: usize, kind: Kind, block: &Block<'_>) {
        let parcel = &mut self.packing[to][usize::from(kind == Kind::Lower)];
        words::write(block, parcel);
        if parcel.len() >= WORDS {
            let words = std::mem::take(parcel);
            self.input.send(Parcel { to: to as u64, round: self.round, kind, words });
            self.input.flush();
        }
    }

    /// Says words to every worker, this one included.
    pub(super) fn tell_all(&mut self, kind: Kind, words: &[u64]) {
        for to in 0..self.packing.len() as u64 {
            self.input.send(Parcel { to, round: self.round, kind, words: words.to_vec() });
        }
    }

    /// Ends a round: returns when every worker has ended it and all that was sent has come.
    ///
    /// # Errors
    /// The own `failure`, of which the others learn, or that of another worker.
    pub(super) fn round(&mut self, worker: &mut Worker, failure: Option<CountError>) -> Result<Mail, CountError> {
        for (to, parcels) in (0..).zip(&mut self.packing) {
            for (parcel, kind) in parcels.iter_mut().zip([Kind::Upper, Kind::Lower]) {
                if !parcel.is_empty() {
                    self.input.send(Parcel { to, round: self.round, kind, words: std::mem::take(parcel) });
                }
            }
            if let Some(failure) = &failure {
                let words = vec![u64::from(matches!(failure, CountError::TooLarge))];
                self.input.send(Parcel { to, round: self.round, kind: Kind::Failure, words });
            }
        }
        self.round += 1;
        self.input.advance_to(self.round);
        self.input.flush();
        while self.probe.less_than(&self.round) {
            worker.step_or_park(None);
        }
        // A worker that is ahead may have sent parcels of the next round already.
        let ended = self.round - 1;
        let mut inbox = self.inbox.borrow_mut();
        let (parcels, early): (Vec<Parcel>, Vec<Parcel>) =
            std::mem::take(&mut *inbox).into_iter().partition(|parcel| parcel.round == ended);
        *inbox = early;
        drop(inbox);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let mut mail = Mail::default();
        for parcel in parcels {
            let broken = || CountError::Network { message: "a parcel from another worker is damaged".into() };
            match parcel.kind {
                Kind::Upper => mail.upper.push(words::read(self.ring, &parcel.words).ok_or_else(broken)?),
                Kind::Lower => mail.lower.push(words::read(self.ring, &parcel.words).ok_or_else(broken)?),
                Kind::Sum => mail.sums.push(number(&parcel.words)),
                Kind::Kept => mail.kept.push(parcel.words),
                Kind::Keep => mail.keep = true,
                // Every worker counts again, modulo primes.
                Kind::Failure if parcel.words == [1] => return Err(CountError::TooLarge),
                Kind::Failure => {
                    return Err(CountError::Network { message: "another worker of this count could not go on".into() });
                }
            }
        }
        Ok(mail)
    }
}
