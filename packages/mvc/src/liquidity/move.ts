/**
 * Liquidity in one transaction, both ways alike: a parked token goes into the pool, the pool gives another kind of token out, and SPACE
 * moves with it. Who adds gives the token and SPACE for shares; who removes gives shares for the token and SPACE.
 */
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { p2pkhScript } from '../address.ts';
import { checkedPlan, holdersOf, requireSpace, spentOf, tokenOn } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan, PlannedInput } from '../swap/plan.ts';
import { LEAST_CHANGE } from '../swap/terms.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { withHolder } from '../token/tail.ts';
import type { TokenKey } from '../token/tail.ts';

/** What lies parked or in the pool of one kind of token. */
interface Tokens {
  readonly token: TokenKey;
  readonly coin: MvcCoin;
}

export interface MoveRequest {
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  readonly poolHash: Uint8Array;
  /** All of it goes into the pool. */
  readonly parked: Tokens;
  /** Part of it goes to the user, the rest stays. */
  readonly given: Tokens;
  /** Units of it for the user. */
  readonly units: bigint;
  /** P2PKH of the user, the first of them releases what is parked. */
  readonly userCoins: readonly MvcCoin[];
  /** P2PKH of the pool. */
  readonly poolSpace: MvcCoin;
  /** What its SPACE is afterwards. */
  readonly poolSats: Sats;
  readonly tokenSats: Sats;
}

/** Token in, the two of what is given, the pool's SPACE, the user's. */
const OUTPUTS = 5;
const PARKED = 0;
const GIVEN = 1;

/**
 * The checks that it needs: of what goes in, and of what is given.
 * @throws Refusal not-a-lot, not-yours, bad-request (no coins, or the same token both ways), too-small, pool-too-small (it keeps some)
 */
export function checksOfMove(request: MoveRequest): readonly [TokenCheck, TokenCheck] {
  const { parked, given, units } = request;
  const { user, userScript, poolScript } = holdersOf(request);
  const brought = tokenOn(parked.coin, parked.token, userScript).amount;
  const held = tokenOn(given.coin, given.token, poolScript).amount;
  if (parked.token.genesis === given.token.genesis)
    throw new Refusal('bad-request', 'the same token both ways');
  if (request.userCoins.length === 0) throw new Refusal('bad-request', 'no coins');
  if (units < 1n || brought < 1n) throw new Refusal('too-small');
  if (units >= held) throw new Refusal('pool-too-small', `${held - 1n} at most`);
  return [
    {
      ...{ kind: 'unlock', token: parked.token, inputs: [PARKED], outputs: OUTPUTS },
      receivers: [{ holder: poolScript, units: brought }],
    },
    {
      ...{ kind: 'unlock', token: given.token, inputs: [GIVEN], outputs: OUTPUTS },
      receivers: [
        { holder: user, units },
        { holder: poolScript, units: held - units },
      ],
    },
  ];
}

/**
 * @param checks the coins of the two check contracts, made for `checksOfMove`
 * @param fee what the miners get
 * @throws Refusal as `checksOfMove` and `checkedPlan`; insufficient-funds
 */
export function planMove(request: MoveRequest, checks: readonly [MvcCoin, MvcCoin], fee: bigint): MvcPlan {
  const needed = checksOfMove(request);
  const { user, pool } = holdersOf(request);
  const { parked, given, userCoins, poolSpace, tokenSats } = request;
  requireSpace(poolSpace, pool);
  for (const coin of userCoins) requireSpace(coin, user);
  const inputs: PlannedInput[] = [
    { role: 'parked-token', coin: parked.coin },
    { role: 'pool-token', coin: given.coin },
    ...userCoins.map((coin): PlannedInput => ({ role: 'user-space', coin })),
    { role: 'pool-space', coin: poolSpace },
    ...checks.map((coin): PlannedInput => ({ role: 'check', coin })),
  ];
  const tokens = [parked.coin, given.coin].flatMap((coin, at) =>
    (needed[at]?.receivers ?? []).map(({ holder, units }): TxOutput => ({
      value: tokenSats,
      script: withHolder(coin.script, holder, units),
    })),
  );
  const outputs = [...tokens, { value: request.poolSats, script: poolSpace.script }];
  const rest = outputs.reduce((left, { value }) => left - value, spentOf(inputs) - fee);
  // The checks count on it: the user's own coin is always there.
  if (rest < LEAST_CHANGE)
    throw new Refusal('insufficient-funds', `${LEAST_CHANGE - rest} sat of SPACE more`);
  outputs.push({ value: rest as Sats, script: p2pkhScript(user) });
  return checkedPlan({ inputs, outputs, checks: needed });
}
