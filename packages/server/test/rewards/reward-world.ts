/** A database with trades, pools and share coins as blocks leave them, and a chain that has a tip and names its blocks. */
import { openLedger, poolShareCoins } from '@rialto/ground';
import type { BlockWithSpent } from '@rialto/ground';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { AssetId, ScriptHex, Txid } from '@rialto/protocols';
import { addressToScript, scriptToAddress } from '@rialto/psbt';
import { CLAIM_BLOCKS } from '@rialto/market';
import type { RewardContext } from '../../src/rewards/context.ts';
import {
  fills,
  poolMoves,
  pools,
  rewardCampaigns,
  rewardEpochs,
  rewardRows,
  rewardUses,
} from '../../src/store/schema/index.ts';
import { testStore } from '../store/test-store.ts';

export const PAIR = 'rune:840000:1' as AssetId;
export const TOKEN = 'rune:840000:2' as AssetId;
export const FIRST = 1_000;
export const EPOCH = 12;

const hex = (number: number): string => number.toString(16);

/** A native SegWit address, another one for each number. */
export function address(number: number): string {
  const script = `0014${hex(number).padStart(40, '0')}`;
  const found = scriptToAddress(hexToBytes(script), 'regtest');
  if (found === undefined) throw new Error('an address');
  return found;
}

export const scriptOf = (who: string): ScriptHex => bytesToHex(addressToScript(who, 'regtest')) as ScriptHex;

export const OPERATOR = address(0xfee);
export const POOL_SCRIPT = `5120${'ab'.repeat(32)}` as ScriptHex;

/** What an operator writes: a trading campaign of four epochs, with whatever else is asked for. */
export const fileOf = (id: string, more: object = {}): object => ({
  ...{ id, title: `Campaign ${id}`, pairs: [PAIR], firstBlock: FIRST, lastBlock: FIRST + 4 * EPOCH - 1 },
  ...{ epochBlocks: EPOCH, pays: 'sats', pot: '40000000' },
  claimUntil: FIRST + 4 * EPOCH - 1 + CLAIM_BLOCKS,
  refundScript: scriptOf(OPERATOR),
  rule: {
    ...{ kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '1' } },
    levels: [{ limit: '0', pot: '1000000' }],
  },
  ...more,
});

type Fill = typeof fills.$inferInsert;

/** A transaction as far as rewards look at it. */
interface Mined {
  txid: string;
  payer: string;
  paid: bigint;
}

function blockOf(mined: readonly Mined[]): BlockWithSpent {
  const bytes = (who: string) => hexToBytes(scriptOf(who));
  const transactions = mined.map(({ txid, paid }) => ({
    txid,
    outputs: [{ value: paid, script: bytes(OPERATOR) }],
  }));
  const spent = mined.map(({ payer }) => (payer === '' ? [] : [{ value: 1n, script: bytes(payer) }]));
  return { block: { transactions }, spent } as unknown as BlockWithSpent;
}

export async function rewardWorld() {
  const { store, drop } = await testStore();
  const tip = { height: FIRST - 1 };
  let count = 0;
  /** Blocks that are not what they were. */
  const others = new Set<number>();
  const hashAt = (height: number): string =>
    `${others.has(height) ? 'f' : '0'}${hex(height).padStart(63, '0')}`;
  /** Of fills in their blocks: each is a transaction that its payer's coin pays, and that pays the operator. */
  const mined = new Map<string, Mined[]>();
  const context: RewardContext = {
    store,
    chain: {
      blockHash: (height) => Promise.resolve(height > tip.height ? undefined : hashAt(height)),
      block: (hash) => Promise.resolve(blockOf(mined.get(hash) ?? [])),
    },
    ledger: {
      ...openLedger(store.pool),
      tip: () => Promise.resolve({ height: tip.height, hash: hashAt(tip.height) }),
    },
    network: 'regtest',
    operator: [OPERATOR],
  };
  const txid = (): Txid => {
    count += 1;
    return hex(count).padStart(64, '0') as Txid;
  };
  const fillOf = (more: Partial<Fill> & { readonly height: number }): Fill => {
    const id = txid();
    const payer = more.feePaidBy ?? address(1);
    return {
      ...{ kind: 'order', reference: id, side: 'ask', market: 'runes', assetId: PAIR, tick: 'TOKEN' },
      ...{ decimals: 0, amount: 100n, sats: 1_000_000n, rateE18: 1n, serviceFee: 10_000n },
      ...{ feePaidBy: payer, buyer: payer, seller: address(2), txid: id, place: 0 },
      ...{ at: new Date(0), excluded: null },
      ...more,
    };
  };
  return {
    ...{ store, context, tip, others, fillOf, drop },
    /** What a campaign is added with: every token is known. */
    adding: (height = tip.height) => ({ store, height, tokenState: () => Promise.resolve('known' as const) }),
    mined: (height: number) => mined.get(hashAt(height)) ?? [],
    trade: async (...all: (Partial<Fill> & { readonly height: number })[]) => {
      const rows = all.map(fillOf).toSorted((a, b) => a.height - b.height);
      for (const row of rows) {
        const block = mined.get(hashAt(row.height)) ?? [];
        row.place = block.length;
        block.push({ txid: row.txid, payer: row.feePaidBy, paid: row.serviceFee });
        mined.set(hashAt(row.height), block);
      }
      for (let from = 0; from < rows.length; from += 1_000)
        await store.db.insert(fills).values(rows.slice(from, from + 1_000));
    },
    /** As if nothing had ever happened. */
    clear: async () => {
      const tables = [rewardCampaigns, rewardEpochs, rewardRows, rewardUses, fills, pools, poolMoves];
      for (const table of [...tables, poolShareCoins]) await store.db.delete(table);
      tip.height = FIRST - 1;
      others.clear();
      mined.clear();
    },
    /** A pool of the pair with so many sats and shares from a block on. */
    pool: async (height: number, { sats, shares }: { sats: bigint; shares: bigint }) => {
      await store.db.insert(pools).values({
        ...{ number: 0, script: POOL_SCRIPT, publicKey: 'ab', etchTxid: txid(), shareRune: '900:1' },
        ...{ token: PAIR, height, closedHeight: null },
      });
      await store.db.insert(poolMoves).values({
        ...{ txid: txid(), pool: 0, kind: 'init', d1: sats, d2: 1n, ds: shares, script: '', height },
        ...{ place: 1, at: new Date(0) },
      });
    },
    holds: async (script: string, shares: bigint, height: number, spentHeight: number | null = null) => {
      await store.db.insert(poolShareCoins).values({
        ...{ outpoint: `${txid()}:0`, pool: 0, script: script as ScriptHex, shares, height, spentHeight },
      });
    },
  };
}
