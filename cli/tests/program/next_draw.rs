//! What players ask of a hand: what it does not need, what improves it, good waits, offered tiles and kans.

use serde_json::{Value, json};

use crate::rules::refused;
use crate::run::printed;

#[track_caller]
fn object(command: &str, arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[&[command, "--format", "json"], arguments].concat(), b"")).unwrap()
}

/// Each call with its meld, discard, distance and acceptance.
#[track_caller]
fn offers(answer: &Value) -> Vec<String> {
    let each = answer["offers"].as_array().unwrap().iter().map(|offer| {
        let meld = offer["meld"].as_array().map(|meld| meld.iter().filter_map(Value::as_str).collect::<String>());
        let discard = offer["discard"].as_str().unwrap_or("–");
        let meld = meld.unwrap_or_default();
        format!("{} {meld} {discard} {} {}", offer["call"].as_str().unwrap(), offer["distance"], offer["acceptance"])
    });
    each.collect()
}

#[test]
fn improvements_are_told() {
    let answer = object("hand", &["123m12399p57s112z", "--improvements", "--good", "4"]);
    let told: Vec<String> = answer["improvements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!("{} {} {}", one["tile"].as_str().unwrap(), one["acceptance"], one["discard"].as_str().unwrap())
        })
        .collect();
    let expected = ["7p 12 2z", "8p 12 2z", "3s 12 2z", "4s 12 2z", "8s 12 2z", "9s 12 2z", "5s 10 2z", "7s 10 2z"];
    assert_eq!(told, expected);
    assert_eq!((&answer["acceptance"], &answer["unneeded"]), (&json!(8), &json!(["2z"])));
    assert_eq!(answer["good"], json!({"copies": 0, "share": 0.0}));
    // After 9p it waits for 6s, after 1z, too, and after 6s for 9p and 1z: four copies each.
    assert_eq!(answer["next_acceptance"], json!(4.0));
    // Of 115 unseen tiles that keep the distance, 24 make it 12, and 6 make it 10.
    assert_eq!(answer["mean_acceptance"], json!((24.0 * 12.0 + 6.0 * 10.0 + 85.0 * 8.0) / 115.0));
    let page = printed(&["hand", "123m12399p57s112z", "--improvements", "--good", "4"], b"");
    assert!(page.contains("good      0 of 8 copies lead to a good wait (0.0 %)\nunneeded  2z\nimprove "), "{page}");
    assert!(page.contains("  7p           4  2z               12\n"), "{page}");
}

#[test]
fn each_discard_has_its_good_waits_and_what_follows() {
    let answer = object("hand", &["45m57p23456799s12z", "--good", "4", "--improvements"]);
    let best = &answer["discards"][0];
    assert_eq!((&best["distance"], &best["acceptance"]), (&json!(2), &json!(12)));
    assert_eq!(best["good"], json!({"copies": 4, "share": 4.0 / 12.0}));
    assert!(best["mean_acceptance"].as_f64().unwrap() > 12.0, "{best}");
    let far = answer["discards"].as_array().unwrap().last().unwrap();
    assert_eq!((far.get("good"), far.get("improvements")), (None, None));
    let ready = object("hand", &["34m99p", "--good", "4"]);
    assert_eq!(ready.get("good"), None);
}

/// In five rule sets.
#[test]
fn an_offered_tile_is_claimed_or_passes() {
    let told = |arguments: &[&str]| offers(&object("hand", arguments));
    assert_eq!(
        told(&["68m123p345s11z59m2z", "--offered", "7m"]),
        ["chow 7m8m9m 2z 1 7", "chow 5m6m7m 2z 1 3", "chow 6m7m8m 2z 2 25", "pass  – 2 7"]
    );
    assert_eq!(told(&["68m123p345s11z59m2z", "--offered", "7m", "--from", "across"]), ["pass  – 2 7"]);
    assert_eq!(told(&["34m99p", "--offered", "2m"]), ["win  – 0 0", "pass  – 1 7", "chow 2m3m4m 9p 1 2"]);
    let mut kan = told(&["999s23m12399p112z", "--offered", "9s"]);
    kan.sort();
    assert_eq!(kan.iter().map(|call| call.split(' ').next().unwrap()).collect::<Vec<_>>(), ["kan", "pass", "pong"]);
    // Nobody claims chows where three play, nor in Sichuan; and no tile of the suit that is declared void.
    for rules in ["sanma", "sichuan"] {
        let calls = told(&["--rules", rules, "2446p123345789s", "--offered", "3p"]);
        assert_eq!(calls.iter().filter(|call| call.starts_with("chow")).count(), 0, "{calls:?}");
    }
    let void = told(&["--rules", "sichuan", "--void", "p", "2446p123345789s", "--offered", "4p"]);
    assert!(void.iter().all(|call| call.starts_with("pass")), "{void:?}");
    let pairs = told(&["--rules", "riichi", "1122m3344p5566s7z", "--offered", "7z"]);
    assert_eq!(pairs[0], "win  – 0 0");
    let taiwan = told(&["--rules", "taiwan", "123m456m789m123p45s67z", "--offered", "3s"]);
    assert_eq!(taiwan.len(), 2, "{taiwan:?}");
    assert!(taiwan[0].starts_with("chow 3s4s5s "), "{taiwan:?}");
    let beside = object(
        "hand",
        &["--rules", "guobiao", "11p45s677z", "--melds", "123m,EEE", "--visible", "6s", "--offered", "1p"],
    );
    assert!(offers(&beside)[0].starts_with("pong 1p1p1p "), "{beside}");
    let page = printed(&["hand", "34m99p", "--offered", "2m"], b"");
    assert!(
        page.contains("offered   2m from the left\ncall            discard  distance  acceptance  useful\n  win "),
        "{page}"
    );
}

#[test]
fn odds_follow_every_call() {
    let answer = object("odds", &["68m123p345s11z59m2z", "--offered", "7m", "--draws", "6", "--simulate", "2000"]);
    let calls: Vec<&str> =
        answer["offers"].as_array().unwrap().iter().map(|call| call["call"].as_str().unwrap()).collect();
    assert_eq!(calls, ["chow", "chow", "chow", "pass"]);
    for call in answer["offers"].as_array().unwrap() {
        let (win, simulated) = (call["win"][0].as_f64().unwrap(), &call["simulated"]);
        let at = |end: &str| simulated[end].as_f64().unwrap();
        assert!(win > at("low") - 0.02 && win < at("high") + 0.02, "{call}");
    }
    // A claim does not win, even where nothing is lacking after it.
    let won = object("odds", &["34m99p", "--offered", "2m", "--draws", "3"]);
    assert_eq!(won["offers"][0]["win"], json!([1.0, 1.0, 1.0]));
    assert!(won["offers"][2]["win"][0].as_f64().unwrap() < 0.5, "{won}");
}

#[test]
fn kans_are_told() {
    let answer = object("hand", &["2222m456p89s1z5s", "--melds", "EEE"]);
    assert_eq!(
        answer["kans"],
        json!([{"tile": "2m", "distance": 2, "acceptance": 7}, {"tile": "1z", "distance": 2, "acceptance": 7}])
    );
    assert_eq!(object("hand", &["34m99p1z"]).get("kans"), None);
    let odds = object("odds", &["2222m456p89s1z5s", "--melds", "EEE", "--draws", "3", "--changes", "0"]);
    let kans = odds["kans"].as_array().unwrap();
    assert_eq!(kans.iter().map(|kan| kan["tile"].as_str().unwrap()).collect::<Vec<_>>(), ["2m", "1z"]);
    // The kan of 1z leaves what discarding it leaves.
    assert_eq!(kans[1]["win"], odds["discards"][0]["win"]);
}

#[test]
fn what_is_no_offer_is_refused() {
    let hand = "34m99p";
    refused(&["hand", hand, "--offered", "22z"], b"", "--offered: expected one tile");
    refused(&["hand", hand, "--offered", "8q"], b"", "--offered: character 2: ");
    refused(&["hand", "34m99p1z", "--offered", "2m"], b"", "--offered: the hand has to discard first");
    refused(&["hand", hand, "--visible", "2222m", "--offered", "2m"], b"", "--offered: no 2m is left");
    refused(&["hand", "--rules", "sanma", "1122p", "--offered", "5m"], b"", "--offered: 5m is no tile");
    refused(&["hand", hand, "--from", "across"], b"", "--offered");
    refused(&["odds", hand, "--offered", "2m", "--format", "csv"], b"", "--offered: as text or JSON");
    refused(&["odds", "--offered", "2m"], b"34m99p\n", "--offered: of one hand, given as an argument");
    refused(&["odds", hand, "--offered", "22z"], b"", "--offered: expected one tile");
    // An option that is wrong for every hand is no fault of the lines.
    let skip = ["hand", "--on-error", "skip"];
    for (options, why) in [
        (&["--offered", "12m"][..], "error: --offered: expected one tile"),
        (&["--odds", "--draws", "0"], "error: --draws: 0 draws: expected at least 1 and at most 135"),
        (&["--odds", "--draws", "136"], "error: --draws: 136 draws: expected at least 1 and at most 135"),
    ] {
        refused(&[&skip, options].concat(), b"34m99p\n", why);
    }
}

/// Towards what players want: alone, all of it, in batches, and what can't be.
#[test]
fn hands_are_asked_towards_what_is_wanted() {
    let towards = |options: &[&str]| {
        let answer = object("hand", &[&["2345m456p67s99p77z"], options].concat());
        (answer["distance"].clone(), answer["aim"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(towards(&["--only", "2-8mps"]), (json!(5), "only 2-8mps".to_owned()));
    assert_eq!(towards(&["--only", "zp"]), (json!(7), "only pz".to_owned()));
    assert_eq!(towards(&["--with", "777z,234m"]), (json!(2), "with 777z and 234m".to_owned()));
    assert_eq!(towards(&["--only-pongs"]), (json!(7), "only pongs".to_owned()));
    assert_eq!(towards(&["--only", "mpsz"]), (json!(2), String::new()));
    let all = object("hand", &["2345m456p67s99p77z", "--towards", "all"]);
    let told = |answer: &Value| {
        let each = answer["towards"].as_array().unwrap().iter();
        each.map(|of| format!("{} {}", of["name"].as_str().unwrap(), of["distance"])).collect::<Vec<_>>()
    };
    let pongs = [1, 2, 3, 4, 5, 6].map(|honor| format!("pong {honor}z 4"));
    let rest = ["tanyao 5", "half flush p 7", "all pongs 7", "half flush m 8", "half flush s 10"].map(str::to_owned);
    assert_eq!(
        told(&all),
        [vec!["plain 2".to_owned(), "pong 7z 2".to_owned()], pongs.to_vec(), rest.to_vec()].concat()
    );
    // Beside a terminal there is no tanyao, and of three players' decks no half flush of 2m to 8m.
    let beside = told(&object("hand", &["2345m456p99p7z", "--melds", "999s", "--towards", "all", "--rules", "riichi"]));
    assert!(!beside.iter().any(|of| of.starts_with("tanyao") || of.starts_with("half flush m")), "{beside:?}");
    let sichuan = told(&object("hand", &["2345m456p67s99p77m", "--towards", "all", "--rules", "sichuan"]));
    assert_eq!(sichuan.iter().filter(|of| of.starts_with("flush")).count(), 3, "{sichuan:?}");
    let page = printed(&["hand", "2345m456p67s99p777z", "--towards", "all"], b"");
    assert!(page.contains("\ntowards           distance  discard  acceptance  useful\n"), "{page}");
    assert!(page.contains("\n  pong 7z                1  5m                8  5s×4 8s×4\n"), "{page}");
    let page = printed(&["hand", "2345m456p67s99p77z", "--rules", "riichi", "--only", "2-8mps"], b"");
    assert!(
        page.starts_with("hand      2345m45699p67s77z  (13 tiles; riichi, only 2-8mps)\ndistance  5 (shanten 4)"),
        "{page}"
    );
}

#[test]
fn an_aim_is_asked_of_odds_exact_counts_and_batches() {
    let odds = object("odds", &["23m456p678s22m234p", "--only", "2-8mps", "--draws", "3"]);
    let plain = object("odds", &["23m456p678s22m234p", "--draws", "3"]);
    assert_eq!((&odds["aim"], &odds["distance"]), (&json!("only 2-8mps"), &json!(1)));
    // It waits for 1m and 4m, and 1m is of no use.
    assert!(odds["win"][0].as_f64().unwrap() < plain["win"][0].as_f64().unwrap());
    let exact = object("exact", &["--tiles", "2", "--only", "z"]);
    assert_eq!((&exact["aim"], &exact["distances"][0]["weighted"]), (&json!("only z"), &json!("42")));
    let folder = tempfile::tempdir().unwrap();
    let (hands, out) = (folder.path().join("hands.txt"), folder.path().join("out.csv"));
    std::fs::write(&hands, "2345m456p67s99p77z\n34m99p[777z][234s][555s]\n").unwrap();
    let [hands, out] = [&hands, &out].map(|path| path.to_str().unwrap());
    printed(&["batch", hands, "--towards", "all", "--out", out], b"");
    let rows = std::fs::read_to_string(out).unwrap();
    let columns = "plain,tanyao,half_flush_m,half_flush_p,half_flush_s,all_pongs,pong_1z,pong_2z,pong_3z,pong_4z,pong_5z,pong_6z,pong_7z";
    let expected = format!(
        "index,hand,distance,{columns}\n0,2345m456p67s99p77z,2,2,5,8,7,10,7,4,4,4,4,4,4,2\n\
         1,34m99p[777z][234s][555s],1,1,,,,5,,3,3,3,3,3,3,1\n"
    );
    assert_eq!(rows, expected);
    std::fs::write(hands, "2345m456p67s99p77z\n").unwrap();
    let tanyao = object("batch", &[hands, "--only", "2-8mps"]);
    assert_eq!((&tanyao["aim"], &tanyao["distances"][0]["distance"]), (&json!("only 2-8mps"), &json!(5)));
}

#[test]
fn aims_that_no_hand_has_are_refused() {
    let why = |arguments: &[&str], message: &str| refused(&[&["hand", "2344m"], arguments].concat(), b"", message);
    let kinds = "names no kinds: expected ranks before letters of suits, such as 2-8mps, pz or 19mps1-7z, or tiles";
    why(&["--only", "2x"], &format!("--only: \"2x\" {kinds}\n"));
    why(&["--only", "2-8m", "--rules", "sanma"], "--only: sanma has none of these kinds\n");
    why(&["--with", "777z,777z"], "--with: 6 of Z: standard has 4\n");
    let unwanted = "is no meld that such a hand may hold: it is of other kinds, or a chow where there are none";
    why(&["--with", "234m", "--only-pongs"], &format!("--with: 2M 3M 4M {unwanted}\n"));
    let forms = "--only-pongs: pairs has no such melds: expected the standard form among those that win\n";
    why(&["--forms", "pairs", "--only-pongs", "--rules", "riichi"], forms);
    why(&["--with", "777z", "--towards", "all"], "cannot be used with '--");
}
