/**
 * Parked tokens taken back by their owner: what he signs is built from our index, completed and sent. Nothing is kept between the two calls
 * and no key of ours is needed, so whoever has his key can do the same without us (mvc §6).
 */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import type { IndexedMvcToken } from '@rialto/ground';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfTakeBack,
  hash160,
  keyHashOf,
  nameMvcTransaction,
  planTakeBackCheck,
  planTakeBackOver,
  readMvcTransaction,
  readP2pkhScriptSig,
  scriptHolder,
  takeBackFees,
  takeBackNeeds,
  verifyMvcSignature,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TakeBackRequest } from '@rialto/mvc';
import { bytesToHex, equalBytes, hexToBytes, isFlaw, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { openParkings } from '../store/acts.ts';
import { coinAt, readOurs, transactionsOf } from '../swaps/plan-act.ts';
import type { Known } from '../swaps/plan-act.ts';
import { previousOf } from '../swaps/build.ts';
import { usersHalf } from '../swaps/submit.ts';
import { spaceFor } from '../swaps/user-coins.ts';
import { wholeSwap } from '../swaps/whole-swap.ts';

/**
 * @throws Refusal coin-unknown (nothing of his is parked there), coin-spent, coin-unconfirmed, token-not-followed, swaps-waiting (liquidity
 *   of his that was signed spends it), and as `spaceFor`
 */
export async function buildTakeBack(
  context: MvcContext,
  { publicKey, coin: point }: BodyOf<'mvcBuildTakeBack'>,
): Promise<AnswerOf<'mvcBuildTakeBack'>> {
  const userKey = hexToBytes(publicKey);
  const found = await parkedAt(context, hash160(userKey), point as Outpoint);
  const { codehash, genesis, amount } = found.token;
  const request = (userCoins: readonly MvcCoin[]): TakeBackRequest => ({
    ...{ token: { codehash, genesis }, userKey, parked: [found], userCoins },
    tokenSats: TOKEN_OUTPUT_SATS,
  });
  // What it counts does not depend on who pays.
  const check = checkOfTakeBack(request([found]));
  const feesOf = (paying: number) => takeBackFees(check, paying, context.settings.feeRate);
  const coins = await spaceFor(context, hash160(userKey), (paying) =>
    takeBackNeeds(feesOf(paying), found.value),
  );
  const fees = feesOf(coins.length);
  const known = await transactionsOf(
    context,
    [found, ...coins].map(({ outpoint: one }) => one),
  );
  const script = await context.contracts.checkScript(check);
  const plan = planTakeBackCheck(request(coins.map((coin) => coinAt(known, coin.outpoint))), {
    ...{ script, sats: CHECK_SATS, fee: fees.check },
  });
  return {
    ...{ codehash, genesis, units: amount.toString() },
    check: bytesToHex(writeMvcTransaction(bodyOfPlan(plan))),
    previous: previousOf(plan, known),
    parked: rawOf(known, found.outpoint),
    userCoins: coins.map((coin) => coin.outpoint),
    fee: fees.back.toString(),
  };
}

function rawOf(known: Known, point: Outpoint): string {
  const tx = [...known.values()].find(({ txid }) => point.startsWith(txid));
  if (tx === undefined) throw new Refusal('coin-unknown', point);
  return bytesToHex(writeMvcTransaction(tx));
}

async function parkedAt(context: MvcContext, keyHash: Uint8Array, point: Outpoint): Promise<IndexedMvcToken> {
  const { ledger, store } = context;
  const found = (await ledger.tokensOf(scriptHolder(keyHash))).find((coin) => coin.outpoint === point);
  if (found === undefined) {
    const isSpent = (await ledger.spentBy([point])).has(point);
    throw new Refusal(isSpent ? 'coin-spent' : 'coin-unknown', point);
  }
  if (found.verdict !== 'genuine') throw new Refusal('token-not-followed');
  if (found.height === undefined) throw new Refusal('coin-unconfirmed', point);
  const parkings = await openParkings(store.db, bytesToHex(keyHash));
  if (parkings.some((raw) => readOurs(hexToBytes(raw)).core === found.core))
    throw new Refusal('swaps-waiting', point);
  return found;
}

/**
 * Both transactions are completed, judged and sent together. The same again gets the same answer.
 * @throws Refusal as `buildTakeBack`, `planTakeBackCheck` and `planTakeBack`; bad-request, signature-missing, signature-invalid,
 *   sighash-not-allowed, coin-spent, node-refused, node-down
 */
export async function submitTakeBack(
  context: MvcContext,
  body: BodyOf<'mvcSubmitTakeBack'>,
): Promise<AnswerOf<'mvcSubmitTakeBack'>> {
  const { publicKey, coin: point } = body;
  const userKey = hexToBytes(publicKey);
  const check = readMvcTransaction(hexToBytes(body.check));
  if (isFlaw(check)) throw new Refusal('bad-request', check.flaw);
  return context.turns(`mvc parked ${point}`, async () => {
    const before = await sentBefore(context, point as Outpoint, check);
    if (before !== undefined) return before;
    const found = await parkedAt(context, hash160(userKey), point as Outpoint);
    const { codehash, genesis } = found.token;
    const points = check.inputs.map(({ txid, vout }) => outpoint(txid, vout));
    const known = await transactionsOf(context, [point as Outpoint, ...points]);
    const request = {
      ...{ token: { codehash, genesis }, userKey, parked: [coinAt(known, found.outpoint)] },
      tokenSats: TOKEN_OUTPUT_SATS,
    };
    requireOwnCheck(
      request,
      check,
      points.map((one) => coinAt(known, one)),
    );
    const plan = planTakeBackOver(request, check, BigInt(body.fee));
    const signatures = usersHalf(plan, { userKey: publicKey }, body.signed);
    const back = await wholeSwap(context, { plan, known, check }, signatures);
    await sendBoth(context, [check, back]);
    return told(check, back);
  });
}

type TakenBack = AnswerOf<'mvcSubmitTakeBack'>;

const told = (check: MvcTransaction, back: MvcTransaction): TakenBack => ({
  txid: back.txid,
  check: bytesToHex(writeMvcTransaction(check)),
  raw: bytesToHex(writeMvcTransaction(back)),
});

/** The taking back over this very check, where it went out already. */
async function sentBefore(
  { ledger, chain }: MvcContext,
  point: Outpoint,
  check: MvcTransaction,
): Promise<TakenBack | undefined> {
  const by = (await ledger.spentBy([point])).get(point);
  const txid = by === undefined ? undefined : (await ledger.byCore([by.core])).get(by.core)?.txid;
  const back = txid === undefined ? undefined : await chain.transaction(txid);
  return back?.inputs.some((input) => input.txid === check.txid) === true ? told(check, back) : undefined;
}

/** The check is his alone, made for this, and signed by him in every coin. */
function requireOwnCheck(
  request: Omit<TakeBackRequest, 'userCoins'>,
  check: MvcTransaction,
  userCoins: readonly MvcCoin[],
): void {
  const [made] = check.outputs;
  if (made === undefined) throw new Refusal('bad-request');
  const paid = userCoins.reduce((sum, { value }) => sum + value, 0n);
  const fee = check.outputs.reduce((left, { value }) => left - value, paid);
  const plan = planTakeBackCheck({ ...request, userCoins }, { ...made, sats: made.value, fee });
  const tx = bodyOfPlan(plan);
  if (nameMvcTransaction(tx).core !== check.core)
    throw new Refusal('effects-differ', 'not the check of this');
  check.inputs.forEach(({ scriptSig }, index) => {
    const coin = userCoins[index];
    const half = readP2pkhScriptSig(scriptSig);
    const owner = coin === undefined ? undefined : keyHashOf(coin.script);
    if (half === undefined) throw new Refusal('signature-missing', `input ${index}`);
    if (coin === undefined || owner === undefined || !equalBytes(hash160(half.publicKey), owner))
      throw new Refusal('signature-invalid', `input ${index}: not your key`);
    verifyMvcSignature({ tx, index, coin }, half);
  });
}

/** @throws Refusal coin-spent, node-refused, node-down */
async function sendBoth({ chain }: MvcContext, both: readonly MvcTransaction[]): Promise<void> {
  for (const verdict of await chain.send(both)) {
    if (verdict.accepted || verdict.why === 'known') continue;
    if (verdict.why === 'missing-inputs' || verdict.why === 'conflict')
      throw new Refusal('coin-spent', verdict.reason);
    throw new Refusal('node-refused', verdict.reason);
  }
}
