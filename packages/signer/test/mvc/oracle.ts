/** What a signature of the MVC half may never do, worked out from transactions alone: nothing of the signer's own rules is asked. */
import { isCheckOf, readFtScript, readMvcTransaction } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TokenCheck } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw } from '@rialto/protocols';
import type { MvcPool, MvcWorld } from './world.ts';

interface Held {
  readonly sats: bigint;
  readonly units: bigint;
}

type Output = Pick<MvcCoin, 'value' | 'script'>;

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);

/** What a key has among outputs: SPACE on its script, and tokens held by that. */
function heldBy(
  key: { readonly script: Uint8Array; readonly holder: Uint8Array },
  all: readonly Output[],
): Held {
  const space = all.filter(({ script }) => bytesToHex(script) === bytesToHex(key.script));
  const tokens = all.flatMap(({ script }) => {
    const read = readFtScript(script);
    return read?.holder === bytesToHex(key.holder) ? [read.amount] : [];
  });
  return { sats: sum(space.map(({ value }) => value)), units: sum(tokens) };
}

function read(raw: string): MvcTransaction {
  const tx = readMvcTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

/** The coins of a transaction, from the chain or from the check below it. */
function spentBy(world: MvcWorld, tx: Pick<MvcTransaction, 'inputs'>, check?: MvcTransaction): Output[] {
  return tx.inputs.map(({ txid, vout }) => {
    const from = check?.txid === txid ? check : world.chain.transaction(txid)?.tx;
    const output = from?.outputs[vout];
    if (output === undefined) throw new Error('it spends what is not there');
    return output;
  });
}

/** Half of the fee of the providers is what a price may move while somebody signs. */
const PPM = 1_000_000n;
const BAND = PPM - 1_500n;

/** x·y = k with at least half of the fee inside. */
function isPriced(reserves: { r1: bigint; r2: bigint }, d1: bigint, d2: bigint): boolean {
  if (d1 > 0n && d2 < 0n) return -d2 * (reserves.r1 * PPM + d1 * BAND) <= d1 * BAND * reserves.r2;
  if (d1 < 0n && d2 > 0n) return -d1 * (reserves.r2 * PPM + d2 * BAND) <= d2 * BAND * reserves.r1;
  return false;
}

interface Judged {
  readonly world: MvcWorld;
  readonly pool: MvcPool;
  readonly reserves: { readonly r1: bigint; readonly r2: bigint };
}

/** Coins of the pool that anybody may spend for it: those that opened it. */
function isOwnOnly(
  { world, pool }: Judged,
  tx: Pick<MvcTransaction, 'inputs'>,
  check?: MvcTransaction,
): boolean {
  const first = new Set<string>(pool.first.slice(0, -1).map(({ outpoint }) => outpoint));
  return tx.inputs.every(({ txid, vout }, index) => {
    const output = spentBy(world, tx, check)[index];
    const { sats, units } = output === undefined ? { sats: 0n, units: 0n } : heldBy(pool.key, [output]);
    const isPools = sats > 0n || units > 0n;
    return !isPools || first.has(`${txid}:${vout}`) || txid === check?.txid;
  });
}

/** Why a signed check does harm; empty when it does none. @param check what its swap needs counted */
export function harmOfCheck(judged: Judged, raw: string, check: TokenCheck): string {
  const { world, pool } = judged;
  const tx = read(raw);
  const [coin, ...others] = tx.outputs;
  const spent = spentBy(world, tx);
  if (coin === undefined || !isCheckOf(coin.script, check)) return 'not the check';
  if (!isOwnOnly(judged, tx)) return 'a coin that is not the pool’s';
  const { payer } = world.parts;
  for (const key of [payer, pool.key]) {
    const [before, after] = [heldBy(key, spent), heldBy(key, others)];
    if (before.units !== after.units) return 'tokens';
    if (before.sats - after.sats > coin.value + 200_000n) return 'more than a check costs';
  }
  const kept = sum([payer, pool.key].map((key) => heldBy(key, others).sats));
  return kept === sum(others.map(({ value }) => value)) ? '' : 'somebody is paid';
}

/** Why a signed swap and its check do harm; empty when they do none. */
export function harmOfSwap(
  judged: Judged,
  check: MvcTransaction,
  swap: Pick<MvcTransaction, 'inputs' | 'outputs'>,
): string {
  const { world, pool, reserves } = judged;
  const spent = [...spentBy(world, check), ...spentBy(world, swap, check)];
  const made = [...check.outputs, ...swap.outputs];
  if (!isOwnOnly(judged, check) || !isOwnOnly(judged, swap, check)) return 'a coin that is not the pool’s';
  const [before, after] = [heldBy(pool.key, spent), heldBy(pool.key, made)];
  if (!isPriced(reserves, after.sats - before.sats, after.units - before.units)) return 'not the price';
  const { payer } = world.parts;
  if (heldBy(payer, made).sats < heldBy(payer, spent).sats) return 'the wallet for checks pays';
  return '';
}
