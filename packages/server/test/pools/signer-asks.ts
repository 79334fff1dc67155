/** What a server asks of the signers for an act that its user has signed; and what a server that lies would ask. */
import type { Trader } from '@rialto/devnet';
import type { UserPoolAct } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import { acceptAct, buildAct, finishAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { partsOfPool, planOfKept } from '../../src/pools/wire-plan.ts';
import type { KeptPlan } from '../../src/pools/wire-plan.ts';
import { asked } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

export interface AskedOfSigner {
  readonly request: UserPoolAct;
  /** Of what is finished with the pool's halves. */
  raw(halves: Parameters<typeof finishAct>[1]['pool']): Uint8Array;
}

/** @param bend what the server changes before the user signs */
export async function requestOf(
  { world }: PoolWorld,
  {
    who,
    buildId,
    act = 'buy',
  }: { readonly who: Trader; readonly buildId: string; readonly act?: 'buy' | 'sell' },
  bend: (plan: KeptPlan) => KeptPlan = (plan) => plan,
): Promise<AskedOfSigner> {
  const { rows } = await asked(
    world,
    'select a.plan, p.number, p.public_key from pool_acts a join pools p on p.number = a.pool where a.id = $1',
    [buildId],
  );
  const [row] = rows;
  invariant(row !== undefined, 'it was built');
  const wire = row['plan'] as KeptPlan;
  const plan = planOfKept(partsOfPool({ publicKey: String(row['public_key']) }), bend(wire));
  const built = buildAct(plan);
  const user = acceptAct(plan, hexToBytes(who.sign(bytesToHex(built.psbt), built.toSign)));
  const rune = plan.poolOutputs[0]?.runes[0]?.asset;
  invariant(rune !== undefined, 'a lane holds a rune');
  return {
    request: {
      act,
      poolNumber: Number(row['number']),
      token: rune,
      buildId,
      unsigned: bytesToHex(built.unsigned),
      plan: {
        ...bend(wire),
        userCoins: plan.userCoins.map(({ outpoint }) => outpoint),
        poolCoins: plan.poolCoins.map(({ outpoint }) => outpoint),
        lots: null,
      },
      witnesses: user.map((half) => half?.map(bytesToHex) ?? null),
    },
    raw: (pool) => finishAct(plan, { user, pool }).raw,
  };
}

/** So many more units to the buyer, out of the lane. */
export const dearer =
  (more: bigint) =>
  (plan: KeptPlan): KeptPlan => {
    const moved = <Output extends KeptPlan['poolOutputs'][number]>(output: Output, by: bigint): Output => ({
      ...output,
      runes: output.runes.map((one) => ({ ...one, amount: (BigInt(one.amount) + by).toString() })),
    });
    return {
      ...plan,
      userOutputs: plan.userOutputs.map((output) => moved(output, more)),
      poolOutputs: plan.poolOutputs.map((output) => moved(output, -more)),
    };
  };

/** So many more sat to the seller, out of the lane. */
export const cheaper =
  (more: bigint) =>
  (plan: KeptPlan): KeptPlan => {
    const last = plan.userOutputs.length - 1;
    const moved = <Output extends KeptPlan['poolOutputs'][number]>(output: Output, by: bigint): Output => ({
      ...output,
      value: (BigInt(output.value) + by).toString(),
    });
    return {
      ...plan,
      userOutputs: plan.userOutputs.map((output, at) => (at === last ? moved(output, more) : output)),
      poolOutputs: plan.poolOutputs.map((output) => moved(output, -more)),
    };
  };

export async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
