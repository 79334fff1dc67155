/** Orders and what is paid in for them, as a page and wallets make them: real transactions on both chains. */
import { checkScript, completePlan } from '@rialto/contracts';
import type { WireBridgeTerms } from '@rialto/contract';
import { bridgeOrderId } from '@rialto/market';
import type { BridgeDirection } from '@rialto/market';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfTokenPayment,
  coinOf,
  nameMvcTransaction,
  p2pkhScript,
  planPaymentCheck,
  planTokenPayment,
  readFtScript,
  sameToken,
  signMvcInput,
  withSignatures,
} from '@rialto/mvc';
import type { MvcCoin, MvcPlan, MvcSignature, MvcTransaction, TokenPayment } from '@rialto/mvc';
import { bytesToHex, outpoint, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { acceptPlanned, planBridgePayment, bridgePaidAt } from '@rialto/psbt';
import type { Coin } from '@rialto/protocols';
import { signed } from '../memory/bids.ts';
import { coin, runeOn, user } from '../memory/people.ts';
import type { User } from '../memory/people.ts';
import { accepted, moved, person, txOn } from '../mvc/people.ts';
import type { Person } from '../mvc/people.ts';
import { BRC20, MRC20, RUNE, mrc20 } from './assets.ts';
import { lotOf } from './tokens/lots.ts';
import type { AssetId, Stage } from './stage.ts';

export const ALICE = user('alice', 'p2wpkh');
export const BOB = user('bob', 'p2tr');
export const MALLORY = user('mallory', 'p2tr');
/** The same people on MVC. */
export const ALICE_MVC = person(31);
export const MALLORY_MVC = person(33);

export const mvcScript = ({ hash }: Pick<Person, 'hash'>): string => bytesToHex(p2pkhScript(hash));
export const btcScript = ({ script }: Pick<User, 'script'>): string => bytesToHex(script);

let counter = 0;
const fresh = (): number => (counter += 1);

/** Terms that no payment fits: it goes back. */
export const UNPAYABLE = { least: '900000000' } as const;

export interface Order {
  readonly terms: WireBridgeTerms;
  readonly id: string;
}

export const idOf = (terms: WireBridgeTerms): string =>
  bridgeOrderId({
    ...terms,
    amount: terms.amount === 'any' ? 'any' : BigInt(terms.amount),
    least: BigInt(terms.least),
  });

export function order(
  asset: AssetId,
  direction: BridgeDirection,
  more: Partial<WireBridgeTerms> = {},
): Order {
  const [receiver, refund] =
    direction === 'mint'
      ? [mvcScript(ALICE_MVC), btcScript(ALICE)]
      : [btcScript(ALICE), mvcScript(ALICE_MVC)];
  const terms: WireBridgeTerms = {
    ...{ net: 'regtest', direction, asset, amount: 'any', least: '1', receiver, refund },
    ...{ nonce: fresh().toString(16).padStart(32, '0'), expires: 1_000, ...more },
  };
  return { terms, id: idOf(terms) };
}

export interface PaidIn {
  readonly asset: AssetId;
  readonly deposit: string;
  readonly at: Outpoint;
}

/** Sats or a token to the locked script, in the mempool. */
export function payIn(
  { btc, keys }: Stage,
  {
    asset,
    amount,
    id,
    by = ALICE,
  }: {
    readonly asset: AssetId;
    readonly amount: bigint;
    readonly id: string;
    readonly by?: User;
  },
): PaidIn {
  const pays = { btc: 'sats', rune: RUNE, mrc20: MRC20, brc20: BRC20 } as const;
  const money = coin(`money ${fresh()}`, by, (asset === 'btc' ? amount : 0n) + 100_000n);
  // MRC-20 is paid whole.
  const held = asset === 'rune' ? runeOn(150, amount + 1_000n) : mrc20(amount);
  const tokens: Coin[] =
    asset === 'btc'
      ? []
      : [asset === 'brc20' ? lotOf(btc, by, amount) : coin(`tokens ${fresh()}`, by, 546n, [held])];
  btc.put(money, ...(asset === 'brc20' ? [] : tokens));
  const planned = planBridgePayment({
    payer: { script: by.script, key: by.key, coins: [money] },
    ...{
      pays: pays[asset],
      coins: tokens,
      amount,
      bridge: keys(asset).locked.script.script,
      id,
      feeRateSatVb: 2,
    },
  });
  const { raw, txid } = acceptPlanned(planned, signed(planned, by.secret));
  btc.send(raw);
  const at = outpoint(txid, bridgePaidAt(pays[asset]));
  return { asset, deposit: `btc:${at}`, at };
}

/** Of what a person holds; in blocks or waiting. */
export const tokensOf = (
  { mvc, tokens }: Stage,
  asset: AssetId,
  { hash }: Pick<Person, 'hash'>,
): MvcCoin[] => {
  const key = tokens.get(asset);
  return mvc.coins((script) => {
    const token = readFtScript(script);
    return (
      token !== undefined && key !== undefined && sameToken(token, key) && token.holder === bytesToHex(hash)
    );
  });
};

/** With everything that the contracts ask for. */
export function completed(
  stage: Stage,
  plan: MvcPlan,
  {
    signatures,
    check,
  }: { readonly signatures: ReadonlyMap<number, MvcSignature>; readonly check: MvcTransaction },
): MvcTransaction {
  const known = txOn(stage.mvc);
  return nameMvcTransaction(
    completePlan({ plan, signatures, txOf: (txid) => (txid === check.txid ? check : known(txid)) }),
  );
}

function half(plan: MvcPlan, who: Person): ReadonlyMap<number, MvcSignature> {
  const tx = bodyOfPlan(plan);
  return new Map(
    plan.inputs.flatMap(({ role, coin: spent }, index): [number, MvcSignature][] =>
      role === 'check' ? [] : [[index, signMvcInput({ tx, index, coin: spent }, who.secret)]],
    ),
  );
}

/** Tokens of a person to the inlet, with an id as Metalet writes it; in the mempool. */
export function redeemIn(
  stage: Stage,
  {
    asset,
    units,
    id,
    by = ALICE_MVC,
    to,
    spends,
  }: {
    readonly asset: AssetId;
    readonly units: bigint;
    readonly id: string | undefined;
    readonly by?: Person;
    /** Hash; the inlet where nobody is named. */
    readonly to?: Uint8Array;
    readonly spends?: readonly MvcCoin[];
  },
): PaidIn & { readonly txs: readonly MvcTransaction[] } {
  const token = stage.tokens.get(asset);
  if (token === undefined) throw new Error('no such asset');
  const userCoins = moved(stage.mvc, by.script, [200_000n]);
  const request: TokenPayment = {
    ...{ token, userKey: by.key, userTokens: spends ?? tokensOf(stage, asset, by), units },
    ...{ userCoins, receiver: to ?? stage.keys(asset).inlet.hash, tokenSats: TOKEN_OUTPUT_SATS },
    message: id === undefined ? undefined : messageOf(id),
  };
  const script = checkScript(checkOfTokenPayment(request));
  const checkPlan = planPaymentCheck(request, { script, sats: CHECK_SATS, fee: 9_000n });
  const check = nameMvcTransaction(withSignatures(bodyOfPlan(checkPlan), half(checkPlan, by)));
  const plan = planTokenPayment({ ...request, userCoins: [coinOf(check, 1)] }, coinOf(check, 0), 60_000n);
  const transfer = completed(stage, plan, { signatures: half(plan, by), check });
  accepted(stage.mvc, check, transfer);
  return {
    ...{ asset, deposit: `mvc:${transfer.core}:0`, at: outpoint(transfer.txid, 0) },
    txs: [check, transfer],
  };
}

/** As `mvcBridgeMessage`: OP_FALSE, OP_RETURN, the digits as text. */
const messageOf = (id: string) => ({
  value: sats(0n),
  script: Uint8Array.from([0x00, 0x6a, 0x20, ...new TextEncoder().encode(id)]),
});
