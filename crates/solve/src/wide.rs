//! Compiles a computation several times, for vectors of different widths. At run time, selects the version for the
//! widest vectors of the processor.

/// A computation with several compiled versions, for vectors of different widths. The method `run`, and every function
/// called in its loops, must be `#[inline(always)]`.
pub trait Wide {
    /// Does the work. This function is compiled once for each vector width.
    fn run(self);
}

/// Runs `work` with the widest vector instructions of the processor. The result is the same on every processor.
#[inline]
pub fn wide(work: impl Wide) {
    at_most(512, work);
}

/// Runs `work` with vectors of at most `bits` bits.
#[inline(always)]
pub fn at_most(bits: u32, work: impl Wide) {
    #[cfg(target_arch = "x86_64")]
    #[expect(
        unsafe_code,
        reason = "a processor without these instructions could not run them, and it is asked whether it has them"
    )]
    {
        use std::arch::is_x86_feature_detected as has;
        if bits >= 512 && has!("avx512bw") && has!("avx512dq") && has!("avx512vl") {
            // SAFETY: the check above ensures that the processor supports the used parts of AVX-512.
            return unsafe { with_avx512(work) };
        }
        if bits >= 256 && has!("avx2") {
            // SAFETY: the check above ensures that the processor has AVX2.
            return unsafe { with_avx2(work) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bits;
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,avx512dq,avx512vl")]
fn with_avx512(work: impl Wide) {
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(work: impl Wide) {
    work.run();
}
