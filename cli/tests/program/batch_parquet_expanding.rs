//! Parquet that is small and takes much memory, or is damaged such that the crate that decodes it panics.

use std::fs;
use std::io::{Read, repeat};
use std::process::{Command, Output};
use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray};
use parquet::basic::{Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::SchemaDescriptor;

use crate::batch_parquet::{file, small};
use crate::hands::{batch, hands, mpsz};
use crate::run::{Folder, error, refused, text};

/// Runs with 1 GiB of addresses.
fn little_memory(arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 1048576; exec \"$0\" batch --threads 2 \"$@\"", env!("CARGO_BIN_EXE_paili")]);
    shell.args(arguments).output().unwrap()
}

const TEXTS: &str = "message hands { required binary hand (utf8); }";
const LISTS: &str = "message hands {
    required group hand (list) { repeated group list { required int32 element (integer(8, false)); } }
}";

/// A file of one column that claims to have so many rows. Each page claims to be so long when it is decompressed.
fn made(folder: &Folder, schema: &str, codec: Compression, rows: i64, pages: Vec<(Page, usize)>) -> String {
    let mut bytes = TrackedWrite::new(b"PAR1".to_vec());
    let dictionary = matches!(pages[0].0, Page::DictionaryPage { .. });
    let mut writer = SerializedPageWriter::new(&mut bytes);
    let levels = pages.iter().map(|(page, _)| i64::from(page.num_values())).sum();
    let ends: Vec<u64> = pages
        .into_iter()
        .map(|(page, size)| writer.write_page(CompressedPage::new(page, size)).unwrap().bytes_written)
        .collect();
    let mut bytes = bytes.into_inner().unwrap();
    let schema = Arc::new(SchemaDescriptor::new(Arc::new(parse_message_type(schema).unwrap())));
    let length = i64::try_from(bytes.len()).unwrap() - 4;
    let chunk = ColumnChunkMetaData::builder(schema.column(0))
        .set_compression(codec)
        .set_num_values(levels)
        .set_total_compressed_size(length)
        .set_total_uncompressed_size(length)
        .set_dictionary_page_offset(dictionary.then_some(4))
        .set_data_page_offset(if dictionary { 4 + ends[0].cast_signed() } else { 4 })
        .build()
        .unwrap();
    let group = RowGroupMetaData::builder(schema.clone())
        .set_num_rows(rows)
        .set_total_byte_size(length)
        .set_column_metadata(vec![chunk])
        .build()
        .unwrap();
    let whole = FileMetaData::new(2, rows, None, None, schema, None);
    let metadata = ParquetMetaData::new(whole, vec![group]);
    ParquetMetaDataWriter::new(&mut bytes, &metadata).finish().unwrap();
    folder.write("made.parquet", bytes)
}

fn data(bytes: Vec<u8>, values: u32, encoding: Encoding) -> Page {
    Page::DataPage {
        buf: bytes.into(),
        num_values: values,
        encoding,
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    }
}

fn dictionary(bytes: Vec<u8>, values: u32) -> Page {
    Page::DictionaryPage { buf: bytes.into(), num_values: values, encoding: Encoding::PLAIN, is_sorted: false }
}

/// A number, seven bits a byte.
fn number(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Numbers that are all the same, with nothing for their differences.
fn same(value: u64, count: u64) -> Vec<u8> {
    let blocks = (count - 1).div_ceil(1 << 30);
    let head = [number(1 << 30), number(1), number(count), number(value * 2)].concat();
    [head, vec![0; 2 * blocks as usize]].concat()
}

/// Numbers as their differences, of 32 bits each.
fn packed(numbers: &[i32]) -> Vec<u8> {
    let zigzag = |value: i32| number(((value << 1) ^ (value >> 31)).cast_unsigned().into());
    let mut bytes = [number(128), number(4), number(numbers.len() as u64), zigzag(numbers[0])].concat();
    let differences: Vec<i32> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for block in differences.chunks(128) {
        let least = *block.iter().min().unwrap();
        bytes.extend([zigzag(least), vec![32; 4]].concat());
        for part in block.chunks(32) {
            let padded = part.iter().map(|difference| difference - least).chain([0; 32]).take(32);
            bytes.extend(padded.flat_map(i32::to_le_bytes));
        }
    }
    bytes
}

fn plain(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes(), text].concat()
}

const TOO_LARGE: &str = "a page of more than 16 MiB (--page-limit): expected hands";

#[test]
fn a_small_file_that_expands_is_refused() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/expands-to-2-gb.parquet");
    let output = little_memory(&[path]);
    assert_eq!(refused(&output, &format!("{path}: row 1: {TOO_LARGE}")), "");
}

/// Whatever their heads say.
#[test]
fn pages_that_expand_are_refused() {
    let folder = Folder::new();
    let gigabyte = || repeat(b'1').take(1 << 30);
    let mut gzip = Vec::new();
    flate2::read::GzEncoder::new(gigabyte(), flate2::Compression::fast()).read_to_end(&mut gzip).unwrap();
    let zstd = zstd::stream::encode_all(gigabyte(), 1).unwrap();
    // As much of LZ4 as says so: a byte, and again the byte before for as long as it takes.
    let lz4 = [&[0x1f, b'1', 1, 0][..], &vec![0xff; 4 << 20], &[0, 0x50], b"11111"].concat();
    let snappy = [number(1 << 30), vec![0; 20]].concat();
    let codecs = [
        (Compression::ZSTD(ZstdLevel::default()), zstd),
        (Compression::GZIP(GzipLevel::default()), gzip),
        (Compression::LZ4_RAW, lz4.clone()),
        (Compression::LZ4, lz4),
        (Compression::SNAPPY, snappy),
    ];
    for (codec, packed) in codecs {
        for claimed in [100, 1 << 30] {
            let page = data(packed.clone(), 1, Encoding::PLAIN);
            let path = made(&folder, TEXTS, codec, 1, vec![(page, claimed)]);
            let output = little_memory(&[&path]);
            assert_eq!(refused(&output, &format!("{path}: row 1: {TOO_LARGE}")), "", "{codec}");
        }
    }
}

#[test]
fn the_limit_of_pages_can_be_raised() {
    let folder = Folder::new();
    let (long, short) = ("1".repeat(17 << 20), "11m");
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values([&long, short]));
    let how = WriterProperties::builder().set_dictionary_enabled(false);
    let path = file(&folder, "a.parquet", vec![("hand", texts)], how);
    assert_eq!(refused(&little_memory(&[&path]), &format!("{path}: rows 1-2: {TOO_LARGE}")), "");
    let output = little_memory(&[&path, "--page-limit", "32", "--on-error", "skip"]);
    assert_eq!(error(&output), "paili: skipped 1 of 2 rows that are no hands\n");
    for wrong in ["0", "1025", "x"] {
        assert_eq!(batch(&[&path, "--page-limit", wrong], b"").status.code(), Some(2), "{wrong}");
    }
    let both = batch(&["--random", "5", "--tiles", "13", "--page-limit", "5"], b"");
    assert_eq!(both.status.code(), Some(2));
}

/// A long text takes no more memory for being named often, nor do many long texts.
#[test]
fn long_texts_take_little_memory() {
    let folder = Folder::new();
    let (long, none) = (vec![b'1'; 8 << 20], Compression::UNCOMPRESSED);
    let skipped = |path: &str, rows: u32| {
        let output = little_memory(&[path, "--on-error", "skip"]);
        let told = format!("paili: skipped {rows} of {rows} rows that are no hands\n");
        assert_eq!(error(&output), told);
    };
    let rows = 100_000;
    let named = [&[1][..], &number(u64::from(rows) << 1), &[0]].concat();
    let pages = vec![(dictionary(plain(&long), 1), 0), (data(named, rows, Encoding::RLE_DICTIONARY), 0)];
    skipped(&made(&folder, TEXTS, none, rows.into(), pages), rows);

    let zstd = zstd::bulk::compress(&plain(&long), 1).unwrap();
    let pages = (0..300).map(|_| (data(zstd.clone(), 1, Encoding::PLAIN), plain(&long).len())).collect();
    skipped(&made(&folder, TEXTS, Compression::ZSTD(ZstdLevel::default()), 300, pages), 300);

    // Each begins as the one before, and goes on with nothing.
    let prefixed = |rows: u32| {
        let (mut prefixes, mut suffixes) = (vec![1 << 20; rows as usize], vec![0; rows as usize]);
        (prefixes[0], suffixes[0]) = (0, 1 << 20);
        let bytes = [packed(&prefixes), packed(&suffixes), vec![b'1'; 1 << 20]].concat();
        let pages = vec![(data(bytes, rows, Encoding::DELTA_BYTE_ARRAY), 0)];
        made(&folder, TEXTS, none, rows.into(), pages)
    };
    skipped(&prefixed(3000), 3000);
    let path = prefixed(10_000);
    assert_eq!(refused(&little_memory(&[&path]), &format!("{path}: rows 1-2048: {TOO_LARGE}")), "");
}

/// On two threads, dictionaries and pages of almost 16 MiB, with texts as long as they may be, and lists as long as they may be.
#[test]
fn the_most_that_is_read_takes_little_memory() {
    let folder = Folder::new();
    let skipped = |path: &str, rows: u64| {
        let output = little_memory(&[path, path, path, "--on-error", "skip"]);
        let rows = 3 * rows;
        assert_eq!(error(&output), format!("paili: skipped {rows} of {rows} rows that are no hands\n"));
    };
    let gzip = |bytes: &[u8]| {
        let mut packed = Vec::new();
        flate2::read::GzEncoder::new(bytes, flate2::Compression::fast()).read_to_end(&mut packed).unwrap();
        packed
    };
    let texts = gzip(&plain(&[b'1'; 4096]).repeat(4090));
    let named = gzip(&[&[12][..], &number(4090 << 1), &[7, 0]].concat());
    let pages = [
        vec![(dictionary(texts.clone(), 4090), 0), (data(named, 4090, Encoding::RLE_DICTIONARY), 0)],
        vec![(data(texts, 4090, Encoding::PLAIN), 0); 2],
    ];
    let codec = Compression::GZIP(GzipLevel::default());
    skipped(&made(&folder, TEXTS, codec, 3 * 4090, pages.concat()), 3 * 4090);

    let list = [number(1 << 1), vec![0], number(1023 << 1), vec![1]].concat();
    let defined = plain(&[&number(1 << 23)[..], &[1]].concat());
    let numbers = [&plain(&list.repeat(4096))[..], &defined, &[0], &number(1 << 23)].concat();
    let pages = vec![(dictionary(vec![0; 4], 1), 0), (data(numbers, 1 << 22, Encoding::RLE_DICTIONARY), 0)];
    skipped(&made(&folder, LISTS, Compression::UNCOMPRESSED, 4096, pages), 4096);
}

/// A run of levels that go on with a list takes a few bytes, however long it is.
#[test]
fn long_lists_are_refused() {
    let folder = Folder::new();
    let run = [number(1 << 1), vec![0], number(((1 << 31) - 2) << 1), vec![1]].concat();
    let dictionary_of_0 = || (dictionary(vec![0; 4], 1), 0);
    // All of them are there.
    let defined = |count: u64| plain(&[&number(count << 1)[..], &[1]].concat());
    let numbers = [&plain(&run)[..], &defined((1 << 31) - 1), &[0], &number(1 << 32)].concat();
    let pages = vec![dictionary_of_0(), (data(numbers, (1 << 31) - 1, Encoding::RLE_DICTIONARY), 0)];
    let path = made(&folder, LISTS, Compression::UNCOMPRESSED, 1, pages);
    let message = format!("{path}: row 1: a list of more than 1024 counts: expected hands");
    assert_eq!(refused(&little_memory(&[&path]), &message), "");
    // The same over many pages.
    let part = |first: u8| {
        let run = [number(1 << 1), vec![first], number(999 << 1), vec![1]].concat();
        let bytes = [&plain(&run)[..], &defined(1000), &[0], &number(1000 << 1)].concat();
        (data(bytes, 1000, Encoding::RLE_DICTIONARY), 0)
    };
    let pages = [vec![dictionary_of_0(), part(0)], (0..9).map(|_| part(1)).collect()].concat();
    let path = made(&folder, LISTS, Compression::UNCOMPRESSED, 1, pages);
    assert_eq!(refused(&little_memory(&[&path]), &message), "");
}

/// What the crate makes room for before it looks, and what it panics at.
#[test]
fn what_a_page_claims_is_checked() {
    let folder = Folder::new();
    let none = Compression::UNCOMPRESSED;
    let page = || (data(vec![1, 2, 0], 1, Encoding::RLE_DICTIONARY), 0);
    let most = i32::MAX as u32;
    let lengths = [same(0, 1 << 31), vec![0; 10]].concat();
    let prefixes = [same(0, 1 << 31), same(0, 1 << 31)].concat();
    let cases = [
        // It panics at the first.
        (
            TEXTS,
            vec![(dictionary(plain(b"11m"), 1), 0), (data(vec![], 1, Encoding::RLE_DICTIONARY), 0)],
            "it can't be decoded",
        ),
        (TEXTS, vec![(dictionary(plain(b"11m"), 1), 0), (data(vec![77, 2, 0], 1, Encoding::RLE_DICTIONARY), 0)], ""),
        (TEXTS, vec![(dictionary(plain(b"11m"), most), 0), page()], "a dictionary ends before its last value"),
        (LISTS, vec![(dictionary(vec![0; 4], most), 0), page()], "a dictionary ends before its last value"),
        (TEXTS, vec![(data(lengths, 1, Encoding::DELTA_LENGTH_BYTE_ARRAY), 0)], "a page has lengths that are none"),
        (TEXTS, vec![(data(prefixes, 1, Encoding::DELTA_BYTE_ARRAY), 0)], "a page has lengths that are none"),
    ];
    for (place, (schema, pages, told)) in cases.into_iter().enumerate() {
        let path = made(&folder, schema, none, 1, pages);
        let output = little_memory(&[&path]);
        let message = error(&output);
        assert_eq!(output.status.code(), Some(2), "{place}: {message}");
        assert!(message.starts_with(&format!("error: {path}: row 1: damaged: {told}")), "{place}: {message}");
        assert_eq!(message.lines().count(), 1, "{place}: {message}");
    }
}

/// Metadata that asks for more than there is.
#[test]
fn what_a_footer_claims_is_checked() {
    let folder = Folder::new();
    let refuse = |metadata: Vec<u8>, told: &str| {
        let length = (metadata.len() as u32).to_le_bytes();
        let path = folder.write("a.parquet", [b"PAR1", &metadata[..], &length, b"PAR1"].concat());
        let output = little_memory(&[&path]);
        assert_eq!(output.status.code(), Some(2), "{}", error(&output));
        let begin = format!("error: {path}: no Parquet file, or cut off at its end ({told})\n");
        assert_eq!(error(&output), begin);
    };
    let damaged = "its metadata is damaged";
    let list = |length: u64, kind: u8| [vec![0xf0 | kind], number(length)].concat();
    let node = |children: u64| [&[0x35, 0, 0x18, 1, b'a', 0x15][..], &number(children * 2), &[0]].concat();
    let leaf = [0x15, 12, 0x25, 0, 0x18, 1, b'a', 0];
    let begin = [0x15, 4, 0x19];
    // Two thousand million row groups, and as many columns in one.
    let schema = [&begin[..], &list(2, 12), &node(1), &leaf, &[0x16, 2, 0x19]].concat();
    refuse([&schema[..], &list(i32::MAX as u64, 12), &[0]].concat(), damaged);
    refuse([&schema[..], &list(1, 12), &[0x19], &list(i32::MAX as u64, 12), &[0, 0]].concat(), damaged);
    // More children than nodes, and a hundred thousand that are each the child of the one before.
    refuse([&begin[..], &list(2, 12), &node(i32::MAX as u64), &leaf, &[0]].concat(), damaged);
    refuse([&begin[..], &list(100_001, 12), &node(1).repeat(100_000), &leaf, &[0]].concat(), damaged);
    let many = [&begin[..], &list(100_001, 12), &node(100_000), &leaf.repeat(100_000), &[0]].concat();
    refuse(many, "100001 columns, 0 row groups and 0 pieces of columns are too many");
    let length = (1_u32 << 30).to_le_bytes();
    let path = folder.path("large.parquet");
    let large = fs::File::create(&path).unwrap();
    large.set_len(2 << 30).unwrap();
    drop(large);
    let mut options = fs::OpenOptions::new();
    let mut large = options.append(true).open(&path).unwrap();
    std::io::Write::write_all(&mut large, &[&length[..], b"PAR1"].concat()).unwrap();
    let message = format!("{path}: its metadata has more than 16 MiB (--page-limit)");
    assert_eq!(refused(&little_memory(&[&path]), &message), "");
}

/// As much metadata as may be, in eight row groups of as many columns as there may be.
#[test]
fn the_most_metadata_takes_little_memory() {
    let folder = Folder::new();
    let columns = (1 << 14) - 1;
    let fields: Vec<String> = (1..columns).map(|column| format!("required int32 c{column};")).collect();
    let fields = fields.join(" ");
    let schema = parse_message_type(&format!("message a {{ required binary hand (utf8); {fields}}}")).unwrap();
    let schema = Arc::new(SchemaDescriptor::new(Arc::new(schema)));
    let chunk = |column| ColumnChunkMetaData::builder(schema.column(column)).set_data_page_offset(4).build().unwrap();
    let chunks: Vec<_> = (0..columns).map(chunk).collect();
    let group = RowGroupMetaData::builder(schema.clone()).set_num_rows(1).set_column_metadata(chunks).build().unwrap();
    let whole = FileMetaData::new(2, 8, None, None, schema, None);
    let mut bytes = b"PAR1".to_vec();
    ParquetMetaDataWriter::new(&mut bytes, &ParquetMetaData::new(whole, vec![group; 8])).finish().unwrap();
    let path = folder.write("a.parquet", bytes);
    let output = little_memory(&[&path]);
    assert_eq!(refused(&output, &format!("{path}: row 1: damaged: reached end of column while expecting 1 rows")), "");
}

/// Whatever byte is another, the run succeeds or tells what is wrong with the input.
#[test]
fn no_damage_is_the_programs_fault() {
    let folder = Folder::new();
    let texts: Vec<String> = hands(50).iter().map(mpsz).collect();
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(texts));
    let path = file(&folder, "a.parquet", vec![("hand", texts)], small());
    let whole = fs::read(&path).unwrap();
    for place in (0..whole.len()).step_by(5) {
        for other in [0, 0x7f, 0xff] {
            let mut altered = whole.clone();
            altered[place] = other;
            fs::write(&path, altered).unwrap();
            let output = little_memory(&[&path]);
            let (status, message) = (output.status.code(), error(&output));
            let sound = status == Some(0) && message.is_empty() && !text(&output).is_empty();
            let told =
                status == Some(2) && message.starts_with(&format!("error: {path}: ")) && !message.contains("panic");
            assert!(sound || told, "byte {place} is {other}: {status:?} {message}");
        }
    }
}

#[test]
fn too_few_open_files_are_no_damage() {
    let folder = Folder::new();
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(hands(100).iter().map(mpsz)));
    let path = file(&folder, "a.parquet", vec![("hand", texts)], small());
    for files in 4..=12 {
        let limited = "ulimit -n $1; exec \"$0\" batch \"$2\"";
        let program = env!("CARGO_BIN_EXE_paili");
        let output = Command::new("sh").args(["-c", limited, program, &files.to_string(), &path]).output().unwrap();
        let unable = output.status.code() == Some(1) && error(&output).contains("Too many open files");
        assert!(output.status.success() || unable, "{files} files: {:?} {}", output.status.code(), error(&output));
        assert!(files < 12 || output.status.success(), "twelve are enough: {}", error(&output));
    }
}
