//! Arrays in several bindings.
//!
//! A storage binding has a maximum size, which on some adapters is far below the size of the memory. Therefore a large
//! array is divided into parts of 2^`bits` items. Each part has its own buffer and binding. The shaders access an item
//! by functions that select the part. This module generates these functions, since WGSL has no portable array of
//! buffers. If an array is small enough for one binding, the shader contains a file that declares the whole array.
//! Otherwise, the shader contains the generated text instead of this file.

use std::fmt::Write as _;
use std::ops::Range;

use bytemuck::Pod;
use courser_board::Board;
use courser_gpu::wgpu::{Buffer, BufferUsages};
use courser_gpu::{GpuDevice, GpuError, grid};

use crate::{EngineError, Result};

/// The division of an array into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SplitArray {
    /// Number of items in the array.
    items: u64,
    /// Binary logarithm of the number of items in every part except the last.
    bits: u32,
}

impl SplitArray {
    /// Creates the division of an array into a single part.
    pub(crate) const fn whole(items: u64) -> Self {
        Self { items, bits: u64::BITS - 1 }
    }

    /// Creates the division of an array into parts of 2^`bits` items.
    pub(crate) const fn of(items: u64, bits: u32) -> Self {
        Self { items, bits }
    }

    /// Divides the items into parts of at most `in_one` items each. If several parts are necessary, their size is the
    /// largest power of two up to `in_one`. Returns `None` if more than `most` parts are necessary.
    pub(crate) fn fitting(items: u64, in_one: u64, most: u64) -> Option<Self> {
        let parts = if items <= in_one { Self::whole(items) } else { Self::of(items, in_one.max(1).ilog2()) };
        (parts.count() <= most).then_some(parts)
    }

    /// Returns the same division of the array, but measured in words. Each item of the array consists of `1 << bits`
    /// words.
    pub(crate) const fn words(self, bits: u32) -> Self {
        let is_whole = self.bits >= u64::BITS - 1;
        Self { items: self.items << bits, bits: if is_whole { self.bits } else { self.bits + bits } }
    }

    /// Returns the number of parts.
    pub(crate) const fn count(self) -> u64 {
        if self.bits >= u64::BITS - 1 { 1 } else { self.items.div_ceil(1 << self.bits) }
    }

    /// Returns the binary logarithm of the number of items in a part. Returns `None` if there is only one part.
    pub(crate) fn bits(self) -> Option<u32> {
        (self.count() > 1).then_some(self.bits)
    }

    /// Returns the index range of the items in each part.
    pub(crate) fn ranges(self) -> impl Iterator<Item = Range<u64>> {
        (0..self.count()).map(move |part| (part << self.bits)..((part + 1) << self.bits).min(self.items))
    }

    /// Returns the index of the part that contains `item`, and the offset of the item in this part.
    pub(crate) const fn place(self, item: u64) -> (usize, u64) {
        if self.count() == 1 {
            return (0, item);
        }
        ((item >> self.bits) as usize, item & ((1 << self.bits) - 1))
    }

    /// Returns three values for each part that contains some of the requested items: the index of the part, the offset
    /// of the first requested item in the part, and the number of requested items in the part.
    pub(crate) fn within(self, items: Range<u64>) -> impl Iterator<Item = (usize, u64, u64)> {
        (0..).zip(self.ranges()).filter_map(move |(part, here)| {
            let (first, end) = (items.start.max(here.start), items.end.min(here.end));
            (first < end).then(|| (part, first - here.start, end - first))
        })
    }

    /// Creates a buffer for each part. An item has `bytes` bytes. `label` returns the name of a part's buffer.
    pub(crate) fn buffers(
        self,
        device: &GpuDevice,
        label: impl Fn(usize) -> String,
        bytes: u64,
        usage: BufferUsages,
    ) -> Result<Vec<Buffer>, GpuError> {
        let buffer =
            |(part, items): (_, Range<u64>)| device.buffer(&label(part), (items.end - items.start) * bytes, usage);
        self.ranges().enumerate().map(buffer).collect()
    }

    /// Reads successive items of the array into `into`, beginning with the item at index `first` of the array. The
    /// items are read through the buffer `staging`.
    pub(crate) async fn read<T: Pod>(
        self,
        device: &GpuDevice,
        buffers: &[Buffer],
        first: u64,
        mut into: &mut [T],
        staging: &Buffer,
    ) -> Result<(), GpuError> {
        for (part, at, count) in self.within(first..first + into.len() as u64) {
            let (some, rest) = into.split_at_mut(count as usize);
            let at = at * size_of::<T>() as u64;
            device.read(&buffers[part], at, bytemuck::cast_slice_mut(some), staging).await?;
            into = rest;
        }
        Ok(())
    }

    /// Returns the WGSL declarations of the array's parts, `NAME_0` and so on, starting with binding `first`. `kind` is
    /// the address space and the access mode of the variables, and `element` is the type of an item.
    pub(crate) fn declarations(self, name: &str, kind: &str, element: &str, first: u64) -> String {
        let declare = |wgsl: String, part| {
            let binding = first + part;
            wgsl + &format!("@group(0) @binding({binding}) var<{kind}> {name}_{part}: array<{element}>;\n")
        };
        (0..self.count()).fold(String::new(), declare)
    }

    /// Returns a WGSL function that accesses the item with the index `index`. `head` is the function's declaration
    /// without the body. `statement` returns the statement for a part; in this statement, `at` is the offset of the
    /// item. `bits` is an expression for the binary logarithm of the number of items in a part.
    pub(crate) fn function(self, head: &str, index: &str, bits: &str, statement: impl Fn(u64) -> String) -> String {
        let mut wgsl =
            format!("fn {head} {{\n    let at = {index} & ((1u << {bits}) - 1u);\n    switch {index} >> {bits} {{\n");
        for part in 1..self.count() {
            let _ = writeln!(wgsl, "        case {part}u: {{ {} }}", statement(part));
        }
        wgsl + &format!("        default: {{ {} }}\n    }}\n}}\n", statement(0))
    }
}

/// Returns the grid of `needed` workgroups on an adapter that allows `most` workgroups in each dimension.
///
/// # Errors
/// [`EngineError::Dispatch`] if the adapter does not allow that many workgroups.
pub(crate) fn groups(needed: u64, most: u32, board: impl FnOnce() -> Board) -> Result<(u32, u32)> {
    let refuse = || EngineError::Dispatch { board: board(), needed, there: u64::from(most).pow(2) };
    grid(needed, most).ok_or_else(refuse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_part() {
        for (items, bits, count) in [(1, 0, 1), (9, 0, 9), (9, 2, 3), (8, 2, 2), (7, 3, 1), (9, 63, 1)] {
            let parts = SplitArray::of(items, bits);
            assert_eq!(parts.count(), count);
            let ranges: Vec<(usize, u64)> = (0..)
                .zip(parts.ranges())
                .flat_map(|(part, items)| (0..items.end - items.start).map(move |at| (part, at)))
                .collect();
            let places: Vec<(usize, u64)> = (0..items).map(|item| parts.place(item)).collect();
            assert_eq!(ranges, places, "{items} items in parts of 2^{bits}");
            for (first, end) in (0..=items).flat_map(|first| (first..=items).map(move |end| (first, end))) {
                let within =
                    parts.within(first..end).flat_map(|(part, at, count)| (at..at + count).map(move |at| (part, at)));
                assert_eq!(within.collect::<Vec<_>>(), places[first as usize..end as usize], "{first}..{end}");
            }
        }
    }
}
