//! The widest vectors that the processor has.

/// Work on words, which is compiled once more for wide vectors. Its `run`, and every function that it calls in its loops,
/// must be `#[inline(always)]`.
pub trait Wide {
    /// Does the work.
    fn run(self);
}

/// Does the work with vectors as wide as the processor has them; the result is the same on every processor.
#[inline]
pub fn wide(work: impl Wide) {
    at_most(512, work);
}

/// Does the work with vectors of no more bits than these.
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
            // SAFETY: that the processor has these parts of AVX-512 is what has just been asked.
            return unsafe { with_avx512(work) };
        }
        if bits >= 256 && has!("avx2") {
            // SAFETY: that the processor has AVX2 is what has just been asked.
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
