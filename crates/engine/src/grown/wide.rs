//! The widest vectors that the processor has.

/// Work on words for itself, to be compiled once more for wide vectors. Its `run`, and what that calls in its loops,
/// is to be `#[inline(always)]`.
pub(super) trait Wide {
    fn run(self);
}

/// Does the work with vectors as wide as the processor has them; the result is the same on every processor.
#[inline]
pub(super) fn wide(work: impl Wide) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(
            unsafe_code,
            reason = "a processor without these instructions could not run it, and this one has them"
        )]
        // SAFETY: that the processor has AVX2 is what has just been asked.
        return unsafe { with_avx2(work) };
    }
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(work: impl Wide) {
    work.run();
}
