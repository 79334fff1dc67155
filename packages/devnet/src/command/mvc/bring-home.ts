/** A parked token brought home with its owner's key alone: the check that he pays for, and the transaction over it, whole and judged. */
import { checkScript, completePlan, judged } from '@rialto/contracts';
import type { MvcChain } from '@rialto/ground';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfTakeBack,
  coinOf,
  nameMvcTransaction,
  planTakeBackCheck,
  planTakeBackOver,
  readFtScript,
  signedByUser,
  takeBackFees,
  takeBackNeeds,
  withSignatures,
} from '@rialto/mvc';
import type { FtOutput, MvcCoin, MvcPlan, MvcTransaction } from '@rialto/mvc';
import { invariant, splitOutpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { halvesOf } from '../../mvc/person.ts';
import type { MvcPerson } from '../../mvc/person.ts';
import { transactionAt } from './find-coins.ts';

export interface WayHome {
  readonly token: FtOutput;
  readonly from: MvcCoin;
  /** Sent together, in this order. */
  readonly check: MvcTransaction;
  readonly back: MvcTransaction;
  /** What leaves the owner's SPACE, in sat. */
  readonly cost: bigint;
  /** His coins that it spends, and what is left of them. */
  readonly spends: readonly MvcCoin[];
  readonly left: MvcCoin;
}

interface Bringing {
  readonly chain: MvcChain;
  readonly who: MvcPerson;
  /** Sat for a thousand bytes. */
  readonly feeRate: bigint;
  /** Made before it in the same run, and known to no node yet. */
  readonly made: readonly MvcTransaction[];
}

/** @throws Error when there is not enough SPACE, or what comes out is refused by a node's own rules */
export async function wayHome(
  bringing: Bringing,
  parked: MvcCoin,
  space: readonly MvcCoin[],
): Promise<WayHome> {
  const { who } = bringing;
  const token = readFtScript(parked.script);
  invariant(token !== undefined, 'what is parked is a token');
  const { codehash, genesis } = token;
  const common = {
    ...{ token: { codehash, genesis }, userKey: who.key, parked: [parked] },
    tokenSats: TOKEN_OUTPUT_SATS,
  };
  const needed = checkOfTakeBack({ ...common, userCoins: [parked] });
  const feesWith = (coins: number) => takeBackFees(needed, coins, bringing.feeRate);
  const spends = paidBy(space, (coins) => takeBackNeeds(feesWith(coins), parked.value));
  const fees = feesWith(spends.length);
  const first = planTakeBackCheck(
    { ...common, userCoins: spends },
    { script: checkScript(needed), sats: CHECK_SATS, fee: fees.check },
  );
  const check = withSignatures(bodyOfPlan(first), halvesOf(who, first, signedByUser(first)));
  const plan = planTakeBackOver(common, check, fees.back);
  const back = await completed(bringing, plan, check);
  const left = coinOf(back, 1);
  const cost = spends.reduce((sum, { value }) => sum + value, 0n) - left.value;
  return { token, from: parked, check, back, cost, spends, left };
}

/** The largest coins that are enough. */
function paidBy(space: readonly MvcCoin[], needs: (coins: number) => bigint): MvcCoin[] {
  const sorted = space.toSorted((a, b) => (a.value > b.value ? -1 : 1));
  const short = (count: number): bigint =>
    sorted.slice(0, count).reduce((left, { value }) => left - value, needs(count));
  for (let count = 1; count <= sorted.length; count += 1)
    if (short(count) <= 0n) return sorted.slice(0, count);
  throw new Error(
    `${short(Math.max(1, sorted.length))} sat of SPACE more are needed at the address, in a block; or name coins of it by --pay`,
  );
}

/** The contract reads the parked token's transaction and those before it. */
async function completed(
  { chain, who, made }: Bringing,
  plan: MvcPlan,
  check: MvcTransaction,
): Promise<MvcTransaction> {
  const known = new Map<Txid, MvcTransaction>([check, ...made].map((tx) => [tx.txid, tx]));
  const learn = async (txid: Txid): Promise<MvcTransaction> => {
    const tx = known.get(txid) ?? (await transactionAt(chain, txid));
    known.set(txid, tx);
    return tx;
  };
  for (const { role, coin } of plan.inputs) {
    const tx = await learn(splitOutpoint(coin.outpoint).txid);
    if (role === 'parked-token') for (const { txid } of tx.inputs) await learn(txid);
  }
  const txOf = (txid: Txid): MvcTransaction => {
    const tx = known.get(txid);
    invariant(tx !== undefined, 'it was asked for');
    return tx;
  };
  const body = completePlan({ plan, signatures: halvesOf(who, plan, signedByUser(plan)), txOf });
  const verdicts = judged(
    body,
    plan.inputs.map(({ coin }) => coin),
  );
  const against = verdicts.find((verdict) => verdict !== '');
  if (against !== undefined) throw new Error(`its contract refuses it: ${against}`);
  return nameMvcTransaction(body);
}
