/** Runes and MRC-20 on outputs of unconfirmed transactions, if those confirm unchanged. */
import {
  allocate,
  amount,
  decipher,
  projectMrc20,
  invariant,
  isFlaw,
  knownRuneId,
  outpoint,
  readTransaction,
  runeAsset,
  splitAsset,
} from '@rialto/protocols';
import type {
  CoinAsset,
  Mrc20Asset,
  Outpoint,
  RuneAsset,
  RuneId,
  Transaction,
  Txid,
} from '@rialto/protocols';
import type { Chain } from '../node/chain.ts';
import type { Ledger } from './ledger.ts';

type Holding = RuneAsset | Mrc20Asset;
type Holdings = ReadonlyMap<Outpoint, readonly Holding[]>;

export interface MempoolSource {
  readonly chain: Pick<Chain, 'rawTransactions' | 'heightsOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn'>;
}

/** A node takes no longer chains of unconfirmed transactions (Bitcoin Core `policy.h`: 25 ancestors, 64 in a cluster). */
const MAX_GENERATIONS = 64;

/**
 * The runes and MRC-20 each output of these waiting transactions will hold. What a mint, an etching or a deploy in them would
 * make is not counted: another block may forbid it.
 */
export async function projectMempool(source: MempoolSource, txids: readonly Txid[]): Promise<Holdings> {
  const waiting = await withAncestors(source.chain, txids);
  const inputs = [...waiting.values()].flatMap((tx) => tx.inputs.map((at) => outpoint(at.txid, at.vout)));
  const { assets } = await source.ledger.assetsOn([...new Set(inputs)]);
  const held = new Map<Outpoint, readonly Holding[]>();
  for (const [point, things] of assets) held.set(point, things.filter(isHolding));
  const done = new Set<Txid>();
  const follow = (tx: Transaction): void => {
    if (done.has(tx.txid)) return;
    done.add(tx.txid);
    for (const { txid } of tx.inputs) {
      const parent = waiting.get(txid);
      if (parent !== undefined) follow(parent);
    }
    const spent = tx.inputs.flatMap((at) =>
      (held.get(outpoint(at.txid, at.vout)) ?? []).map((holding) => ({ at, holding })),
    );
    const made = madeBy(
      tx,
      spent.map(({ at, holding }) => ({ point: outpoint(at.txid, at.vout), holding })),
    );
    for (const [point, holdings] of made) held.set(point, holdings);
  };
  for (const tx of waiting.values()) follow(tx);
  return held;
}

function isHolding(asset: CoinAsset): asset is Holding {
  return asset.kind === 'rune' || asset.kind === 'mrc20';
}

async function withAncestors(
  chain: MempoolSource['chain'],
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, Transaction>> {
  const waiting = new Map<Txid, Transaction>();
  let requested: readonly Txid[] = [...new Set(txids)];
  for (let generation = 0; requested.length > 0 && generation < MAX_GENERATIONS; generation += 1) {
    for (const [txid, raw] of await chain.rawTransactions(requested)) {
      const tx = readTransaction(raw);
      if (!isFlaw(tx)) waiting.set(txid, tx);
    }
    const parents = requested.flatMap((txid) => waiting.get(txid)?.inputs.map((input) => input.txid) ?? []);
    const unseen = [...new Set(parents)].filter((txid) => !waiting.has(txid));
    const confirmed = unseen.length === 0 ? new Map() : await chain.heightsOf(unseen);
    requested = unseen.filter((txid) => !confirmed.has(txid));
  }
  return waiting;
}

interface Spent {
  readonly point: Outpoint;
  readonly holding: Holding;
}

function madeBy(tx: Transaction, spent: readonly Spent[]): Map<Outpoint, Holding[]> {
  const made = new Map<Outpoint, Holding[]>();
  for (const { vout, holding } of [...runesMade(tx, spent), ...mrc20Made(tx, spent)]) {
    const point = outpoint(tx.txid, vout);
    made.set(point, [...(made.get(point) ?? []), holding]);
  }
  return made;
}

interface Made {
  readonly vout: number;
  readonly holding: Holding;
}

function runesMade(tx: Transaction, spent: readonly Spent[]): Made[] {
  const labels = new Map<RuneId, RuneAsset>();
  const unallocated = new Map<RuneId, bigint>();
  for (const { holding } of spent) {
    if (holding.kind !== 'rune') continue;
    const named = splitAsset(holding.asset);
    invariant(named?.protocol === 'rune', 'a rune has a rune id');
    const id = knownRuneId(named.id);
    labels.set(id, holding);
    unallocated.set(id, (unallocated.get(id) ?? 0n) + holding.amount);
  }
  const message = decipher(tx.outputs);
  const { outputs } = allocate({ outputs: tx.outputs, message, unallocated, own: undefined });
  return outputs.flatMap((balances, vout) =>
    [...balances].flatMap(([id, units]) => {
      const label = labels.get(id);
      return label === undefined || units === 0n
        ? []
        : [{ vout, holding: { ...label, asset: runeAsset(id), amount: amount(units) } }];
    }),
  );
}

function mrc20Made(tx: Transaction, spent: readonly Spent[]): Made[] {
  const labels = spent.flatMap(({ holding }) => (holding.kind === 'mrc20' ? [holding] : []));
  const holdings = spent.flatMap(({ point, holding }) =>
    holding.kind === 'mrc20' ? [{ outpoint: point, asset: holding.asset, amount: holding.amount }] : [],
  );
  return projectMrc20(tx, { holdings, tokens: labels }).flatMap(({ vout, asset, amount: units }) => {
    const label = labels.find((one) => one.asset === asset);
    return vout === undefined || label === undefined ? [] : [{ vout, holding: { ...label, amount: units } }];
  });
}
