/** Liquidity as a server asks the signer for it: an addition and a removal that fit the price, their checks, their parking, and what their user signs. */
import type { MvcMoveAct, MvcSigned } from '@rialto/contract';
import { checkScript, completePlan } from '@rialto/contracts';
import { addShares, reachOf, removeShares, wholeRoot } from '@rialto/market';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checksOfLiquidity,
  nameMvcTransaction,
  readMvcTransaction,
  signMvcInput,
  signedByUser,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcPlan, MvcSignature, MvcTransaction, TokenKey } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, sats } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { ownerOf } from '../../src/mvc/built-swap.ts';
import type { Owner } from '../../src/mvc/effects.ts';
import { readMove } from '../../src/mvc/moves/read-move.ts';
import { accepted, txOn } from './people.ts';
import { POOL_SPACE, POOL_UNITS, USER, fundedFor, told } from './world.ts';
import type { Answered, MvcPool, MvcWorld } from './world.ts';

const COSTS = { tokenSats: '2019', fee: '60000', parkFee: '25000', checkSats: '1000', checkFee: '20000' };
/** What opened the pool in shares. */
export const FIRST_SHARES = wholeRoot(POOL_SPACE * POOL_UNITS);
const SHARES_ADDED = 4_000_000n;

interface Stand {
  readonly r1: bigint;
  readonly r2: bigint;
  readonly shares: bigint;
}

interface Coins {
  readonly space: Outpoint;
  readonly given: Outpoint;
  readonly userTokens: readonly Outpoint[];
}

/** SPACE and tokens for shares, as many as were asked for or a few less. */
export function addAct(world: MvcWorld, stand: Stand, { space, given, userTokens }: Coins): MvcMoveAct {
  const most = { sats: (SHARES_ADDED * stand.r1) / stand.shares, units: POOL_UNITS };
  const found = addShares(reachOf(stand, []), most);
  return actOf(world, { ...found, side: 'add' }, { space, given, userTokens });
}

export function removeAct(world: MvcWorld, stand: Stand, coins: Coins, shares: bigint): MvcMoveAct {
  return actOf(world, { ...removeShares(reachOf(stand, []), shares), shares, side: 'remove' }, coins);
}

function actOf(
  world: MvcWorld,
  { side, ...amounts }: { sats: bigint; units: bigint; shares: bigint; side: 'add' | 'remove' },
  { space, given, userTokens }: Coins,
): MvcMoveAct {
  const [coin] = fundedFor(world, USER, 5_000_000n);
  if (coin === undefined) throw new Error('a coin');
  return {
    ...{ side, token: world.token, userKey: bytesToHex(USER.key), ...COSTS },
    ...{ sats: amounts.sats.toString(), units: amounts.units.toString(), shares: amounts.shares.toString() },
    ...{ poolSpace: space, given, userTokens: [...userTokens], userCoins: [coin.outpoint] },
  };
}

function ownerIn({ parts }: MvcWorld, pool: number): Owner {
  const record = parts.journal.recall.pool(pool);
  if (record === undefined) throw new Error('the pool');
  return ownerOf(record, parts.poolKey(pool));
}

/** The scripts of its three checks, as the server is told them by its worker. */
export async function neededChecks(world: MvcWorld, pool: number, act: MvcMoveAct): Promise<string[]> {
  const { coins } = world.parts.source;
  const at = async (point: Outpoint): Promise<MvcCoin> => (await coins.at(point)).coin;
  const owner = ownerIn(world, pool);
  const [parked, given]: [TokenKey, TokenKey] =
    act.side === 'add' ? [owner.token, owner.share] : [owner.share, owner.token];
  const [parkUnits, units] = act.side === 'add' ? [act.units, act.shares] : [act.shares, act.units];
  const space = await at(act.poolSpace);
  const checks = checksOfLiquidity(
    {
      ...{ token: parked, userKey: hexToBytes(act.userKey), units: BigInt(parkUnits) },
      ...{ userTokens: await Promise.all(act.userTokens.map(at)), tokenSats: TOKEN_OUTPUT_SATS },
      userCoins: await Promise.all(act.userCoins.map(at)),
    },
    {
      ...{
        poolHash: owner.key.hash,
        given: { token: given, coin: await at(act.given) },
        units: BigInt(units),
      },
      ...{ poolSpace: space, poolSats: sats(space.value), tokenSats: TOKEN_OUTPUT_SATS },
    },
  );
  return checks.map((check) => bytesToHex(checkScript(check)));
}

export async function moveChecks(world: MvcWorld, pool: number, act: MvcMoveAct): Promise<Answered> {
  const checkScripts = await neededChecks(world, pool, act);
  return world.ask({ op: 'mvcCheck', check: { pool, act, checkScripts } });
}

export interface DrawnMove {
  readonly act: MvcMoveAct;
  readonly check: MvcTransaction;
  readonly parked: MvcTransaction;
  readonly plan: MvcPlan;
  readonly parkSigned: readonly MvcSigned[];
  readonly signed: readonly MvcSigned[];
}

function halves(plan: MvcPlan): Map<number, MvcSignature> {
  const tx = bodyOfPlan(plan);
  return new Map(
    signedByUser(plan).map((index) => {
      const coin = plan.inputs[index]?.coin;
      if (coin === undefined) throw new Error('a coin');
      return [index, signMvcInput({ tx, index, coin }, USER.secret)];
    }),
  );
}

const wire = (signed: ReadonlyMap<number, MvcSignature>): MvcSigned[] =>
  [...signed].map(([index, half]) => ({
    ...{ index, signature: bytesToHex(half.signature), publicKey: bytesToHex(half.publicKey) },
  }));

function completed(
  world: MvcWorld,
  plan: MvcPlan,
  { signed, made }: { signed: ReadonlyMap<number, MvcSignature>; made: readonly MvcTransaction[] },
): MvcTransaction {
  const known = txOn(world.chain);
  const txOf = (txid: Txid): MvcTransaction => made.find((tx) => tx.txid === txid) ?? known(txid);
  return nameMvcTransaction(completePlan({ plan, signatures: signed, txOf }));
}

/** Parking and move over these checks, signed by their user. */
export async function drawnMove(
  world: MvcWorld,
  pool: number,
  { act, rawCheck }: { readonly act: MvcMoveAct; readonly rawCheck: string },
): Promise<DrawnMove> {
  const check = readMvcTransaction(hexToBytes(rawCheck));
  if (isFlaw(check)) throw new Error(check.flaw);
  const read = await readMove(world.parts.source.coins, ownerIn(world, pool), act);
  const parking = read.park(check);
  const parkSigned = halves(parking);
  const parked = completed(world, parking, { signed: parkSigned, made: [check] });
  const plan = read.move(check, parked);
  return { act, check, parked, plan, parkSigned: wire(parkSigned), signed: wire(halves(plan)) };
}

export const moveRequest = (pool: number, { act, check, parked, parkSigned, signed }: DrawnMove) => ({
  op: 'mvcSwap' as const,
  swap: {
    ...{ pool, act, check: bytesToHex(writeMvcTransaction(check)) },
    ...{ parked: bytesToHex(writeMvcTransaction(parked)), parkSigned, signed },
  },
});

/** From the act to all three transactions in a block. @returns the move */
export async function moved(world: MvcWorld, pool: number, act: MvcMoveAct): Promise<MvcTransaction> {
  const { check } = await told(moveChecks(world, pool, act));
  const one = await drawnMove(world, pool, { act, rawCheck: String(check) });
  const { signed } = await told(world.ask(moveRequest(pool, one)));
  const half = signed as MvcSigned;
  const all = new Map(
    [...one.signed, half].map(({ index, signature, publicKey }) => [
      index,
      { signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) },
    ]),
  );
  const move = completed(world, one.plan, { signed: all, made: [one.check, one.parked] });
  accepted(world.chain, one.check, one.parked, move);
  world.chain.mine();
  return move;
}

/** The pool's coins that it was opened with: SPACE, tokens, shares. */
export function firstOf({ first: coins }: MvcPool): readonly [Outpoint, Outpoint, Outpoint] {
  const [space, tokens] = coins;
  const shares = coins.at(-1);
  if (space === undefined || tokens === undefined || shares === undefined) throw new Error('three coins');
  return [space.outpoint, tokens.outpoint, shares.outpoint];
}
