/** A sale that its user has signed and the pool has not: what it makes is known, for its id follows from hashes, and nobody can send it (decision 0042). */
import type { BodyOf, MvcHeldSale } from '@rialto/contract';
import { bareOf, bodyOfPlan, readBareTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { BareTransaction, MvcPlan, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, isFlaw, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { MvcContext } from '../context.ts';
import type { KeptSale, MvcActRow } from '../store/act-schema.ts';
import { usersHalf } from '../swaps/submit.ts';
import { filledSwap, groundOfSwap } from '../swaps/whole-swap.ts';
import type { SwapGround } from '../swaps/whole-swap.ts';

type Signed = BodyOf<'mvcSubmit'>['signed'];

export interface Held {
  readonly ground: SwapGround;
  readonly users: ReadonlyMap<number, MvcSignature>;
  /** Under its whole id, no scriptSig in it. */
  readonly tx: MvcTransaction;
  readonly bare: BareTransaction;
  readonly kept: KeptSale;
}

/** @throws Refusal as `groundOfSwap`, `usersHalf` and the signer */
export async function holdSale(context: MvcContext, row: MvcActRow, signed: Signed): Promise<Held> {
  const ground = await groundOfSwap(context, row);
  const users = usersHalf(ground.plan, row, signed);
  const { pool, act, checkRaw: check } = row;
  const ours = await context.custody.hold({ pool, act, check, signed: [...signed] });
  const body = await filledSwap(context, ground, users);
  const { scriptSigs } = bareOf(body);
  const at = ground.plan.inputs.findIndex(({ role }) => role === 'pool-space');
  const hashes = scriptSigs.map(bytesToHex).with(at, ours);
  return heldFrom({ ground, users }, { id: row.id, signed, scriptSigs: hashes });
}

/** The same from what was kept of it. @throws Refusal as `groundOfSwap` and `usersHalf` */
export async function heldAgain(context: MvcContext, row: MvcActRow, kept: KeptSale): Promise<Held> {
  const ground = await groundOfSwap(context, row);
  return heldFrom({ ground, users: usersHalf(ground.plan, row, [...kept.signed]) }, kept);
}

function heldFrom({ ground, users }: Pick<Held, 'ground' | 'users'>, kept: KeptSale): Held {
  const raw = writeMvcTransaction(bodyOfPlan(ground.plan));
  const bare = { raw, scriptSigs: kept.scriptSigs.map(hexToBytes) };
  const tx = readBareTransaction(bare);
  invariant(!isFlaw(tx), 'a transaction of ours can be read');
  return { ground, users, tx, bare, kept };
}

/** What the signer is told of it. */
export const heldText = (
  { pool, act, checkRaw }: MvcActRow,
  { signed, scriptSigs }: KeptSale,
): MvcHeldSale => ({
  ...{ pool, act, check: checkRaw },
  ...{ signed: [...signed], scriptSigs: [...scriptSigs] },
});

/** The SPACE that it pays its user: its last output. */
export function spaceOf({ tx, ground }: Held): { readonly outpoint: Outpoint; readonly value: bigint } {
  const vout = tx.outputs.length - 1;
  const output = tx.outputs[vout];
  invariant(output !== undefined && isSale(ground.plan), 'a sale pays its user');
  return { outpoint: outpoint(tx.txid, vout), value: output.value };
}

const isSale = ({ inputs }: MvcPlan): boolean => inputs[0]?.role === 'user-token';
