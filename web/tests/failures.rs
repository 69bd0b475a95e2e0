//! What is wrong with a request, and where: a page marks the place and says it in another language.

use serde_json::{Value, json};

/// The error that a request is answered with.
fn error(request: &Value) -> Value {
    let answer: Value = serde_json::from_str(&paili_web::ask(&request.to_string())).unwrap();
    answer["error"].clone()
}

/// What a page needs of an error, its message left out.
fn told(request: &Value) -> [Value; 5] {
    let error = error(request);
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{request}: {error}");
    ["kind", "field", "start", "end", "text"].map(|key| error[key].clone())
}

#[test]
fn places_are_those_of_the_fields_own_text() {
    for (request, expected) in [
        (json!({"ask": "hand", "hand": "123m45x"}), json!(["unknown", "hand", 6, 7, "x"])),
        (json!({"ask": "hand", "hand": "1M 2M E 3p 4M"}), json!(["mixed", "hand", 8, 10, "3p"])),
        (json!({"ask": "hand", "hand": "55555m1p"}), json!(["fifth", "hand", 4, 6, "5m"])),
        (json!({"ask": "hand", "hand": "123m"}), json!(["size", "hand", 0, 4, "123m"])),
        (json!({"ask": "hand", "hand": ""}), json!(["size", "hand", 0, 0, ""])),
        // A character of Unicode's mahjong tiles is two of JavaScript's units.
        (json!({"ask": "hand", "hand": "🀇🀈x🀀"}), json!(["unknown", "hand", 4, 7, "x🀀"])),
        (json!({"ask": "hand", "hand": "2344m", "melds": "123p,12m, EEE"}), json!(["meld", "melds", 5, 8, "12m"])),
        (json!({"ask": "hand", "hand": "2344m", "melds": "123p,🀀🀀?"}), json!(["unknown", "melds", 9, 10, "?"])),
        (json!({"ask": "hand", "hand": "2344m", "melds": "EEE,EEE"}), json!(["fifth", "melds", 0, 7, "EEE,EEE"])),
        (json!({"ask": "hand", "hand": "2344m", "visible": "1p 5555p5p"}), json!(["fifth", "visible", 8, 10, "5p"])),
        (json!({"ask": "hand", "hand": "4455m", "visible": "555m"}), json!(["fifth-in-all", "hand", 3, 5, "5m"])),
        (json!({"ask": "hand", "hand": "2344m", "forms": ["pears"]}), json!(["forms", "forms", 0, 0, ""])),
        (
            json!({"ask": "hand", "hand": "4p", "rules": "sichuan", "forms": ["orphans"]}),
            json!(["forms", "forms", 0, 0, ""]),
        ),
        (json!({"ask": "odds", "hand": "2344m", "draws": 0}), json!(["draws", "draws", 0, 0, ""])),
        (json!({"ask": "odds", "hand": "2344m", "changes": 3}), json!(["changes", "changes", 0, 0, ""])),
        (json!({"ask": "odds", "hand": "2344m", "law": "ours"}), json!(["law", "law", 0, 0, ""])),
        (json!({"ask": "odds", "hand": "1M PASS"}), json!(["special", "hand", 0, 0, ""])),
        (json!({"ask": "parse", "text": "123m,EEE,12"}), json!(["unknown", "text", 9, 11, "12"])),
        (json!({"ask": "parse", "text": "11111m,EEE"}), json!(["fifth", "text", 4, 6, "1m"])),
        (json!({"ask": "game", "wall": "1M\u{3000}2M 3X"}), json!(["unknown", "wall", 6, 8, "3X"])),
        (json!({"ask": "game", "wall": "E E E E\nE"}), json!(["fifth", "wall", 8, 9, "E"])),
        (json!({"ask": "game", "wall": "E E"}), json!(["short", "wall", 0, 3, "E E"])),
        (json!({"ask": "game", "wall": " "}), json!(["empty", "wall", 0, 1, " "])),
        (json!({"ask": "game", "seed": "-1"}), json!(["seed", "seed", 0, 2, "-1"])),
        (json!({"ask": "shuffle"}), json!(["seed", "seed", 0, 0, ""])),
        (json!({"ask": "hand", "hand": "5m", "rules": "sanma"}), json!(["not-in-rules", "hand", 0, 2, "5m"])),
        (
            json!({"ask": "hand", "hand": "55s", "melds": "EEE", "rules": "sichuan"}),
            json!(["not-in-rules", "melds", 0, 3, "EEE"]),
        ),
        (json!({"ask": "hand", "hand": "123m", "rules": "sanma"}), json!(["not-in-rules", "hand", 0, 4, "123m"])),
        (json!({"ask": "hand", "hand": "123p", "rules": "sanma"}), json!(["size", "hand", 0, 4, "123p"])),
        (json!({"ask": "hand", "hand": "4p**", "wildcards": 1}), json!(["wildcards", "hand", 0, 4, "4p**"])),
        (json!({"ask": "hand", "hand": "4p", "wildcards": 9}), json!(["wildcards", "wildcards", 0, 0, ""])),
        (json!({"ask": "hand", "hand": "4p", "law": "ours"}), json!(["law", "law", 0, 0, ""])),
        (json!({"ask": "hand", "hand": "4p", "from": "up"}), json!(["offered", "from", 0, 0, ""])),
        (json!({"ask": "hand", "hand": "4p", "only": "p", "towards": "all"}), json!(["aim", "towards", 0, 0, ""])),
        (json!({"ask": "hand", "hand": "4p", "offered": "PASS"}), json!(["offered", "offered", 0, 4, "PASS"])),
        (json!({"ask": "exact", "tiles": 13, "deck": 136, "wildcards": 4}), json!(["deck", "deck", 0, 0, ""])),
        (json!({"ask": "exact", "tiles": 13, "deck": 136, "rules": "sanma"}), json!(["deck", "deck", 0, 0, ""])),
        (json!({"ask": "hand", "hand": "4p", "rules": "ours"}), json!(["rules", "rules", 0, 0, ""])),
        (
            json!({"ask": "hand", "hand": "4p", "wildcards_beyond_copies": true}),
            json!(["rules", "wildcards_beyond_copies", 0, 0, ""]),
        ),
        (json!({"ask": "hand", "hand": "4p", "void": "m"}), json!(["void", "void", 0, 0, ""])),
        (json!({"ask": "hand", "hand": "4p", "rules": "sichuan", "void": "z"}), json!(["void", "void", 0, 0, ""])),
        (
            json!({"ask": "hand", "hand": "55s", "melds": "123p,456m", "rules": "sichuan", "void": "m"}),
            json!(["void", "melds", 0, 9, "123p,456m"]),
        ),
        (json!({"ask": "rules", "rules": {"name": "ours"}}), json!(["rules", "rules", 0, 0, ""])),
        (json!({"ask": "exact", "tiles": 12}), json!(["size", "tiles", 0, 0, ""])),
        (json!({"ask": "exact", "tiles": 13, "visible": "1p x"}), json!(["unknown", "visible", 3, 4, "x"])),
        (json!({"ask": "exact", "tiles": 13, "visible": "5p PASS"}), json!(["mixed", "visible", 3, 7, "PASS"])),
        (json!({"ask": "exact", "tiles": 13, "visible": "55555p"}), json!(["fifth", "visible", 0, 6, "55555p"])),
        (
            json!({"ask": "exact", "tiles": 13, "rules": "sanma", "visible": "5m"}),
            json!(["not-in-rules", "visible", 0, 2, "5m"]),
        ),
        (json!({"ask": "exact", "tiles": 13, "rules": "sanma", "deck": 148}), json!(["deck", "deck", 0, 0, ""])),
        (json!({"ask": "what"}), json!(["request", "ask", 0, 0, ""])),
    ] {
        assert_eq!(json!(told(&request)), expected, "{request}");
    }
}

#[test]
fn a_wall_with_a_tile_too_many_says_which() {
    let wall: Value = serde_json::from_str(&paili_web::ask(r#"{"ask":"shuffle","seed":"1"}"#)).unwrap();
    let tiles: Vec<&str> = wall["tiles"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let text = tiles.join(" ") + " 9S";
    let error = error(&json!({"ask": "game", "wall": text}));
    assert_eq!((&error["kind"], &error["text"], &error["end"]), (&json!("extra"), &json!("9S"), &json!(text.len())));
}

#[test]
fn the_tile_and_the_number_of_tiles_at_fault_are_named() {
    let wrong = [("11111m", "tile", json!("1M")), ("123m", "tiles", json!(3))];
    for (hand, key, expected) in wrong {
        assert_eq!(error(&json!({"ask": "hand", "hand": hand}))[key], expected);
    }
    let asked = json!({"ask": "hand", "hand": "5m", "rules": "sanma"});
    assert_eq!((&error(&asked)["tile"], &error(&asked)["rules"]), (&json!("5M"), &json!("sanma")));
    assert_eq!(error(&json!({"ask": "game", "wall": "E E"}))["tiles"], 2);
    assert_eq!(error(&json!({"ask": "game", "wall": "E E E E E"}))["tile"], "E");
}

#[test]
fn what_is_no_request_is_told() {
    for text in ["", "{", "[]", r#"{"ask":"hand"}"#, r#"{"ask":"hand","hand":3}"#, "\u{0}"] {
        assert!(paili_web::ask(text).starts_with(r#"{"error":{"kind":"request","field":"ask","#), "{text}");
    }
}

#[test]
fn tiles_of_a_text_keep_kans_and_red_fives() {
    let answer = |ask: &str| paili_web::ask(&json!({"ask": ask, "text": "304m5p,2222z,067s"}).to_string());
    let parsed: Value = serde_json::from_str(&answer("parse")).unwrap();
    assert_eq!(parsed["tiles"], json!(["3M", "5M", "4M", "5P"]));
    assert_eq!(parsed["melds"], json!([["S", "S", "S", "S"], ["5S", "6S", "7S"]]));
    assert_eq!(parsed["reds"], json!([["5M"], [], ["5S"]]));
    let written: Value = serde_json::from_str(&answer("write")).unwrap();
    assert_eq!(written["mpsz"], "340m5p,2222z,067s");
    assert_eq!(written["judge"], "3M 4M 5M 5P,S S S S,5S 6S 7S");
}
