/** `g` and a letter: where each leads. The names are those of the table of routes. */
export const GO_KEYS: Readonly<Record<string, string>> = {
  h: 'home',
  a: 'markets',
  p: 'portfolio',
  b: 'orderbook-brc20',
  m: 'orderbook-mrc20',
  i: 'orderbook-idcoin',
  u: 'orderbook-runes',
  s: 'swap-brc20',
  r: 'swap-runes',
  w: 'bridge',
  e: 'events',
  l: 'leaderboard',
  v: 'recover',
  c: 'changelog',
  d: 'dev',
};

/** The letter that leads to a page. */
export function goKeyOf(page: string): string | undefined {
  return Object.keys(GO_KEYS).find((letter) => GO_KEYS[letter] === page);
}
