/** One act of each template on a BRC-20 pool, with coins of the test's word. */
import { amount, brc20Asset, inscriptionId, sats } from '@rialto/protocols';
import type { Amount, Coin } from '@rialto/protocols';
import { planAddLots } from '../../../src/pool/brc20/add-lots.ts';
import { assetScript } from '../../../src/pool/brc20/asset-script.ts';
import type { PlacedScript, PoolKeys } from '../../../src/pool/brc20/asset-script.ts';
import { planBuyLots } from '../../../src/pool/brc20/buy-lots.ts';
import { planInitLots } from '../../../src/pool/brc20/init-lots.ts';
import type { PoolLot } from '../../../src/pool/brc20/lot-step.ts';
import { planRemoveLots } from '../../../src/pool/brc20/remove-lots.ts';
import { planSellLots } from '../../../src/pool/brc20/sell-lots.ts';
import { acceptAct, buildAct, finishAct, signAct, signActLots } from '../../../src/pool/sign-act.ts';
import type { ActHalves } from '../../../src/pool/sign-act.ts';
import type { LaneStep, PoolAct } from '../../../src/pool/pool-draft.ts';
import type { Finished } from '../../../src/index.ts';
import { coin, point, transferAsset, txid, user, walletSigns } from '../../people.ts';
import type { User } from '../../people.ts';
import { RATE, SOLO, SUPPLY, money, poolCoin, serviceFee, share, shareCoinOf } from '../acts.ts';
import type { OwnedPool } from '../acts.ts';

export const TOKEN = brc20Asset(inscriptionId(txid('deploy ordi'), 0));
const KEYS = [1, 2, 3].map((at) => user(`signer ${at} of the pool`, 'p2tr').key.slice(1));

/** By which keys a pool of the tests signs. */
export function keysOf(owned: OwnedPool): PoolKeys {
  return owned === SOLO ? { key: KEYS[0] ?? new Uint8Array(0) } : { k: 2, keys: KEYS };
}

/** The script that an act before these made. */
export function earlierScript(owned: OwnedPool, at = 0): PlacedScript {
  return assetScript(keysOf(owned), point(`first coin of act ${at}`));
}

/** A ready lot of the pool's; every lot lies on a script of its own. */
export function poolLot(owned: OwnedPool, at: number, units: bigint, value = 546n): PoolLot {
  const script = earlierScript(owned, at);
  const lies = { ...poolCoin(owned, `pool lot ${at}`, value, [transferAsset(`pool lot ${at}`, units)]) };
  return { coin: { ...lies, script: script.pool.script }, script };
}

export function userLot(who: User, at: number, units: bigint, value = 546n): Coin {
  return coin(`lot ${at}`, who, value, [transferAsset(`lot ${at}`, units)]);
}

/** A lane of sats alone. */
export function laneOf(owned: OwnedPool, at = 0): Coin {
  return poolCoin(owned, `lane of sats ${at}`, 1_000_000n, []);
}

/** A lane after so many sats more. */
export function step(lane: Coin, more: bigint): LaneStep {
  return { coin: lane, next: { value: sats(lane.value + more), amount: amount(0n) } };
}

export interface LotCase {
  readonly owned: OwnedPool;
  readonly who: User;
  /** One unless it is said. */
  readonly lots?: number;
  readonly lanes?: number;
  /** True where the user's share coin holds more than comes back. */
  readonly change?: boolean;
}

const SHARES = 1_200_000n;
const count = (most: number | undefined): number[] => Array.from({ length: most ?? 1 }, (_, at) => at);
const common = ({ owned }: LotCase) => ({ pool: owned.pool, token: TOKEN, serviceFee, feeRateSatVb: RATE });
const payerOf = (who: User) => ({ script: who.script, key: who.key, coins: [money(who)] });
const steps = ({ owned, lanes }: LotCase, more: bigint) =>
  count(lanes).map((at) => step(laneOf(owned, at), more));
const given = ({ owned, lots }: LotCase) => count(lots).map((at) => poolLot(owned, at, 1_000n + BigInt(at)));
const brought = ({ owned, who, lots }: LotCase) => ({
  keys: keysOf(owned),
  lots: count(lots).map((at) => userLot(who, at, 1_000n + BigInt(at))),
});

/** 30,000 sat into each lane. */
export function buyAct(at: LotCase): PoolAct {
  return planBuyLots({ ...common(at), payer: payerOf(at.who), lots: given(at), lanes: steps(at, 30_000n) });
}

/** 30,000 sat out of each lane. */
export function sellAct(at: LotCase): PoolAct {
  return planSellLots({ ...common(at), ...brought(at), seller: at.who, lanes: steps(at, -30_000n) });
}

/** Each lane is opened with 40,000 sat. */
export function initAct(at: LotCase): PoolAct {
  return planInitLots({
    ...common(at),
    ...brought(at),
    payer: payerOf(at.who),
    shareCoin: shareCoinOf(at.owned, SUPPLY),
    lanes: count(at.lanes).map(() => ({ value: sats(40_000n) })),
    shares: amount(SHARES),
    burned: amount(1_000n),
  });
}

export function addAct(at: LotCase): PoolAct {
  return planAddLots({
    ...common(at),
    ...brought(at),
    payer: payerOf(at.who),
    shareCoin: shareCoinOf(at.owned),
    lanes: steps(at, 40_000n),
    shares: amount(SHARES),
  });
}

export function removeAct(at: LotCase): PoolAct {
  const held = SHARES + (at.change === true ? 77_777_777_777n : 0n);
  return planRemoveLots({
    ...common(at),
    lots: at.lots === 0 ? [] : given(at),
    holder: at.who,
    coins: [coin('brought', at.who, 546n, [share(held)])],
    shareCoin: shareCoinOf(at.owned),
    lanes: steps(at, -40_000n),
    shares: SHARES as Amount,
  });
}

export const TEMPLATES = [
  ['init', initAct],
  ['buy', buyAct],
  ['sell', sellAct],
  ['add', addAct],
  ['remove', removeAct],
] as const;

export type LotTemplate = (at: LotCase) => PoolAct;

export function halvesOf(act: PoolAct, who: User, signers: readonly User[]): ActHalves {
  const built = buildAct(act);
  return {
    user: acceptAct(act, walletSigns(built.psbt, who, built.toSign)),
    pool: signers.map(({ secret }) => signAct(act, built.unsigned, secret)),
    lots: signers.map(({ secret }) => signActLots(act, built.unsigned, secret)),
  };
}

export function complete(act: PoolAct, who: User, { signers }: Pick<OwnedPool, 'signers'>): Finished {
  return finishAct(act, halvesOf(act, who, signers));
}
