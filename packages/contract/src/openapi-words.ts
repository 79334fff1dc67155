/** Words of the document about schemas and fields whose names do not say enough. */

/** By schema. */
export const SCHEMA_WORDS: Readonly<Record<string, string>> = {
  Address: 'A native SegWit or Taproot address of the network.',
  At: 'The block an answer is true at.',
  Decimal: 'An amount in whole tokens, as a decimal string. Never a float.',
  FeeRateNumber: 'Fee rate in sat/vB.',
  FeedEvent: 'One message of the public feed. Each carries the whole order, so a missed one costs nothing.',
  Hex: 'PSBT or transaction as hex, 64 KiB decoded at most.',
  InscriptionIdText: 'Transaction id, the letter i, output or envelope number.',
  MyFeedEvent: 'One message of an address’s own feed.',
  Net: 'The network. A server serves one; a call for another is refused.',
  OrderState: '1 open, 2 done, 3 cancelled (also cancelling), 5 expired, 6 invalid.',
  OutpointText: 'Transaction id, a colon, the number of the output.',
  PublicKeyHex: 'A compressed public key, 33 bytes as hex.',
  Tick: 'The ticker of a token. An asset is its deploy id (`assetId`); two ticks may look alike.',
  Timestamp: 'Milliseconds since 1970.',
  TradeState:
    'submitted, co-signed, committed, sent, seen (in our mempool), confirmed (in a block), final (deep enough), void.',
  TxidText: 'A transaction id, as explorers write it.',
  Whole: 'A whole number of satoshis or smallest units, as a string.',
  WireCoin: 'A coin with everything on it: what `effects` needs to know of an input.',
};

/** By schema and field. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  'AddressCoin.confirmations': '0 while it waits in the mempool.',
  'AddressCoin.lockedBy': 'Why it does not pay.',
  'AddressCoin.orderId': 'The order that keeps it.',
  'AddressCoins.nextCursor': 'Where the next page begins; absent on the last one.',
  'BtcCoin.lockedBy': 'Why it does not pay.',
  'BtcRate.stale': 'The source has not answered for a while.',
  'FaucetAsk.tick': 'Coins alone without it; else a tick, the name of a rune, or an asset id.',
  'LoginChallenge.text': 'What the wallet signs: domain, address, network, nonce, issued and expiry time.',
  'Notification.notificationType':
    '1 pool, 2 bid invalid, 3 order finished, 4 order invalid, 5 swap, 6 reward claimable, 7 transaction wants a bump.',
  'Order.amount': 'Total price in sat.',
  'Order.buyerAddress': 'Empty while nobody has bought it.',
  'Order.coinRatePrice': 'Price in sat for a whole token, exact to 18 places.',
  'Order.dealTimestamp': 'When it was closed.',
  'Order.disclosed': 'The seller’s signature has been on the wire: only a cancel on the chain makes it void.',
  'Order.orderType': '1 ask of BRC-20.',
  'Order.pending': 'A purchase of it is on its way.',
  'Order.psbtRaw': 'Empty unless it is one’s own.',
  'Order.reason': 'Why it was closed or paused.',
  'Order.state': 'Finer than orderState: open, paused, cancelling, done, cancelled, expired, invalid.',
  'PrepareTake.highFee': 'Consent to a rate above four times the fast plan.',
  'PrepareTake.orderIds': 'Bought together in one transaction; all of one token.',
  'PreparedTake.coins': 'Every input’s coin. Work out `effects` from these and the bytes before you sign.',
  'PreparedTake.toSignInputs': 'Your inputs. Sign these and no other.',
  'PreparedTake.total': 'All the buyer spends, in sat.',
  'PushAsk.coinAmount': 'The amount on the lot, in whole tokens.',
  'PushAsk.psbtRaw':
    'One input, the lot; one output, the price to the seller; signed with SINGLE and ANYONECANPAY.',
  'Token.firstDeployed': 'False when a token whose tick looks the same is older.',
  'Token.differences': 'In what other indexers see this token otherwise.',
  'Trade.nextBest': 'For a void trade: the best open orders of about the same size.',
  'Trade.reason': 'For a void trade: why.',
  'TransferEntry.orderId': 'The open order that offers it.',
  'TransferEntry.outValue': 'Satoshis of the coin it sits on.',
};
