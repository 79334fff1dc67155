/** What pays for an exit on MVC: SPACE of the fee wallet that blocks have. */
import type { IndexedMvcCoin } from '@rialto/ground';
import { bridgeTransferFees, bridgeTransferNeeds } from '@rialto/mvc';
import type { BridgeTransferRequest, checkOfBridgeTransfer } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import type { BridgeContext } from '../../context.ts';
import { coinName } from './coin-names.ts';
import type { Before } from '../exit-of.ts';

const MOST_COINS = 20;

interface Spending {
  readonly check: ReturnType<typeof checkOfBridgeTransfer>;
  readonly named: ReadonlySet<string>;
  readonly before: Before | undefined;
  readonly tokens: BridgeTransferRequest['tokens'];
}

const MOST_LOOKED_AT = 200;

/** The fewest coins of SPACE that pay for both transactions, and all that pay for checks of builds before: of those checks one is ever in a block. */
export async function spaceFor(
  { mvc }: BridgeContext,
  { keys }: KnownAsset,
  { check, named, before, tokens }: Spending,
) {
  const again = new Set(before?.fees ?? []);
  const all = await mvc.ledger.spaceOf(hexToBytes(keys.feeHash), MOST_LOOKED_AT);
  const isAgain = (coin: IndexedMvcCoin): boolean => again.has(coinName(coin));
  const free = all
    .filter((coin) => coin.height !== undefined && (isAgain(coin) || !named.has(coinName(coin))))
    .toSorted((a, b) => Number(isAgain(b)) - Number(isAgain(a)));
  const held = tokens.reduce((sum, { value }) => sum + value, 0n);
  const space: IndexedMvcCoin[] = [];
  let sum = 0n;
  for (const [at, coin] of free.entries()) {
    space.push(coin);
    sum += coin.value;
    const next = free[at + 1];
    if (next !== undefined && isAgain(next)) continue;
    const fees = bridgeTransferFees(check, space.length, mvc.settings.feeRate);
    if (sum >= bridgeTransferNeeds(fees, check, held)) return { space, fees };
    if (space.length === MOST_COINS) break;
  }
  throw new Refusal('insufficient-funds', `the fee wallet of the bridge has ${sum} sat of SPACE free`);
}
