/** The tags and flags of runestones (runes §3; ord `tag.rs`, `flag.rs`). */

export const TAG = {
  body: 0n,
  divisibility: 1n,
  flags: 2n,
  spacers: 3n,
  rune: 4n,
  symbol: 5n,
  premine: 6n,
  cap: 8n,
  amount: 10n,
  heightStart: 12n,
  heightEnd: 14n,
  offsetStart: 16n,
  offsetEnd: 18n,
  mint: 20n,
  pointer: 22n,
  nop: 127n,
} as const;

export const FLAG = { etching: 1n, terms: 2n, turbo: 4n } as const;
