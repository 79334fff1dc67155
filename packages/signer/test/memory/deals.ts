/** Whole, valid takes for the signer, out of names alone: every half is there but its own, and each test bends one thing. */
import { randomUUID } from 'node:crypto';
import { SignerRequest, planToWire } from '@rialto/contract';
import type { CosignRequest } from '@rialto/contract';
import { bytesToHex, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { buildTake, feeOf, takeDraft, transactionVsize } from '@rialto/psbt';
import type { KeyKind, TakePlan } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import { offer, witnessAt } from './offers.ts';
import type { Offer } from './offers.ts';
import { coin, operator, service, user } from './people.ts';
import type { User } from './people.ts';

export interface Deal {
  readonly plan: TakePlan;
  readonly offers: readonly Offer[];
  readonly buyer: User;
}

export const platformPad = (): Coin => coin('platform pad', operator(), 600n);

interface Terms {
  readonly kind?: KeyKind;
  readonly offers?: readonly Offer[];
  /** Of the coins that pay. */
  readonly money?: readonly bigint[];
  /** The service fee, `null` where the orders are free. */
  readonly service?: bigint | null;
  readonly rate?: number;
  readonly pad?: Coin;
}

/** A take with change, at exactly the fee of its rate: one lot, one coin that pays, our pad in front. */
export function deal(terms: Terms = {}): Deal {
  const { kind = 'p2wpkh', offers = [offer('a')], money = [70_000n], rate = 5 } = terms;
  const { service: fee = 2000n, pad = platformPad() } = terms;
  const buyer = user('buyer', kind);
  const plan = {
    lots: offers.map(({ lot }) => lot),
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    pad: { coin: pad, platform: true },
    payments: money.map((value, at) => coin(`money ${at}`, buyer, value)),
    serviceFee: fee === null ? undefined : { script: service().script, value: sats(fee) },
    feeRateSatVb: rate,
    change: undefined,
  };
  return { plan: withChange(plan), offers, buyer };
}

/** What is left for the fee and the change. */
function left(plan: TakePlan): bigint {
  const { inputs, outputs } = takeDraft({ ...plan, change: undefined });
  const paid = inputs.reduce((sum, input) => sum + input.coin.value, 0n);
  return outputs.reduce((sum, output) => sum - output.value, paid);
}

export function vsizeOf(plan: TakePlan): number {
  const { inputs, outputs } = takeDraft(plan);
  return transactionVsize(
    inputs.map(({ kind }) => kind),
    outputs,
  );
}

/** The fee that the plan's rate says: once with the outputs it has, and with one for change as well. */
export function feesOf(plan: TakePlan): { bare: bigint; changed: bigint } {
  const changed = vsizeOf({ ...plan, change: sats(1000n) });
  return {
    bare: feeOf(vsizeOf({ ...plan, change: undefined }), plan.feeRateSatVb),
    changed: feeOf(changed, plan.feeRateSatVb),
  };
}

export function withChange(plan: TakePlan): TakePlan {
  return { ...plan, change: sats(left(plan) - feesOf(plan).changed) };
}

/** The deal with other terms, everybody's half signed for them; what a coin is worth is changed by giving another. */
export function bent({ plan, ...rest }: Deal, change: Partial<TakePlan>): Deal {
  return { ...rest, plan: { ...plan, ...change } };
}

/** The deal without change, whose payment brings exactly this fee. */
export function payingFee(given: Deal, fee: bigint): Deal {
  const [first, ...others] = given.plan.payments;
  if (first === undefined) throw new Error('a take is paid');
  const plan = { ...given.plan, change: undefined };
  const value = sats(first.value + fee - left(plan));
  return { ...given, plan: { ...plan, payments: [{ ...first, value }, ...others] } };
}

/** The buyer's witnesses by input, in hex; null where the input is another's. */
export function signedBy(
  { buyer, plan }: Pick<Deal, 'buyer' | 'plan'>,
  sighashOf: (index: number) => number | undefined = () => undefined,
): (string[] | null)[] {
  const built = buildTake(plan);
  const tx = Transaction.fromPSBT(built.psbt, { allowUnknownOutputs: true });
  const { inputs } = takeDraft(plan);
  const own = new Map(built.toSign.map(({ index, sighash }) => [index, sighash]));
  return inputs.map((_, index) => {
    const usual = own.get(index);
    if (usual === undefined) return null;
    const sighash = sighashOf(index) ?? usual;
    if (sighash !== usual) tx.updateInput(index, { sighashType: sighash }, true);
    tx.signIdx(buyer.secret, index, [sighash]);
    return witnessAt(tx, index);
  });
}

/** As the socket would let it through. */
export function requestOf(given: Deal): CosignRequest {
  const { plan, offers } = given;
  return asSent({
    tradeId: randomUUID(),
    unsigned: bytesToHex(buildTake(plan).unsigned),
    plan: planToWire(plan, ({ outpoint }) => outpoint),
    sellerWitnesses: offers.map(({ witness }) => [...witness]),
    buyerWitnesses: signedBy(given),
  });
}

/** Read as the socket reads it: what it would not let through is no test of the policy. */
export function asSent(trade: CosignRequest): CosignRequest {
  const read = SignerRequest.parse({ op: 'cosign', trade });
  if (read.op !== 'cosign') throw new Error('another request');
  return read.trade;
}
