//! The ways in which counts are read.

use std::fmt;

/// Instructions that counts are read with. All of them give the same answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SimdPath {
    /// Sixty-four bits at a time, on any processor.
    Portable,
    /// AVX2: x86-64 processors since about 2013.
    Avx2,
    /// AVX-512 with VBMI and VNNI: Intel's since Ice Lake, AMD's since Zen 4.
    Avx512,
}

impl SimdPath {
    /// All of them, the slowest first.
    pub const ALL: [SimdPath; 3] = [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512];

    /// Its name.
    ///
    /// ```
    /// # use paili::batch::SimdPath;
    /// assert_eq!(SimdPath::ALL.map(SimdPath::name), ["portable", "avx2", "avx512"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SimdPath::Portable => "portable",
            SimdPath::Avx2 => "avx2",
            SimdPath::Avx512 => "avx512",
        }
    }

    /// Whether this processor has the instructions.
    #[cfg(target_arch = "x86_64")]
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            SimdPath::Portable => true,
            SimdPath::Avx2 => is_x86_feature_detected!("avx2"),
            SimdPath::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vnni")
            }
        }
    }

    /// Whether this processor has the instructions.
    #[cfg(not(target_arch = "x86_64"))]
    #[must_use]
    pub fn is_available(self) -> bool {
        self == SimdPath::Portable
    }

    /// The fastest that this processor has.
    #[must_use]
    pub fn fastest() -> SimdPath {
        let available = SimdPath::ALL.into_iter().rev().find(|path| path.is_available());
        available.unwrap_or(SimdPath::Portable)
    }
}

impl fmt::Display for SimdPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
