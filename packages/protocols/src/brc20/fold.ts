/** How BRC-20 ticks are compared: in small letters as Rust's `to_lowercase` makes them, whatever engine runs this. */

/** Letters that got their other case after Unicode 16, which is what OPI's Rust (1.87) knows: they are no letters there. */
const YOUNG = /([\ua7ce\ua7cf\ua7d2\ua7d4\u{16ea0}-\u{16ed3}])/u;

/**
 * A tick in small letters, independent of any locale. A capital sigma at the end of letters becomes the final one, as in Rust; a
 * young letter is none, so what stands beside it is folded by itself.
 */
export function foldTick(display: string): string {
  return display
    .split(YOUNG)
    .map((part) => (YOUNG.test(part) ? part : part.toLowerCase()))
    .join('');
}
