/** The writing side of the bridge, of one process at a time: looks at both chains every second and with every piece of news, and lets out what is due. */
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { messageOf } from '../repeat.ts';
import { allAssets } from '../store/bridge/asset-store.ts';
import { unread } from '../store/bridge/seen-store.ts';
import { keepSigner } from './assets/keep-signer.ts';
import type { BridgeContext } from './context.ts';
import { checkReserves } from './equation.ts';
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
const MOST_UNREAD = 500;

type Follow = (script: Uint8Array) => Promise<void>;

/** One look at everything. */
async function stepBridge(context: BridgeContext, leaving: Leaving): Promise<void> {
  const assets = await allAssets(context.store.db);
  if (assets.length === 0) return;
  const heights = await followDeposits(context);
  if (heights === undefined) return;
  const open = await takeUpSigned(context, leaving.asked);
  await settleExits(context, heights);
  // Of a deposit whose block has not been read nobody knows what is owed.
  const unknown = (await unread(context.store.db, MOST_UNREAD)).map(({ asset }) => asset);
  await checkReserves(context, new Set([...open, ...unknown]));
  await orLater(() => keepSigner(context));
  await resendExits(context);
  await renewExits(context, heights, leaving);
  await leaveDeposits(context, heights, leaving);
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
  const leaving: Leaving = { asked: new Set(), pauses: openPauses() };
  const followed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let said = '';
  const step = async (): Promise<void> => {
    try {
      await followScripts(context, follow, followed);
      await stepBridge(context, leaving);
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

/** The coins of every locked script and of the fee wallet are known. */
async function followScripts({ store }: BridgeContext, follow: Follow, followed: Set<string>): Promise<void> {
  for (const { keys } of await allAssets(store.db))
    for (const script of [keys.lockedScript, keys.feeScript]) {
      if (followed.has(script)) continue;
      await follow(hexToBytes(script));
      followed.add(script);
    }
}
