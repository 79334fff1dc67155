/** The words about the calls of swaps and pools. */
import { FEES, PSBT, TRADING, note } from './note-parts.ts';

const USER = [
  'not-yours',
  'wrong-network',
  'wrong-address-type',
  'fee-needs-consent',
  'not-followed',
] as const;
const COINS = [
  'coin-unconfirmed',
  'not-a-lot',
  'lot-mixed',
  'lots-differ',
  'too-small',
  'rune-not-in-utxo',
] as const;
const PRICE = [
  'pool-unknown',
  'pool-dissolved',
  'pool-too-small',
  'swap-too-small',
  'lanes-full',
  'no-ready-lots',
  'whole-lots',
] as const;
const SHARES = [
  'pool-unknown',
  'pool-dissolved',
  'pool-too-small',
  'liquidity-too-small',
  'liquidity-rounds',
  'whole-lots',
] as const;
const BUILD = [
  ...USER,
  ...COINS,
  ...TRADING,
  ...FEES,
  'duplicate-input',
  'too-large',
  'limit-reached',
] as const;
const SWAP = [...PRICE, ...BUILD, 'pool-paused', 'lane-waits', 'swaps-waiting', 'swaps-paused'] as const;
const LIQUIDITY = [...SHARES, ...BUILD, 'pool-paused'] as const;

export const POOL_NOTES = {
  pools: note(
    'pools',
    'The pools that hold liquidity: of runes, or under `swap` of BRC-20 tokens.',
    'syncing',
  ),
  pool: note(
    'pools',
    'One pool: reserves, prices, fees, minimums, and what an address holds of it.',
    ...(['pool-unknown', 'wrong-address-type', 'syncing'] as const),
  ),
  poolStats: note(
    'pools',
    'Volume, fees and swaps of a pool in the last 24 hours.',
    'pool-unknown',
    'syncing',
  ),
  poolTransactions: note(
    'pools',
    'What was done on a pool, the latest first; what waits for a block before all.',
    ...(['pool-unknown', 'wrong-address-type', 'syncing'] as const),
  ),
  poolKline: note(
    'pools',
    'Candles of a pool’s swaps, oldest first: what was paid for a whole token, the providers’ fee in it.',
    'pool-unknown',
    'syncing',
  ),
  poolLanes: note(
    'pools',
    'The coins that hold a pool, and how many swaps wait on each.',
    'pool-unknown',
    'syncing',
  ),
  poolExit: note(
    'pools',
    'The signed way home of each lane: it pays the providers if nobody spends the lane until its height. Keep the newest. None of BRC-20.',
    ...(['pool-unknown', 'syncing'] as const),
  ),
  previewSwap: note(
    'pools',
    'What a swap would bring right now. Nothing is kept. BRC-20 tokens move as whole lots: a purchase is of the ready lots nearest to what is asked for.',
    ...PRICE,
    'syncing',
  ),
  previewAdd: note(
    'pools',
    'What more liquidity would bring right now. Nothing is kept.',
    ...SHARES,
    'syncing',
  ),
  previewRemove: note(
    'pools',
    'What shares would bring home right now. Nothing is kept.',
    ...SHARES,
    'syncing',
  ),
  build1x: note(
    'pools',
    'Builds a swap of exactly so many sats, fees included, for tokens; of BRC-20 of the ready lots nearest to that. Locks nothing.',
    ...SWAP,
  ),
  build2x: note(
    'pools',
    'Builds a swap of exactly so many tokens for sats; of BRC-20 of the lots that are named. Locks nothing.',
    ...SWAP,
  ),
  buildX1: note(
    'pools',
    'Builds a swap of tokens for exactly so many sats, network fee apart. Locks nothing. None of BRC-20, whose lots do not divide.',
    ...SWAP,
  ),
  buildX2: note(
    'pools',
    'Builds a swap of sats for exactly so many tokens; of BRC-20 of the ready lots nearest to that. Locks nothing.',
    ...SWAP,
  ),
  buildInit: note(
    'pools',
    'Builds the first liquidity of a token: whoever brings it sets the price. BRC-20 tokens come as the lots that are named.',
    ...LIQUIDITY,
    ...(['unknown-tick', 'pool-exists', 'no-pool', 'lane-waits'] as const),
  ),
  buildAdd: note(
    'pools',
    'Builds more liquidity, or takes its place in the queue: then it has no PSBT yet.',
    ...LIQUIDITY,
  ),
  buildRemove: note(
    'pools',
    'Builds a removal, or takes its place in the queue. Also of a paused pool.',
    ...LIQUIDITY,
  ),
  submitTask: note(
    'pools',
    'Sends a signed act of a pool. What was signed is exactly what is done, or it is refused. The same once more gets the same answer.',
    ...([
      'not-found',
      'not-yours',
      'take-expired',
      'price-changed',
      'pool-too-small',
      'pool-paused',
    ] as const),
    ...([
      'lane-waits',
      'lane-ending',
      'lane-unknown',
      'pool-unknown',
      'swaps-waiting',
      'swaps-paused',
      'coin-spent',
    ] as const),
    ...(['signer-down', 'signer-refused', 'limit-reached', 'node-refused'] as const),
    ...[...TRADING, ...PSBT],
  ),
  ongoingTask: note(
    'pools',
    'How an act goes; one that waited for its turn has its PSBT here.',
    ...(['not-found', 'not-yours'] as const),
  ),
} as const;
