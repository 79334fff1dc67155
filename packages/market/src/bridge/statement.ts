/** What the bridge says it holds of an asset, as the text that its locked key signs, so that an answer can be held against whoever gave it (bridge §8). */
import { bytesToHex, encodeUtf8, invariant } from '@rialto/protocols';
import { sha256 } from '@noble/hashes/sha2.js';

interface StatedBlock {
  readonly height: number;
  readonly hash: string;
}

interface StatedCoin {
  readonly outpoint: string;
  readonly value: string;
  readonly units: string;
  /** Null while no block has it. */
  readonly height: number | null;
  readonly settled: boolean;
}

/** As the answer has it on the wire: amounts as text. */
export interface BridgeStated {
  readonly asset: string;
  readonly locked: string;
  readonly wrapped: string;
  readonly owed: string;
  readonly supply: string;
  /** Of BRC-20: what is locked beside the lots; of all else null. */
  readonly available: string | null;
  readonly coins: readonly StatedCoin[];
  readonly tokens: readonly StatedCoin[];
}

/** The statement: a line for each thing; coins by their number and the hash of a line for each, by outpoint. */
export function bridgeStatement(
  net: string,
  { btc, mvc }: { readonly btc: StatedBlock; readonly mvc: StatedBlock },
  { asset, locked, wrapped, owed, supply, available, coins, tokens }: BridgeStated,
): string {
  return [
    'rialto reserves 1',
    ...[`net ${net}`, `asset ${asset}`],
    ...[`btc ${btc.height} ${btc.hash}`, `mvc ${mvc.height} ${mvc.hash}`],
    ...[`locked ${locked}`, `wrapped ${wrapped}`, `owed ${owed}`, `supply ${supply}`],
    ...(available === null ? [] : [`available ${available}`]),
    ...[`coins ${listed(coins)}`, `tokens ${listed(tokens)}`],
  ].join('\n');
}

function listed(coins: readonly StatedCoin[]): string {
  const inOrder = coins.toSorted((a, b) => (a.outpoint < b.outpoint ? -1 : 1));
  const lines = inOrder.map(
    ({ outpoint, value, units, height, settled }) =>
      `${outpoint} ${value} ${units} ${height ?? '-'} ${settled ? 'settled' : 'deposit'}\n`,
  );
  return `${coins.length} ${bytesToHex(hashOf(lines.join('')))}`;
}

/** What the locked key's BIP-340 signature is over. @param statement as `bridgeStatement` has it */
export const bridgeStatementHash = (statement: string): Uint8Array =>
  hashOf(`rialto bridge reserves\n${statement}\n`);

function hashOf(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  invariant(bytes !== undefined, 'text is text');
  return sha256(bytes);
}
