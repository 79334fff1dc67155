/** The calls that the exchange has for each kind of what is bridged. */
export const BRIDGE_CALLS_OF = {
  BTC: {
    mint: 'bridgeMintBtc',
    payMint: 'bridgePayMintBtc',
    redeem: 'bridgeRedeemBtc',
    payRedeem: 'bridgePayRedeemBtc',
  },
  RUNES: {
    mint: 'bridgeMintRunes',
    payMint: 'bridgePayMintRunes',
    redeem: 'bridgeRedeemRunes',
    payRedeem: 'bridgePayRedeemRunes',
  },
  MRC20: {
    mint: 'bridgeMintMrc20',
    payMint: 'bridgePayMintMrc20',
    redeem: 'bridgeRedeemMrc20',
    payRedeem: 'bridgePayRedeemMrc20',
  },
  BRC20: {
    mint: 'bridgeMintBrc20',
    payMint: 'bridgePayMintBrc20',
    redeem: 'bridgeRedeemBrc20',
    payRedeem: 'bridgePayRedeemBrc20',
  },
} as const;
