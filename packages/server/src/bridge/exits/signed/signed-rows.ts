/** Rows of exits as the signer's journal tells them: with the coins they spend, and in which block they are. */
import type { BridgeGiveRequest, SignerAnswer } from '@rialto/contract';
import { bridgeOrderId, bridgeRefundId, bridgeTermsOf } from '@rialto/market';
import { writeMvcTransaction } from '@rialto/mvc';
import {
  DUST_FLOOR,
  bytesToHex,
  hexToBytes,
  isFlaw,
  readTransaction,
  spentPoint,
  virtualSize,
} from '@rialto/protocols';
import type { Outpoint, Transaction, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import { followedAmong } from '../../../store/bridge/coin-store.ts';
import type { DepositRow } from '../../../store/bridge/deposit-store.ts';
import type { NewExit } from '../../../store/bridge/exit-store.ts';
import { findOrder, keepOrder, termsOf } from '../../../store/bridge/order-store.ts';
import type { BridgeContext } from '../../context.ts';
import type { Exit } from '../exit-of.ts';
import { namesOf } from '../mvc/coin-names.ts';
import { completed } from '../mvc/complete.ts';

export type Signed = SignerAnswer<'bridgeSigned'>['exits'][number];

export async function rowOnBtc(
  { chain, ledger, store }: BridgeContext,
  { keys }: KnownAsset,
  signed: Signed,
): Promise<NewExit> {
  const raw = signed.raw ?? '';
  const read = readTransaction(hexToBytes(raw));
  if (isFlaw(read)) throw new Refusal('signer-refused', read.flaw);
  const [inputs, fees]: [string[], string[]] = [[], []];
  // The fee wallet's coins come last, and are the only ones on another script.
  const points = read.inputs.map(spentPoint);
  const coins = await followedAmong(store.db, points);
  for (const point of points) {
    if (point === signed.pay?.envelope) continue;
    (coins.get(point)?.script === keys.feeScript ? fees : inputs).push(point);
  }
  const [heights, { height }] = await Promise.all([chain.heightsOf([signed.id as Txid]), ledger.tip()]);
  return {
    ...{ id: signed.id, txid: signed.id, deposit: signed.deposit, asset: signed.asset, chain: 'btc' },
    ...{ kind: signed.kind, raw, inputs, fees, feeRate: rateOf(read, coins, signed.pay?.envelope) },
    ...{ out: BigInt(signed.out), sinceHeight: height, height: heights.get(signed.id as Txid) ?? null },
  };
}

/** What it pays by its coins; where not all are known the least that a node takes. */
function rateOf(
  read: Transaction,
  coins: Awaited<ReturnType<typeof followedAmong>>,
  envelope: Outpoint | undefined,
): number {
  const spent = read.inputs.flatMap((input) => {
    const point = spentPoint(input);
    return point === envelope ? DUST_FLOOR : (coins.get(point)?.value ?? []);
  });
  if (spent.length < read.inputs.length) return LEAST_RATE;
  const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);
  return Number(sum(spent) - sum(read.outputs.map(({ value }) => value))) / virtualSize(read);
}

const LEAST_RATE = 1;

export async function rowOnMvc(
  context: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
  signed: Signed,
): Promise<NewExit> {
  const { mvc, custody } = context;
  const { give } = signed;
  if (give === undefined) throw new Refusal('signer-refused', 'what was signed is not told');
  await keepTerms(context, give);
  const tip = await mvc.ledger.tip();
  const there = (await mvc.ledger.byCore([signed.id])).get(signed.id);
  const seen = there === undefined ? undefined : await mvc.ledger.transaction(there.txid);
  const common = {
    ...{
      id: signed.id,
      deposit: deposit.name,
      asset: signed.asset,
      chain: 'mvc' as const,
      kind: signed.kind,
    },
    ...{
      inputs: await namesOf(context, points(give.tokens)),
      fees: await namesOf(context, points(give.space)),
    },
    ...{ feeRate: 0, out: BigInt(signed.out) },
    sinceHeight: tip?.height ?? 0,
  };
  if (seen !== undefined)
    return {
      ...{ ...common, txid: seen.txid, raw: bytesToHex(writeMvcTransaction(seen)) },
      height: there?.height ?? null,
    };
  const exit = await exitOfSigned(context, known, deposit, signed);
  const { check, transfer } = await completed(context, exit, give, await custody.give(give));
  return {
    ...{ ...common, txid: transfer.txid, raw: bytesToHex(writeMvcTransaction(transfer)) },
    ...{ checkRaw: bytesToHex(writeMvcTransaction(check)), checkCore: check.core },
  };
}

const points = (of: readonly string[]): Outpoint[] => of.map((point) => point as Outpoint);

/** What it was signed for is what its order is, though the database lost it. */
async function keepTerms({ store }: BridgeContext, { terms }: BridgeGiveRequest): Promise<void> {
  if (terms === undefined) return;
  const told = bridgeTermsOf(terms);
  await keepOrder(store.db, bridgeOrderId(told), told);
}

async function exitOfSigned(
  { store, network }: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
  { kind, out, give }: Signed,
): Promise<Exit> {
  const told = give?.terms === undefined ? undefined : bridgeTermsOf(give.terms);
  const order = deposit.orderId === null ? undefined : await findOrder(store.db, deposit.orderId);
  const terms = told ?? (order === undefined ? undefined : termsOf(order, network));
  const common = { known, deposit, kind, chain: 'mvc', terms, out: BigInt(out) } as const;
  if (kind === 'refund') {
    const receiver = terms?.refund ?? deposit.origin ?? '';
    return { ...common, receiver, id: bridgeRefundId(deposit.name) };
  }
  if (terms === undefined) throw new Refusal('bridge-order-unknown', deposit.name);
  return { ...common, receiver: terms.receiver, id: bridgeOrderId(terms) };
}
