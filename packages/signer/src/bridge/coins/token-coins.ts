/** The tokens on stock and inlet: the index lists them, our own node says that they are there and real, and what their transactions carry. */
import type { SettledMvcToken, Tip } from '@rialto/ground';
import { bridgeIdInMvc, readFtScript, sameToken } from '@rialto/mvc';
import type { MvcTransaction, TokenKey } from '@rialto/mvc';
import { bytesToHex, splitOutpoint } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { coinName } from '../../mvc/books/recall.ts';
import { foundIn } from '../../mvc/coins.ts';
import type { FoundCoin } from '../../mvc/coins.ts';
import { requireGenuine } from '../../mvc/genuine.ts';
import type { BridgeRecall } from '../books/recall.ts';
import type { BridgeSource } from '../source.ts';
import type { FoundHeld } from './held.ts';

type Source = BridgeSource['mvc'];

interface Kept {
  readonly tip: Tip;
  readonly known: ReadonlyMap<string, FoundHeld>;
}

interface Of {
  /** Hashes of stock and inlet. */
  readonly holders: readonly Uint8Array[];
  /** Whether their keys are here, and nowhere else. */
  readonly isOurs: boolean;
}

/** As many are asked of the node at once. */
const AT_ONCE = 16;

export function openTokenCoins(
  source: Source,
  recall: Pick<BridgeRecall, 'exit' | 'spending'>,
): (token: TokenKey, of: Of, tip: Tip) => Promise<readonly FoundHeld[]> {
  const tokens = new Map<string, Kept>();
  return async (token, { holders, isOurs }, tip) => {
    const name = `${token.codehash} ${token.genesis}`;
    const kept = tokens.get(name);
    if (kept?.tip.hash === tip.hash) return [...kept.known.values()];
    const stays = kept !== undefined && (await source.chain.blockHash(kept.tip.height)) === kept.tip.hash;
    const listed = await source.ledger.settledTokens(holders, token);
    if ((await source.ledger.tip())?.hash !== tip.hash)
      throw new Refusal('syncing', 'the index of MVC moves');
    const read = await inParts(listed, (row) => {
      const coin = coinName(row.core, row.vout);
      const before = stays ? kept.known.get(coin) : undefined;
      // Our own exits alone spend them where no other machine has the keys: whatever none of those spends is still there.
      const isSure = isOurs && before?.point === row.outpoint && recall.spending(coin).length === 0;
      return isSure ? before : readToken(source, recall, { row, token, before, holders });
    });
    const known = new Map(read.flatMap((one) => (one === undefined ? [] : [[one.name, one]])));
    tokens.set(name, { tip, known });
    return [...known.values()];
  };
}

async function readToken(
  { chain, coins }: Source,
  recall: Pick<BridgeRecall, 'exit'>,
  {
    row,
    token,
    before,
    holders,
  }: {
    readonly row: SettledMvcToken;
    readonly token: TokenKey;
    readonly before: FoundHeld | undefined;
    readonly holders: readonly Uint8Array[];
  },
): Promise<FoundHeld | undefined> {
  const unspent = await chain.unspent(row.outpoint, 'blocks');
  if (unspent === undefined || unspent.confirmations < 1 || !isAsListed(unspent, row, token))
    return undefined;
  const { core, vout, outpoint: point, height, units } = row;
  const found = { name: coinName(core, vout), point, height, units, value: unspent.value, isMixed: false };
  if (before?.point === point) return { ...found, order: before.order, isMoved: before.isMoved };
  if (recall.exit(core) !== undefined) return { ...found, order: undefined, isMoved: false };
  const tx = await coins.transaction(splitOutpoint(point).txid);
  // The index says what it is; a name that it made up is none, and neither is a script that anybody can copy.
  if (tx.core !== core || !(await isReal(coins, foundIn(tx, vout), token))) return undefined;
  return { ...found, order: bridgeIdInMvc(tx), isMoved: await spendsOurs(coins, tx, { token, holders }) };
}

async function isReal(coins: Source['coins'], found: FoundCoin, token: TokenKey): Promise<boolean> {
  try {
    await requireGenuine(coins, found, token);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-a-lot') return false;
    throw error;
  }
}

async function spendsOurs(
  coins: Source['coins'],
  { inputs }: Pick<MvcTransaction, 'inputs'>,
  { token, holders }: { readonly token: TokenKey; readonly holders: readonly Uint8Array[] },
): Promise<boolean> {
  const owners = holders.map(bytesToHex);
  for (const { txid, vout } of inputs) {
    const script = (await coins.transaction(txid)).outputs[vout]?.script;
    const on = script === undefined ? undefined : readFtScript(script);
    if (on !== undefined && sameToken(on, token) && owners.includes(on.holder)) return true;
  }
  return false;
}

function isAsListed({ script }: TxOutput, row: SettledMvcToken, token: TokenKey): boolean {
  const on = readFtScript(script);
  if (on === undefined || !sameToken(on, token)) return false;
  return on.holder === row.holder && on.amount === row.units;
}

async function inParts<T, R>(all: readonly T[], act: (one: T) => R | Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    done.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map((one) => act(one)))));
  return done;
}
