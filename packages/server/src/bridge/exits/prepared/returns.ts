/** Lots on the locked script that nobody's exit waits for keep what is locked from being made other lots of: they come home, where it is needed. */
import { LOT_DEPTH, originAsset } from '@rialto/market';
import { DUST_FLOOR, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { bridgePayoutVsize } from '@rialto/psbt';
import { messageOf } from '../../../repeat.ts';
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import { namedCoins } from '../../../store/bridge/exit-store.ts';
import { lockedLots } from '../../../store/bridge/lot-store.ts';
import type { ReserveCoin } from '../../../store/bridge/reserve-coin.ts';
import type { BridgeContext } from '../../context.ts';
import type { Heights } from '../../follow/heights.ts';
import { feeCoinsFor } from '../fee-coins.ts';
import { HIGHER, PATIENT } from '../late.ts';
import type { Pauses } from '../pauses.ts';

/** Looked at in one go, and sent home. */
const [MOST_LOOKED, MOST_AT_ONCE] = [500, 20];

/** How a lot was sent home last: while it waits for a block, it is sent again at a higher rate by the same coins. */
interface SentHome {
  readonly height: number;
  readonly rate: number;
  readonly fees: readonly Outpoint[];
}

/** By the lot's coin. What a process before this one has sent is sent anew, at the rate of then. */
export type Returns = Map<string, SentHome>;

interface Short {
  readonly heights: Heights;
  readonly pauses: Pauses;
  readonly returns: Returns;
  /** Lots that exits wait for. */
  readonly kept: ReadonlySet<string>;
  /** Units that are missing. */
  readonly missing: bigint;
}

/** The largest first, until what is on its way makes up for what is missing. */
export async function returnLots(
  context: BridgeContext,
  known: KnownAsset,
  { heights, pauses, returns, kept, missing }: Short,
): Promise<void> {
  const { store, chain } = context;
  const all = (await lockedLots(store.db, known)).filter(({ outpoint }) => !kept.has(outpoint));
  const looked = all.slice(0, MOST_LOOKED);
  const moving = await chain.spendingOf(looked.map(({ outpoint }) => outpoint as Outpoint));
  const named = await namedCoins(store.db);
  const resting = new Set(pauses.resting(context.now(), heights));
  const short = `short ${known.asset.id}`;
  if (!resting.has(short)) {
    context.warn('too little of an asset of the bridge is available: lots that lock it up come home', {
      ...{ asset: known.asset.id, missing: missing.toString() },
    });
    // Not with every look.
    pauses.failed(short, 'waits', context.now(), heights);
  }
  const rate = (await context.plans()).avg;
  const isLate = (last: SentHome | undefined): boolean =>
    last !== undefined && heights.btc - last.height >= PATIENT && rate >= last.rate * HIGHER;
  const isDue = ({ outpoint, height }: ReserveCoin): boolean =>
    heights.btc - (height ?? heights.btc) + 1 >= LOT_DEPTH.minConfirmations &&
    !named.has(outpoint) &&
    !resting.has(nameOf(outpoint));
  let [left, tried] = [missing, 0];
  for (const one of looked) {
    if (left <= 0n || tried === MOST_AT_ONCE) return;
    const lot = one.outpoint as Outpoint;
    const last = returns.get(lot);
    let isComing = moving.has(lot);
    if ((!isComing || isLate(last)) && isDue(one)) {
      tried += 1;
      const fees = await sentHome(context, known, { lot, rate, last });
      if (fees !== undefined) returns.set(lot, { height: heights.btc, rate, fees });
      isComing ||= fees !== undefined;
      pauses.failed(nameOf(lot), 'waits', context.now(), heights);
    }
    if (isComing) left -= one.units;
  }
}

const nameOf = (lot: string): string => `return ${lot}`;

interface Home {
  readonly lot: Outpoint;
  readonly rate: number;
  readonly last: SentHome | undefined;
}

/** @returns the coins that pay for it; undefined where it cannot be now */
async function sentHome(
  context: BridgeContext,
  known: KnownAsset,
  { lot, rate, last }: Home,
): Promise<readonly Outpoint[] | undefined> {
  const { asset, keys } = known;
  try {
    const shape = {
      ...{ pays: originAsset(asset.origin), receiver: hexToBytes(keys.lockedScript), lockedCoins: 1 },
      signers: keys.signers?.length ?? 1,
    };
    const paying = await feeCoinsFor(
      context,
      { known, kind: 'payout' },
      {
        named: await namedCoins(context.store.db),
        before: last === undefined ? undefined : { inputs: [], fees: last.fees },
        needOf: (feeCoins) =>
          BigInt(Math.ceil(bridgePayoutVsize({ ...shape, feeCoins }) * rate)) + 2n * DUST_FLOOR,
      },
    );
    const fees = paying.map(({ outpoint }) => outpoint);
    const { raw } = await context.custody.back({ asset: asset.id, lot, fees, feeRateSatVb: rate });
    const verdict = await context.chain.send(hexToBytes(raw));
    return verdict.accepted || verdict.why === 'known' ? fees : undefined;
  } catch (error) {
    context.warn('a lot cannot come home yet', { lot, error: messageOf(error) });
    return undefined;
  }
}
