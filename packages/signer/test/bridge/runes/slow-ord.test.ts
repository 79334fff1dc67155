/** Of an ord only what counts is asked, once, in time; and whoever has nothing to do with it does not wait for it (bridge §6). */
import { describe, expect, it } from 'vitest';
import { pictureOn } from '../../memory/people.ts';
import { giveRequest, mintPaid, minted, payRequest, redeemPaid } from '../exits.ts';
import { MALLORY, payIn } from '../orders.ts';
import { openOrdStandIn } from './ord.ts';
import type { OrdStandIn } from './ord.ts';
import { openStage, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';

async function checked(): Promise<Stage & { readonly ord: OrdStandIn }> {
  const ord = await openOrdStandIn();
  const stage = await openStage({ assets: ['btc', 'rune'], config: { BRIDGE_RUNES_CHECK: ord.url } });
  ord.chain = stage.btc;
  return Object.assign(stage, { ord });
}

const outputsIn = ({ asked }: OrdStandIn): string[] => asked.filter((path) => path.startsWith('/output/'));

describe('an ord', () => {
  it('is not asked about a coin that counts for nothing, whose list would be too long', async () => {
    const stage = await checked();
    await minted(stage, 'rune', 900_000n);
    const sent = payIn(stage, { asset: 'rune', amount: 1n, id: 'cd'.repeat(16), by: MALLORY });
    stage.btc.mine(3);
    const found = stage.btc.settled.get(sent.at);
    if (found === undefined) throw new Error(`no coin ${sent.at}`);
    stage.btc.settled.set(sent.at, { ...found, assets: [...found.assets, pictureOn('one of very many')] });
    stage.ord.inscribed.set(sent.at, 80_000);
    const redeem = redeemPaid(stage, { asset: 'rune' });
    expect(await verdict(stage.ask(payRequest(stage, redeem, redeem)))).toBe('signed');
    const mint = mintPaid(stage, { asset: 'rune' });
    expect(await verdict(stage.ask(await giveRequest(stage, mint, mint)))).toBe('signed');
    expect(stage.ord.asked.some((path) => path.includes(sent.at))).toBe(false);
  });

  it('is asked once about each coin of an exit, and at each block', async () => {
    const stage = await checked();
    const { at } = await minted(stage, 'rune', 900_000n);
    const redeem = redeemPaid(stage, { asset: 'rune' });
    const request = payRequest(stage, redeem, redeem);
    stage.btc.mine();
    stage.ord.asked.length = 0;
    expect(await verdict(stage.ask(request))).toBe('signed');
    expect(outputsIn(stage.ord).toSorted()).toEqual(
      [at, ...request.pay.fees].map((point) => `/output/${point}`).toSorted(),
    );
  });

  it('that is silent keeps no sats waiting, however many runes wait for it', async () => {
    const stage = await checked();
    const rune = mintPaid(stage, { asset: 'rune' });
    const sats = mintPaid(stage);
    const ofRune = await giveRequest(stage, rune, rune);
    const ofSats = await giveRequest(stage, sats, sats);
    stage.ord.mood = 'silent';
    const order: string[] = [];
    const asked = (name: string, request: unknown) =>
      verdict(stage.ask(request)).then((said) => order.push(`${name}: ${said}`));
    const runes = [asked('rune', ofRune), asked('rune', ofRune)];
    await asked('sats', ofSats);
    expect(order).toEqual(['sats: signed']);
    await Promise.all(runes);
    expect(order).toEqual(['sats: signed', 'rune: bridge-units-unchecked', 'rune: bridge-units-unchecked']);
  });

  it('is asked nothing for who has hung up', async () => {
    const stage = await checked();
    const rune = mintPaid(stage, { asset: 'rune' });
    const request = await giveRequest(stage, rune, rune);
    stage.ord.mood = 'silent';
    const first = verdict(stage.ask(request));
    const second = verdict(stage.ask(request, () => true));
    expect(await first).toBe('bridge-units-unchecked');
    const { length } = stage.ord.asked;
    expect(await second).toBe('signer-refused');
    expect(stage.ord.asked).toHaveLength(length);
  });

  it('has one time for all that it is asked at once', async () => {
    const stage = await checked();
    const rune = mintPaid(stage, { asset: 'rune' });
    const request = await giveRequest(stage, rune, rune);
    // Four questions, each of them in time.
    stage.ord.delay = 800;
    const started = performance.now();
    const given = await stage.ask(request);
    expect(given).toMatchObject({ detail: 'bridge-units-unchecked: ord does not answer in time' });
    expect(performance.now() - started).toBeLessThan(6_000);
    stage.ord.delay = 0;
    expect(await verdict(stage.ask(request))).toBe('signed');
  });
});
