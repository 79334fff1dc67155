/**
 * The dissolution of a lane: signed before the lane is made, good after its height, void as soon as the lane is spent. It pays the
 * providers when nobody spends the lane any more (pools §9). Only its first transaction waits; what it makes for the leaves is
 * spent at once.
 */
import { bytesToHex, equalBytes, invariant, outpoint, sats, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, RuneAsset, ScriptHex, TxOutput } from '@rialto/protocols';
import { bodyOf, coinsOf, finish, kindsOf, transactionOf, unconfirmedOf } from '../../draft/draft.ts';
import type { Draft, Finished } from '../../draft/draft.ts';
import { effects, sameEffects } from '../../effects/effects.ts';
import type { EffectsContext, Meaning } from '../../effects/effects.ts';
import { intentOf } from '../../effects/intent.ts';
import { labelOf } from '../../effects/moves.ts';
import { runeOf } from '../../effects/rune-flow.ts';
import { runestoneOutput } from '../../tokens/runestone-output.ts';
import type { Verifier } from '../../tx/signature.ts';
import { MAX_FEE_RATE } from '../../tx/size.ts';
import type { DissolutionList } from './dissolution-list.ts';
import { edictsOf } from './dissolution-tree.ts';
import type { PaidPart, Payout } from './dissolution-tree.ts';
import { unitsOf } from '../pool-draft.ts';
import { poolInput, poolWitnesses, signPool } from '../pool-script.ts';
import type { PoolHalf, PoolScript } from '../pool-script.ts';
import { runeOn } from '../pool-user.ts';

/** How many blocks nobody spends a lane before it is paid out: two weeks. */
const DISSOLUTION_BLOCKS = 2_016;
/** From here on a locktime is a time of day (BIP-65). */
const FIRST_TIME = 500_000_000;

export interface DissolutionPlan {
  readonly pool: PoolScript;
  /** The lane, which may not be made yet. */
  readonly lane: Coin;
  readonly payout: Payout;
  /** Of the block whose share ledger the list is. */
  readonly listHeight: number;
  /** The height of the last block before the one it may be mined in. */
  readonly locktime: number;
}

interface DissolutionRequest {
  readonly pool: PoolScript;
  readonly lane: Coin;
  readonly list: DissolutionList;
  readonly listHeight: number;
  /** How long nobody spends the lane; 2,016 blocks by default. */
  readonly blocks?: number;
}

/**
 * Plans the dissolution of a lane, after a look at what its transactions would do.
 * @throws Refusal script-not-allowed (no coin of the pool, or the list is of another pool), not-a-lot or lot-mixed (not one rune on it),
 *   amount-differs (the list is of another lane), too-small (it could pay nobody), bad-request (the height), too-large (a message that
 *   not every node relays)
 * @throws invariant when a transaction would not do what the list says
 */
export function planDissolution(request: DissolutionRequest): DissolutionPlan {
  const { pool, lane, list, listHeight, blocks = DISSOLUTION_BLOCKS } = request;
  const locktime = listHeight + blocks;
  const isHeight = Number.isInteger(locktime) && listHeight >= 0 && blocks > 0 && locktime < FIRST_TIME;
  if (!isHeight) throw new Refusal('bad-request', 'height');
  poolInput(lane, pool);
  const { amount } = runeOn(lane);
  if (lane.value !== list.lane.value || amount !== list.lane.amount)
    throw new Refusal('amount-differs', lane.outpoint);
  if (list.payout === undefined) throw new Refusal('too-small', `a lane of ${lane.value} sat`);
  if (list.rest !== undefined && !equalBytes(list.rest.script, pool.script))
    throw new Refusal('script-not-allowed', 'the list is of another pool');
  const plan: DissolutionPlan = { pool, lane, payout: list.payout, listHeight, locktime };
  for (const step of stepsOf(plan)) {
    const { draft } = step;
    const context = { kinds: kindsOf(draft), ...contextOfStep(step) };
    const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), context);
    invariant(sameEffects(does, intentOfStep(step)), 'the effects are the intended ones');
  }
  return plan;
}

/** One transaction of a dissolution. */
interface Step {
  readonly draft: Draft;
  readonly payout: Payout;
  readonly rune: RuneAsset;
}

/** The root first, and each before what spends of it. */
function stepsOf(plan: DissolutionPlan): readonly Step[] {
  return stepsFrom(plan.lane, plan.payout, { ...plan, rune: runeOn(plan.lane) });
}

interface Frame {
  readonly pool: PoolScript;
  readonly rune: RuneAsset;
  readonly locktime: number;
}

function stepsFrom(coin: Coin, payout: Payout, { pool, rune, locktime }: Frame): readonly Step[] {
  const outputs = [...payout.outputs.map(outputOf), stoneOf(payout, rune)];
  const draft: Draft = { inputs: [poolInput(coin, pool)], outputs, locktime };
  const { txid } = transactionOf(bodyOf(draft));
  const below = payout.outputs.flatMap((part, vout): readonly Step[] => {
    if (part.below === undefined) return [];
    const made = { ...outputOf(part), outpoint: outpoint(txid, vout), assets: held(part, rune) };
    return stepsFrom(made, part.below, { pool, rune, locktime: 0 });
  });
  return [{ draft, payout, rune }, ...below];
}

const outputOf = ({ value, script }: PaidPart): TxOutput => ({ value: sats(value), script });

function held({ amount }: PaidPart, rune: RuneAsset): readonly RuneAsset[] {
  return amount === 0n ? [] : [unitsOf(rune, amount)];
}

function stoneOf({ outputs }: Payout, { asset }: RuneAsset): TxOutput {
  return runestoneOutput({ edicts: edictsOf(runeOf(asset), outputs), pointer: 0 }, outputs.length + 1);
}

/** The transactions, without signatures: the root first, and each before what spends of it. */
export function buildDissolution(plan: DissolutionPlan): readonly Uint8Array[] {
  return stepsOf(plan).map(({ draft }) => writeBase(bodyOf(draft)));
}

/**
 * One signer's half of each transaction.
 * @param unsigned what the signer is asked to sign, in the order of `buildDissolution`
 * @throws Refusal psbt-changed when those are not the plan's byte for byte
 * @throws invariant when the key is none of the pool's
 */
export function signDissolution(
  plan: DissolutionPlan,
  unsigned: readonly Uint8Array[],
  secret: Uint8Array,
): readonly PoolHalf[] {
  const steps = stepsOf(plan);
  if (unsigned.length !== steps.length) throw new Refusal('psbt-changed');
  return steps.map(({ draft }, at) => signPool(draft, plan.pool, unsigned[at] ?? NOTHING, secret));
}

const NOTHING = new Uint8Array(0);

/**
 * The final transactions, in the order in which they are sent.
 * @param halves of each signer what `signDissolution` returned
 * @throws Refusal signature-missing when too few signed
 * @throws invariant unless every signature verifies and the effects of each transaction are the plan's
 */
export function finishDissolution(
  plan: DissolutionPlan,
  halves: readonly (readonly PoolHalf[])[],
  verifier?: Verifier,
): readonly Finished[] {
  return stepsOf(plan).map((step, at) => {
    const signed = halves.flatMap((half) => half[at] ?? []);
    const witnesses = poolWitnesses(step.draft, plan.pool, signed);
    const expected = { intent: intentOfStep(step), context: contextOfStep(step) };
    return finish(step.draft, witnesses, expected, verifier);
  });
}

function intentOfStep({ draft, payout, rune }: Step): Meaning {
  const intent = intentOf();
  draft.inputs.forEach(({ coin }, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  payout.outputs.forEach((part, index) => {
    const owner = bytesToHex(part.script) as ScriptHex;
    for (const { amount } of held(part, rune)) intent.gets(owner, { ...labelOf(rune), amount, index });
  });
  return intent.meaning();
}

function contextOfStep({ draft }: Step): EffectsContext {
  const output = draft.outputs.length - 1;
  const stone = draft.outputs[output];
  invariant(stone !== undefined, 'a dissolution has a message');
  const held = unconfirmedOf(draft.inputs.map(({ coin }) => coin));
  return { messages: [{ output, script: stone.script }], held, feeRateLimit: MAX_FEE_RATE };
}

/** At least 5 sat/vB, and twice the cheapest rate of the day: nobody can raise it later. @param ecoSatVb in sat/vB */
export function dissolutionRate(ecoSatVb: number): number {
  return Math.max(LEAST_RATE, 2 * ecoSatVb);
}

const LEAST_RATE = 5;
