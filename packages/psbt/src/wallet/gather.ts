/** Gathering: coins with the same rune become one coin. Sales into pools and liquidity take only a few coins at once. */
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, ScriptHex } from '@rialto/protocols';
import type { Draft } from '../draft/draft.ts';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkCarried, checkDistinct, checkPayer, small } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import type { Meaning } from '../effects/effects.ts';
import { summed } from '../effects/moves.ts';
import { holdingsGiven } from '../effects/rune-flow.ts';
import { spending } from '../inscribe/reveal.ts';
import { feeOf } from '../tx/size.ts';
import { extended, repay } from './replacement.ts';

/** Coins of one gathering at most: its size stays below 3,600 vB. */
export const MOST_GATHERED = 50;

export interface GatherRequest {
  readonly payer: Payer;
  readonly rune: AssetId;
  /** Coins of the payer with this rune and nothing else. */
  readonly coins: readonly Coin[];
  readonly feeRateSatVb: number;
}

/**
 * Plans the gathering. In: the coins, then coins that pay where their own sats do not. Out: 546 sat with all of the rune, change.
 * It carries no message: runes without one go to the first output.
 * @throws Refusal wrong-address-type, not-yours, bad-request (fewer than two coins, or more than fit), duplicate-input,
 *   coin-unconfirmed, not-a-lot (a coin without the rune), lot-mixed (anything beside it), and as `repay`, `feeOf`
 * Source: runes §4, §11.
 */
export function planGather({ payer, rune, coins, feeRateSatVb }: GatherRequest): Planned {
  checkPayer(payer);
  if (coins.length < 2 || coins.length > MOST_GATHERED)
    throw new Refusal('bad-request', `${coins.length} coins`);
  checkDistinct(coins);
  for (const coin of coins) {
    checkCarried(coin, payer, (asset) => asset.kind === 'rune' && asset.asset === rune);
    if (coin.assets.length === 0) throw new Refusal('not-a-lot', coin.outpoint);
  }
  const { script, key } = payer;
  const bare = ownDraft(coins, [small(script)]);
  const { added, change } = repay({
    draft: bare,
    script,
    coins: payer.coins,
    mayDropChange: true,
    fee: (vsize) => feeOf(vsize, feeRateSatVb),
  });
  const draft = extended(bare, added, change === undefined ? [] : [{ value: change, script }]);
  return planTransaction(draft, { key, intent: intentOfGather(payer, coins, draft) });
}

/** All of it to the first output, the payer's. */
function intentOfGather({ script }: Payer, coins: readonly Coin[], draft: Draft): Meaning {
  const intent = spending(draft);
  const owner = bytesToHex(script) as ScriptHex;
  for (const held of summed(holdingsGiven(coins))) intent.gets(owner, { ...held, index: 0 });
  return intent.meaning();
}
