/** The words about the calls of swaps on MVC. */
import { note } from './note-parts.ts';

const OPEN = ['mvc-closed', 'syncing'] as const;
const ADDRESS = ['wrong-address-type', 'wrong-network', ...OPEN] as const;
const QUOTE = [
  ...(['pool-unknown', 'pool-paused', 'pool-too-small', 'swap-too-small'] as const),
  ...(['lanes-full', 'mvc-standing-still', ...OPEN] as const),
] as const;
const SIGNED = ['signer-down', 'signer-refused', 'node-down', 'trading-stopped', 'limit-reached'] as const;

const MOVE = [
  ...(['pool-unknown', 'pool-paused', 'pool-too-small', 'liquidity-too-small', 'liquidity-rounds'] as const),
  ...(['lanes-full', 'mvc-standing-still', ...OPEN] as const),
] as const;
const HANDED = [
  ...(['not-found', 'take-expired', 'price-changed', 'signature-missing', 'signature-invalid'] as const),
  ...(['sighash-not-allowed', 'pool-paused', 'pool-unknown', 'mvc-standing-still', ...OPEN] as const),
  ...(['coin-unknown', 'node-down', 'too-many-requests'] as const),
] as const;

const PARKED = [
  ...(['coin-unknown', 'coin-spent', 'coin-unconfirmed', 'token-not-followed', 'swaps-waiting'] as const),
  ...(['node-down', 'too-many-requests', ...OPEN] as const),
] as const;

export const MVC_NOTES = {
  mvcAllPairs: note('mvc', 'The pools as mvcswap’s `allpairs` tells them.', ...OPEN),
  mvcSwapInfo: note('mvc', 'Reserves and fees of one pool as mvcswap’s `swapinfo`.', 'pool-unknown', ...OPEN),
  mvcRoute: note('mvc', 'What an amount would bring, as mvcswap’s router tells it.', ...QUOTE),
  mvcPools: note('mvc', 'The pools: reserves, fees, the day’s swaps, the smallest swap.', ...OPEN),
  mvcPoolTransactions: note('mvc', 'What was done with a pool, the latest first.', 'pool-unknown', ...OPEN),
  mvcPoolKline: note('mvc', 'Candles of a pool’s swaps, oldest first.', 'pool-unknown', ...OPEN),
  mvcAccount: note('mvc', 'SPACE and tokens of an address, and tokens parked at its script.', ...ADDRESS),
  mvcTransactions: note('mvc', 'Swaps of an address: waiting, in blocks, and failed ones.', ...ADDRESS),
  mvcTransaction: note(
    'mvc',
    'A transaction by its id or its core: what it spends and makes, which tokens of it are genuine, and how deep it is.',
    ...(['not-found', 'node-down', ...OPEN] as const),
  ),
  mvcPreview: note('mvc', 'What a swap would bring now. Nothing is kept.', ...QUOTE),
  mvcBuild: note(
    'mvc',
    'Builds a swap: the transaction to sign, the raw transaction of every coin in it, and what was agreed. Make it again from these before you sign.',
    ...QUOTE,
    ...SIGNED,
    ...(['insufficient-funds', 'coin-unconfirmed', 'coin-unknown', 'too-many-coins'] as const),
    ...(['token-not-followed', 'price-changed', 'take-expired', 'too-many-requests'] as const),
  ),
  mvcSubmit: note(
    'mvc',
    'Hands in the signatures of one’s own inputs. The exchange signs, writes the swap down and sends it with its check; the same again gets the same answer.',
    ...SIGNED,
    ...(['not-found', 'take-expired', 'price-changed', 'signature-missing', 'signature-invalid'] as const),
    ...(['sighash-not-allowed', 'pool-paused', 'pool-unknown', 'mvc-standing-still', ...OPEN] as const),
    ...(['coin-unknown', 'too-many-requests'] as const),
  ),
  mvcPreviewMove: note('mvc', 'What liquidity would bring now, added or removed. Nothing is kept.', ...MOVE),
  mvcBuildMove: note(
    'mvc',
    'Builds liquidity: the parking of one’s tokens or shares with oneself is to be signed first. Nothing is sent.',
    ...MOVE,
    ...SIGNED,
    ...(['insufficient-funds', 'coin-unconfirmed', 'coin-unknown', 'too-many-coins'] as const),
    ...(['token-not-followed', 'price-changed', 'take-expired', 'too-many-requests'] as const),
  ),
  mvcParkMove: note(
    'mvc',
    'Takes the signed parking, completes it unsent, and answers with the move over it, to be signed next.',
    ...HANDED,
  ),
  mvcSubmitMove: note(
    'mvc',
    'Hands in the signed move. Checks, parking and move are written down and sent together; the same again gets the same answer.',
    ...SIGNED,
    ...HANDED,
  ),
  mvcBuildTakeBack: note(
    'mvc',
    'Builds the way back of a parked token: the transaction that makes its check is to be signed first, paid by coins of one’s own. What is left there releases the token: make the second transaction over it and sign that too.',
    ...PARKED,
    'too-many-coins',
    'insufficient-funds',
  ),
  mvcSubmitTakeBack: note(
    'mvc',
    'Hands in both signatures of a parked token’s way back. The exchange completes the second transaction and sends both together; the same again gets the same answer.',
    ...PARKED,
    ...(['not-yours', 'insufficient-funds', 'signature-missing', 'signature-invalid'] as const),
    ...(['sighash-not-allowed', 'script-not-allowed', 'effects-differ', 'fee-too-low'] as const),
    'node-refused',
  ),
  mvcPreviewTokens: note(
    'mvc',
    'What a token would bring of another: a sale, and a purchase with all its SPACE. Nothing is kept.',
    ...QUOTE,
  ),
  mvcBuildSecond: note(
    'mvc',
    'Takes the signatures of a built sale, keeps it unsent, and answers with the purchase over its SPACE, to be signed next. Without that second signature nothing is sent.',
    ...QUOTE,
    ...SIGNED,
    ...HANDED,
  ),
  mvcSubmitBoth: note(
    'mvc',
    'Hands in the signed purchase. Sale and purchase are signed, written down and sent together with their checks; the same again gets the same answer.',
    ...SIGNED,
    ...HANDED,
  ),
  mvcTask: note(
    'mvc',
    'How a swap goes, and both its transactions once they are sent.',
    'not-found',
    ...OPEN,
  ),
} as const;
