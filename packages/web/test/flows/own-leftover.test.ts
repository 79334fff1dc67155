/** The cancel of an order that was withdrawn before goes at the rate that was agreed to, and is checked as any cancel. */
import { coinToWire } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { buildCancel, planCancel } from '@rialto/psbt';
import { afterEach, expect, it, vi } from 'vitest';
import { prepareOwn } from '../../src/flows/own/own-act.ts';
import { order } from '../fake/exchange.ts';
import { cleanCoin, id, lotCoin, user } from '../fake/people.ts';

const me = user(7);
const lot = lotCoin(me, 1, 10n ** 19n);
const RATE = 60;
const withdrawn = order(3, { sellerAddress: me.address, coinAmount: '10', outpoint: lot.outpoint });

afterEach(() => {
  vi.unstubAllGlobals();
});

it('carries the consent to a rate far above Fast', async () => {
  const coins = [cleanCoin(me, 9, 500_000n)];
  const plan = planCancel({ lot, ownerScript: me.script, ownerKey: me.key, coins, feeRateSatVb: RATE });
  const built = buildCancel(plan);
  const data = {
    orderId: id(3),
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    coins: [plan.lot, ...plan.payments].map(coinToWire),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: RATE },
    expiresAt: 0,
  };
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Promise.resolve(Response.json({ code: 0, message: '', processingTime: 1, data }));
  });
  const { address, publicKey } = me;
  const actor = {
    user: { wallet: 'unisat', address, publicKey },
    session: { address, publicKey, signature: '', expiresAt: 0 },
  } as const;
  const params = { network: 'regtest', feeRateSatVb: RATE, highFee: true } as const;
  const { review } = await prepareOwn({ ...params, request: { kind: 'leftover', order: withdrawn } }, actor);
  expect(bodies).toMatchObject([{ feeRate: RATE, highFee: true }]);
  expect(review).toMatchObject({ mismatches: [], cost: built.fee });
});
