/** A market of real assets on the private chain: the demo's tokens, lots of them, and coins on which runes, inscriptions and PINs are beside each other. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Transaction } from '@scure/btc-signer';
import { openBitcoind, openLedger, openPool } from '@rialto/ground';
import type { Ledger, Source } from '@rialto/ground';
import { amount, bytesToHex, isReceipt, splitOutpoint } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { planMrc20Transfer } from '@rialto/psbt';
import {
  SEED_ID_COINS,
  heldOn,
  inscribeAll,
  mineJobs,
  mrc20Ticked,
  openWorld,
  runeNamed,
  seedTokens,
  stepsOf,
  transferJob,
} from '../../src/index.ts';
import type { Job, Trader, LotRequest, World } from '../../src/index.ts';
import { readBooks } from './ledgers.ts';
import type { Books } from './ledgers.ts';

export interface Stage {
  readonly world: World;
  readonly source: Source & { ledger: Ledger };
  /** Everybody trades: buys of one and sells to the other. */
  readonly traders: readonly Trader[];
  /** Lends pads of 600 sat. */
  readonly lender: Trader;
  readonly service: Trader;
  readonly tokens: { readonly mrc20: AssetId; readonly idcoin: AssetId; readonly rune: AssetId };
  books(): Promise<Books>;
  stop(): Promise<void>;
}

const TICK = 'mine';
const bundles = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'dist');

/** @param size how many takes there shall be lots for */
export async function openStage(size: number): Promise<Stage> {
  const world = await openWorld({ bundles });
  const { chain, origin, exchange } = world;
  const named = (name: string, count: number): Trader[] =>
    Array.from({ length: count }, (_, at) => world.trader(`${name}-${at}`, at % 2 === 0 ? 'p2tr' : 'p2wpkh'));
  const [sellers, buyers] = [named('seller', 5), named('buyer', 3)];
  const traders = [...buyers, ...sellers];
  const [lender, service] = [world.trader('lender', 'p2tr'), world.trader('service', 'p2wpkh')];
  const everybody = [...traders, lender, service];
  for (const one of everybody) await one.login();
  const ready = (): Promise<void> => exchange.ready();
  await seedTokens({ chain, origin, secret: 'world', sellers, buyers, ready, progress: () => undefined });
  const pool = openPool({ url: world.database.signerUrl, most: 2, onError: () => undefined });
  const node = openBitcoind({ url: chain.rpcUrl, cookieFile: chain.cookieFile });
  const source = { chain: node, ledger: openLedger(pool) };
  const books = (): Promise<Books> => readBooks(source, everybody);
  const assetOf = async (tick: string): Promise<AssetId> => {
    const found = await mrc20Ticked(origin, tick);
    if (found === undefined) throw new Error(`no token ${tick}`);
    return found.assetId as AssetId;
  };
  const rune = await runeNamed(origin, 'QUIET•HARBOR•LIGHT');
  if (rune === undefined) throw new Error('the seed etches runes');
  const tokens = {
    mrc20: await assetOf('FERN'),
    idcoin: await assetOf(SEED_ID_COINS[0]?.tick ?? ''),
    rune: rune.assetId as AssetId,
  };
  const stage: Stage = {
    world,
    source,
    traders,
    lender,
    service,
    tokens,
    books,
    stop: async () => {
      node.close();
      await pool.end();
      await world.stop();
    },
  };
  await inscribe(stage, size);
  for (const token of [tokens.mrc20, tokens.idcoin]) await split(stage, token, size);
  await splitRunes(stage, size);
  await litter(stage);
  await fund(stage, size);
  return stage;
}

/** BRC-20 transfers of everybody: what is not sold is among the coins of a buyer. */
async function inscribe({ world, traders }: Stage, size: number): Promise<void> {
  const { chain } = world;
  const [first] = traders;
  if (first === undefined) throw new Error('there are traders');
  await inscribeAll(chain, [{ op: 'deploy', who: first, tick: TICK, max: '21000000', limit: '100000' }]);
  await inscribeAll(
    chain,
    traders.map((who): LotRequest => ({ op: 'mint', who, tick: TICK, amount: '100000' })),
  );
  const each = Math.ceil((size * 1.2) / traders.length) + 4;
  for (const who of traders) {
    const requests = Array.from({ length: each }, (_, at): LotRequest => {
      return { op: 'transfer', who, tick: TICK, amount: `${1 + at}.5` };
    });
    await inscribeAll(chain, requests);
  }
  await world.exchange.ready();
}

const SENDS = 20;

/** Splits holdings into lots; the second round takes the receipt of the first home, so some lots carry one. */
async function split(stage: Stage, token: AssetId, size: number): Promise<void> {
  let made = 0;
  for (let round = 0; round < 2 || made < size; round += 1) {
    const { coins } = await stage.books();
    const jobs = stage.traders.flatMap((who): Job<unknown>[] => {
      const own = coins.get(bytesToHex(who.script)) ?? [];
      const spent = homeOf(own, token);
      if (spent.length === 0) return [];
      const sends = Array.from({ length: SENDS }, (_, at) => {
        return { asset: token, amount: amount(BigInt(1000 + at)), script: who.script };
      });
      made += SENDS;
      return [{ who, plan: (means) => stepsOf(planMrc20Transfer({ ...means, coins: spent, sends })) }];
    });
    await mineJobs(stage.world.chain, jobs);
    await stage.world.exchange.ready();
  }
}

/** A message about runes has room for no more. */
const RUNE_SENDS = 8;

/** Lots of a rune of which three people hold most. */
async function splitRunes(stage: Stage, size: number): Promise<void> {
  const { rune } = stage.tokens;
  for (let made = 0; made < size / 2;) {
    const { coins } = await stage.books();
    const jobs = stage.traders.flatMap((who): Job<unknown>[] => {
      const own = coins.get(bytesToHex(who.script)) ?? [];
      const [home] = own.toSorted((a, b) => (heldOn(a, rune) > heldOn(b, rune) ? -1 : 1));
      if (home === undefined || heldOn(home, rune) < 100_000n) return [];
      made += RUNE_SENDS;
      const sends = Array.from({ length: RUNE_SENDS }, (_, at) => {
        return { asset: rune, amount: amount(BigInt(1000 + at)), script: who.script };
      });
      return [transferJob(who, [home], sends)];
    });
    if (jobs.length === 0) throw new Error('nobody holds enough of the rune');
    await mineJobs(stage.world.chain, jobs);
    await stage.world.exchange.ready();
  }
}

/** The coin with most of a token, and the receipts that are alone. */
function homeOf(own: readonly Coin[], token: AssetId): Coin[] {
  const [home] = own.toSorted((a, b) => (heldOn(a, token) > heldOn(b, token) ? -1 : 1));
  if (home === undefined || heldOn(home, token) < 1_000_000n) return [];
  const receipts = own.filter(({ assets }) => assets.length > 0 && assets.every(isReceipt));
  return [home, ...receipts.slice(0, 3)];
}

/** Puts things together that do not belong together: a used transfer and a rune, two tokens, a token and an inscription. */
async function litter(stage: Stage): Promise<void> {
  const { coins } = await stage.books();
  for (const who of stage.traders) {
    const own = coins.get(bytesToHex(who.script)) ?? [];
    const taken = new Set<Coin>();
    const one = (does: (coin: Coin) => boolean): Coin[] => {
      const found = own.find((coin) => does(coin) && !taken.has(coin));
      if (found !== undefined) taken.add(found);
      return found === undefined ? [] : [found];
    };
    const inscribed = (): Coin[] =>
      one(({ assets: [asset] }) => asset?.kind === 'inscription' && asset.transfer !== undefined);
    const rune = (): Coin[] => one(({ assets: [asset] }) => asset?.kind === 'rune');
    const token = (id: AssetId): Coin[] =>
      one(({ assets: [asset, more] }) => asset?.kind === 'mrc20' && asset.asset === id && more === undefined);
    const heaps = [
      [...inscribed(), ...rune()],
      [...token(stage.tokens.mrc20), ...token(stage.tokens.idcoin)],
      [...inscribed(), ...token(stage.tokens.mrc20)],
    ].filter((heap) => heap.length > 1);
    for (const heap of heaps) await merge(stage, who, heap);
  }
  await stage.world.mine();
}

/** One coin of several, paid by the faucet's own coin. */
async function merge(
  { world }: Stage,
  who: Trader,
  heap: readonly Coin[],
  to: Uint8Array = who.script,
): Promise<void> {
  const [paid] = await world.chain.fundMany([{ address: who.address, sats: 5_000n }]);
  if (paid === undefined) throw new Error('the faucet pays');
  const tx = new Transaction();
  for (const { outpoint, value, script } of heap) {
    const { txid, vout } = splitOutpoint(outpoint);
    tx.addInput({ txid, index: vout, witnessUtxo: { script, amount: value }, ...taprootKey(who) });
  }
  tx.addInput({
    txid: paid.txid,
    index: paid.vout,
    witnessUtxo: { script: who.script, amount: paid.value },
    ...taprootKey(who),
  });
  tx.addOutput({ script: to, amount: heap.reduce((sum, { value }) => sum + value, 0n) });
  tx.addOutput({ script: who.script, amount: paid.value - 2_000n });
  tx.sign(who.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex, 0]);
}

/** A coin with several things on it goes from one trader to another: a move nobody agreed to. */
export async function moveUnseen(stage: Stage): Promise<void> {
  const [from, to] = stage.traders;
  const { coins } = await stage.books();
  const own = from && coins.get(bytesToHex(from.script));
  const mixed = own?.find(({ assets }) => assets.length > 1);
  if (from === undefined || to === undefined || mixed === undefined) throw new Error('nothing to move');
  await merge(stage, from, [mixed], to.script);
  await stage.world.mine();
}

const taprootKey = ({ script, publicKey }: Trader) =>
  script[0] === 0x51 ? { tapInternalKey: publicKey.slice(1) } : {};

/** Clean money, pads of the traders' own, and the lender's. */
async function fund({ world, traders, lender }: Stage, size: number): Promise<void> {
  const money = traders.flatMap(({ address }) =>
    Array.from({ length: 12 }, () => ({ address, sats: 500_000n })),
  );
  // Every second trader has pads of its own, at the edges of what may be one; 2,001 sat are none.
  const own = traders
    .filter((_, at) => at % 2 === 0)
    .flatMap(({ address }) => [546n, 777n, 2000n, 2001n].map((sats) => ({ address, sats })));
  const pads = Array.from({ length: size }, () => ({ address: lender.address, sats: 600n }));
  await world.chain.fundMany([...money, ...own]);
  await world.chain.fundMany(pads);
  await world.mine();
}
