/** The review reads bytes, not promises: an exchange that lies in any one place is refused with a reason. */
import { coinToWire } from '@rialto/contract';
import type { PreparedCancel, PreparedTake } from '@rialto/contract';
import { amount, bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Coin, PinId } from '@rialto/protocols';
import { buildCancel, buildTake, planCancel, planTake, readPsbt, takeDraft } from '@rialto/psbt';
import type { TakeRequest } from '@rialto/psbt';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { RawTx } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import { buildAndReviewAsk, joined } from '../../src/flows/orders/review-ask.ts';
import { reviewCancel } from '../../src/flows/orders/review-cancel.ts';
import { reviewTake } from '../../src/flows/orders/review-take.ts';
import type { TakeIntent } from '../../src/flows/orders/review-take.ts';
import { sealed } from '../../src/flows/read-bytes.ts';
import { NO_EFFECTS } from '../fake/exchange.ts';
import { ASSET, MRC20_ASSET, cleanCoin, lotCoin, mrc20Coin, user } from '../fake/people.ts';

const TOKEN = 10n ** 18n;
const buyer = user(7);
const seller = user(21);
const second = user(22, 'p2tr');
const operator = user(9);
const thief = user(66);
const FEE = 2_000n;

interface Lie {
  request?: Partial<TakeRequest>;
  prices?: readonly bigint[];
  payTo?: Uint8Array;
  coins?: (coins: Coin[]) => Coin[];
  answer?: Partial<PreparedTake>;
  fees?: Partial<PreparedTake['fees']>;
}

const lots = [
  { seller, coin: lotCoin(seller, 1, 10n * TOKEN), price: 20_000n },
  { seller: second, coin: lotCoin(second, 2, 5n * TOKEN), price: 15_000n },
];

function prepared(lie: Lie = {}): PreparedTake {
  const plan = planTake({
    lots: lots.map((lot, index) => ({
      coin: lot.coin,
      price: sats(lie.prices?.[index] ?? lot.price),
      payScript: lie.payTo ?? lot.seller.script,
      sequence: 0xfffffffd,
    })),
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: [cleanCoin(buyer, 1, 5_000_000n)],
    serviceFee: { script: operator.script, value: sats(FEE) },
    feeRateSatVb: 2,
    pads: { platform: cleanCoin(operator, 2, 600n) },
    ...lie.request,
  });
  const built = buildTake(plan);
  const coins = takeDraft(plan).inputs.map((input) => input.coin);
  return {
    takeId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0001',
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    coins: (lie.coins?.(coins) ?? coins).map(coinToWire),
    effects: NO_EFFECTS,
    fees: {
      networkFee: built.fee.toString(),
      serviceFee: FEE.toString(),
      feeAddress: operator.address,
      vsize: built.vsize,
      feeRate: 2,
      ...lie.fees,
    },
    total: built.total.toString(),
    expiresAt: 0,
    ...lie.answer,
  };
}

const inscribedOn = (coin: Coin) => coin.assets.find((asset) => asset.kind === 'inscription');

const intent: TakeIntent = {
  network: 'regtest',
  book: 'brc20',
  tick: 'ordi',
  assetId: ASSET,
  asks: lots.map(({ seller: { address }, coin, price }, index) => ({
    orderId: `${index}`,
    total: sats(price),
    units: inscribedOn(coin)?.transfer?.amount ?? amount(0n),
    sellerAddress: address,
    inscriptionId: inscribedOn(coin)?.id ?? '',
    outpoint: coin.outpoint,
    free: false,
  })),
  buyerAddress: buyer.address,
  publicKey: buyer.publicKey,
  feeRateSatVb: 2,
  highFee: false,
  seen: { best: undefined, asked: undefined },
};

describe('an honest purchase', () => {
  it('is told as it is, with a pad of the platform', () => {
    const review = reviewTake(prepared(), intent);
    expect(review.mismatches).toEqual([]);
    expect(review.give).toEqual([
      { kind: 'sats', value: 35_000n + FEE + review.networkFee + 600n, note: 'all fees included' },
    ]);
    expect(review.get).toEqual([
      { kind: 'token', units: 15n * TOKEN, tick: 'ordi', note: 'plus the 1,692 sat attached to them' },
    ]);
    expect(review.serviceFee).toBe(FEE);
    expect(review.feeRateSatVb).toBeCloseTo(2, 1);
    expect(review.alsoMoves).toEqual([]);
    // The pad is paid back, and its sats stay before the lots': what leaves is price, fees and those.
    expect(review.cost?.stays).toBe(600n);
    expect(review.cost?.inAll).toBe(35_000n + FEE + review.networkFee + 600n);
    expect(Number(review.cost?.each)).toBeCloseTo(Number(review.cost?.inAll) / 15, 6);
    expect(review.cost).toMatchObject({ price: 35_000n, sellers: 2 });
  });
  it('names what the wallet will: what leaves the address less all that comes back to it', () => {
    const take = prepared();
    const { coins } = take;
    const { inAll = 0n } = reviewTake(take, intent).cost ?? {};
    const { wallet } = reviewTake(take, intent);
    const { outputs }: { outputs: readonly { script: Uint8Array; amount: bigint }[] } = RawTx.decode(
      readPsbt(hexToBytes(take.psbtRaw)).unsigned,
    );
    const ours = bytesToHex(buyer.script);
    const left = coins.reduce((sum, coin) => (coin.script === ours ? sum + BigInt(coin.value) : sum), 0n);
    const back = outputs.reduce((sum, out) => (bytesToHex(out.script) === ours ? sum + out.amount : sum), 0n);
    expect(wallet).toEqual({ shows: left - back, onCoins: 1_692n });
    expect(inAll).toBe(left - back + 1_692n);
  });
  it('is told as it is, with a pad of one’s own', () => {
    const coins = [cleanCoin(buyer, 1, 5_000_000n), cleanCoin(buyer, 3, 1_000n)];
    expect(reviewTake(prepared({ request: { buyerCoins: coins, pads: {} } }), intent).mismatches).toEqual([]);
  });
});

describe('a lying exchange', () => {
  const mismatches = (lie: Lie, asked = intent): string =>
    reviewTake(prepared(lie), asked).mismatches.join('\n');
  it('cannot raise a price', () => {
    expect(mismatches({ prices: [20_000n, 90_000n] })).toContain('would not receive the 15,000 sat');
  });
  it('cannot lower a price, which would make the seller’s signature void', () => {
    expect(mismatches({ prices: [19_999n] })).toContain('would not receive the 20,000 sat');
  });
  it('cannot pay somebody else', () => {
    expect(mismatches({ payTo: thief.script })).toContain('you did not ask for');
  });
  it('cannot send the service fee elsewhere', () => {
    const serviceFee = { script: thief.script, value: sats(FEE) };
    expect(mismatches({ request: { serviceFee } })).toContain(`pays 2,000 sat to ${thief.address}`);
  });
  it('cannot take more service fee than the form showed', () => {
    const serviceFee = { script: operator.script, value: sats(30_000n) };
    expect(mismatches({ request: { serviceFee }, fees: { serviceFee: '30000' } })).toContain(
      'higher than the one you were shown',
    );
    expect(mismatches({ request: { serviceFee } })).toContain('you did not ask for');
  });
  it('cannot hide a high network fee', () => {
    expect(mismatches({ request: { feeRateSatVb: 40 } })).toContain('above the rate you chose');
    expect(mismatches({ fees: { networkFee: '1' } })).toContain('differs from the one shown');
  });
  it('cannot spend more than the budget, to the sat', () => {
    const total = BigInt(prepared().total);
    expect(mismatches({}, { ...intent, budget: total })).toBe('');
    expect(mismatches({}, { ...intent, budget: total - 1n })).toContain('more than your budget');
    // What the exchange says it costs is not listened to.
    expect(mismatches({ answer: { total: '1' } }, { ...intent, budget: total - 1n })).toContain('38,542 sat');
  });
  it('cannot swap a lot for another one', () => {
    const other = {
      ...intent,
      asks: intent.asks.map((ask) => ({ ...ask, outpoint: `${'f'.repeat(64)}:0` })),
    };
    expect(mismatches({}, other)).toContain('missing from the transaction');
  });
  it('cannot sell less than the book said', () => {
    const asks = intent.asks.map((ask) => ({ ...ask, units: amount(ask.units + 1n) }));
    expect(mismatches({}, { ...intent, asks })).toContain('does not hold the amount');
  });
  it('cannot sell another token of the same name', () => {
    expect(mismatches({}, { ...intent, assetId: 'brc20:other' })).toContain('does not hold the amount');
  });
  it('cannot leave a lot out or add one', () => {
    expect(mismatches({}, { ...intent, asks: intent.asks.slice(0, 1) })).toContain('did not choose');
  });
  it('cannot spend a coin of the buyer that carries something', () => {
    const treasure = lotCoin(buyer, 4, TOKEN);
    const lying = (all: Coin[]): Coin[] =>
      all.map((coin) => (coin.value === 5_000_000n ? { ...coin, assets: treasure.assets } : coin));
    expect(mismatches({ coins: lying })).toContain('holds an asset');
  });
  it('cannot ask for a signature that leaves the transaction open', () => {
    const answer = { toSignInputs: [{ index: 3, sighash: 0x83 }] };
    expect(mismatches({ answer })).toContain('would not bind the whole transaction');
  });
  it('cannot ask for signatures on other inputs', () => {
    const answer = { toSignInputs: [{ index: 1, sighash: 1 }] };
    expect(mismatches({ answer })).toContain('other inputs than yours');
  });
  it('cannot tell the wallet other values of the coins than the page', () => {
    const cheaper = (all: Coin[]): Coin[] =>
      all.map((coin) => (coin.value === 5_000_000n ? { ...coin, value: sats(4_900_000n) } : coin));
    expect(() => mismatches({ coins: cheaper })).toThrow('different coin values');
  });
  it('cannot put a previous transaction beside them, by which a wallet would go', () => {
    const psbt = hexToBytes(prepared().psbtRaw);
    const raw = RawPSBTV0.decode(psbt);
    const previous = RawTx.decode(readPsbt(psbt).unsigned);
    for (const input of raw.inputs) Object.assign(input, { nonWitnessUtxo: previous });
    const psbtRaw = bytesToHex(RawPSBTV0.encode(raw));
    expect(() => mismatches({ answer: { psbtRaw } })).toThrow('different coin values');
  });
  it('is not listened to when its bytes cannot be read or spend the unknown', () => {
    expect(() => mismatches({ answer: { psbtRaw: '70736274ff00' } })).toThrow('cannot be read');
    expect(() => mismatches({ answer: { psbtRaw: 'zz' } })).toThrow('cannot be read');
    expect(() => mismatches({ answer: { coins: [] } })).toThrow('does not exist');
  });
});

describe('a purchase of coins', () => {
  const eight = 10n ** 8n;
  const coins = [
    { seller, coin: mrc20Coin(seller, 1, 10n * eight), price: 20_000n, free: false },
    { seller: second, coin: mrc20Coin(second, 2, 5n * eight), price: 300_000n, free: true },
  ];
  const expected: TakeIntent = {
    ...intent,
    book: 'mrc20',
    tick: 'MAN',
    assetId: MRC20_ASSET,
    asks: coins.map(({ seller: { address }, coin, price, free }, index) => ({
      orderId: `${index}`,
      total: sats(price),
      sellerAddress: address,
      free,
      inscriptionId: '',
      units: amount((index === 0 ? 10n : 5n) * TOKEN),
      outpoint: coin.outpoint,
    })),
  };
  const take = (lie: Lie = {}): PreparedTake =>
    prepared({
      ...lie,
      request: {
        lots: coins.map((lot) => ({
          coin: lot.coin,
          price: sats(lot.price),
          payScript: lot.seller.script,
          sequence: 0xfffffffd,
        })),
        pads: {},
        ...lie.request,
      },
    });
  const mismatches = (lie: Lie, asked = expected): string =>
    reviewTake(take(lie), asked).mismatches.join('\n');
  it('is told in the same digits, with the sats the lots bring', () => {
    const review = reviewTake(take(), expected);
    expect(review.mismatches).toEqual([]);
    expect(review.get).toEqual([
      { kind: 'token', units: 15n * TOKEN, tick: 'MAN', note: 'plus the 546 sat attached to them' },
    ]);
    expect(review.cost?.stays).toBe(546n - 1_092n);
    expect(review.cost?.inAll).toBe(320_000n + FEE + review.networkFee - 546n);
  });
  it('owes the service fee only for what is not free', () => {
    const asks = expected.asks.map((ask) => ({ ...ask, free: true }));
    expect(mismatches({}, { ...expected, asks })).toContain('service fee is higher');
    const dear = expected.asks.map((ask) => ({ ...ask, free: false }));
    expect(mismatches({}, { ...expected, asks: dear })).toBe('');
  });
  it('brings the amount of the book, not another', () => {
    const [first, ...rest] = expected.asks;
    const more = first === undefined ? [] : [{ ...first, units: amount(11n * TOKEN) }];
    const told = mismatches({}, { ...expected, asks: [...more, ...rest] });
    expect(told).toContain('does not hold the amount');
    expect(told).toContain('would not go to you');
  });
  it('is of the token that was chosen', () => {
    expect(mismatches({}, { ...expected, assetId: ASSET })).toContain('does not hold the amount');
  });
  it('may bring what says how a lot came to be, and nothing else', () => {
    const pin = (path: string) =>
      ({ kind: 'pin', id: `${'ab'.repeat(32)}i0` as PinId, offset: sats(0n), path }) as const;
    const withPin = (path: string): readonly Coin[] =>
      coins.map(({ coin }, at) => (at === 0 ? { ...coin, assets: [...coin.assets, pin(path)] } : coin));
    const request = (path: string): Partial<TakeRequest> => ({
      lots: withPin(path).map((coin, at) => ({
        coin,
        price: sats(coins[at]?.price ?? 0n),
        sequence: 0xfffffffd,
        payScript: coins[at]?.seller.script ?? new Uint8Array(),
      })),
      pads: { platform: cleanCoin(operator, 2, 600n) },
    });
    expect(mismatches({ request: request('/ft/mrc20/transfer') })).toBe('');
    const lying = (given: Coin[]): Coin[] =>
      given.map((coin) =>
        coin.outpoint === coins[0]?.coin.outpoint
          ? { ...coin, assets: [...coin.assets, pin('/file')] }
          : coin,
      );
    expect(mismatches({ coins: lying })).toContain('does not hold the amount');
  });
});

describe('an ask', () => {
  const lot = lotCoin(seller, 1, 10n * TOKEN);
  const ask = {
    network: 'regtest',
    book: 'brc20',
    tick: 'ordi',
    assetId: ASSET,
    decimals: 18,
    free: false,
    address: seller.address,
    publicKey: seller.publicKey,
    inscriptionId: inscribedOn(lot)?.id ?? '',
    outpoint: lot.outpoint,
    outValue: lot.value,
    units: amount(10n * TOKEN),
    price: sats(20_000n),
  } as const;
  it('is one lot against one payment, signed SINGLE|ANYONECANPAY', () => {
    const built = buildAndReviewAsk(ask);
    expect(built.toSign).toEqual([{ index: 0, sighash: 0x83 }]);
    expect(built.review.mismatches).toEqual([]);
    expect(built.review.give).toEqual([
      { kind: 'token', units: 10n * TOKEN, tick: 'ordi', note: 'plus the 546 sat attached to them' },
    ]);
    expect(built.review.get).toEqual([{ kind: 'sats', value: 20_000n, note: 'when it sells' }]);
    expect(built.review.wallet).toEqual({ shows: 20_000n - 546n, onCoins: 546n });
  });
  it('of a coin says what is on it in the ledger’s digits', () => {
    const coin = mrc20Coin(seller, 4, 250_000_000n);
    const built = buildAndReviewAsk({
      ...ask,
      book: 'mrc20',
      tick: 'MAN',
      assetId: MRC20_ASSET,
      decimals: 8,
      inscriptionId: '',
      outpoint: coin.outpoint,
      outValue: coin.value,
      units: amount((5n * TOKEN) / 2n),
    });
    expect(built.review.mismatches).toEqual([]);
    expect(built.review.give).toEqual([
      { kind: 'token', units: (5n * TOKEN) / 2n, tick: 'MAN', note: 'plus the 546 sat attached to them' },
    ]);
  });
  it('is reviewed together with others, one price for all of them', () => {
    const one = buildAndReviewAsk(ask).review;
    const all = joined([one, { ...one, mismatches: ['no'] }]);
    expect(all.give).toHaveLength(2);
    expect(all.get).toEqual([{ kind: 'sats', value: 40_000n, note: 'when all of them sell' }]);
    expect(all.wallet).toEqual({ shows: 40_000n - 1_092n, onCoins: 1_092n });
    expect(all.mismatches).toEqual(['no']);
    expect(joined([one])).toBe(one);
  });
  it('goes back only as the transaction that was reviewed', () => {
    const mine = buildAndReviewAsk(ask).psbtHex;
    const other = buildAndReviewAsk({ ...ask, price: sats(10_000n) }).psbtHex;
    expect(sealed(mine, [], mine)).toBe(mine);
    expect(() => sealed(mine, [], other)).toThrow('another transaction');
  });
});

describe('a hard cancel', () => {
  const reviewOf = (...asked: Parameters<typeof reviewCancel>) => reviewCancel(...asked).review;
  const lot = lotCoin(seller, 1, 10n * TOKEN);
  const want = {
    network: 'regtest',
    book: 'brc20',
    assetId: ASSET,
    address: seller.address,
    publicKey: seller.publicKey,
    orderId: '1',
    tick: 'ordi',
    outpoint: lot.outpoint,
    units: amount(10n * TOKEN),
    feeRateSatVb: 3,
  } as const;
  const cancel = (coin: Coin, feeRateSatVb = 3, owner = seller): PreparedCancel => {
    const plan = planCancel({
      lot: coin,
      ownerScript: owner.script,
      ownerKey: owner.key,
      coins: [cleanCoin(owner, 9, 500_000n)],
      feeRateSatVb,
    });
    const built = buildCancel(plan);
    return {
      orderId: '1',
      psbtRaw: bytesToHex(built.psbt),
      toSignInputs: built.toSign.map((one) => ({ ...one })),
      coins: [plan.lot, ...plan.payments].map(coinToWire),
      fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: feeRateSatVb },
      expiresAt: 0,
    };
  };
  it('brings everything home for the network fee', () => {
    const review = reviewOf(cancel(lot), want);
    expect(review.mismatches).toEqual([]);
    expect(review.get).toEqual([
      { kind: 'token', units: 10n * TOKEN, tick: 'ordi', note: 'back in your available balance' },
    ]);
  });
  it('must spend the coin of the order', () => {
    const other = lotCoin(seller, 5, 10n * TOKEN);
    expect(reviewOf(cancel(other), want).mismatches.join('\n')).toContain('old signature would stay valid');
  });
  it('must not cost more than asked for', () => {
    expect(reviewOf(cancel(lot, 60), want).mismatches.join('\n')).toContain('above the rate');
  });
  it('must not state other values to the wallet', () => {
    const honest = cancel(lot);
    const coins = honest.coins.map((coin) => ({ ...coin, value: (BigInt(coin.value) - 1n).toString() }));
    expect(() => reviewOf({ ...honest, coins }, want)).toThrow('different coin values');
  });
  it('must not take along what is elsewhere, nor leave its signature open', () => {
    const honest = cancel(lot);
    const treasure = lotCoin(seller, 4, TOKEN).assets;
    const carrying = coinToWire({ ...cleanCoin(seller, 9, 500_000n), assets: treasure });
    const coins = honest.coins.map((coin) => (coin.outpoint === carrying.outpoint ? carrying : coin));
    expect(reviewOf({ ...honest, coins }, want).mismatches.join('\n')).toContain('another coin of yours');
    const foreign = coinToWire(cleanCoin(thief, 9, 500_000n));
    const theirs = honest.coins.map((coin) => (coin.outpoint === foreign.outpoint ? foreign : coin));
    const said = reviewOf({ ...honest, coins: theirs }, want).mismatches.join('\n');
    expect(said).toContain('someone else’s coin that you did not choose');
    expect(said).toContain('other inputs than yours');
    const toSignInputs = honest.toSignInputs.map((one) => ({ ...one, sighash: 0x83 }));
    expect(reviewOf({ ...honest, toSignInputs }, want).mismatches.join('\n')).toContain('would not bind');
  });
  it('must stay with the owner', () => {
    const stolen = cancel(lotCoin(thief, 1, 10n * TOKEN), 3, thief);
    expect(reviewOf(stolen, want).mismatches.join('\n')).toContain('which is not you');
  });
});
