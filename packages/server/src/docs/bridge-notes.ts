/** The words about the calls of the bridge. */
import { FEES, PSBT, SIGNER, note } from './note-parts.ts';

const TERMS = [
  'bridge-closed',
  'wrong-network',
  'bridge-asset-unknown',
  'wrong-address-type',
  'not-yours',
] as const;
const ORDER = [
  ...TERMS,
  ...['bridge-paused', 'bridge-break', 'bridge-expired', 'bridge-terms-differ'],
  ...['bridge-digits-lost', 'bridge-under-minimum', 'bridge-over-maximum'],
] as const;
const MINT =
  'Plans the payment of a mint by the terms that the page has made: the PSBT to sign, and what goes out for it. The order is kept; its id is the hash of its terms.';
const REDEEM =
  'Takes the order of a redeem: where the wallet sends the tokens, with the id as their note, and what it needs for it.';
const PAY_MINT =
  'Hands in the signed payment of a mint. It has to be the one that was planned; it is written down, sent, and sent again until a block has it. The same again gets the same answer.';
const PAY_REDEEM =
  'Hands in both transactions of a redeem as the wallet has made them, unsent. They are verified, kept and sent until a block has them. The same again gets the same answer.';
const mint = () =>
  note(
    'bridge',
    MINT,
    ...ORDER,
    'bridge-mints-stopped',
    ...FEES,
    ...([
      'bridge-paid-before',
      'bridge-lots-differ',
      'not-followed',
      'too-small',
      'script-not-allowed',
    ] as const),
  );
const redeem = () =>
  note(
    'bridge',
    REDEEM,
    ...ORDER,
    ...(['insufficient-funds', 'token-not-followed', 'coin-unknown'] as const),
  );
const payMint = () =>
  note(
    'bridge',
    PAY_MINT,
    ...ORDER,
    'bridge-mints-stopped',
    ...PSBT,
    ...(['bridge-order-unknown', 'bridge-paid-before', 'coin-spent', 'node-refused'] as const),
  );
const payRedeem = () =>
  note(
    'bridge',
    PAY_REDEEM,
    ...ORDER,
    ...(['bridge-order-unknown', 'bridge-paid-before', 'effects-differ'] as const),
    ...(['signature-missing', 'signature-invalid'] as const),
    ...(['coin-unknown', 'coin-spent', 'token-not-followed', 'fee-too-high', 'node-refused'] as const),
  );

export const BRIDGE_NOTES = {
  bridgeAssets: note(
    'bridge',
    'What is bridged: limits, fees, confirmations, and where it is paid to. Amounts are in base units of the origin.',
    'bridge-closed',
  ),
  bridgeMintBtc: mint(),
  bridgeMintRunes: mint(),
  bridgeMintMrc20: mint(),
  bridgeMintBrc20: mint(),
  bridgeRedeemBtc: redeem(),
  bridgeRedeemRunes: redeem(),
  bridgeRedeemMrc20: redeem(),
  bridgeRedeemBrc20: redeem(),
  bridgePayMintBtc: payMint(),
  bridgePayMintRunes: payMint(),
  bridgePayMintMrc20: payMint(),
  bridgePayMintBrc20: payMint(),
  bridgePayRedeemBtc: payRedeem(),
  bridgePayRedeemRunes: payRedeem(),
  bridgePayRedeemMrc20: payRedeem(),
  bridgePayRedeemBrc20: payRedeem(),
  bridgeHistory: note(
    'bridge',
    'Orders of an address of either chain, of one kind, the youngest first.',
    ...(['bridge-closed', 'wrong-address-type', 'wrong-network'] as const),
  ),
  bridgeOrder: note(
    'bridge',
    'An order: its terms, its payments on the chain, and what left for them; with `made`, the transactions that made what a payout of MRC-20 shows its message with, or the lot of BRC-20 that moved.',
    ...(['bridge-closed', 'bridge-order-unknown'] as const),
  ),
  bridgeRestore: note(
    'bridge',
    'Takes the terms of an order again, where the database lost it. Its payment is found on the chain by the id.',
    ...TERMS,
  ),
  bridgeDeposits: note(
    'bridge',
    'Payments of an address, of either chain, that fit no order, and whether they can be refunded.',
    ...(['bridge-closed', 'wrong-address-type', 'wrong-network'] as const),
  ),
  bridgeRefund: note(
    'bridge',
    'Sends a payment that fits no order back, less the network fee: to the script that its terms name, or to the only one that paid it. Anybody may ask; the same again gets the same answer. Of BRC-20 `txid` is null while the transfer inscription that it goes back with is being made: it goes back by itself once that is three blocks deep.',
    ...(['bridge-closed', 'bridge-deposit-unknown', 'bridge-deposit-waits', 'bridge-exit-made'] as const),
    ...(['bridge-no-refund', 'bridge-paused', 'bridge-break', 'bridge-fees-high', ...SIGNER] as const),
    ...(['insufficient-funds', 'syncing', 'trading-stopped', 'mvc-standing-still'] as const),
    ...(['bridge-units-unchecked', 'bridge-units-differ'] as const),
  ),
  bridgeReserves: note(
    'bridge',
    'Every locked coin, every token coin of the bridge’s, what people hold and what is owed, at named blocks, signed by the locked key. Of BRC-20 the coins are lots, and `available` is what is locked beside them.',
    ...(['bridge-closed', 'syncing'] as const),
  ),
} as const;
