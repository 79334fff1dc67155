/** Words of the document about schemas and fields whose names do not say enough. */

/** By schema. */
export const SCHEMA_WORDS: Readonly<Record<string, string>> = {
  OwnAct:
    'bump: the same again with a higher fee. child: the own change pays for its parent. cancel-transaction: a plain payment to oneself makes it impossible. split: a coin is parted.',
  OwnOffer: 'An act, the rate its figures are for, and why it cannot be done where it cannot.',
  Address: 'A native SegWit or Taproot address of the network.',
  AssetIdText: 'The deploy that a token is; without it a tick names the first-deployed token of its book.',
  At: 'The block an answer is true at.',
  Book: 'Which order book: BRC-20, MRC-20, ID-Coins, or Runes.',
  Decimal: 'An amount in whole tokens, as a decimal string. Never a float.',
  FeeRateNumber: 'Fee rate in sat/vB.',
  FeedEvent:
    'One message of the public feed. Each carries the whole order and its number: `seq` goes up by one with each, `hello` and `beat` say where it is. Who sees a gap or another `epoch` asks for the snapshot again.',
  Hex: 'PSBT or transaction as hex, 64 KiB decoded at most.',
  InscriptionIdText: 'Transaction id, the letter i, output or envelope number.',
  MyFeedEvent: 'One message of an address’s own feed, counted as the public one is.',
  Net: 'The network. A server serves one; a call for another is refused.',
  OrderState: '1 open, 2 done, 3 cancelled (also cancelling), 5 expired, 6 invalid.',
  OutpointText: 'Transaction id, a colon, the number of the output.',
  PublicKeyHex: 'A compressed public key, 33 bytes as hex.',
  RuneIdText: 'The block and the place in it of the transaction that etched a rune.',
  Tick: 'The ticker of a token, the name of a rune. An asset is its deploy id (`assetId`); two ticks may look alike.',
  Timestamp: 'Milliseconds since 1970.',
  TradeState:
    'submitted, co-signed, committed, sent, seen (in our mempool), confirmed (in a block), final (deep enough), void.',
  TxidText: 'A transaction id, as explorers write it.',
  Whole: 'A whole number of satoshis or smallest units, as a string.',
  WireEffects: 'What a transaction does: what each script gives and gets, and what is lost.',
  WireCoin: 'A coin with everything on it: what `effects` needs to know of an input.',
};

/** By schema and field. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  'OwnOffer.cost': 'Beyond what is spent already, in sat: for a bump the fee it adds, else the whole fee.',
  'OwnPsbt.held': 'Inputs that are known though they are not confirmed; `effects` must be told.',
  'OwnTransaction.replaces': 'The own transaction it took the place of.',
  'OwnTransaction.state': 'held: not in our mempool, it is sent again. waiting: in the mempool.',
  'OwnTransaction.stuck': 'rate: it pays less than the Slow plan. blocks: it waits longer than two blocks.',
  'AddressCoin.confirmations': '0 while it waits in the mempool.',
  'AddressCoin.lockedBy': 'Why it does not pay.',
  'AddressCoin.orderId': 'The order that keeps it.',
  'AddressCoins.nextCursor': 'Where the next page begins; absent on the last one.',
  'BtcCoin.lockedBy': 'Why it does not pay.',
  'BtcRate.stale': 'The source has not answered for a while.',
  'FaucetRequest.tick': 'Coins alone without it; else a tick, the name of a rune, or an asset id.',
  'LoginChallenge.text': 'What the wallet signs: domain, address, network, nonce, issued and expiry time.',
  'Notification.notificationType':
    '1 pool, 2 bid invalid, 3 order finished, 4 order invalid, 5 swap, 6 reward claimable, 7 transaction wants a bump.',
  'OrderList.seq': 'Where the feed of the token stood: every message up to it is in the list.',
  'OrderList.epoch': 'Counts of different epochs cannot be compared.',
  'Order.amount': 'Total price in sat.',
  'Order.buyerAddress': 'Empty while nobody has bought it.',
  'Order.coinRatePrice': 'Price in sat for a whole token, exact to 18 places.',
  'Order.coinDecimalNum': 'Decimals of the token.',
  'Order.dealTimestamp': 'When it was closed; of a sold one, the time of its block.',
  'Order.freeState': '1: its taker pays no service fee for it.',
  'Order.disclosed': 'The seller’s signature has been on the wire: only a cancel on the chain makes it void.',
  'Order.orderType':
    'Ask of BRC-20 1, of MRC-20 11, of ID-Coins 21, of Runes 31; their bids are 2, 12, 22 and 32.',
  'Order.pending': 'An unconfirmed purchase takes it.',
  'Order.platformFee':
    'What its taker pays the exchange for it, in sat: of a sold one its part of the fee that was paid, of an open one the fee of buying it alone.',
  'Order.psbtRaw': 'Empty unless it is one’s own.',
  'Order.reason': 'Why it was closed or paused.',
  'Order.state': 'Finer than orderState: open, paused, cancelling, done, cancelled, expired, invalid.',
  'PrepareTake.highFee': 'Consent to a rate above four times the fast plan.',
  'PrepareCancel.highFee': 'Consent to a rate above four times the fast plan.',
  'PrepareTake.budget':
    'The most the purchase may cost you, in sat, everything included. Above it, it is refused.',
  'PrepareTake.orderIds': 'Bought together in one transaction; all of one token.',
  'PreparedTake.coins': 'Every input’s coin. Work out `effects` from these and the bytes before you sign.',
  'PreparedTake.effects': 'What the transaction does to each script. Work it out yourself and compare.',
  'PreparedTake.toSignInputs': 'Your inputs. Sign these and no other.',
  'PreparedTake.total': 'All the buyer spends, in sat.',
  'PushAsk.freeState': '1 asks for an order without a service fee; how many there are in a day is limited.',
  'PushAsk.coinAmount': 'The amount on the lot, in whole tokens.',
  'PushAsk.psbtRaw':
    'One input, the lot; one output, the price to the seller; signed with SINGLE and ANYONECANPAY.',
  'Token.firstDeployed': 'False when a token whose tick looks the same is older.',
  'Token.oneScript':
    'False when the tick has more than letters and digits of one script and signs of ASCII: it never counts as the first.',
  'Token.differences': 'In what other indexers see this token otherwise.',
  'Trade.nextBest': 'For a void trade: the best open orders of about the same size.',
  'Trade.reason': 'For a void trade: why.',
  'TransferEntry.orderId': 'The open order that offers it.',
  'TransferEntry.inscriptionId': 'Empty but for BRC-20: the coin itself is the lot.',
  'TransferEntry.outValue': 'Satoshis of the coin it is on.',
};
