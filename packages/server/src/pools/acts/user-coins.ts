/** What a user brings to a pool: clean coins that pay, and coins with exactly the rune that is wanted. */
import type { BodyOf } from '@rialto/contract';
import { compareWhole } from '@rialto/market';
import { MOST_PAYING, loadCoins, loadPayingCoins } from '@rialto/ground';
import { equalBytes, hexToBytes, isOutpoint, runeAsset } from '@rialto/protocols';
import type { Coin, Outpoint, RuneId } from '@rialto/protocols';
import { MAX_COINS, SMALLEST_PAYING_COIN, addressToScript, publicKeyOwns, soleAmount } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireFeeRate } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import type { PoolContext } from '../context.ts';

/** The fullest that are looked at. */
const MOST_LOOKED = 50;

interface Named {
  readonly net?: string | undefined;
  readonly address: string;
  readonly pubkey: string;
  readonly feeRate: number;
}

export interface PoolUser {
  readonly address: string;
  readonly script: Uint8Array;
  readonly key: Uint8Array;
}

/**
 * The session's own address, by its key, at a rate that blocks take soon: everybody behind him in the lane waits with him.
 * @throws Refusal wrong-network, not-yours, wrong-address-type, fee-too-low, fee-too-high, fee-needs-consent
 */
export async function requireUser(context: PoolContext, session: Session, named: Named): Promise<PoolUser> {
  const { network } = context.settings;
  if (named.net !== undefined && named.net !== network) throw new Refusal('wrong-network');
  if (named.address !== session.address) throw new Refusal('not-yours');
  const script = addressToScript(named.address, network);
  if (!publicKeyOwns(named.pubkey, script)) throw new Refusal('not-yours', 'the key is not the address’s');
  await requireFeeRate(context, named.feeRate, undefined);
  const { slow } = await context.plans();
  if (named.feeRate < slow) throw new Refusal('fee-too-low', `${slow} sat/vB at least`);
  return { address: named.address, script, key: hexToBytes(named.pubkey) };
}

/** The largest coins that can pay, without those in the user's orders. @throws Refusal not-followed, syncing */
export async function payingCoins(context: PoolContext, { script, address }: PoolUser): Promise<Coin[]> {
  const except = await keptCoins(context, address);
  const query = {
    first: 'largest',
    least: SMALLEST_PAYING_COIN,
    except: [...except],
    most: MOST_PAYING,
  } as const;
  return loadPayingCoins(context, script, query);
}

/** Coins in orders of an address. */
export async function keptCoins({ store }: PoolContext, address: string): Promise<ReadonlySet<Outpoint>> {
  return new Set((await lockedOutpoints(store.db, address)).keys());
}

type NamedCoins = BodyOf<'build1x'>['runeUtxos'];

/**
 * The fullest coins with this rune and nothing else that hold at least so much together: of those that are named, where some are.
 * @throws Refusal rune-not-in-utxo for one that is named and does not hold it, insufficient-funds, too-many-coins, syncing
 */
export async function runeCoins(
  context: PoolContext,
  user: PoolUser,
  wanted: { readonly rune: RuneId; readonly units: bigint; readonly named: NamedCoins },
): Promise<Coin[]> {
  const { rune, units, named } = wanted;
  const points =
    named === undefined || named.length === 0
      ? await context.ledger.fullestOutpointsOfRune(user.script, rune, MOST_LOOKED)
      : named.map(({ runePosition }) => pointOf(runePosition));
  const except = await keptCoins(context, user.address);
  const { coins } = await loadCoins(context, points);
  const asset = runeAsset(rune);
  const isOn = ({ assets }: Coin): boolean =>
    assets.some((one) => one.kind === 'rune' && one.asset === asset);
  for (const { runePosition } of named ?? []) {
    const coin = coins.get(pointOf(runePosition));
    if (coin === undefined || !isOn(coin)) throw new Refusal('rune-not-in-utxo', runePosition);
  }
  const fit = [...coins.values()]
    .filter((coin) => !except.has(coin.outpoint) && equalBytes(coin.script, user.script))
    .flatMap((coin) => {
      const held = soleAmount(coin, asset);
      return held === undefined || coin.height === undefined ? [] : [{ coin, held }];
    })
    .toSorted((a, b) => compareWhole(b.held, a.held));
  let sum = 0n;
  const chosen: Coin[] = [];
  for (const { coin, held } of fit) {
    if (sum >= units) break;
    chosen.push(coin);
    sum += held;
  }
  if (sum < units) throw new Refusal('insufficient-funds', `${sum} of ${units} units`);
  if (chosen.length > MAX_COINS) throw new Refusal('too-many-coins', `more than ${MAX_COINS}`);
  return chosen;
}

function pointOf(position: string): Outpoint {
  const point = position.replace('i', ':');
  if (!isOutpoint(point)) throw new Refusal('bad-request', 'runePosition');
  return point;
}
