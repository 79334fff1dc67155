/** The writing side of the bridge, of one process at a time: looks at both chains every second and with every piece of news, and lets out what is due. */
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { messageOf } from '../repeat.ts';
import { allAssets } from '../store/bridge/asset-store.ts';
import type { KnownAsset } from '../store/bridge/asset-store.ts';
import { unreadAssets } from '../store/bridge/seen-store.ts';
import { keepSigner, openWatch } from './assets/keep-signer.ts';
import type { SignerWatch } from './assets/keep-signer.ts';
import type { BridgeContext } from './context.ts';
import { checkReserves } from './equation.ts';
import { makeEnvelopes } from './exits/prepared/envelopes.ts';
import type { Returns } from './exits/prepared/returns.ts';
import { leaveWithLots } from './exits/prepared/lot-refunds.ts';
import { leaveDeposits } from './exits/leave.ts';
import type { Leaving } from './exits/leave.ts';
import { openPauses } from './exits/pauses.ts';
import { renewExits } from './exits/renew.ts';
import { resendExits } from './exits/send.ts';
import { settleExits } from './exits/settle.ts';
import { takeUpSigned } from './exits/signed/take-up.ts';
import { followDeposits } from './follow/follow.ts';
import { resendPayments } from './orders/resend.ts';

const STEP_MS = 1_000;
/** News comes in bursts. */
const LEAST_MS = 100;

type Follow = (script: Uint8Array) => Promise<void>;

/** One look at everything. */
async function stepBridge(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  { watch, returns, ...leaving }: Leaving & { readonly watch: SignerWatch; readonly returns: Returns },
): Promise<void> {
  const { db } = context.store;
  const heights = await followDeposits(context, assets);
  if (heights === undefined) return;
  const open = await takeUpSigned(context, assets, leaving.asked);
  await settleExits(context, assets, heights);
  // Of a deposit whose block has not been read nobody knows what is owed.
  await checkReserves(context, assets, new Set([...open, ...(await unreadAssets(db))]));
  await orLater(() => keepSigner(context, assets, watch));
  // What was found until now may stop one of them.
  const now = await allAssets(db);
  await resendExits(context, now);
  await renewExits(context, now, heights, leaving);
  await leaveDeposits(context, now, heights, leaving);
  await leaveWithLots(context, now, { heights, pauses: leaving.pauses });
  await makeEnvelopes(context, now, { heights, pauses: leaving.pauses, returns });
  await resendPayments(context, heights);
}

/** Without the signer everything is still followed. */
async function orLater(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

export function leadBridge(context: BridgeContext, follow: Follow): { wake(): void; stop(): Promise<void> } {
  const kept = { asked: new Set<string>(), pauses: openPauses(), watch: openWatch(), returns: new Map() };
  const followed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let said = '';
  const step = async (): Promise<void> => {
    try {
      const assets = await allAssets(context.store.db);
      await followScripts(assets, follow, followed);
      if (assets.length > 0) await stepBridge(context, assets, kept);
      said = '';
    } catch (error) {
      const message = error instanceof Refusal ? error.message : messageOf(error);
      if (message !== said) context.warn('the bridge could not look at everything', { error: message });
      said = message;
    }
  };
  const run = (): void => {
    timer = undefined;
    isWanted = false;
    running = step().finally(() => {
      running = undefined;
      plan(isWanted ? LEAST_MS : STEP_MS);
    });
  };
  const plan = (ms: number): void => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  plan(LEAST_MS);
  return {
    wake: () => {
      isWanted = true;
      if (running === undefined) plan(LEAST_MS);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The coins of every locked script and of the fee wallet get known; one that is being read yet is asked for again with the next look. */
async function followScripts(
  assets: readonly KnownAsset[],
  follow: Follow,
  followed: Set<string>,
): Promise<void> {
  for (const { keys } of assets)
    for (const script of [keys.lockedScript, keys.feeScript]) {
      if (followed.has(script)) continue;
      await orLater(async () => {
        await follow(hexToBytes(script));
        followed.add(script);
      });
    }
}
