/** A lot that a stranger has inscribed onto the locked script comes home, and its amount is available again: nothing leaves by it, and no exit dies of it. */
import { bytesToHex, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { BRC20 } from '../assets.ts';
import { lotted, mineMvc, minted, pay, payRequest } from '../exits.ts';
import type { Paid } from '../exits.ts';
import { MALLORY, order, redeemIn } from '../orders.ts';
import { openStage, told, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { inscribed, lotOf } from './lots.ts';

const lockedOf = (stage: Stage): Uint8Array => stage.keys('brc20').locked.script.script;

/** 200,000 are locked, and a stranger locks up 150,000 of them. */
async function lockedUp(options: Parameters<typeof openStage>[0] = {}) {
  const stage = await openStage({ assets: ['brc20'], ...options });
  await minted(stage, 'brc20', 200_000n);
  const { outpoint } = inscribed(stage.btc, MALLORY, { units: 150_000n, onto: lockedOf(stage) });
  stage.btc.mine(3);
  return { stage, lot: outpoint };
}

function requestOf(stage: Stage, lot: Outpoint, more: Readonly<Record<string, unknown>> = {}) {
  const fees = bytesToHex(stage.keys('brc20').fees.btc.script.script);
  const [paying] = [...stage.btc.settled.values()].filter((one) => bytesToHex(one.script) === fees);
  const back = { asset: 'brc20', lot, fees: [paying?.outpoint ?? ''], feeRateSatVb: 3, ...more };
  return { op: 'bridgeReturn', back };
}

/** The coin that the only deposit came on. */
function paidIn(stage: Stage, lot: Outpoint): Outpoint {
  const home = bytesToHex(lockedOf(stage));
  const [first] = [...stage.btc.settled.values()].filter(
    ({ script, outpoint }) => bytesToHex(script) === home && outpoint !== lot,
  );
  if (first === undefined) throw new Error('nothing was paid in');
  return first.outpoint;
}

const available = (stage: Stage): bigint => stage.btc.tokens.freeOn(lockedOf(stage), BRC20);

describe.each([1, 2])('with signers: %i', (signers) => {
  it('it comes home, is answered alike, and the payout that waited for it leaves', async () => {
    const { stage, lot } = await lockedUp({ signers });
    expect(available(stage)).toBe(50_000n);
    const request = requestOf(stage, lot);
    const made = await told<Paid>(stage.ask(request));
    expect((await told<Paid>(stage.ask(request))).txid).toBe(made.txid);
    const tx = readTransaction(hexToBytes(made.raw));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    expect(tx.outputs[0]?.script).toEqual(lockedOf(stage));
    stage.btc.send(hexToBytes(made.raw));
    stage.btc.mine();
    expect(available(stage)).toBe(200_000n);
    const redeem = order('brc20', 'redeem');
    const back = redeemIn(stage, { asset: 'brc20', units: 1_000n, id: redeem.id });
    mineMvc(stage, 4);
    expect((await pay(stage, back, { terms: redeem.terms })).out).toBe('98800');
  });
});

describe('it is not sent home', () => {
  it.each<[string, (stage: Stage, lot: Outpoint) => Promise<unknown>, string]>([
    [
      'while it is two blocks deep',
      (stage) => {
        const young = inscribed(stage.btc, MALLORY, { units: 10_000n, onto: lockedOf(stage) });
        stage.btc.mine();
        return Promise.resolve(requestOf(stage, young.outpoint));
      },
      'bridge-deposit-waits',
    ],
    [
      'where it is somebody else’s',
      (stage) => {
        const other = lotOf(stage.btc, MALLORY, 10_000n);
        stage.btc.mine(3);
        return Promise.resolve(requestOf(stage, other.outpoint));
      },
      'not-yours',
    ],
    [
      'where it is one that has moved: what somebody paid in',
      (stage, lot) => Promise.resolve(requestOf(stage, paidIn(stage, lot))),
      'not-a-lot',
    ],
    [
      'out of what is locked',
      (stage, lot) => {
        return Promise.resolve(requestOf(stage, lot, { fees: [paidIn(stage, lot)] }));
      },
      'not-yours',
    ],
    [
      'at a rate that costs too much',
      (stage, lot) => Promise.resolve(requestOf(stage, lot, { feeRateSatVb: 150 })),
      'bridge-fees-high',
    ],
    [
      'of an asset that has no lots',
      (stage, lot) => Promise.resolve(requestOf(stage, lot, { asset: 'btc' })),
      'bad-request',
    ],
    [
      'twice by one coin',
      (stage, lot) => Promise.resolve(requestOf(stage, lot, { fees: [lot] })),
      'not-yours',
    ],
  ])('%s', async (_, of, code) => {
    const { stage, lot } = await lockedUp({ assets: ['btc', 'brc20'] });
    expect(await verdict(stage.ask(await of(stage, lot)))).toBe(code);
  });

  it.each(['made up', 'of another coin'])(
    'where the index alone says that a lot %s lies there',
    async (which) => {
      const { stage, lot } = await lockedUp();
      const at = paidIn(stage, lot);
      const honest = stage.btcIndex;
      const inscriptionAt = (point: Outpoint) =>
        stage.btc.settled.get(point)?.assets.find((one) => one.kind === 'inscription');
      const [own, real] = [inscriptionAt(at), inscriptionAt(lot)];
      if (own === undefined || real?.transfer === undefined) throw new Error('both are inscriptions');
      const id = which === 'made up' ? (`${'ab'.repeat(32)}i0` as typeof own.id) : real.id;
      stage.btcIndex = {
        ...honest,
        assetsOn: async (points) => {
          const said = await honest.assetsOn(points);
          return { ...said, assets: new Map(said.assets).set(at, [own, { ...real, id }]) };
        },
      };
      expect(await verdict(stage.ask(requestOf(stage, at)))).toBe('not-a-lot');
      // The real one comes home all the same.
      stage.btcIndex = honest;
      expect(await verdict(stage.ask(requestOf(stage, lot)))).toBe('signed');
    },
  );

  it('while an exit may still spend it', async () => {
    const stage = await openStage({ assets: ['brc20'] });
    await minted(stage, 'brc20', 200_000n);
    const redeem = order('brc20', 'redeem');
    const back = redeemIn(stage, { asset: 'brc20', units: 1_000n, id: redeem.id });
    mineMvc(stage, 4);
    const lot = await lotted(stage, back, { terms: redeem.terms });
    await told<Paid>(stage.ask(payRequest(stage, back, { terms: redeem.terms, spends: [lot] })));
    expect(await verdict(stage.ask(requestOf(stage, lot)))).toBe('bridge-short');
  });

  it('for more than refunds may cost within the hour', async () => {
    const { stage, lot } = await lockedUp({ config: { BRIDGE_BTC_FEES_PER_HOUR: 1_000n } });
    expect(await verdict(stage.ask(requestOf(stage, lot)))).toBe('limit-reached');
  });

  it('while its operator has stopped the asset', async () => {
    const { stage, lot } = await lockedUp();
    stage.stopped = true;
    expect(await verdict(stage.ask(requestOf(stage, lot)))).not.toBe('signed');
  });
});
