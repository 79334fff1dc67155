/** What leaves with something made beforehand, a message of MRC-20 or a lot of BRC-20: a redeem of each, and requests that make neither. */
import { hexToBytes } from '@rialto/protocols';
import { envelopeRequest, mineMvc, minted, pay } from '../exits.ts';
import { order, redeemIn } from '../orders.ts';
import type { Order, PaidIn } from '../orders.ts';
import { openStage } from '../stage.ts';
import type { AssetId, Stage } from '../stage.ts';

export interface Redeemed {
  readonly stage: Stage;
  readonly redeem: Order;
  readonly back: PaidIn;
}

/** 200,000 are locked; of them 100,000 come back. @param deep enough to be paid out */
export async function redeemedOf(
  asset: AssetId,
  options: Parameters<typeof openStage>[0] = {},
  deep = true,
): Promise<Redeemed> {
  const stage = await openStage({ assets: [asset], ...options });
  await minted(stage, asset, 200_000n);
  const redeem = order(asset, 'redeem');
  const back = redeemIn(stage, { asset, units: 1_000n, id: redeem.id });
  mineMvc(stage, deep ? 4 : 1);
  return { stage, redeem, back };
}

/** More than `mostPayoutFee`, and less than a coin holds: of a lot two transactions are paid for. */
const DEAR = { mrc20: 150, brc20: 100 } as const;

type Refused = readonly [string, (world: Redeemed) => Promise<unknown>, string];

const envelopeOf = ({ stage, back, redeem }: Redeemed) =>
  envelopeRequest(stage, back, { terms: redeem.terms }).envelope;

/** Why nothing is made, of either kind. @param locked a coin of what is locked */
export const notMade = (
  asset: keyof typeof DEAR,
  locked: (world: Redeemed) => Promise<string | undefined>,
): readonly Refused[] => [
  [
    'of terms that are another order’s',
    ({ stage, back }) =>
      Promise.resolve(envelopeRequest(stage, back, { terms: order(asset, 'redeem').terms })),
    'bridge-terms-differ',
  ],
  [
    'out of what is locked',
    async (world) => {
      const envelope = envelopeOf(world);
      return { op: 'bridgeEnvelope', envelope: { ...envelope, fees: [await locked(world)] } };
    },
    'not-yours',
  ],
  [
    'at a rate that costs too much',
    (world) =>
      Promise.resolve({
        op: 'bridgeEnvelope',
        envelope: { ...envelopeOf(world), feeRateSatVb: DEAR[asset] },
      }),
    'bridge-fees-high',
  ],
  [
    'for a deposit that never was',
    (world) => {
      const at = `${'7'.repeat(64)}:0`;
      const envelope = { ...envelopeOf(world), at, deposit: `mvc:${at}` };
      return Promise.resolve({ op: 'bridgeEnvelope', envelope });
    },
    'bridge-deposit-unknown',
  ],
  [
    'for what has left',
    async ({ stage, back, redeem }) => {
      const paid = await pay(stage, back, { terms: redeem.terms });
      stage.btc.send(hexToBytes(paid.raw));
      stage.btc.mine();
      return envelopeRequest(stage, back, { terms: redeem.terms });
    },
    'bridge-exit-made',
  ],
];
