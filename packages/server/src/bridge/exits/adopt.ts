/** Exits that the signer has signed and that this database knows nothing of: after a crash between both, or with an older database. */
import type { BridgeGiveRequest, SignerAnswer } from '@rialto/contract';
import { bridgeOrderId, bridgeRefundId } from '@rialto/market';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, spentPoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { writeMvcTransaction } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { messageOf } from '../../repeat.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { scriptsOf } from '../../store/bridge/coin-store.ts';
import { findDeposits, moveDeposits } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { keepExit } from '../../store/bridge/exit-store.ts';
import type { NewExit } from '../../store/bridge/exit-store.ts';
import { findOrder, keepOrder, termsOf } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import { termsOfWire } from './exit-of.ts';
import type { Exit } from './exit-of.ts';
import { completed } from './give.ts';

type Signed = SignerAnswer<'bridgeSigned'>['exits'][number];

/** @returns names of the deposits that turned out to leave already */
export async function adoptSigned(
  context: BridgeContext,
  known: KnownAsset,
  deposits: readonly DepositRow[],
): Promise<ReadonlySet<string>> {
  if (deposits.length === 0) return new Set();
  const byName = new Map(deposits.map((row) => [row.name, row]));
  const signed = await context.custody.signed([...byName.keys()]);
  const found = new Set<string>();
  for (const one of signed) {
    const deposit = byName.get(one.deposit);
    if (deposit === undefined || one.asset !== known.asset.id) continue;
    found.add(one.deposit);
    try {
      await adoptOne(context, known, deposit, one);
    } catch (error) {
      // Its coins may be in no block for a while.
      context.warn('a signed exit cannot be taken up yet', { deposit: one.deposit, error: messageOf(error) });
    }
  }
  return found;
}

async function adoptOne(
  context: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
  signed: Signed,
): Promise<void> {
  const row =
    signed.chain === 'btc'
      ? await btcExit(context, known, signed)
      : await mvcExit(context, known, deposit, signed);
  await context.store.transact(async (tx) => {
    await keepExit(tx, row);
    await moveOut(tx, deposit, signed.kind);
  });
}

/** Whatever we thought of it: it leaves this way. */
export async function moveOut(
  db: Parameters<typeof moveDeposits>[0],
  { name }: Pick<DepositRow, 'name'>,
  kind: 'payout' | 'refund',
): Promise<void> {
  const [row] = await findDeposits(db, [name]);
  if (kind === 'payout') {
    if (row?.status === 'refused') await moveDeposits(db, 'accept', [name], { reason: '' });
    await moveDeposits(db, 'pay', [name], { wait: null, reason: '' });
  } else {
    if (row?.status === 'confirming') await moveDeposits(db, 'refuse', [name]);
    await moveDeposits(db, 'refund', [name], { wait: null });
  }
}

async function btcExit(
  { chain, ledger, store }: BridgeContext,
  { keys }: KnownAsset,
  signed: Signed,
): Promise<NewExit> {
  const raw = signed.raw ?? '';
  const read = readTransaction(hexToBytes(raw));
  if (isFlaw(read)) throw new Refusal('signer-refused', read.flaw);
  const [inputs, fees]: [string[], string[]] = [[], []];
  // The fee wallet's coins come last, and are the only ones on another script.
  for (const point of read.inputs.map(spentPoint)) {
    const isFee = (await scriptsOf(store.db, [point])).has(keys.feeScript);
    (isFee ? fees : inputs).push(point);
  }
  const [heights, { height }] = await Promise.all([chain.heightsOf([signed.id as Txid]), ledger.tip()]);
  return {
    ...{ id: signed.id, txid: signed.id, deposit: signed.deposit, asset: signed.asset, chain: 'btc' },
    ...{ kind: signed.kind, raw, inputs, fees, feeRate: 1 },
    ...{ out: BigInt(signed.out), sinceHeight: height, height: heights.get(signed.id as Txid) ?? null },
  };
}

async function mvcExit(
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
    ...{ inputs: [...give.tokens], fees: [...give.space], feeRate: 0, out: BigInt(signed.out) },
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

/** What it was signed for is what its order is, though the database lost it. */
async function keepTerms({ store }: BridgeContext, { terms }: BridgeGiveRequest): Promise<void> {
  if (terms === undefined) return;
  const told = termsOfWire(terms);
  await keepOrder(store.db, bridgeOrderId(told), told);
}

async function exitOfSigned(
  { store, network }: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
  { kind, out, give }: Signed,
): Promise<Exit> {
  const told = give?.terms === undefined ? undefined : termsOfWire(give.terms);
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
