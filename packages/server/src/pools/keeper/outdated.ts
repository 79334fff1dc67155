/** Whether the way home of a lane pays those who hold the shares now: a share that was sent to somebody else is his (pools §9). */
import { atOneTip } from '@rialto/ground';
import type { FeePlans } from '@rialto/market';
import { amount, bytesToHex, hexToBytes, knownRuneId, splitAsset } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { dissolutionList, dissolutionRate, readExit } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { tracedPool } from '../../store/pools/pool-chain-store.ts';
import type { PoolContext } from '../context.ts';
import { unitsOn } from '../lane-tips.ts';
import { movesLots } from '../moves-lots.ts';
import type { PoolState } from '../pool-state.ts';

type Paid = readonly { readonly script: Uint8Array; readonly amount: bigint }[];

/** Read once, with all its signatures. */
const read = new Map<string, ReadonlyMap<string, bigint>>();
const MOST_READ = 1_000;

/** By script, what comes to it in units: of fees it says nothing. */
function unitsByScript(paid: Paid): ReadonlyMap<string, bigint> {
  const units = new Map<string, bigint>();
  for (const { script, amount: of } of paid) {
    const key = bytesToHex(script);
    units.set(key, (units.get(key) ?? 0n) + of);
  }
  return units;
}

function listed(context: PoolContext, lane: Coin, text: string): ReadonlyMap<string, bigint> {
  const known = read.get(lane.outpoint);
  if (known !== undefined) return known;
  const units = unitsByScript(readExit(text, context.verifier).holders);
  if (read.size >= MOST_READ) read.clear();
  read.set(lane.outpoint, units);
  return units;
}

/**
 * @param exits the signed ways home by lane
 * @returns the lanes of blocks whose list is another than that of today's holders
 * @throws Refusal syncing
 */
export async function outdatedLanes(
  context: PoolContext,
  { pool, script, tip, lanes, token }: PoolState,
  { exits, plans }: { readonly exits: ReadonlyMap<string, string>; readonly plans: Pick<FeePlans, 'eco'> },
): Promise<ReadonlySet<string>> {
  const { shareRune } = tracedPool(pool);
  if (shareRune === null || token === undefined || movesLots(token)) return new Set();
  const rune = knownRuneId(splitAsset(token)?.id ?? '');
  const { ledger } = context;
  const seen = await atOneTip(ledger, async () => ({
    row: await ledger.rune(shareRune),
    holders: await ledger.holdersOfRune(shareRune),
  }));
  if (seen.tip.hash !== tip.hash) throw new Refusal('syncing', 'a block came meanwhile');
  const burned = seen.value.row?.burned ?? 0n;
  const held = seen.value.holders.filter((one) => one.script !== pool.script);
  const holders = held.map((one) => ({ script: hexToBytes(one.script), shares: one.amount }));
  const supply = holders.reduce<bigint>((sum, { shares }) => sum + shares, burned);
  const shares = { supply, onShareCoin: 0n, burned, holders };
  const feeRateSatVb = dissolutionRate(plans.eco);
  const outdated = lanes.filter((lane) => {
    const text = exits.get(lane.outpoint);
    if (text === undefined) return false;
    const next = { value: lane.value, amount: amount(unitsOn(lane)) };
    const now = dissolutionList({ shares, lane: next, pool: script, rune, feeRateSatVb });
    const paid = unitsByScript([...now.holders, ...(now.rest === undefined ? [] : [now.rest])]);
    return !isSame(paid, listed(context, lane, text));
  });
  return new Set(outdated.map(({ outpoint }) => outpoint));
}

function isSame(one: ReadonlyMap<string, bigint>, other: ReadonlyMap<string, bigint>): boolean {
  return one.size === other.size && [...one].every(([script, units]) => other.get(script) === units);
}
