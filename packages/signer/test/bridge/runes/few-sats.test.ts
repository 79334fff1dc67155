/** A rune that was paid in by hand over fewer sats than an output of ours has: it leaves like any other. */
import { sats } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { giveRequest, mintPaid, minted, payRequest, redeemPaid } from '../exits.ts';
import { UNPAYABLE } from '../orders.ts';
import type { PaidIn } from '../orders.ts';
import { openStage, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';

/** As few as the network takes on a taproot output. */
function onDust(stage: Stage, { at }: PaidIn): void {
  const coin = stage.btc.settled.get(at);
  if (coin === undefined) throw new Error(`no coin ${at}`);
  stage.btc.settled.set(at, { ...coin, value: sats(330n) });
  stage.restart();
}

it('pays a redeem by itself', async () => {
  const stage = await openStage({ assets: ['rune'] });
  const paid = await minted(stage, 'rune', 900_000n);
  onDust(stage, paid);
  const redeem = redeemPaid(stage, { asset: 'rune' });
  const request = payRequest(stage, redeem, { ...redeem, spends: [paid.at] });
  expect(await verdict(stage.ask(request))).toBe('signed');
});

it('goes back', async () => {
  const stage = await openStage({ assets: ['rune'] });
  const paid = mintPaid(stage, { asset: 'rune', terms: UNPAYABLE });
  onDust(stage, paid);
  const request = payRequest(stage, paid, { ...paid, kind: 'refund' });
  expect(await verdict(stage.ask(request))).toBe('signed');
});

it('is paid out on MVC', async () => {
  const stage = await openStage({ assets: ['rune'] });
  const paid = mintPaid(stage, { asset: 'rune' });
  onDust(stage, paid);
  expect(await verdict(stage.ask(await giveRequest(stage, paid, paid)))).toBe('signed');
});
