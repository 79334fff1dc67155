/** No asset of buyer or seller ever leaves but the one sold: 10,000 random takes, checked by `effects` and by code that shares nothing with it. */
import { bytesToHex, equalBytes, isClean, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { expect, it } from 'vitest';
import {
  acceptAsk,
  acceptTake,
  buildAsk,
  buildTake,
  effects,
  finishTake,
  intentOfTake,
  partyOf,
  planTake,
  rememberingVerifier,
  sameEffects,
  signPad,
} from '../../src/index.ts';
import type { Effects, TakePlan } from '../../src/index.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import { body } from '../tx/forge.ts';
import { transaction } from '../ledger-world.ts';
import { operator, platformPad } from './market.ts';
import { canPayAll, whyNotSold } from './naive-rules.ts';
import { objections, whereAllGoes } from './naive-take.ts';
import type { Sale } from './naive-take.ts';
import { refusalOf, walletSigns } from '../people.ts';
import { TOKENS, dice, makeStock, randomMarket } from './random-market.ts';
import type { RandomMarket } from './random-market.ts';
import { WRONGS, shownBy } from './wrong-takes.ts';
import type { Shown } from './wrong-takes.ts';

const TAKES = Number.parseInt(process.env['RANDOM_TAKES'] ?? '10000', 10);
/** Another one each day; it is printed, and a failure is repeated with it. */
const SEED = Number.parseInt(process.env['RANDOM_SEED'] ?? `${Math.floor(Date.now() / 86_400_000)}`, 10);
/** Every so many takes are signed with real keys, finished, and checked as the final transaction. */
const SIGNED_EVERY = 6;

const counts = new Map<string, number>();
const count = (...marks: readonly string[]): void => {
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
};
const verifier = rememberingVerifier();

/** The terms as the parties know them; the fee is the one number taken from what was built. */
function saleOf(market: RandomMarket, plan: TakePlan): Sale {
  return {
    buyer: market.buyer.script,
    lots: market.stock.map(({ coin, ask }) => ({ coin, price: ask.price })),
    service: market.request.serviceFee,
    fee: buildTake(plan).fee,
  };
}

/** Every asset with the output it landed in, as `effects` says. */
function landings(all: Effects): string[] {
  return all.parties
    .flatMap(({ gets }) => gets.map((move) => `${'id' in move ? move.id : move.asset} ${move.index ?? '-'}`))
    .toSorted();
}

function checked(market: RandomMarket, plan: TakePlan, final: Uint8Array | undefined): void {
  const { coins, outputs } = shownBy(plan);
  const tx = final === undefined ? transactionOf(body(coins, outputs)) : transaction(final);
  const done = effects(tx, coins);
  const naive = whereAllGoes(coins, tx.outputs);
  expect(objections(saleOf(market, plan), coins, tx.outputs)).toEqual([]);
  expect(sameEffects(done, intentOfTake(plan))).toBe(true);
  expect([done.toFee, done.burned, done.disputed]).toEqual([[], [], []]);
  const once = new Set(naive.map(({ asset, home }) => `${'id' in asset ? asset.id : asset.asset} ${home}`));
  expect(landings(done)).toEqual([...once].toSorted());
  const tokens = naive.reduce((sum, { asset }) => sum + ('amount' in asset ? asset.amount : 0n), 0n);
  const held = partyOf(done, market.buyer.script).gets.flatMap((move) =>
    'amount' in move ? [move.amount] : [],
  );
  expect(held).toEqual(tokens === 0n ? [] : [tokens]);
  for (const party of done.parties) {
    const isBuyer = party.script === bytesToHex(market.buyer.script);
    const theirs = naive.filter(({ coin }) => bytesToHex(coin.script) === party.script);
    expect(party.gives).toHaveLength(theirs.length);
    if (!isBuyer) expect(party.gets).toEqual([]);
  }
}

/** The whole way with real keys: asks read back from their PSBTs, the wallet's signatures, the pad's, and the wall at the end. */
function signed({ stock, buyer }: RandomMarket, plan: TakePlan): Uint8Array {
  const sellers = stock.map(({ coin, seller, psbt }) => {
    return acceptAsk(psbt, { lot: coin, owner: seller.script, verifier }).witness;
  });
  const built = buildTake(plan);
  const half = acceptTake(plan, walletSigns(built.psbt, buyer, built.toSign), verifier);
  const parts = { buyer: half, sellers };
  const padWitness = plan.pad.platform ? signPad(plan, built.unsigned, operator.secret) : undefined;
  return finishTake(plan, padWitness === undefined ? parts : { ...parts, padWitness }, verifier).raw;
}

function refusesWrong(market: RandomMarket, plan: TakePlan, name: string): void {
  const wrong = WRONGS[name]?.(plan, shownBy(plan));
  if (wrong === undefined) return;
  count(`wrong: ${name}`);
  expect(objections(saleOf(market, plan), wrong.coins, wrong.outputs), name).not.toEqual([]);
  expect(meansTheSame(plan, wrong), name).toBe(false);
}

function meansTheSame(plan: TakePlan, { coins, outputs }: Shown): boolean {
  try {
    return sameEffects(effects(transactionOf(body(coins, outputs)), coins), intentOfTake(plan));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** What would have moved besides the tokens that are for sale, had the take been made all the same. */
function besides({ protocol, stock, buyer }: RandomMarket): CoinAsset[] {
  const coins = [platformPad, ...stock.map(({ coin }) => coin)];
  const value = sumSats(coins.map((coin) => coin.value));
  const all = whereAllGoes(coins, [{ value, script: buyer.script }]);
  const seen = new Set<string>();
  return all.flatMap(({ asset, coin }) => {
    const isReceipt = protocol !== 'brc20' && asset.kind === 'pin' && asset.path.startsWith('/ft/mrc20/');
    const token = asset.kind === 'inscription' ? asset.transfer?.asset : 'asset' in asset && asset.asset;
    const isSold = token === TOKENS[protocol] && !seen.has(coin.outpoint);
    if (isSold) seen.add(coin.outpoint);
    return isSold || isReceipt ? [] : [asset];
  });
}

/** A refused take was rightly refused: a lot is none, more than it would have moved, or clean coins cannot pay. */
function rightlyRefused(market: RandomMarket, code: string): void {
  count(`refused: ${code}`);
  const coins = market.stock.map(({ coin }) => coin);
  if (code === 'no-pad') expect(means(market)).toBe('no-pad');
  else if (code === 'insufficient-funds' || code === 'too-many-coins')
    expect(means(market)).toMatch(/no|close/);
  else expect([...whyNotSold(coins)]).toContain(code);
  if (code === 'lot-mixed' || code === 'lots-differ') expect(besides(market)).not.toEqual([]);
  for (const { coin, seller, ask } of market.stock) {
    const reasons = whyNotSold([coin]);
    if (reasons.size === 0) continue;
    const terms = { lot: coin, price: ask.price, payScript: seller.script, publicKey: seller.key };
    const said = refusalOf(() => buildAsk(terms));
    expect([...reasons, ...(reasons.has('script-not-allowed') ? ['not-yours'] : [])]).toContain(said);
  }
}

const means = ({ stock, request, buyer }: RandomMarket): string =>
  canPayAll({
    lots: stock.map(({ coin }) => coin),
    prices: stock.reduce((sum, { ask }) => sum + ask.price, 0n),
    service: request.serviceFee?.value,
    rate: request.feeRateSatVb,
    clean: request.buyerCoins.filter((coin) => isClean(coin) && equalBytes(coin.script, buyer.script)),
    platformPad: request.pads.platform?.value,
  });

function planned(market: RandomMarket): TakePlan | undefined {
  try {
    return planTake(market.request);
  } catch (error) {
    if (error instanceof Refusal) rightlyRefused(market, error.code);
    else if (!refusesOwnPad(market, error)) throw error;
    return undefined;
  }
}

/** A pad of ours that is not clean is our own bug: the plan stops as for one. */
function refusesOwnPad({ request, marks }: RandomMarket, error: unknown): boolean {
  if (!marks.has('a dirty platform pad') || !String(error).includes('the platform pad is a clean coin'))
    return false;
  expect(request.pads.platform?.assets).not.toEqual([]);
  count('refused: a dirty platform pad');
  return true;
}

function oneTake(market: RandomMarket, at: number): void {
  const plan = planned(market);
  if (plan === undefined) {
    count(...[...market.marks].filter((mark) => mark.startsWith('lot')));
    return;
  }
  expect([...whyNotSold(market.stock.map(({ coin }) => coin))]).toEqual([]);
  expect(means(market)).toMatch(/yes|close/);
  const front = plan.pad.platform ? 'platform pad' : plan.lots.every(isBare) ? 'no pad' : 'own pad';
  count('taken', `front: ${front}`, ...market.marks);
  if (at % SIGNED_EVERY === 0) {
    count(`signed: ${market.protocol}`);
    checked(market, plan, signed(market, plan));
  } else checked(market, plan, undefined);
  const names = Object.keys(WRONGS);
  for (const step of [0, 7]) refusesWrong(market, plan, names[(at + step) % names.length] ?? '');
}

const isBare = ({ coin }: { coin: Coin }): boolean =>
  coin.assets.every(({ kind }) => kind === 'mrc20' || kind === 'rune');

/** Every kind there is, and how many of 10,000 takes it must at least be. */
const MIN: readonly (readonly [least: number, ...marks: string[]])[] = [
  [3500, 'taken'],
  [700, 'brc20', 'mrc20', 'idcoin', 'runes', 'receipt', 'free'],
  [110, 'signed: brc20', 'signed: mrc20', 'signed: idcoin', 'signed: runes'],
  [400, '1 lots', '2 lots', '3 lots', '4 lots', '5 lots', 'first sat', 'last sat', 'sat between'],
  [400, 'front: own pad', 'front: platform pad', 'front: no pad'],
  [500, 'own inscription', 'own transfer', 'own rune', 'own pin', 'own several mrc20', 'own crowd'],
  [500, 'dust', 'unconfirmed', 'of others'],
  [100, 'lot: mixed', 'lot: used transfer', 'lot: empty', 'lot: another token', 'lot: unconfirmed'],
  [100, 'lot: a receipt beside BRC-20', 'lot: an unknown script'],
  [
    15,
    ...['inscription', 'transfer', 'rune', 'pin', 'several mrc20', 'crowd'].map(
      (on) => `lot mixed with ${on}`,
    ),
  ],
  [100, 'refused: lot-mixed', 'refused: not-a-lot', 'refused: lots-differ', 'refused: coin-unconfirmed'],
  [100, 'refused: no-pad', 'refused: insufficient-funds', 'refused: script-not-allowed'],
  [25, 'refused: too-many-coins', 'refused: a dirty platform pad'],
  [100, ...Object.keys(WRONGS).map((name) => `wrong: ${name}`)],
];

it(`${TAKES} random takes, seed ${SEED}: exactly the lots change owner, for exactly the money`, () => {
  const roll = dice(SEED);
  const stock = makeStock(roll);
  for (let at = 0; at < TAKES; at += 1) {
    const market = randomMarket(stock, roll);
    try {
      oneTake(market, at);
    } catch (error) {
      throw new Error(`take ${at} of seed ${SEED}: ${[...market.marks].join(', ')}`, { cause: error });
    }
  }
  console.log(
    `seed ${SEED}: ${[...counts]
      .toSorted()
      .map((entry) => entry.join(' '))
      .join('; ')}`,
  );
  const rare = MIN.flatMap(([least, ...marks]) =>
    marks.filter((mark) => (counts.get(mark) ?? 0) < Math.floor((least * TAKES) / 10_000)),
  );
  expect(rare).toEqual([]);
}, 3_600_000);
