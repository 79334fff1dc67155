/**
 * What an exit spends: for a refund its deposit, for a payout what is settled, of BRC-20 for either a lot of its amount; and nothing that another
 * exit may still take.
 */
import { lotDepth, tierOf } from '@rialto/market';
import type { MvcTransaction } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SpentCoin } from '../books/lines.ts';
import { isSettled } from '../coins/held.ts';
import { isDead } from '../dead/dead.ts';
import type { BridgeParts } from '../parts.ts';
import type { OpenExit } from './open-exit.ts';

interface Asked {
  /** Of coins on the scripts of the asset. */
  readonly names: readonly string[];
  readonly kind: 'payout' | 'refund';
}

/**
 * For a refund the deposit itself and nothing else, for a payout coins that are settled.
 * @throws Refusal coin-spent (not there), bridge-deposit-waits (a deposit that is not settled), bridge-short (another exit may still spend it),
 *   bad-request
 */
export async function spentCoins(parts: BridgeParts, open: OpenExit, asked: Asked): Promise<SpentCoin[]> {
  const { chain, deposit, places, locked, tokens, asset } = open;
  const { names, kind } = asked;
  if (new Set(names).size < names.length) throw new Refusal('duplicate-input');
  if (chain === 'btc' && asset.origin.network === 'BRC20') return [await spentLot(parts, open, names)];
  if (kind === 'refund' && (names.length !== 1 || names[0] !== deposit.coin))
    throw new Refusal('bad-request', 'a refund spends its deposit');
  const held = new Map((chain === 'btc' ? locked : tokens).map((one) => [one.name, one]));
  const needed = (amount: bigint): number => tierOf(asset, amount)[chain === 'btc' ? 'mvc' : 'btc'];
  const spends = names.map((name): SpentCoin => {
    const coin = held.get(name);
    if (coin === undefined || coin.units === 0n) throw new Refusal('coin-spent', name);
    const { recall } = parts.journal;
    if (kind === 'payout' && !isSettled(coin, { recall, places, needed }))
      throw new Refusal('bridge-deposit-waits', `${name} is somebody’s`);
    return { coin: name, point: coin.point, units: coin.units.toString(), is: coin.is };
  });
  await requireFree(parts, open, names);
  return spends;
}

/**
 * The lot of exactly what is due, so deep that no stranger's transfer can come before it and make it invalid (decision 0049).
 * @throws Refusal coin-spent (not there), bridge-lots-differ, bridge-deposit-waits (not as deep as `lotDepth`), bridge-short, bad-request
 */
async function spentLot(
  parts: BridgeParts,
  open: OpenExit,
  [name, more]: readonly string[],
): Promise<SpentCoin> {
  const { asset, due, locked, tips } = open;
  if (name === undefined || more !== undefined) throw new Refusal('bad-request', 'one lot leaves');
  const lot = locked.find((one) => one.name === name);
  if (lot?.is !== 'lot') throw new Refusal('coin-spent', name);
  if (lot.units !== due.out) throw new Refusal('bridge-lots-differ', `${lot.units} in it, ${due.out} due`);
  const depth = tips.btc.height - lot.height + 1;
  if (depth < lotDepth(asset, due.out))
    throw new Refusal('bridge-deposit-waits', `its lot is ${depth} blocks deep`);
  await requireFree(parts, open, [name]);
  return { coin: name, point: lot.point, units: lot.units.toString(), is: lot.is };
}

/**
 * A build of another deposit's exit would die by it, and with it the only way in which that deposit can leave. What no block has waits for no
 * exit: its builds hold up nobody, and if it comes back, it leaves anew. What builds before this one spend is no more in the way for being
 * spent again.
 */
export async function requireFree(
  parts: BridgeParts,
  {
    asset,
    deposit,
    living,
    tips,
  }: Pick<OpenExit, 'asset' | 'living' | 'tips'> & { readonly deposit: Pick<OpenExit['deposit'], 'name'> },
  names: readonly string[],
): Promise<void> {
  const before = new Set(living.flatMap(({ spends }) => spends.map(({ coin }) => coin)));
  const fresh = names.filter((name) => !before.has(name));
  const others = new Set(fresh.flatMap((name) => parts.journal.recall.spending(name)));
  for (const line of others)
    if (
      line.deposit !== deposit.name &&
      (await isInBlock(parts, line.deposit)) &&
      !(await isDead(parts, asset, line, tips))
    )
      throw new Refusal('bridge-short', `${line.id} of ${line.deposit} may still spend it`);
}

/** Of a deposit by its name. */
async function isInBlock({ source: { btc }, mvcPlaces }: BridgeParts, name: string): Promise<boolean> {
  const of = name.slice('btc:'.length, 'btc:'.length + 64);
  if (name.startsWith('mvc:')) return (await mvcPlaces.of([of])).has(of);
  return (await btc.chain.heightsOf([of as Txid])).has(of as Txid);
}

/**
 * With what the transactions spent that somebody else made: a block that gives that to another ends them, and what spends them.
 * @param made the transactions that made them, in their order
 */
export function withOrigins(
  spends: readonly SpentCoin[],
  made: readonly (Pick<MvcTransaction, 'inputs'> | undefined)[],
): SpentCoin[] {
  return spends.map((spent, at) => {
    const from = made[at]?.inputs.map(({ txid, vout }) => outpoint(txid, vout));
    return from === undefined || spent.is === 'own' ? spent : { ...spent, from };
  });
}
