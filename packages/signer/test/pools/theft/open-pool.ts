/** A pool on a real node whose key is the test's own: it signs whatever it is told, which no signer of ours does. */
import { amount, invariant, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, RuneAsset } from '@rialto/protocols';
import type { Reserves } from '@rialto/market';
import {
  acceptAct,
  acceptPlanned,
  buildAct,
  finishAct,
  planEtchShares,
  planInit,
  planRuneTransfer,
  planUnnamedEtch,
  signAct,
  soloPool,
} from '@rialto/psbt';
import type { Planned, PoolAct } from '@rialto/psbt';
import { signed } from '../../memory/bids.ts';
import { user } from '../../memory/people.ts';
import type { User } from '../../memory/people.ts';
import { payer, root, unitsOf } from '../stage.ts';
import type { RuneChain } from './rune-chain.ts';

const SUPPLY = 10n ** 25n;
export const RATE = 2;

export interface WillingPool {
  readonly pool: PoolAct['pool'];
  /** The coins that hold its rune, by the ledger. */
  lanes(): readonly Coin[];
  reserves(): Reserves;
  /** Signed by its user and by the pool. */
  finish(act: PoolAct, by: User): ReturnType<typeof finishAct>;
}

interface Opening {
  readonly name: string;
  readonly sats: bigint;
  readonly units: bigint;
  /** Somebody who holds so many units beside the pool. */
  readonly holder: User;
  readonly held: bigint;
}

const runeOf = ({ assets: [one] }: Coin): RuneAsset => {
  invariant(one?.kind === 'rune', 'a coin with a rune');
  return one;
};

/** With two lanes of the same size. */
export async function openWillingPool(chain: RuneChain, opening: Opening): Promise<WillingPool> {
  const { name, sats: r1, units: r2, holder, held } = opening;
  const key = user(`key of ${name}`, 'p2tr');
  const lp = user(`provider of ${name}`, 'p2tr');
  const pool = soloPool(key.key.slice(1));
  const paying = async (value = 50_000n) => payer(lp, await chain.fund(lp, value));
  const settled = async (plan: Planned): Promise<Coin> => {
    const done = acceptPlanned(plan, signed(plan, lp.secret));
    await chain.send(done);
    await chain.mine();
    return chain.coin(outpoint(done.txid, 0));
  };
  const finish = (act: PoolAct, by: User): ReturnType<typeof finishAct> => {
    const built = buildAct(act);
    const half = signAct(act, built.unsigned, key.secret);
    return finishAct(act, { user: acceptAct(act, signed(built, by.secret)), pool: [half] });
  };

  const etching = {
    ...{ divisibility: 0, symbol: undefined, turbo: false, terms: undefined },
    premine: amount(r2 + held),
  };
  const common = { feeRateSatVb: RATE };
  const all = await settled(
    planUnnamedEtch({ ...common, payer: await paying(), etching, destination: lp.script }),
  );
  const { asset } = runeOf(all);
  const sends = [{ asset, amount: amount(held), script: holder.script }];
  const rest = await settled(planRuneTransfer({ ...common, payer: await paying(), coins: [all], sends }));
  const shareCoin = await settled(
    planEtchShares({ ...common, payer: await paying(), pool, supply: amount(SUPPLY) }),
  );
  const shareRune = runeOf(shareCoin).asset;
  const lane = { value: sats(r1 / 2n), amount: amount(r2 / 2n) };
  const init = planInit({
    ...common,
    ...{ pool, shareCoin, lanes: [lane, lane], serviceFee: undefined },
    payer: await paying(r1 + 50_000n),
    coins: [rest],
    shares: amount(root(r1 * r2)),
    burned: amount(1_000n),
  });
  await chain.send(finish(init, lp));
  await chain.mine();

  const onCoins = (rune: AssetId): Coin[] =>
    chain.coinsOf(pool.script).filter((coin) => runeOf(coin).asset === rune);
  const lanes = (): Coin[] => onCoins(asset);
  const reserves = (): Reserves => ({
    r1: lanes().reduce((sum, { value }) => sum + value, 0n),
    r2: lanes().reduce((sum, one) => sum + unitsOf(one), 0n),
    shares: SUPPLY - onCoins(shareRune).reduce((sum, one) => sum + unitsOf(one), 0n),
  });
  return { pool, lanes, reserves, finish };
}
