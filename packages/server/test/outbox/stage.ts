/** The outbox, orders and own transactions on a real PostgreSQL and a fake chain: blocks and mempools come when the test says so. */
import { openLedger, tip } from '@rialto/ground';
import type { Chain, Ledger } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { spendsOf } from '../../src/follower/mempool-watch.ts';
import { sinkOf } from '../../src/follower/sink.ts';
import { CANCEL, TRADE } from '../../src/orders/purposes.ts';
import { commitAndSend } from '../../src/outbox/commit.ts';
import type { OutboxContext } from '../../src/outbox/context.ts';
import { outboxListener } from '../../src/outbox/news.ts';
import { purposesOf } from '../../src/outbox/purpose.ts';
import type { Purpose } from '../../src/outbox/purpose.ts';
import { sendUnsent } from '../../src/outbox/worker.ts';
import { OWN } from '../../src/own/purpose.ts';
import type { Listener } from '../../src/store/chain-news.ts';
import type { Store } from '../../src/store/database.ts';
import { takeLead } from '../../src/store/ledger/ledger-blocks.ts';
import { findOutbox } from '../../src/store/outbox-store.ts';
import type { OutboxRow } from '../../src/store/outbox-store.ts';
import { SCRIPT, spend } from '../orders/rows.ts';
import { testStore } from '../store/test-store.ts';
import { FakeChain } from './fake-chain.ts';

export interface Made {
  readonly txid: Txid;
  readonly raw: Uint8Array;
}

/** A transaction of these coins that leaves so much, the rest is fee. */
export function made(points: readonly Outpoint[], value: bigint): Made {
  const { txid, raw } = spend(points, value);
  return { txid, raw: hexToBytes(raw) };
}

export interface Stage {
  readonly store: Store;
  readonly chain: FakeChain;
  readonly port: Chain;
  readonly ledger: Ledger;
  readonly outbox: OutboxContext;
  readonly warnings: string[];
  /** Told in this order; the outbox is the first. */
  readonly listeners: Listener[];
  /** A confirmed coin of 10,000 sat that nobody's key owns. */
  coin(): Outpoint;
  /** A block with these transactions, told to everybody. */
  block(...transactions: readonly Made[]): Promise<void>;
  /** The last block is undone and told. */
  undo(...lost: readonly Txid[]): Promise<void>;
  /** What changed in the mempool since the last look is told. */
  look(): Promise<void>;
  /** The worker's round. */
  work(): Promise<void>;
  row(of: { readonly txid: string }): Promise<OutboxRow | undefined>;
  /** Committed and sent for a purpose, with nothing else to write. */
  send(purpose: string, reference: string, ...finals: readonly Made[]): Promise<boolean>;
  drop(): Promise<void>;
}

export async function openStage(more: readonly Purpose[] = []): Promise<Stage> {
  const { store, drop } = await testStore();
  const chain = new FakeChain();
  const port = chain.port();
  const warnings: string[] = [];
  const ledger = openLedger(store.pool);
  await takeLead(store.db, 'regtest', chain.tip);
  const outbox: OutboxContext = {
    store,
    chain: port,
    ledger,
    purposes: purposesOf([TRADE, CANCEL, OWN, ...more]),
    at: () => undefined,
    warn: (message) => warnings.push(message),
  };
  const listeners = [outboxListener(outbox)];
  const sink = sinkOf(listeners);
  let known = new Set<Txid>();
  const stage: Stage = {
    store,
    chain,
    port,
    ledger,
    outbox,
    warnings,
    listeners,
    drop,
    coin: () => chain.coin(10_000n, SCRIPT),
    block: async (...transactions) => {
      const { height, hash, transactions: inside } = chain.mine(transactions.map(({ raw }) => raw));
      const txids = new Set(inside.map(({ txid }) => txid));
      await store.transact(async (tx) => {
        await tx.update(tip).set({ height, hash });
        const spends = spendsOf(inside);
        const told = { transactions: inside, runes: [], lotMoves: [] };
        const news = { height, hash, time: height * 600, txids, spends, ...told };
        await sink.block(tx, news);
        await sink.height(tx, { height, hash });
      });
      await stage.look();
    },
    undo: async (...lost) => {
      const { height, hash } = chain.undo(lost);
      await store.transact(async (tx) => {
        await tx.update(tip).set(chain.tip);
        await sink.undo(tx, { height, hash });
      });
      await stage.look();
    },
    look: async () => {
      const now = new Set(chain.mempool.keys());
      const removed = [...known].filter((txid) => !now.has(txid));
      const added = [...chain.mempool.values()].filter(({ txid }) => !known.has(txid));
      known = now;
      if (added.length + removed.length > 0) await sink.mempool({ added, removed, spends: spendsOf(added) });
    },
    work: () => sendUnsent(outbox),
    row: async ({ txid }) => (await findOutbox(store.db, [txid]))[0],
    send: (purpose, reference, ...finals) =>
      commitAndSend(outbox, { finals, refusals: {} }, () => Promise.resolve({ purpose, reference })),
  };
  return stage;
}
