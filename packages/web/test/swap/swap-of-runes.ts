/** A purchase of runes as an exchange builds it, for tests of what the page says of it. */
import { coinToWire } from '@rialto/contract';
import { amount, bytesToHex, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, RuneAsset, Txid } from '@rialto/protocols';
import { buildAct, planSwapBuy, soloPool } from '@rialto/psbt';
import type { PoolTask } from '../../src/flows/pools/asked-of-pool.ts';
import type { PoolIntent } from '../../src/flows/pools/pool-intent.ts';
import { cleanCoin, id, user } from '../fake/people.ts';

export const buyer = user(31, 'p2tr');
export const operator = user(32);
export const key = user(33, 'p2tr').key.slice(1);
export const pool = soloPool(key);
export const RATE = 2;

const runes = (units: bigint): RuneAsset => ({
  ...{ kind: 'rune', asset: 'rune:100:1' as AssetId, name: 'PLAIN•FERN', divisibility: 2 },
  amount: amount(units),
});
export const lane: Coin = {
  ...{ outpoint: outpoint(id(5, 'f') as Txid, 1), value: sats(1_000_000n), script: pool.script },
  assets: [runes(90_000n)],
};
const act = planSwapBuy({
  pool,
  payer: { script: buyer.script, key: buyer.key, coins: [cleanCoin(buyer, 1, 200_000n)] },
  lanes: [{ coin: lane, next: { value: sats(1_099_454n), amount: amount(81_900n) } }],
  serviceFee: { script: operator.script, value: sats(546n) },
  feeRateSatVb: RATE,
});
export const built = buildAct(act);
export const task: PoolTask = {
  buildId: '00000000-0000-4000-8000-000000000001',
  type: '1x',
  rawPsbt: bytesToHex(built.psbt),
  toSignInputs: built.toSign.map((one) => ({ ...one })),
  coins: [...act.userCoins, ...act.poolCoins].map(coinToWire),
  expiresAt: 0,
  amount1: '100000',
  amount2: '8100',
  equity: '0',
  serviceFee: '546',
  restockFee: '0',
  lots: [],
  minerFee: built.fee.toString(),
};
export const intent: Extract<PoolIntent, { act: 'swap' }> = {
  ...({ network: 'regtest', address: buyer.address, publicKey: buyer.publicKey } as const),
  ...({ kind: 'runes', token: '100:1', asset: 'rune:100:1', keys: bytesToHex(key), lots: [] } as const),
  ...{ name: 'PLAIN•FERN', divisibility: 2, feeRateSatVb: RATE },
  ...({ act: 'swap', type: '1x', amount: '100000', other: '8100' } as const),
};
