/** Ways home of a pool's lane with real signatures: of a few providers, and of so many that a tree pays them. */
import { amount, knownRuneId, outpoint, runeAsset, sats } from '@rialto/protocols';
import type { Coin, Network, Txid } from '@rialto/protocols';
import {
  buildDissolution,
  dissolutionList,
  finishDissolution,
  planDissolution,
  publicKeyOf,
  signDissolution,
  soloPool,
  writeExit,
} from '@rialto/psbt';
import { id, user } from '../fake/people.ts';

const SECRET = new Uint8Array(32).fill(77);
const POOL = soloPool(publicKeyOf(SECRET).slice(1));
const RUNE = knownRuneId('840000:1');
export const LANE_SATS = 10_000_000n;
export const LANE_UNITS = 7_500_000n;

const LIST_HEIGHT = 1_000;
/** Good from the block after this one on. */
export const LOCKTIME = LIST_HEIGHT + 2_016;

interface Wanted {
  readonly shares?: readonly bigint[];
  readonly seed?: number;
  readonly network?: Network;
}

export function wayText({ shares = [6_000n, 4_000n], seed = 1, network = 'regtest' }: Wanted = {}): string {
  const units = amount(LANE_UNITS);
  const lane: Coin = {
    outpoint: outpoint(id(seed, 'b') as Txid, 2),
    value: sats(LANE_SATS),
    script: POOL.script,
    assets: [{ kind: 'rune', asset: runeAsset(RUNE), name: 'RUNE', divisibility: 0, amount: units }],
  };
  const holders = shares.map((held, at) => ({ script: user(at + 1, 'p2tr').script, shares: held }));
  const held = shares.reduce((sum, one) => sum + one, 0n);
  const list = dissolutionList({
    shares: { supply: held + 1_500n, onShareCoin: 500n, burned: 1_000n, holders },
    lane: { value: lane.value, amount: units },
    ...{ pool: POOL, rune: RUNE, feeRateSatVb: 5 },
  });
  const plan = planDissolution({ pool: POOL, lane, list, listHeight: LIST_HEIGHT });
  const halves = signDissolution(plan, buildDissolution(plan), SECRET);
  return writeExit(network, plan, finishDissolution(plan, [halves]));
}
