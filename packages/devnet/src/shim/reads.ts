/** The calls that tell of waiting transactions, with the held ones among them. What no exchange asks for is not imitated. */
import { outpoint, virtualSize } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { field, integer, isObject, list, satsOfBtc, text } from '../chain/json.ts';
import type { Json } from '../chain/json.ts';
import { settle, wtxidOf } from './desk.ts';
import type { Desk } from './desk.ts';
import { ancestorsOf, heldDescendants, mempoolEntry } from './family.ts';
import type { HeldTransaction } from './held.ts';
import { btc } from './handler.ts';
import type { Handler } from './handler.ts';

const getrawmempool: Handler = {
  isAct: false,
  names: ['verbose', 'mempool_sequence'],
  after: async (desk, [verbose], { result, error }) => {
    await settle(desk);
    const held = desk.held.all();
    if (verbose === true && isObject(result)) {
      const entries: [string, Json][] = [];
      for (const txid of Object.keys(result)) entries.push([txid, await entryOf(desk, txid)]);
      for (const { tx } of held) entries.push([tx.txid, await entryOf(desk, tx.txid)]);
      return { result: Object.fromEntries(entries), error };
    }
    const txids = held.map(({ tx }) => tx.txid);
    if (Array.isArray(result)) return { result: [...list(result), ...txids], error };
    if (!isObject(result)) return undefined;
    return { result: { ...result, txids: [...list(field(result, 'txids')), ...txids] }, error };
  },
};

const getmempoolentry: Handler = {
  isAct: false,
  names: ['txid'],
  after: async (desk, [txid]) => {
    await settle(desk);
    const entry = typeof txid === 'string' ? await entryOf(desk, txid) : undefined;
    return entry === undefined ? undefined : { result: entry, error: null };
  },
};

const getrawtransaction: Handler = {
  isAct: false,
  names: ['txid', 'verbosity', 'blockhash'],
  after: async (desk, [txid, verbosity, blockhash], { error }) => {
    const held = typeof txid === 'string' ? desk.held.find(txid) : undefined;
    if (held === undefined || error === null || (blockhash !== undefined && blockhash !== null))
      return undefined;
    if (verbosity === undefined || verbosity === null || verbosity === false || verbosity === 0)
      return { result: held.raw, error: null };
    const decoded = await desk.rpc('decoderawtransaction', [held.raw]);
    return { result: { ...(isObject(decoded) ? decoded : {}), hex: held.raw }, error: null };
  },
};

const gettxspendingprevout: Handler = {
  isAct: false,
  names: ['outputs'],
  after: async (desk, _params, { result, error }) => {
    if (!Array.isArray(result)) return undefined;
    await settle(desk);
    const told = list(result).map((one) => {
      const [txid, vout] = [field(one, 'txid'), field(one, 'vout')];
      const spender = desk.held.spenderOf(outpoint(text(txid) as Txid, integer(vout)));
      return isObject(one) && spender !== undefined ? { ...one, spendingtxid: spender } : one;
    });
    return { result: told, error };
  },
};

export const READS = { getrawmempool, getmempoolentry, getrawtransaction, gettxspendingprevout };

/** As the node tells it, with held relatives counted; undefined when it waits nowhere. */
async function entryOf(desk: Desk, txid: string): Promise<Json> {
  const held = desk.held.find(txid);
  const own = held === undefined ? await mempoolEntry(desk, txid) : await heldEntry(desk, held);
  if (!isObject(own)) return undefined;
  const below = await heldDescendants(desk, txid);
  const children = below.filter(({ tx }) => tx.inputs.some((input) => input.txid === txid));
  const fees = field(own, 'fees');
  return {
    ...own,
    descendantcount: integer(field(own, 'descendantcount')) + below.length,
    descendantsize: integer(field(own, 'descendantsize')) + sizeOf(below),
    fees: {
      ...(isObject(fees) ? fees : {}),
      descendant: btc(satsOfBtc(field(fees, 'descendant')) + feeOf(below)),
    },
    spentby: [...list(field(own, 'spentby')), ...children.map(({ tx }) => tx.txid)],
  };
}

/** Without its descendants. */
async function heldEntry(desk: Desk, one: HeldTransaction): Promise<Json> {
  const { tx, raw, fee, time, height } = one;
  const above = await ancestorsOf(desk, [tx]);
  const entries = [...above.node.values()];
  const parents = new Set(tx.inputs.map(({ txid }) => txid));
  const waits = [...above.node.keys(), ...above.held.map((held) => held.tx.txid)];
  const vsize = virtualSize(tx);
  const ancestorFee = entries.reduce<bigint>(
    (sum, entry) => sum + satsOfBtc(field(field(entry, 'fees'), 'modified')),
    fee + feeOf(above.held),
  );
  const ancestorSize = entries.reduce<number>(
    (sum, entry) => sum + integer(field(entry, 'vsize')),
    vsize + sizeOf(above.held),
  );
  return {
    vsize,
    weight: tx.weight,
    time,
    height,
    descendantcount: 1,
    descendantsize: vsize,
    ancestorcount: waits.length + 1,
    ancestorsize: ancestorSize,
    wtxid: wtxidOf(raw),
    fees: { base: btc(fee), modified: btc(fee), ancestor: btc(ancestorFee), descendant: btc(fee) },
    depends: waits.filter((txid) => parents.has(txid as Txid)),
    spentby: [],
    'bip125-replaceable': false,
    unbroadcast: true,
  };
}

function sizeOf(ones: readonly HeldTransaction[]): number {
  return ones.reduce((sum, { tx }) => sum + virtualSize(tx), 0);
}

function feeOf(ones: readonly HeldTransaction[]): bigint {
  return ones.reduce((sum, one) => sum + one.fee, 0n);
}
