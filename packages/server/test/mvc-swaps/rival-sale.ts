/** A sale of somebody's token to a stranger who keeps a pool of his own: it spends a coin that a swap of ours spends, and only a block can have it. */
import { checkScript, completePlan } from '@rialto/contracts';
import { mvcPeople } from '@rialto/devnet';
import type { MvcPerson, PrivateMvcChain } from '@rialto/devnet';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfSell,
  nameMvcTransaction,
  planSell,
  poolSpaceOfSell,
} from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, SellRequest, TokenKey } from '@rialto/mvc';

const { accepted, coinsOf, funded, only, payment, person, sats, signatureOf, txOf } = await mvcPeople();

const PAYER = person(3);
const STRANGER = person(4);
const CHECK_SATS = 3_000n;
const SPACE = 1_000_000n;

/** What the stranger pays with, in a block. */
export function strangersSpace(chain: PrivateMvcChain): MvcCoin {
  const moved = payment(PAYER, funded(chain, PAYER, [SPACE + 1_000n]), [
    { value: sats(SPACE), script: STRANGER.script },
  ]);
  accepted(chain, moved);
  chain.mine();
  return only(coinsOf(moved));
}

interface Sold {
  readonly coin: MvcCoin;
  readonly token: TokenKey;
  readonly units: bigint;
  readonly pays: MvcCoin;
}

/** @returns its check and the sale, which nobody has yet */
export function rivalSale(
  chain: PrivateMvcChain,
  who: MvcPerson,
  { coin, token, units, pays: paid }: Sold,
): readonly [MvcTransaction, MvcTransaction] {
  const request: SellRequest = {
    ...{ token, units, userKey: who.key, poolHash: STRANGER.hash, userTokens: [coin] },
    ...{ sats: sats(100_000n), tokenSats: TOKEN_OUTPUT_SATS },
  };
  const space = poolSpaceOfSell(request, 20_000n, CHECK_SATS);
  const check = payment(
    STRANGER,
    [paid],
    [
      { value: sats(CHECK_SATS), script: checkScript(checkOfSell(request)) },
      { value: space, script: STRANGER.script },
      { value: sats(SPACE - 10_000n - space - CHECK_SATS), script: STRANGER.script },
    ],
  );
  const [counted, pays] = coinsOf(check);
  if (counted === undefined || pays === undefined) throw new Error('coins of the check');
  const plan = planSell(request, pays, counted);
  const body = bodyOfPlan(plan);
  const signatures = new Map(
    plan.inputs.flatMap(({ role, coin: spent }, index) => {
      if (role === 'check') return [];
      const by = role === 'pool-space' ? STRANGER : who;
      return [[index, signatureOf(by, body, index, spent)] as const];
    }),
  );
  const known = txOf(chain);
  const all = (txid: MvcTransaction['txid']) => (txid === check.txid ? check : known(txid));
  return [check, nameMvcTransaction(completePlan({ plan, signatures, txOf: all }))];
}
