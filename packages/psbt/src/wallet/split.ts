/** Fan-out: many equal coins from few, for the stock of pads. */
import { invariant, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats, TxOutput } from '@rialto/protocols';
import { feeOfDraft, vsizeOf } from '../draft/draft.ts';
import type { Draft, Finished } from '../draft/draft.ts';
import { ownDraft, payFor, signOwn } from '../draft/own-transaction.ts';
import { DUST_FLOOR } from '../tx/size.ts';

export interface FanOutPlan {
  readonly payments: readonly Coin[];
  /** Who gets the equal coins. */
  readonly script: Uint8Array;
  readonly count: number;
  readonly value: Sats;
  /** Goes back to the script of the first coin. */
  readonly change: Sats | undefined;
  readonly fee: Sats;
  readonly vsize: number;
}

interface FanOutRequest extends Pick<FanOutPlan, 'script' | 'count' | 'value'> {
  readonly coins: readonly Coin[];
  readonly feeRateSatVb: number;
}

/** More outputs than this are made in several transactions. */
const MAX_EQUAL_COINS = 100;

/**
 * Plans the fan-out; all coins are of one script and one key. The equal coins are outputs 0 to count - 1.
 * @throws Refusal bad-request (count), too-small (value), and as `selectCoins`
 */
export function planFanOut(request: FanOutRequest): FanOutPlan {
  const { script, count, value, feeRateSatVb } = request;
  if (!Number.isInteger(count) || count < 1 || count > MAX_EQUAL_COINS)
    throw new Refusal('bad-request', 'count');
  if (value < DUST_FLOOR) throw new Refusal('too-small', `${value}`);
  const changeScript = request.coins[0]?.script ?? script;
  const selection = payFor({
    first: [],
    outputs: equalOutputs(request),
    coins: request.coins,
    changeScript,
    feeRateSatVb,
    target: sats(value * BigInt(count)),
  });
  const plan = { payments: selection.chosen, script, count, value, change: selection.change };
  const draft = fanOutDraft(plan);
  return { ...plan, fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

function equalOutputs({ script, count, value }: Pick<FanOutPlan, 'script' | 'count' | 'value'>): TxOutput[] {
  return Array.from({ length: count }, () => ({ value, script }));
}

function fanOutDraft(plan: Omit<FanOutPlan, 'fee' | 'vsize'>): Draft {
  const outputs = equalOutputs(plan);
  if (plan.change !== undefined) {
    const [first] = plan.payments;
    invariant(first !== undefined, 'change comes from a coin');
    outputs.push({ value: plan.change, script: first.script });
  }
  return ownDraft(plan.payments, outputs);
}

/** Signs the fan-out with the key of all its coins. Throws invariant when the key is another. */
export function signFanOut(plan: Omit<FanOutPlan, 'fee' | 'vsize'>, key: Uint8Array): Finished {
  return signOwn(fanOutDraft(plan), key);
}
