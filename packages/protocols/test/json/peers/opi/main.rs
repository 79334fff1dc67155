//! Bodies in, one a line in hex; what OPI reads of each out.
//! `j…` a body: `-` when it is refused, else the value with its keys sorted, a tab, and (without the feature `index`) its JSON in hex.
//! `t…` a text: as an amount with 0 and with 18 decimals, as decimals, and in small letters.
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

fn unhex(text: &str) -> Vec<u8> {
    let digit = |c: u8| (c as char).to_digit(16).expect("a hex digit") as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

fn hex(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        for half in [byte >> 4, byte & 15] {
            out.push(char::from_digit(half as u32, 16).expect("half a byte"));
        }
    }
}

fn put(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push('n'),
        Value::Bool(true) => out.push('t'),
        Value::Bool(false) => out.push('f'),
        Value::Number(_) => out.push('#'),
        Value::String(text) => {
            out.push('"');
            hex(out, text.as_bytes());
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                put(out, item);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(fields) => {
            out.push('{');
            for (key, field) in fields.iter().collect::<BTreeMap<_, _>>() {
                hex(out, key.as_bytes());
                out.push(':');
                put(out, field);
                out.push(',');
            }
            out.push('}');
        }
    }
}

/// As `ord/src/index/updater/inscription_updater.rs` and `ord/db_reader/src/server.rs` read a body.
#[cfg(not(feature = "index"))]
fn read(body: &[u8]) -> Option<String> {
    let value = serde_json::from_slice::<Value>(body).ok()?;
    let mut out = String::new();
    put(&mut out, &value);
    out.push('\t');
    hex(&mut out, serde_json::to_string(&value).ok()?.as_bytes());
    Some(out)
}

/// As `modules/brc20_index` reads a body inside the answer of `ord`: a list of transfers, of each an object with the body in it.
/// It takes texts out of the body's own fields, and asks of one whether it is there: more is not written.
#[cfg(feature = "index")]
fn read(body: &[u8]) -> Option<String> {
    let answer = [b"[{\"content\":", body, b"}]"].concat();
    let transfers: Vec<BTreeMap<String, Value>> = serde_json::from_slice(&answer).ok()?;
    let mut content = transfers.first()?.get("content")?.clone();
    for field in content.as_object_mut()?.values_mut() {
        if !field.is_string() {
            *field = Value::Null;
        }
    }
    let mut out = String::new();
    put(&mut out, &content);
    Some(out)
}

const MAX_DECIMALS: usize = 18;
const MAX_AMOUNT: u128 = u64::MAX as u128 * 1_000_000_000_000_000_000;

/// As `get_amount_value` in `modules/brc20_index/src/indexer/utils.rs`, where zero is allowed.
fn amount(text: &str, decimals: usize) -> Option<u128> {
    let (whole, fraction) = match text.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (text, ""),
    };
    let all_digits = |part: &str| part.chars().all(|c| c.is_digit(10));
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || fraction.len() > decimals {
        return None;
    }
    let zeros = "0".repeat(MAX_DECIMALS - fraction.len());
    let value = format!("{whole}{fraction}{zeros}").parse::<u128>().ok()?;
    (value <= MAX_AMOUNT).then_some(value)
}

/// As `get_decimals_value` there.
fn decimals(text: &str) -> Option<u8> {
    if text.is_empty() || !text.chars().all(|c| c.is_digit(10)) {
        return None;
    }
    text.parse::<u8>().ok().filter(|&value| value as usize <= MAX_DECIMALS)
}

fn texts(text: &str) -> String {
    let shown = |value: Option<u128>| value.map_or("-".to_string(), |value| value.to_string());
    let mut out = [
        shown(amount(text, 0)),
        shown(amount(text, MAX_DECIMALS)),
        shown(decimals(text).map(u128::from)),
        String::new(),
    ]
    .join(" ");
    hex(&mut out, text.to_lowercase().as_bytes());
    out
}

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.is_empty() {
            // The end of a batch.
            out.flush()?;
            continue;
        }
        let bytes = unhex(&line[1..]);
        let answer = match &line[..1] {
            "j" => read(&bytes).unwrap_or_else(|| "-".to_string()),
            _ => texts(std::str::from_utf8(&bytes).expect("a text")),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()
}
