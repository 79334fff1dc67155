/** A token for another as an exchange builds it: a real sale, kept unsent under its id, and a real purchase over its SPACE. */
import { checkScript } from '@rialto/contracts';
import type { MvcBuiltSecond, MvcQuote } from '@rialto/contract';
import {
  TOKEN_OUTPUT_SATS,
  bareOf,
  bodyOfPlan,
  checkOfBuy,
  nameMvcTransaction,
  planBuy,
  scriptHolder,
} from '@rialto/mvc';
import type { BuyRequest, MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { MvcTokenIntent } from '../../src/flows/mvc/tokens/token-intent.ts';
import {
  CHECK_SATS,
  COMMON,
  Ground,
  OTHER_TEMPLATE,
  POOL_FACTS,
  STRANGER,
  USER,
  aSell,
  handedOut,
  keyOf,
  sats,
  soon,
  tokenOutput,
} from './mvc-swaps.ts';

const OTHER = keyOf(OTHER_TEMPLATE);
export const SECOND_ID = '00000000-0000-4000-a000-000000000002';
/** Of the sale, and what of it goes into the other pool. */
const SPACE = 2_000_000n;
const FEE = 20_000n;
const PAID = SPACE - FEE - 6_000n - TOKEN_OUTPUT_SATS;
const UNITS = 40_000n;

/** The other pool is a stranger's key: any but the first pool's. */
const OTHER_FACTS = {
  ...POOL_FACTS,
  ...OTHER,
  ...{ pair: `space-${OTHER.genesis}`, symbol: 'OT', poolHash: bytesToHex(STRANGER.hash) },
};

/** Whatever stands in its scriptSigs, its id follows from their hashes. */
function unsent(tx: MvcTransaction): MvcTransaction {
  const inputs = tx.inputs.map((input, index) => ({ ...input, scriptSig: Uint8Array.of(index + 1) }));
  return nameMvcTransaction({ ...tx, inputs });
}

interface Lies {
  readonly changes?: Partial<BuyRequest>;
  /** More coins of the user's than the sale's SPACE. */
  readonly more?: (ground: Ground) => readonly MvcCoin[];
  /** Another sale than the one that was signed. */
  readonly units?: bigint;
}

/** 60.000 of a token, and all the SPACE that it brings for 40.000 of another. */
export function aTokenSwap({ changes = {}, more = () => [], units }: Lies = {}) {
  const ground = new Ground();
  const sale = aSell({}, ground);
  const other = units === undefined ? sale : aSell({ units }, ground);
  const tx = unsent(nameMvcTransaction(bodyOfPlan(other.plan)));
  const vout = tx.outputs.length - 1;
  const output = tx.outputs[vout];
  if (output === undefined) throw new Error('its SPACE');
  const request: BuyRequest = {
    ...{ token: OTHER, userKey: USER.key, poolHash: STRANGER.hash },
    lane: {
      tokens: [ground.one(tokenOutput(scriptHolder(STRANGER.hash), 1_000_000n, OTHER_TEMPLATE))],
      space: ground.one({ value: sats(50_000_000n), script: STRANGER.script }),
    },
    userCoins: [{ outpoint: outpoint(tx.txid, vout), ...output }, ...more(ground)],
    ...{ sats: sats(PAID), units: UNITS, tokenSats: TOKEN_OUTPUT_SATS, fee: sats(FEE) },
    refill: { value: sats(9_000n), script: STRANGER.script },
    ...changes,
  };
  const check = ground.one({ value: sats(CHECK_SATS), script: checkScript(checkOfBuy(request)) });
  const plan = planBuy(request, check);
  const bare = bareOf(tx);
  const quote: MvcQuote = {
    ...{ sats: request.sats.toString(), units: request.units.toString(), networkFee: '26000' },
    ...{ tokenSats: '2019', lpFee: '6000', impactPpm: '2000', least: '52000' },
  };
  const built: MvcBuiltSecond = {
    ...{ buildId: SECOND_ID, ...handedOut(ground, plan), expiresAt: soon(), quote },
    userCoins: request.userCoins.map(({ outpoint: point }) => point),
    ...{ tokenSats: TOKEN_OUTPUT_SATS.toString(), mostCosts: (SPACE - PAID).toString() },
    refill: { value: '9000', script: bytesToHex(STRANGER.script) },
    sale: { raw: bytesToHex(bare.raw), scriptSigs: bare.scriptSigs.map(bytesToHex) },
  };
  const { network, user, account, place } = COMMON;
  const intent: MvcTokenIntent = {
    ...{ network, user, account, place, from: POOL_FACTS, to: OTHER_FACTS, amount: '60000' },
    shown: { sell: sale.built.quote, buy: { ...quote, units: UNITS.toString() } },
  };
  return { sale, second: { plan, built }, intent };
}
