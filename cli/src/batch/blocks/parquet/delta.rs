//! Lengths as Parquet packs them: their differences, in blocks (`DELTA_BINARY_PACKED`).

use super::codec::PageFault;
use super::thrift::Thrift;

/// Takes lengths, at most `most`, from the front of some bytes.
pub fn lengths(bytes: &mut &[u8], most: usize) -> Result<Vec<usize>, PageFault> {
    let (lengths, left) = read(bytes, most).ok_or("a page has lengths that are none")?;
    *bytes = left;
    Ok(lengths)
}

fn read(bytes: &[u8], most: usize) -> Option<(Vec<usize>, &[u8])> {
    // Its numbers are written as Thrift's.
    let mut reader = Thrift::new(bytes);
    let [block, parts, count] = [(); 3].map(|()| reader.number().and_then(|number| usize::try_from(number).ok()));
    let (block, parts, count) = (block?, parts?, count?);
    let part = block.checked_div(parts)?;
    if count > most || part % 32 != 0 || part.checked_mul(parts)? != block {
        return None;
    }
    let mut last = i32::try_from(reader.signed()?).ok()?;
    let mut lengths = Vec::with_capacity(count);
    if count > 0 {
        lengths.push(usize::try_from(last).ok()?);
    }
    while lengths.len() < count {
        // They overflow, as all that they are added to does.
        let smallest = reader.signed()? as i32;
        for &width in reader.bytes(parts)? {
            if lengths.len() == count {
                break;
            }
            let width = usize::from(width);
            if width > 32 {
                return None;
            }
            let packed = reader.bytes(width.checked_mul(part)? / 8)?;
            for place in 0..part.min(count - lengths.len()) {
                last = last.wrapping_add(smallest).wrapping_add(bits(packed, place * width, width));
                lengths.push(usize::try_from(last).ok()?);
            }
        }
    }
    Some((lengths, reader.left()))
}

/// The bits from one on, at most 32 of them.
fn bits(packed: &[u8], begin: usize, width: usize) -> i32 {
    let mut word = [0; 8];
    let some = packed.get(begin / 8..).unwrap_or_default();
    let length = some.len().min(8);
    word[..length].copy_from_slice(&some[..length]);
    let shifted = u64::from_le_bytes(word) >> (begin % 8);
    (shifted & ((1 << width) - 1)) as i32
}

#[cfg(test)]
mod tests {
    use super::lengths;

    /// The examples of the format's description, and what follows them.
    #[test]
    fn packed_lengths_are_read() {
        // 1, 2, 3, 4, 5: all differences are 1, in blocks of 128 and parts of 32.
        let example = [0x80, 0x01, 4, 5, 2, 2, 0, 0, 0, 0, 99];
        let mut left = &example[..];
        assert_eq!(lengths(&mut left, 5).unwrap(), [1, 2, 3, 4, 5]);
        assert_eq!(left, [99]);
        // 7, 5, 3, 1, 2, 3, 4, 5: the least difference is -2, and the others are 3 above it, in two bits each.
        let bits = [0b1100_0000, 0b0011_1111, 0, 0, 0, 0, 0, 0];
        let example = [&[0x80, 0x01, 4, 8, 14, 3, 2, 0, 0, 0][..], &bits].concat();
        let mut left = &example[..];
        assert_eq!(lengths(&mut left, 100).unwrap(), [7, 5, 3, 1, 2, 3, 4, 5]);
        assert!(left.is_empty());
        assert!(lengths(&mut &example[..], 7).is_err(), "more than there can be");
        for length in 0..example.len() {
            assert!(lengths(&mut &example[..length], 100).is_err(), "{length} bytes");
        }
        assert!(lengths(&mut &[0x80, 0x01, 4, 0, 0][..], 0).unwrap().is_empty());
        assert!(lengths(&mut &[0x80, 0x01, 0, 5, 2][..], 5).is_err(), "no parts");
        assert!(lengths(&mut &[0x80, 0x01, 4, 5, 1, 1, 0, 0, 0, 0][..], 5).is_err(), "less than nothing");
    }
}
