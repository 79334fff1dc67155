/** What a take may buy, and that it does to everybody what its plan says: the tokens to the buyer, nothing lost, nothing of ours. */
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { deal, requestOf } from '../deals.ts';
import { TIP } from '../node.ts';
import { bare, offer, offerOf, told } from '../offers.ts';
import { coin, mrc20On, operator, pictureOn, runeOn, transferOn, waiting } from '../people.ts';
import { verdict } from '../world.ts';

const buying = (...offers: ReturnType<typeof offer>[]): Promise<string> =>
  verdict(deal({ offers, money: [300_000n] }));

describe('lots', () => {
  it('are of one token', async () => {
    expect(await buying(offer('a'), offer('b'))).toBe('accepted');
    expect(await buying(offer('a'), offer('b', { assets: [transferOn('t', { tick: 'sats' })] }))).toBe(
      'lots-differ',
    );
    expect(await buying(offer('a'), offer('b', { assets: bare() }))).toBe('lots-differ');
    expect(await buying(offer('a', { assets: bare() }), offer('b', { assets: bare('WOMAN') }))).toBe(
      'lots-differ',
    );
    const rune = (block: number) => offer(`${block}`, { assets: [runeOn(block, 5n)] });
    expect(await buying(rune(840_000), rune(840_001))).toBe('lots-differ');
    expect(await buying(rune(840_000), offer('b', { assets: bare() }))).toBe('lots-differ');
  });

  it('have one token on them, in a block, and nothing that would go along unseen', async () => {
    const lot = (assets: Parameters<typeof coin>[3]): Promise<string> =>
      buying(offer('a', { assets: [...(assets ?? [])] }));
    expect(await lot([])).toBe('not-a-lot');
    expect(await lot([pictureOn('p')])).toBe('not-a-lot');
    expect(await lot([runeOn(840_000, 5n)])).toBe('accepted');
    expect(await lot([runeOn(840_000, 5n), runeOn(840_001, 5n)])).toBe('lot-mixed');
    expect(await lot([runeOn(840_000, 5n), pictureOn('p')])).toBe('lot-mixed');
    expect(await lot([transferOn('t'), pictureOn('p')])).toBe('lot-mixed');
    expect(await lot([mrc20On('MAN', 1n), mrc20On('WOMAN', 1n)])).toBe('lot-mixed');
    expect(await lot([...told('a'), runeOn(840_000, 5n)])).toBe('lot-mixed');
    const { lot: young } = offer('a');
    const given = deal();
    const lots = [{ ...young, coin: waiting(young.coin) }];
    expect(await verdict({ ...given, plan: { ...given.plan, lots } })).toBe('coin-unconfirmed');
  });

  it.each([
    [99_999n, TIP.height, 'accepted'],
    [100_000n, TIP.height, 'coin-unconfirmed'],
    [100_000n, TIP.height - 1, 'coin-unconfirmed'],
    [100_000n, TIP.height - 2, 'accepted'],
  ])('at %s sat in block %i of 200: %s', async (price, height, said) => {
    const given = deal({ offers: [offer('a', { price })], money: [300_000n] });
    const lots = given.plan.lots.map((lot) => ({ ...lot, coin: { ...lot.coin, height } }));
    expect(await verdict({ ...given, plan: { ...given.plan, lots } })).toBe(said);
  });

  it('come with one of the two sequences that let a take confirm at once', async () => {
    for (const sequence of [0xfffffffd, 0xffffffff])
      expect(await buying(offer('a', { sequence }), offer('b'))).toBe('accepted');
    const given = deal({ offers: [offer('a'), offer('b')] });
    const { plan } = requestOf(given);
    for (const sequence of [0, 1, 144, 0x400001, 0xfffffffc, 0xfffffffe, 0x100000000, -1])
      for (const bad of [0, 1]) {
        const lots = plan.lots.map((lot, at) => (at === bad ? { ...lot, sequence } : lot));
        expect(await verdict(given, { request: { plan: { ...plan, lots } } })).toBe('psbt-sequence');
      }
  });

  it('go to the buyer with their very last sat; an index that says more is not believed', async () => {
    const at = (offset: bigint): Promise<string> =>
      buying(offer('a', { value: 546n, assets: [transferOn('t', { offset })] }));
    expect(await at(545n)).toBe('accepted');
    await expect(at(546n)).rejects.toThrow('lies inside its coin');
  });

  it('are not the platform’s: our key signs for pads alone', async () => {
    const sold = coin('our lot', operator(), 546n, [transferOn('t')]);
    for (const payScript of [operator().script, offer('a').lot.payScript])
      expect(await buying(offerOf(operator(), sold, { payScript }))).toBe('effects-differ');
  });

  it('are paid to a script, never into a message', async () => {
    for (const message of ['6a0141', '6a5d0100'])
      expect(await buying(offer('a', { payScript: hexToBytes(message) }))).toBe('message-not-allowed');
  });
});

describe('the transaction', () => {
  it('is byte for byte what the plan makes', async () => {
    const given = deal();
    const { unsigned } = requestOf(given);
    const bytes = hexToBytes(unsigned);
    const asked = (text: string): Promise<string> => verdict(given, { request: { unsigned: text } });
    expect(await asked(unsigned)).toBe('accepted');
    for (let at = 0; at < bytes.length; at += 9)
      expect(await asked(bytesToHex(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))))).toBe(
        'psbt-changed',
      );
    expect(await asked(`${unsigned}00`)).toBe('psbt-changed');
    expect(await asked(unsigned.slice(0, -2))).toBe('psbt-changed');
    expect(await asked('')).toBe('psbt-changed');
  });

  it('gives the pad back whatever its value', async () => {
    for (const value of [546n, 600n, 10_000n])
      expect(await verdict(deal({ pad: coin('platform pad', operator(), value) }))).toBe('accepted');
  });
});
