/** What a swap of a million sat costs its user here, all fees in, beside what peers publish. */
import { callApi } from '@rialto/devnet';
import { build } from '../../pools/pool-calls.ts';
import type { Figure } from '../figure.ts';
import type { PoolsStage } from './pools-stage.ts';

const SATS = 1_000_000n;
const RATE = 2;

/** In percent of a swap, as they publish it; each asks the network's fee of its transactions besides. */
const PEERS = [
  { name: 'richswap', percent: 1.44, transactions: 1 },
  { name: 'dotswap', percent: 2, transactions: 3 },
  { name: 'runesdex', percent: 0.5, transactions: 1 },
] as const;
/** The dearest of those that settle on the chain is no measure; the largest by its swaps is. */
const TO_BEAT = 'richswap';

export async function measureCost(stage: PoolsStage): Promise<Figure[]> {
  const { world, rune, payer } = stage;
  const swapType = '1x' as const;
  const body = {
    token1: 'btc' as const,
    token2: rune,
    swapType,
    sourceAmount: SATS.toString(),
    feeRate: RATE,
  };
  const { lpFee, serviceFee } = await callApi(world.origin, 'previewSwap', {
    params: { kind: stage.kind },
    body,
  });
  const built = await build(stage, payer, 'build1x', { sourceAmount: SATS.toString(), feeRate: RATE });
  const network = BigInt(built.minerFee);
  const cost = BigInt(lpFee) + BigInt(serviceFee) + network;
  const peers = PEERS.map(({ name, percent, transactions }) => {
    const value = Number(SATS) * (percent / 100) + transactions * Number(network);
    const goal = `published ${percent} % and ${transactions} transaction${transactions === 1 ? '' : 's'} as large as ours`;
    return { name: `pools.cost.${name}`, value, unit: 'sat', goal, ok: true };
  });
  const most = peers.find(({ name }) => name.endsWith(TO_BEAT))?.value ?? 0;
  return [
    {
      name: 'pools.cost',
      value: Number(cost),
      unit: 'sat',
      goal: `of ${SATS} sat at ${RATE} sat/vB: less than ${TO_BEAT}; providers ${lpFee}, exchange ${serviceFee}, miners ${network}`,
      ok: Number(cost) < most,
    },
    ...peers,
  ];
}
