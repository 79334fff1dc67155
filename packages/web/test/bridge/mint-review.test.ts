/** The page's own check of a payment on Bitcoin: an honest one is told to the sat, and each lie forbids to sign. */
import { describe, expect, it } from 'vitest';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { reviewMint, readyMint } from '../../src/flows/bridge/mint.ts';
import { BRC20, BTC, MRC20, RUNE, THIEF, intentOf, whole } from '../fake/bridge/bridge.ts';
import { createdMint } from '../fake/bridge/payments.ts';

const intent = intentOf('mint', 500_000n);
const made = makeTerms(intent);
const honest = () => createdMint(made.terms, made.orderId);

describe('an honest payment', () => {
  it('of sats', () => {
    const review = reviewMint(honest(), made, intent);
    const { networkFee } = review;
    expect(review).toMatchObject({ leaves: 500_000n + networkFee, underTokens: 0n, mismatches: [] });
    expect(networkFee).toBeGreaterThan(0n);
  });
  it('of a rune: the sats under it leave too, and the rest comes home', () => {
    const ofRune = intentOf('mint', 700_000n, RUNE);
    const terms = makeTerms(ofRune);
    const review = reviewMint(createdMint(terms.terms, terms.orderId, RUNE), terms, ofRune);
    expect(review.mismatches).toEqual([]);
    expect(review.underTokens).toBe(546n);
    expect(review.leaves).toBe(546n + review.networkFee);
  });
  it('of MRC-20: 546 sat under it leave, all others come home', () => {
    const ofToken = intentOf('mint', 700_000n, MRC20);
    const terms = makeTerms(ofToken);
    const review = reviewMint(createdMint(terms.terms, terms.orderId, MRC20), terms, ofToken);
    expect(review.mismatches).toEqual([]);
    expect(review.underTokens).toBe(546n);
    expect(review.leaves).toBe(546n + review.networkFee);
    const lies = { amount: 700_001n };
    const more = reviewMint(createdMint(terms.terms, terms.orderId, MRC20, lies), terms, ofToken);
    expect(more.mismatches).not.toEqual([]);
    const stolen = { bridge: THIEF.script };
    const lost = reviewMint(createdMint(terms.terms, terms.orderId, MRC20, stolen), terms, ofToken);
    expect(lost.mismatches).not.toEqual([]);
  });
});

describe('a payment of BRC-20', () => {
  const ofToken = intentOf('mint', whole(7n), BRC20);
  const terms = makeTerms(ofToken);
  const created = () => createdMint(terms.terms, terms.orderId, BRC20);
  const mismatches = (one: ReturnType<typeof created>) => reviewMint(one, terms, ofToken).mismatches;

  it('moves one lot of the amount: its sats leave too, all others come home', () => {
    const review = reviewMint(created(), terms, ofToken);
    expect(review.mismatches).toEqual([]);
    expect(review.underTokens).toBe(546n);
    expect(review.leaves).toBe(546n + review.networkFee);
  });

  it.each<[string, Parameters<typeof createdMint>[3]]>([
    ['a lot of more', { amount: whole(8n) }],
    ['a lot of less', { amount: whole(6n) }],
    ['another script', { bridge: THIEF.script }],
    ['another order', { id: 'f'.repeat(32) }],
  ])('is not signed with %s', (_, lies) =>
    expect(mismatches(createdMint(terms.terms, terms.orderId, BRC20, lies))).not.toEqual([]),
  );

  it('is not signed with a lot of another token, or with one that has moved before', () => {
    const inscribed = ({ coins, ...one }: ReturnType<typeof created>, transfer: object) => ({
      ...one,
      coins: coins.map((coin) => ({
        ...coin,
        assets: coin.assets.map((asset) =>
          asset.kind === 'inscription'
            ? { kind: asset.kind, inscriptionId: asset.inscriptionId, offset: asset.offset, ...transfer }
            : asset,
        ),
      })),
    });
    const other = { tick: 'ordi', assetId: `brc20:${'2'.repeat(64)}i0`, units: whole(7n).toString() };
    const same = { ...other, assetId: `brc20:${BRC20.originTokenId}` };
    expect(mismatches(inscribed(created(), same))).toEqual([]);
    expect(mismatches(inscribed(created(), other))).not.toEqual([]);
    expect(mismatches(inscribed(created(), {}))).not.toEqual([]);
  });
});

describe('is not signed where it', () => {
  const other = 'f'.repeat(32);
  it.each([
    ['pays another script', () => createdMint(made.terms, made.orderId, BTC, { bridge: THIEF.script })],
    ['pays more', () => createdMint(made.terms, made.orderId, BTC, { amount: 600_000n })],
    ['pays less', () => createdMint(made.terms, made.orderId, BTC, { amount: 400_000n })],
    ['names another order', () => createdMint(made.terms, made.orderId, BTC, { id: other })],
    ['says it is another order', () => ({ ...honest(), orderId: other })],
    ['says another address', () => ({ ...honest(), bridgeAddress: THIEF.address })],
    ['brings less than was shown', () => ({ ...honest(), out: '498000' })],
    ['says another network fee', () => ({ ...honest(), minerFee: '1' })],
    ['costs more than the rate', () => createdMint(made.terms, made.orderId, BTC, { feeRateSatVb: 40 })],
    [
      'asks for a signature that binds nothing',
      () => ({ ...honest(), toSignInputs: honest().toSignInputs.map((one) => ({ ...one, sighash: 0x82 })) }),
    ],
    [
      'spends a coin of somebody else',
      () => {
        const one = honest();
        const script = Buffer.from(THIEF.script).toString('hex');
        return { ...one, coins: one.coins.map((coin) => ({ ...coin, script })) };
      },
    ],
    [
      'spends a coin with something on it',
      () => {
        const one = honest();
        const asset = {
          kind: 'rune',
          assetId: 'rune:9:9',
          name: 'OTHER',
          divisibility: 0,
          units: '5',
        } as const;
        return { ...one, coins: one.coins.map((coin) => ({ ...coin, assets: [asset] })) };
      },
    ],
  ])('%s', (_, lie) => {
    const created = lie();
    const review = reviewMint(created, made, intent);
    expect(review.mismatches).not.toEqual([]);
    expect(() => readyMint({ intent, made, created, review })).toThrow('does not do what was asked');
  });

  it('is for another receiver: the id of those terms is another', () => {
    const stolen = { ...made.terms, receiver: '76a914'.padEnd(46, '0').concat('88ac') };
    const theirs = makeTerms(intent).orderId;
    const created = createdMint(stolen, theirs, BTC, { id: theirs });
    expect(reviewMint(created, made, intent).mismatches).toHaveLength(2);
  });

  it('cannot be read, or spends what nobody knows', () => {
    expect(() => reviewMint({ ...honest(), rawPsbt: '00' }, made, intent)).toThrow();
    expect(() => reviewMint({ ...honest(), coins: [] }, made, intent)).toThrow();
  });
});
