//! The header declares the functions that there are, with their arguments.

use std::collections::BTreeMap;

/// Of each function, what it returns and its arguments, each a type and a name, in C.
type Declared = BTreeMap<String, Vec<(String, String)>>;

/// Each type of Rust's border, in C.
const TYPES: [(&str, &str); 14] = [
    ("*const c_char", "const char *"),
    ("*const LastError", "const paili_error *"),
    ("*const Rules", "const paili_rules *"),
    ("*mut Rules", "paili_rules *"),
    ("*mut *mut Rules", "paili_rules **"),
    ("*const u8", "const uint8_t *"),
    ("*mut u8", "uint8_t *"),
    ("*mut Distance", "uint8_t *"),
    ("*mut Analysis", "paili_analysis *"),
    ("*mut Discard", "paili_discard *"),
    ("*mut usize", "size_t *"),
    ("usize", "size_t"),
    ("Status", "paili_status"),
    ("", "void"),
];

pub fn header() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/include/paili.h")).unwrap()
}

/// The functions that the header declares.
pub fn declared_in_c(header: &str) -> Declared {
    let comments = header.split("/*").skip(1).map(|rest| rest.split_once("*/").unwrap().0);
    let code = comments.fold(header.to_owned(), |code, comment| code.replacen(&format!("/*{comment}*/"), "", 1));
    let code: Vec<&str> = code.lines().filter(|line| !line.starts_with('#')).collect();
    let code = code.join(" ");
    let functions =
        code.split(';').filter_map(|part| part.split_once('(')).filter(|(begin, _)| begin.contains("paili_"));
    let declared = functions.map(|(begin, arguments)| {
        let (returned, name) = c_argument(begin);
        let arguments =
            arguments.trim_end().trim_end_matches(')').split(',').filter(|argument| argument.trim() != "void");
        let all = [(returned, String::new())].into_iter().chain(arguments.map(c_argument));
        (name, all.collect())
    });
    declared.collect()
}

/// A type of C and the name behind it. An array is a pointer to what it begins with.
fn c_argument(text: &str) -> (String, String) {
    let (text, is_array) = text.trim().split_once('[').map_or((text.trim(), false), |(text, _)| (text, true));
    let begin = text.rfind(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap() + 1;
    let (kind, name) = text.split_at(begin);
    let kind = if is_array { format!("{kind}*") } else { kind.trim().to_owned() };
    (kind.split_whitespace().collect::<Vec<_>>().join(" "), name.to_owned())
}

/// The functions that Rust exports.
fn declared_in_rust() -> Declared {
    let source = include_str!("../src/border.rs");
    let functions = source.split("extern \"C\" fn ").skip(1).map(|rest| rest.split_once('{').unwrap().0);
    let in_c = |rust: &str| {
        let known = TYPES.iter().find(|(known, _)| *known == rust).unwrap_or_else(|| panic!("{rust}: not in the list"));
        known.1.to_owned()
    };
    let declared = functions.map(|function| {
        let (name, rest) = function.split_once('(').unwrap();
        let (arguments, returned) = rest.rsplit_once(')').unwrap();
        let returned = (in_c(returned.trim().trim_start_matches("-> ")), String::new());
        let arguments = arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty());
        let arguments = arguments.map(|argument| {
            let (name, kind) = argument.split_once(": ").unwrap();
            (in_c(kind), name.to_owned())
        });
        (name.to_owned(), [returned].into_iter().chain(arguments).collect())
    });
    declared.collect()
}

#[test]
fn the_header_declares_what_there_is() {
    let declared = declared_in_c(&header());
    assert!(declared.len() > 9, "{declared:?}");
    assert_eq!(declared, declared_in_rust());
}
