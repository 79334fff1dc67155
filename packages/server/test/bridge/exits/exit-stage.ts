/** The rooms that let exits out over a real database with both indexes in it; node and signer are told what to say. */
import { bridgeOrderId } from '@rialto/market';
import type { BridgeTerms } from '@rialto/market';
import {
  MVC,
  blocks,
  coins,
  followedScripts,
  inscriptions,
  locations,
  openLedger,
  openMvcLedger,
  tip,
} from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { eq } from 'drizzle-orm';
import type { BridgeContext } from '../../../src/bridge/context.ts';
import { leaveDeposits } from '../../../src/bridge/exits/leave.ts';
import type { Leaving } from '../../../src/bridge/exits/leave.ts';
import { openPauses } from '../../../src/bridge/exits/pauses.ts';
import { allAssets, keepAsset } from '../../../src/store/bridge/asset-store.ts';
import type { KnownAsset } from '../../../src/store/bridge/asset-store.ts';
import { findDeposits, keepDeposit, keepOwnCoin } from '../../../src/store/bridge/deposit-store.ts';
import type { DepositRow } from '../../../src/store/bridge/deposit-store.ts';
import { exitsOf } from '../../../src/store/bridge/exit-store.ts';
import type { ExitRow } from '../../../src/store/bridge/exit-store.ts';
import { keepOrder } from '../../../src/store/bridge/order-store.ts';
import { testStore } from '../../store/test-store.ts';
import { BTC_ASSET } from '../bridge-world.ts';

export const digits = (at: number, length = 64): string => at.toString(16).padStart(length, '0');
export const pointOf = (at: number): Outpoint => `${digits(at)}:0` as Outpoint;

export const KEYS: KnownAsset['keys'] = {
  ...{ lockedKey: 'aa'.repeat(32), lockedScript: `5120${'aa'.repeat(32)}` },
  ...{ feeKey: 'bb'.repeat(32), feeScript: `5120${'bb'.repeat(32)}` },
  ...{ stockHash: '11'.repeat(20), inletHash: '22'.repeat(20), feeHash: '33'.repeat(20) },
};
const TOKEN = { codehash: 'c1'.repeat(20), genesis: 'e1'.repeat(20) };
const [BTC, MVC_HEIGHT] = [200, 300];

export type ExitStage = Awaited<ReturnType<typeof exitStage>>;

/** What the signer says of a payout: the id of what it signs, or why not. */
type Says = (
  deposit: string,
  asked: { locked: readonly string[]; fees: readonly string[]; feeRateSatVb: number },
) => RefusalCode | undefined;

const openingWords = () => ({
  /** Sat/vB. */
  rate: 5,
  now: 1_000_000,
  says: (() => undefined) as Says,
  /** Of the signer’s journal. */
  signed: [] as Awaited<ReturnType<BridgeContext['custody']['signed']>>,
  /** What the signer says to statements of reserves, one after another; then it signs. */
  states: [] as RefusalCode[],
  asked: [] as { deposit: string; locked: readonly string[]; fees: readonly string[]; rate: number }[],
  oldestTipSeconds: undefined as number | undefined,
  warned: [] as string[],
});

export async function exitStage() {
  const place = await testStore();
  const { store } = place;
  const { db } = store;
  const heights = { btc: BTC, mvc: MVC_HEIGHT };
  const words = { ...BTC_ASSET, token: { ...BTC_ASSET.token, ...TOKEN } };
  await keepAsset(db, { id: 'btc', file: JSON.stringify(words), fileHash: '', keys: KEYS });
  await db.insert(tip).values({ height: BTC, hash: digits(BTC), peak: BTC, epoch: 1n, chain: 'test' });
  await db.insert(blocks).values({
    ...{ height: BTC, hash: digits(BTC), previousHash: '', time: 1, counts: {}, version: 1 },
  });
  await db.insert(MVC.blocks).values({
    ...{ height: MVC_HEIGHT, hash: digits(1), previousHash: '', time: 1_000, eventsHash: '' },
  });
  const script = (hex: string) => ({ script: hex as never, scannedHeight: 1 });
  await db.insert(followedScripts).values([script(KEYS.lockedScript), script(KEYS.feeScript)]);

  const told = openingWords();
  let made = 0xabc000;
  const context = {
    store,
    ledger: openLedger(store.pool),
    chain: {
      tip: () => Promise.resolve({ height: heights.btc, hash: digits(heights.btc) }),
      spendingOf: () => Promise.resolve(new Map()),
      send: () => Promise.resolve({ accepted: true }),
      waiting: () => Promise.resolve(new Map()),
      heightsOf: () => Promise.resolve(new Map()),
    },
    mvc: {
      ledger: openMvcLedger(store.pool),
      get settings() {
        return { oldestTipSeconds: told.oldestTipSeconds };
      },
      now: () => told.now,
      turns: (_name: string, act: () => Promise<unknown>) => act(),
    },
    custody: {
      state: () => {
        const code = told.states.shift();
        return code === undefined ? Promise.resolve('ab'.repeat(64)) : Promise.reject(new Refusal(code));
      },
      signed: (names: readonly string[]) =>
        Promise.resolve(told.signed.filter(({ deposit }) => names.includes(deposit))),
      pay: (pay: { deposit: string; locked: string[]; fees: string[]; feeRateSatVb: number }) => {
        const { deposit, locked, fees, feeRateSatVb: rate } = pay;
        told.asked.push({ deposit, locked, fees, rate });
        const code = told.says(deposit, pay);
        if (code !== undefined) return Promise.reject(new Refusal(code));
        made += 1;
        return Promise.resolve({ raw: '00', txid: digits(made), out: '1000' });
      },
    },
    network: 'regtest',
    plans: () => Promise.resolve({ avg: told.rate }),
    now: () => told.now,
    at: () => undefined,
    warn: (message: string) => void told.warned.push(message),
  } as unknown as BridgeContext;
  const leaving: { asked: Set<string>; pauses: Leaving['pauses'] } = {
    asked: new Set(),
    pauses: openPauses(),
  };

  const coin = async (at: number, hex: string, value: bigint): Promise<Outpoint> => {
    const point = pointOf(at);
    await db.insert(coins).values({
      ...{ outpoint: point, script: hex as never, value: value as never, height: 100, coinbase: false },
    });
    return point;
  };
  return {
    ...{ context, leaving, told, heights, store },
    drop: () => place.drop(),
    /** As it was opened, for the next test. */
    clear: async () => {
      await store.pool.query(
        'truncate bridge_orders, bridge_deposits, bridge_exits, bridge_own_coins, coin, location, inscription, rune_balance',
      );
      await store.pool.query('truncate mvc.coin, mvc.transaction, mvc.waiting cascade');
      Object.assign(told, openingWords());
      Object.assign(heights, { btc: BTC, mvc: MVC_HEIGHT });
      leaving.asked.clear();
      leaving.pauses = openPauses();
    },
    known: async (): Promise<KnownAsset> => {
      const [known] = await allAssets(db);
      if (known === undefined) throw new Error('an asset');
      return known;
    },
    /** One of ours. */
    locked: async (at: number, value: bigint): Promise<Outpoint> => {
      const point = await coin(at, KEYS.lockedScript, value);
      await keepOwnCoin(db, `btc:${point}`, 'btc');
      return point;
    },
    fee: (at: number, value: bigint) => coin(at, KEYS.feeScript, value),
    spend: async (point: string, height: number) => {
      await db
        .update(coins)
        .set({ spentHeight: height })
        .where(eq(coins.outpoint, point as Outpoint));
    },
    inscribe: async (point: Outpoint) => {
      const id = `${point.slice(0, 64)}i0` as never;
      await db.insert(inscriptions).values({ id, sequence: 1, number: 1, vindicated: false, height: 100 });
      await db.insert(locations).values({
        ...{ inscription: id, outpoint: point },
        ...{ offset: 0n as never, value: 546n as never, script: KEYS.lockedScript as never },
      });
    },
    /** A redeem that is deep enough, of an order of its own. @returns its name */
    redeem: async (at: number, amount: bigint, change: Partial<DepositRow> = {}): Promise<string> => {
      const terms: BridgeTerms = {
        ...{ net: 'regtest', direction: 'redeem', asset: 'btc', amount, least: 0n, expires: 1_000 },
        ...{
          receiver: `0014${'44'.repeat(20)}`,
          refund: `76a914${'55'.repeat(20)}88ac`,
          nonce: digits(at, 32),
        },
      };
      const name = `mvc:${digits(at)}:0`;
      await keepOrder(db, bridgeOrderId(terms), terms);
      await keepDeposit(db, {
        ...{ name, asset: 'btc', direction: 'redeem', txid: digits(at), vout: 0, core: digits(at) },
        ...{ amount, value: 546n, orderId: bridgeOrderId(terms), status: 'confirming', judged: true },
        ...{ height: 200, ...change },
      });
      leaving.asked.add(name);
      return name;
    },
    leave: async () => leaveDeposits(context, await allAssets(db), heights, leaving),
    deposit: async (name: string): Promise<DepositRow> => {
      const [row] = await findDeposits(db, [name]);
      if (row === undefined) throw new Error(name);
      return row;
    },
    exits: (name: string): Promise<ExitRow[]> => exitsOf(db, [name]),
  };
}
