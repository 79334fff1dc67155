/** Liquidity, signed: first the transaction that makes its checks, which the pool pays; then, over a parking that its user has signed, the pool's half of the move. */
import type { MvcCheckRequest, MvcMoveAct, MvcSigned, MvcSwapRequest } from '@rialto/contract';
import { bodyOfPlan, nameMvcTransaction, readMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcPlan, MvcTransaction, TokenKey } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, isFlaw } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../../cosign/wanted.ts';
import type { MvcPoolRecord } from '../books/recall.ts';
import { ownerOf } from '../built-swap.ts';
import type { Common } from '../built-swap.ts';
import { foundIn } from '../coins.ts';
import type { FoundCoin } from '../coins.ts';
import { changeOf } from '../effects.ts';
import type { Owner } from '../effects.ts';
import { keepLostOfPool } from '../lost-checks.ts';
import { requireFresh, requireUnpromised, wasMade } from '../in-time.ts';
import type { MvcParts } from '../parts.ts';
import { poolHalf, requireUserSigned } from '../sign-swap.ts';
import { signed } from '../sign-check.ts';
import { runningPool } from '../stops.ts';
import { changeWanted, judgeMove, requireMoveCoins } from './judge-move.ts';
import { readMove } from './read-move.ts';
import type { ReadMove } from './read-move.ts';

type Asked<Request> = Request & { readonly act: MvcMoveAct };

const parkedKind = ({ token, share }: Owner, { side }: MvcMoveAct): TokenKey =>
  side === 'add' ? token : share;

/** Everything is asked here already, what the user signs apart. The same again is signed alike. @returns raw */
export function signMoveChecks(
  parts: MvcParts,
  { act, pool: number, checkScripts }: Asked<MvcCheckRequest>,
  gone: () => boolean,
): Promise<string> {
  return parts.turns('mvc', async () => {
    const { pool, key } = runningPool(parts, number);
    await parts.requireFreshTip();
    const owner = requireOwner(pool, ownerOf(pool, key), act);
    const read = await readMove(parts.source.coins, owner, act);
    const check = signed(read.checkBody(checkScripts), read.space, key);
    const raw = bytesToHex(writeMvcTransaction(check));
    const { recall } = parts.journal;
    if (wasMade(parts, check.core, number)) return raw;
    await requireMoveCoins(parts, pool, { read, parked: parkedKind(owner, act), stage: 'check' });
    const view = await parts.view(number);
    const ofCheck = changeOf(owner, [read.space.coin], check.outputs);
    judgeMove(parts, view, { read, names: namesOf(read), check: check.core, ofCheck: ofCheck.change });
    const now = parts.now();
    keepLostOfPool(view, { signed: recall.signed(number), now }, -ofCheck.change.d1);
    requireWanted(parts, gone);
    const line = lineOf({ act, pool, tx: check, spends: [read.space], effect: ofCheck }, now);
    parts.journal.append({ kind: 'check', ...line });
    return raw;
  });
}

/** The same again is answered alike. @throws Refusal not-admitted when we made no such checks for it */
export function signMove(
  parts: MvcParts,
  { act, pool: number, ...request }: Asked<MvcSwapRequest>,
  gone: () => boolean,
): Promise<MvcSigned> {
  return parts.turns('mvc', async () => {
    const { pool, key } = runningPool(parts, number);
    await parts.requireFreshTip();
    const owner = requireOwner(pool, ownerOf(pool, key), act);
    const read = await readMove(parts.source.coins, owner, act);
    const check = ownChecks(parts, read, { raw: request.check, pool: number });
    const parked = ownParking(read, check, request);
    const plan = read.move(check, parked);
    const swap = nameMvcTransaction(bodyOfPlan(plan));
    requireUserSigned({ plan, swap, act }, request.signed);
    const { recall } = parts.journal;
    const before = recall.act(swap.core);
    if (before?.half !== undefined && before.pool === number) return before.half;
    requireFresh(parts, check.core);
    await requireUnpromised(parts, namesOf(read), {
      pool: number,
      own: [check.core, swap.core, parked.core],
    });
    await requireMoveCoins(parts, pool, { read, parked: parkedKind(owner, act), stage: 'move' });
    const ofCheck = changeOf(owner, [read.space.coin], check.outputs);
    const effect = changeOf(owner, coinsOf(plan), plan.outputs);
    requireWhole(read, ofCheck.change, effect.change);
    const names = [...namesOf(read), ...spentBy(read, plan, [check, parked]).map(({ name }) => name)];
    judgeMove(parts, await parts.view(number), { read, names, check: check.core, ofCheck: ofCheck.change });
    const half = poolHalf({ plan, swap, key });
    requireWanted(parts, gone);
    const spends = spentBy(read, plan, [check, parked]);
    const line = lineOf({ act, pool, tx: swap, spends, effect }, parts.now());
    parts.journal.append({ kind: 'swap', check: check.core, half, signed: request.signed, ...line });
    return half;
  });
}

/** @throws Refusal lots-differ when the pool trades another token */
function requireOwner({ token }: MvcPoolRecord, owner: Owner, act: MvcMoveAct): Owner {
  if (token.genesis !== act.token.genesis || token.codehash !== act.token.codehash)
    throw new Refusal('lots-differ', 'the pool trades another token');
  return owner;
}

function ownChecks(
  { journal }: MvcParts,
  read: ReadMove,
  { raw, pool }: { readonly raw: string; readonly pool: number },
): MvcTransaction {
  const check = readRaw(raw);
  const known = journal.recall.act(check.core);
  if (known?.kind !== 'check' || known.pool !== pool) throw new Refusal('not-admitted', 'no checks of ours');
  const scripts = check.outputs.slice(0, 3).map(({ script }) => bytesToHex(script));
  if (nameMvcTransaction(read.checkBody(scripts)).core !== check.core)
    throw new Refusal('not-admitted', 'not the checks of this act');
  return check;
}

/** The parking that this act is over, signed by its user: its id depends on what contracts were given, and the move spends it. */
function ownParking(
  read: ReadMove,
  check: MvcTransaction,
  { parked: raw, parkSigned }: Pick<MvcSwapRequest, 'parked' | 'parkSigned'>,
): MvcTransaction {
  if (raw === undefined || parkSigned === undefined) throw new Refusal('bad-request', 'its parking');
  const parked = readRaw(raw);
  const plan = read.park(check);
  const swap = nameMvcTransaction(bodyOfPlan(plan));
  if (swap.core !== parked.core) throw new Refusal('effects-differ', 'not the parking of this act');
  requireUserSigned({ plan, swap, act: read.act }, parkSigned);
  return parked;
}

function readRaw(raw: string): MvcTransaction {
  const tx = readMvcTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Refusal('bad-request', tx.flaw);
  return tx;
}

const coinsOf = ({ inputs }: MvcPlan) => inputs.map(({ coin }) => coin);
const namesOf = ({ space, given, userTokens, userCoins }: ReadMove): string[] =>
  [space, given, ...userTokens, ...userCoins].map(({ name }) => name);

/** What a move spends: the pool's coin, and what checks and parking make. */
function spentBy(read: ReadMove, plan: MvcPlan, made: readonly MvcTransaction[]): FoundCoin[] {
  const all = [read.given, ...made.flatMap((tx) => tx.outputs.map((_, vout) => foundIn(tx, vout)))];
  return coinsOf(plan).map((coin) => {
    const found = all.find((one) => one.coin.outpoint === coin.outpoint);
    invariant(found !== undefined, 'a move spends what is known');
    return found;
  });
}

/** @throws invariant when checks and move together are not what was judged */
function requireWhole(
  read: ReadMove,
  one: ReturnType<typeof changeWanted>,
  other: ReturnType<typeof changeWanted>,
): void {
  const wanted = changeWanted(read);
  const isWhole = (['d1', 'd2', 'ds'] as const).every((side) => one[side] + other[side] === wanted[side]);
  invariant(isWhole, 'checks and move do what the act says');
}

interface Line {
  readonly act: MvcMoveAct;
  readonly pool: MvcPoolRecord;
  readonly tx: MvcTransaction;
  readonly spends: readonly FoundCoin[];
  readonly effect: ReturnType<typeof changeOf>;
}

function lineOf({ act, pool, tx, spends, effect: { change, gives } }: Line, now: number): Common {
  return {
    ...{ at: new Date(now).toISOString(), core: tx.core, pool: pool.number, act },
    spends: spends.map(({ name, coin }) => ({ coin: name, point: coin.outpoint })),
    outputs: tx.outputs.length,
    gives: [...gives],
    ...{ d1: change.d1.toString(), d2: change.d2.toString(), ds: change.ds.toString() },
  };
}
