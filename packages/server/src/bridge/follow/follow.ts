/** One look at both chains: new coins on the bridge's scripts, where each deposit is now, and whether it fits its order. */
import { bridgeScripts } from '@rialto/market';
import type { RefusalCode } from '@rialto/refusals';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { newBtcCoins } from '../../store/bridge/coin-store.ts';
import { moveDeposits, noteDeposits } from '../../store/bridge/deposit-store.ts';
import { mineMvcExits } from '../../store/bridge/exit-store.ts';
import { depositsToJudge } from '../../store/bridge/judge-store.ts';
import { newMvcCoins } from '../../store/bridge/mvc-coin-store.ts';
import { moveSeen, unread } from '../../store/bridge/seen-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from './heights.ts';
import { misfitOf } from './judge.ts';
import { findPlaces } from './places.ts';
import { readAgain, takeInBtc } from './read-btc.ts';
import { takeInMvc } from './read-mvc.ts';

/** Coins that are looked at in one go; the rest a moment later. */
const MOST_NEW = 200;
/** The rune or the order of more than so many are read with the next look. */
const MOST_UNREAD = 500;
const MOST_JUDGED = 2_000;

/** @returns the heights by which it was told; undefined while an index has no block */
export async function followDeposits(
  context: BridgeContext,
  assets: readonly KnownAsset[],
): Promise<Heights | undefined> {
  const { store, ledger, mvc } = context;
  for (const known of assets) await takeInNew(context, known);
  const [btc, other] = await Promise.all([ledger.tip(), mvc.ledger.tip()]);
  if (btc.height < 0 || other === undefined) return undefined;
  const heights = { btc: btc.height, mvc: other.height };
  await store.transact(
    async (tx) => {
      await moveSeen(tx, heights);
      await mineMvcExits(tx);
    },
    { isolationLevel: 'repeatable read' },
  );
  const byId = new Map(assets.map((known) => [known.asset.id, known]));
  await readAgain(context, byId, await unread(store.db, MOST_UNREAD));
  await findPlaces(context);
  await judgeAll(context, byId);
  return heights;
}

async function takeInNew(context: BridgeContext, known: KnownAsset): Promise<void> {
  const { db } = context.store;
  const { keys, asset } = known;
  for (const coin of await newBtcCoins(db, keys.lockedScript, MOST_NEW))
    await takeInBtc(context, known, coin);
  for (const coin of await newMvcCoins(db, [keys.stockHash, keys.inletHash], asset.token, MOST_NEW))
    await takeInMvc(context, known, coin);
}

/** What a block brought may make another payment the first of its order. */
async function judgeAll({ store }: BridgeContext, assets: ReadonlyMap<string, KnownAsset>): Promise<void> {
  const own = bridgeScripts([...assets.values()].map(({ keys }) => keys));
  await store.transact(async (tx) => {
    const fits: string[] = [];
    const misfits = new Map<RefusalCode, string[]>();
    for (const judged of await depositsToJudge(tx, MOST_JUDGED)) {
      const { deposit } = judged;
      const known = assets.get(deposit.asset);
      if (known === undefined) continue;
      const reason = misfitOf(known.asset, judged, own);
      if (reason === undefined) {
        if (deposit.status === 'refused') fits.push(deposit.name);
      } else if (deposit.status !== 'refused' || deposit.reason !== reason) {
        const same = misfits.get(reason) ?? [];
        misfits.set(reason, same);
        same.push(deposit.name);
      }
    }
    await moveDeposits(tx, 'accept', fits, { reason: '', wait: null });
    for (const [reason, names] of misfits) {
      await moveDeposits(tx, 'refuse', names, { wait: null });
      await noteDeposits(tx, names, { reason });
    }
  });
}
