/**
 * What a table of an epoch may be at most, by the operator's own file and by what our node and our index say: whoever owns the server cannot
 * write himself into it (rewards §6).
 */
import type { Ledger } from '@rialto/ground';
import { PPM, mostPerEpoch } from '@rialto/market';
import type { Campaign, EpochBounds, RewardRow } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { AssetId, Network } from '@rialto/protocols';
import { addressToScript, scriptKind } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { TakenEpoch } from './books/recall.ts';
import type { FeeReader } from './fees-paid.ts';

export interface TableWorld {
  readonly ledger: Pick<Ledger, 'shareBlocks'>;
  readonly network: Network;
  readonly fees: FeeReader;
  /** Where fees go is said: shares there are nobody's. */
  readonly hasOperator: boolean;
  /** Scripts that never earn: of pads, pools, pots, and the operator's. */
  isOurs(script: string): boolean;
  /** The pool that trades a token. */
  poolOf(token: AssetId): { readonly number: number; readonly script: string } | undefined;
}

export interface Table {
  readonly campaign: Campaign;
  readonly bounds: EpochBounds;
  readonly rows: readonly RewardRow[];
}

/**
 * A row of a script of our own is none to refuse a table for: anybody can send shares to a pot. It is never paid.
 * @param before the campaign's tables that were taken
 * @throws Refusal signer-refused, with the row that is too much; wrong-address-type for one that cannot claim; syncing
 */
export async function judgeTable(
  world: TableWorld,
  table: Table,
  before: readonly Pick<TakenEpoch, 'total' | 'amounts'>[],
): Promise<void> {
  const { campaign, rows } = table;
  const takenBefore = before.reduce((sum, { total }) => sum + total, 0n);
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const most = mostPerEpoch(campaign);
  if (most !== undefined && total > most) refuse(`the epoch pays ${total}, at most ${most}`);
  if (takenBefore + total > campaign.pot) refuse(`all epochs pay ${takenBefore + total} of ${campaign.pot}`);
  if (rows.length === 0) return;
  const scripts = rows.map(({ address }) => bytesToHex(addressToScript(address, world.network)));
  const isWithin = await limitOf(world, table, total);
  rows.forEach(({ address, amount }, at) => {
    const had = (): bigint => before.reduce((sum, { amounts }) => sum + (amounts.get(address) ?? 0n), 0n);
    if (!isWithin(scripts[at] ?? '', amount, had)) refuse(`${address}: ${amount} is too much`);
  });
}

function refuse(why: string): never {
  throw new Refusal('signer-refused', why);
}

/** Says whether a script's amount is at most what it can have earned; `had`: in the epochs before. */
type Limit = (script: string, amount: bigint, had: () => bigint) => boolean;

/** @param total of all rows, which may be no more than all that was paid in fees allows: a fee has one payer, and every party is told it */
async function limitOf(world: TableWorld, { campaign, bounds }: Table, total: bigint): Promise<Limit> {
  const { rule, pairs } = campaign;
  switch (rule.kind) {
    case 'liquidity':
      if (!world.hasOperator) refuse('FEE_ADDRESS is not set here');
      return byShares(world, pairs[0], bounds, rule.epochPot);
    case 'fee-share': {
      const pool = poolOf(world, pairs[0]);
      const fees = (await world.fees.feesIn(bounds)).of(pool.script);
      return byShares(world, pairs[0], bounds, (fees * rule.partPpm) / PPM);
    }
    case 'trading':
    case 'newcomer': {
      const fees = await world.fees.feesIn(bounds);
      const { capPpm, capPrice } = rule;
      const each = rule.kind === 'newcomer' ? rule.each * BigInt(rule.trades) : undefined;
      const isPaidFor = (amount: bigint, paid: bigint): boolean =>
        amount * capPrice.sats * PPM <= paid * capPpm * capPrice.units;
      if (!isPaidFor(total, fees.all)) refuse(`the epoch pays ${total}, more than its fees allow`);
      return (script, amount, had) =>
        isPaidFor(amount, fees.of(script)) && (each === undefined || had() + amount <= each);
    }
  }
}

function poolOf(world: TableWorld, pair: AssetId | undefined): { number: number; script: string } {
  const pool = pair === undefined ? undefined : world.poolOf(pair);
  return pool ?? refuse('there is no pool of the pair');
}

/** In proportion to shares times blocks, of those who can claim. */
async function byShares(
  world: TableWorld,
  pair: AssetId | undefined,
  bounds: EpochBounds,
  pot: bigint,
): Promise<Limit> {
  const held: ReadonlyMap<string, bigint> = await world.ledger.shareBlocks(
    poolOf(world, pair).number,
    bounds,
  );
  const earns = (script: string): boolean =>
    scriptKind(hexToBytes(script)) !== 'other' && !world.isOurs(script);
  const all = [...held].reduce((sum, [script, shares]) => (earns(script) ? sum + shares : sum), 0n);
  return (script, amount) => amount * all <= pot * (held.get(script) ?? 0n);
}
