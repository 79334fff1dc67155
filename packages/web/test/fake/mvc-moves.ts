/** Liquidity on MVC as an exchange builds it: the parking, and the move over it; real scripts, real checks, only the chain under them is made up. */
import { checkScript } from '@rialto/contracts';
import type { MvcBuiltMove, MvcParkedMove } from '@rialto/contract';
import {
  TOKEN_OUTPUT_SATS,
  checkOfPark,
  checksOfLiquidity,
  checksOfMove,
  nameMvcTransaction,
  planMove,
  planPark,
  scriptHolder,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { FutureMove, MoveRequest, MvcBody, MvcCoin, MvcPlan, ParkRequest } from '@rialto/mvc';
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { MvcMoveIntent } from '../../src/flows/mvc/move-intent.ts';
import {
  BUILD_ID,
  CHECK_SATS,
  COMMON,
  Ground,
  POOL,
  POOL_FACTS,
  USER,
  handedOut,
  keyOf,
  sats,
  signedBy,
  soon,
  tokenOutput,
  tokenTemplate,
} from './mvc-swaps.ts';

export const SHARE_TEMPLATE = tokenTemplate('LP', 0x21);
const TOKEN = keyOf(tokenOutput(USER.hash, 1n).script);
const SHARE = keyOf(SHARE_TEMPLATE);

/** What the exchange does otherwise than it says. */
export interface Bent {
  readonly park?: Partial<ParkRequest>;
  readonly parkFee?: bigint;
  readonly move?: Partial<MoveRequest>;
  readonly moveFee?: bigint;
}

const AMOUNTS = { sats: 1_200_000n, units: 24_000n, shares: 5_000n };
export const [PARK_FEE, MOVE_FEE, CHECK_FEE] = [16_000n, 51_000n, 11_000n];
const POOL_SATS = 50_000_000n;

interface MadeMove {
  readonly ground: Ground;
  readonly park: MvcPlan;
  readonly built: MvcBuiltMove;
  readonly intent: MvcMoveIntent;
  /** The move over a parking: whatever the user signed, and whatever is in it. */
  over(parking?: MvcBody): { readonly plan: MvcPlan; readonly answer: MvcParkedMove };
}

export const anAddition = (bent: Bent = {}): MadeMove => made('add', bent);
export const aRemoval = (bent: Bent = {}): MadeMove => made('remove', bent);

function made(kind: 'add' | 'remove', bent: Bent): MadeMove {
  const ground = new Ground();
  const isAdd = kind === 'add';
  const { sats: paid, units, shares } = AMOUNTS;
  const [parked, given] = isAdd ? [TOKEN, SHARE] : [SHARE, TOKEN];
  const asked: ParkRequest = {
    ...{ token: parked, userKey: USER.key, tokenSats: TOKEN_OUTPUT_SATS },
    userTokens: isAdd
      ? ground.coins([tokenOutput(USER.hash, 20_000n), tokenOutput(USER.hash, 10_000n)])
      : [ground.one(tokenOutput(USER.hash, shares, SHARE_TEMPLATE))],
    userCoins: [ground.one({ value: sats(1_600_000n), script: USER.script })],
    units: isAdd ? units : shares,
  };
  const request: ParkRequest = { ...asked, ...bent.park };
  const future: FutureMove = {
    ...{ poolHash: POOL.hash, tokenSats: TOKEN_OUTPUT_SATS, units: isAdd ? shares : units },
    given: {
      token: given,
      coin: ground.one(
        isAdd
          ? tokenOutput(scriptHolder(POOL.hash), 9_000_000n, SHARE_TEMPLATE)
          : tokenOutput(scriptHolder(POOL.hash), 1_000_000n),
      ),
    },
    poolSpace: ground.one({ value: sats(POOL_SATS), script: POOL.script }),
    poolSats: sats(isAdd ? POOL_SATS + paid : POOL_SATS - paid),
  };
  const rest = POOL_SATS - 3n * CHECK_SATS - CHECK_FEE;
  const value = sats(CHECK_SATS);
  const [first, ...over] = ground.coins([
    { value, script: checkScript(checkOfPark(request)) },
    ...checksOfLiquidity(request, future)
      .slice(1)
      .map((check) => ({ value, script: checkScript(check) })),
    { value: sats(rest), script: POOL.script },
  ]);
  if (first === undefined) throw new Error('a check');
  const park = planPark(request, first, { fee: bent.parkFee ?? PARK_FEE, left: 1n });
  const networkFee = (PARK_FEE + MOVE_FEE + CHECK_FEE).toString();
  const quote = { sats: paid.toString(), units: units.toString(), shares: shares.toString(), networkFee };
  const intent: MvcMoveIntent = {
    ...{ network: COMMON.network, user: COMMON.user, account: COMMON.account, place: COMMON.place },
    ...{ pool: { ...POOL_FACTS, shareGenesis: SHARE.genesis }, kind, shown: quote },
    ...(isAdd ? { of: 'space', amount: quote.sats } : { of: 'shares', amount: quote.shares }),
  };
  return {
    ...{ ground, park, intent },
    built: {
      ...{ buildId: BUILD_ID, expiresAt: soon(), park: handedOut(ground, park) },
      quote: { ...quote, tokenSats: '2019', needs: '1300000' },
      userTokens: asked.userTokens.map(({ outpoint: point }) => point),
      userCoins: asked.userCoins.map(({ outpoint: point }) => point),
      tokenSats: TOKEN_OUTPUT_SATS.toString(),
    },
    over: (parking = signedBy(USER, park, tokenPlaces(park))) =>
      moved({ ground, parking, over, future, bent, parkedKey: parked }),
  };
}

const tokenPlaces = ({ inputs }: MvcPlan): number[] =>
  inputs.flatMap(({ role }, index) => (role.startsWith('user') ? [index] : []));

interface ToMove {
  readonly ground: Ground;
  readonly parking: MvcBody;
  readonly over: readonly MvcCoin[];
  readonly future: FutureMove;
  readonly bent: Bent;
  readonly parkedKey: MoveRequest['parked']['token'];
}

function moved({ ground, parking, over, future, bent, parkedKey }: ToMove) {
  const tx = ground.keep(nameMvcTransaction(parking));
  const coinAt = (vout: number): MvcCoin => {
    const output = tx.outputs.at(vout);
    if (output === undefined) throw new Error('an output');
    return { outpoint: outpoint(tx.txid, vout < 0 ? tx.outputs.length + vout : vout), ...output };
  };
  const [inCheck, outCheck, rest] = over;
  if (inCheck === undefined || outCheck === undefined || rest === undefined) throw new Error('checks');
  const request: MoveRequest = {
    ...{ ...future, userKey: USER.key, poolSpace: rest },
    ...{ parked: { token: parkedKey, coin: coinAt(0) }, userCoins: [coinAt(-1)] },
    ...bent.move,
  };
  const scripts = checksOfMove(request).map((check) => ({
    value: sats(CHECK_SATS),
    script: checkScript(check),
  }));
  // Checks of what it really does: those of what it says would not hold.
  const coins = bent.move === undefined ? [inCheck, outCheck] : ground.coins(scripts);
  const [a = inCheck, b = outCheck] = coins;
  const plan = planMove(request, [a, b], bent.moveFee ?? MOVE_FEE);
  const answer: MvcParkedMove = {
    ...{ buildId: BUILD_ID, expiresAt: soon(), parked: bytesToHex(writeMvcTransaction(tx)) },
    move: handedOut(ground, plan),
  };
  return { plan, answer };
}
