/** What a bitcoind with an index of transactions knows of those in blocks: where they are, and what paid for them. */
import type { ScriptHex, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { NodeError, orThrow } from './bitcoind-rpc.ts';
import type { BitcoindRpc } from './bitcoind-rpc.ts';
import type { Origin } from './chain.ts';
import { field, integer, list, text } from './json.ts';
import type { Json } from './json.ts';

const BATCH = 500;
/** With the coins it spends, the answer for one transaction of a stranger's making can have some ten megabytes. */
const ORIGINS_BATCH = 4;
const WITH_BLOCK = 1;
const WITH_SPENT_COINS = 2;
const NOT_FOUND = -5;

/** The block each transaction is in. @throws Refusal syncing */
export async function heightsByTxid(rpc: BitcoindRpc, txids: readonly Txid[]): Promise<Map<Txid, number>> {
  const heights = new Map<Txid, number>();
  for (let from = 0; from < txids.length; from += BATCH) {
    const found = await transactions(rpc, txids.slice(from, from + BATCH), WITH_BLOCK);
    for (const [txid, { height }] of found) heights.set(txid, height);
  }
  return heights;
}

/** The block each transaction is in, and the scripts of the coins it spent. @throws Refusal syncing */
export async function originsByTxid(rpc: BitcoindRpc, txids: readonly Txid[]): Promise<Map<Txid, Origin>> {
  const origins = new Map<Txid, Origin>();
  for (let from = 0; from < txids.length; from += ORIGINS_BATCH) {
    const found = await transactions(rpc, txids.slice(from, from + ORIGINS_BATCH), WITH_SPENT_COINS);
    for (const [txid, { height, answer }] of found) origins.set(txid, { height, funders: fundersOf(answer) });
  }
  return origins;
}

interface Mined {
  readonly height: number;
  readonly answer: Json;
}

async function transactions(
  rpc: BitcoindRpc,
  txids: readonly Txid[],
  verbosity: number,
): Promise<Map<Txid, Mined>> {
  // Asked first: from then on the node itself waits for its index before each answer.
  const [indexes = null, ...answers] = await rpc.batch([
    { method: 'getindexinfo', params: ['txindex'] },
    ...txids.map((txid) => ({ method: 'getrawtransaction', params: [txid, verbosity] })),
  ]);
  requireWhole(orThrow(indexes));
  const hashOf = (answer: Json | NodeError | undefined): string | undefined => {
    if (answer instanceof NodeError && answer.code !== NOT_FOUND) throw answer;
    const hash = answer === undefined || answer instanceof NodeError ? undefined : field(answer, 'blockhash');
    return typeof hash === 'string' ? hash : undefined;
  };
  const unique = [...new Set(answers.map(hashOf).filter((hash) => hash !== undefined))];
  const headers = await rpc.batch(unique.map((hash) => ({ method: 'getblockheader', params: [hash] })));
  // An index of transactions keeps those of blocks that were undone: nothing stands on such a block.
  const heightOf = new Map(
    unique.flatMap((hash, index): [string, number][] => {
      const header = orThrow(headers[index] ?? null);
      return integer(field(header, 'confirmations')) < 0 ? [] : [[hash, integer(field(header, 'height'))]];
    }),
  );
  const found = new Map<Txid, Mined>();
  txids.forEach((txid, index) => {
    const answer = answers[index];
    const height = heightOf.get(hashOf(answer) ?? '');
    if (height !== undefined && answer !== undefined && !(answer instanceof NodeError))
      found.set(txid, { height, answer });
  });
  return found;
}

/** What an index that is still being made lacks may be in a block all the same. @throws Refusal syncing */
function requireWhole(indexes: Json): void {
  if (field(field(indexes, 'txindex'), 'synced') === true) return;
  throw new Refusal('syncing', 'the node’s index of transactions (txindex) is not whole, or there is none');
}

/** A coinbase spent no coin. */
function fundersOf(transaction: Json): ScriptHex[] {
  const scripts = list(field(transaction, 'vin')).flatMap((input): ScriptHex[] => {
    const prevout = field(input, 'prevout');
    return prevout === undefined ? [] : [text(field(field(prevout, 'scriptPubKey'), 'hex')) as ScriptHex];
  });
  return [...new Set(scripts)];
}
