/** An act on a pool from what is asked for to the signed half: built, or waiting for its turn, then reviewed, signed, handed in. */
import { call } from '../../data/calls/client.ts';
import { isUnanswered } from '../../data/calls/api-error.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { PoolKind } from '../../data/pools/pool-rules.ts';
import type { User } from '../account/account.ts';
import { signReviewed } from '../sign-reviewed.ts';
import type { PoolIntent } from './pool-intent.ts';
import type { PoolTask } from './asked-of-pool.ts';
import type { PoolReview } from './review-pool.ts';
import { rememberedBeside } from './signed-beside.ts';

const SWAPS = { '1x': 'build1x', '2x': 'build2x', x1: 'buildX1', x2: 'buildX2' } as const;

/** Nothing is signed and nothing is locked yet. */
export function buildPoolAct(intent: PoolIntent, session: Credential): Promise<PoolTask> {
  const named = {
    ...({ net: intent.network, address: intent.address, pubkey: intent.publicKey } as const),
    ...({ token1: 'btc', token2: intent.token, feeRate: intent.feeRateSatVb } as const),
    ...(intent.lots.length === 0 ? {} : { lots: [...intent.lots] }),
  };
  const request = { params: { kind: intent.kind }, session };
  switch (intent.act) {
    case 'swap':
      return call(SWAPS[intent.type], { ...request, body: { ...named, sourceAmount: intent.amount } });
    case 'init': {
      const body = { ...named, token1Amount: intent.sats, token2Amount: intent.units };
      return call('buildInit', { ...request, body });
    }
    case 'add':
      return call('buildAdd', {
        ...request,
        body: { ...named, source: intent.source, sourceAmount: intent.amount },
      });
    case 'remove':
      return call('buildRemove', { ...request, body: { ...named, removeEquity: intent.shares } });
  }
}

const TRIES = 4;
const PAUSE_MS = 1_500;

interface Signing {
  readonly kind: PoolKind;
  readonly user: User;
  readonly session: Credential;
}

/** Asks the wallet and hands the signed half in; once more where nobody answered, since the same task gets the same answer. */
export async function submitPoolAct(
  task: PoolTask,
  review: PoolReview,
  { kind, user, session }: Signing,
): Promise<void> {
  const { buildId, rawPsbt, toSignInputs: toSign } = task;
  const signer = { wallet: user.wallet, address: user.address };
  const [signed = ''] = await rememberedBeside(user.wallet, () =>
    signReviewed(review, [{ hex: rawPsbt ?? '', toSign }], signer),
  );
  const body = { buildId, rawPsbt: signed, address: user.address };
  for (let tries = 1; ; tries += 1) {
    try {
      await call('submitTask', { params: { kind }, session, body, idempotencyKey: buildId });
      return;
    } catch (error) {
      if (tries >= TRIES || !isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
