//! As much of Thrift's compact protocol as it takes to see how large a file's metadata is before it is decoded.

/// Bytes that are read from the front. Whatever reads them gives none when they end too early or make no sense.
pub struct Thrift<'a> {
    left: &'a [u8],
}

/// What a field or an element holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind(u8);

impl Kind {
    const END: Kind = Kind(0);
    const BINARY: Kind = Kind(8);
    pub const LIST: Kind = Kind(9);
    const MAP: Kind = Kind(11);
    pub const STRUCT: Kind = Kind(12);
}

/// Metadata is not nested as deeply.
const DEEPEST: u8 = 64;

impl<'a> Thrift<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Thrift { left: bytes }
    }

    /// Takes a number of bytes.
    pub fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, left) = self.left.split_at_checked(length)?;
        self.left = left;
        Some(bytes)
    }

    /// What was not taken yet.
    pub fn left(&self) -> &'a [u8] {
        self.left
    }

    fn byte(&mut self) -> Option<u8> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    /// A number without a sign, seven bits a byte.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number whose lowest bit is its sign.
    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// The head of a list: how many elements there are, and what they hold. Each takes a byte at least.
    pub fn list(&mut self) -> Option<(usize, Kind)> {
        let head = self.byte()?;
        let length = if head >> 4 == 15 { usize::try_from(self.number()?).ok()? } else { usize::from(head >> 4) };
        (length <= self.left.len()).then_some((length, Kind(head & 15)))
    }

    /// Takes a structure: `field` is told of each field, and takes it or skips it.
    pub fn fields(&mut self, mut field: impl FnMut(&mut Self, i64, Kind) -> Option<()>) -> Option<()> {
        let mut id = 0;
        loop {
            let head = self.byte()?;
            let (further, kind) = (head >> 4, Kind(head & 15));
            if kind == Kind::END {
                return Some(());
            }
            id = if further == 0 { self.signed()? } else { i64::from(further).checked_add(id)? };
            field(self, id, kind)?;
        }
    }

    /// Passes over a field.
    pub fn skip(&mut self, kind: Kind) -> Option<()> {
        // Truth values are in the heads of their fields.
        if matches!(kind, Kind(1 | 2)) { Some(()) } else { self.skip_element(kind, DEEPEST) }
    }

    /// Passes over a list, and tells how many elements it had.
    pub fn skip_list(&mut self) -> Option<usize> {
        let (length, kind) = self.list()?;
        (0..length).try_for_each(|_| self.skip_element(kind, DEEPEST))?;
        Some(length)
    }

    fn skip_element(&mut self, kind: Kind, deepest: u8) -> Option<()> {
        let deeper = deepest.checked_sub(1)?;
        match kind {
            Kind(1..=3) => self.bytes(1).map(drop),
            Kind(4..=6) => self.number().map(drop),
            Kind(7) => self.bytes(8).map(drop),
            Kind::BINARY => {
                let length = self.number()?;
                self.bytes(usize::try_from(length).ok()?).map(drop)
            }
            // Sets are written as lists.
            Kind::LIST | Kind(10) => {
                let (length, kind) = self.list()?;
                (0..length).try_for_each(|_| self.skip_element(kind, deeper))
            }
            Kind::MAP => {
                let length = self.number()?;
                if length == 0 {
                    return Some(());
                }
                let kinds = self.byte()?;
                (0..length).try_for_each(|_| {
                    self.skip_element(Kind(kinds >> 4), deeper)?;
                    self.skip_element(Kind(kinds & 15), deeper)
                })
            }
            Kind::STRUCT => self.fields(|thrift, _, kind| match kind {
                Kind(1 | 2) => Some(()),
                _ => thrift.skip_element(kind, deeper),
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Thrift};

    #[test]
    fn numbers_and_lists_are_read() {
        assert_eq!(Thrift::new(&[0x96, 0x01]).number(), Some(150));
        assert_eq!(Thrift::new(&[0x96]).number(), None);
        assert_eq!(Thrift::new(&[0xff; 11]).number(), None);
        assert_eq!([0, 1, 2, 3].map(|byte| Thrift::new(&[byte]).signed()), [Some(0), Some(-1), Some(1), Some(-2)]);
        assert_eq!(Thrift::new(&[0x2c, 0, 0]).list(), Some((2, Kind::STRUCT)));
        assert_eq!(Thrift::new(&[0xfc, 0x03, 0, 0, 0]).list(), Some((3, Kind::STRUCT)));
        assert_eq!(Thrift::new(&[0xfc, 0xff, 0xff, 0xff, 0x07, 0]).list(), None, "more elements than bytes");
    }

    #[test]
    fn fields_are_passed_over() {
        // A text, a truth value, a list of two numbers, a structure with a number, and the end; then a 7.
        let bytes = [0x18, 1, b'x', 0x11, 0x19, 0x25, 2, 4, 0x1c, 0x15, 6, 0, 0, 7];
        let mut thrift = Thrift::new(&bytes);
        let mut ids = Vec::new();
        let skipped = thrift.fields(|thrift, id, kind| {
            ids.push(id);
            thrift.skip(kind)
        });
        assert_eq!((skipped, thrift.number()), (Some(()), Some(7)));
        assert_eq!(ids, [1, 2, 3, 4]);
        for length in 0..bytes.len() - 2 {
            let cut = Thrift::new(&bytes[..length]).fields(|thrift, _, kind| thrift.skip(kind));
            assert_eq!(cut, None, "{length} bytes");
        }
        assert_eq!(Thrift::new(&[0x1c; 1000]).skip(Kind::STRUCT), None, "without end");
    }
}
