/** The words of `npm run bridge`: what there is to say, and what is wrong with what was said. */

export const HELP = `npm run bridge -- <what>
  keys <id>             where the token of an asset is minted to, what pays its fees, and where it will be locked
  mint <file> …         mints its token, once and whole, to the signer's key (docs/bridge.md)
  add <file> [--yes]    checks the asset in the file; with --yes it is added, and never changed again
  list                  all assets, and why one is not open
  show <id>             one of them, with its books by the last blocks
  stop <id> --mints     no new mint is taken; redeems go on: the way to other terms
  stop <id>             nothing new is taken either way, and nothing leaves from this server: nobody can redeem
  resume <id>           takes back both; after a break only while the reserves add up
STOP, STOP-bridge and STOP-bridge-<id> in the signer's folder are the stronger: where one of them is, nothing is signed, whatever this server does.`;

/** What has to be named after these words, and what may be. */
const WANTS: Readonly<Record<string, readonly [string?, string?]>> = {
  ...{ keys: ['an id'], add: ['a file', '--yes'], list: [], show: ['an id'] },
  ...{ stop: ['an id', '--mints'], resume: ['an id'] },
};

/** @returns what is wrong with the words; undefined where they can be obeyed */
export function wrongIn([what = '', ...words]: readonly string[]): string | undefined {
  if (!Object.hasOwn(WANTS, what)) return `there is no "${what}"`;
  const [first, option] = WANTS[what] ?? [];
  if (first !== undefined && words[0] === undefined) return `${what}: ${first} is missing`;
  const more = words.slice(first === undefined ? 0 : 1).find((word, at) => at > 0 || word !== option);
  return more === undefined ? undefined : `${what}: there is no "${more}"`;
}
