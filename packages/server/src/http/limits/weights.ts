/** What a call costs of a caller's calls a minute: most cost one; those that read hundreds of rows of an address cost as many more. */
import type { CallName } from '@rialto/contract';

/** By what they cost our database and node, measured on an address with 12,000 coins (bench dust). */
export const WEIGHTS: Readonly<Partial<Record<CallName, number>>> = {
  btcCoins: 10,
  addressCoins: 10,
  runeBalances: 10,
  mrc20Balances: 10,
  tokenBalance: 5,
  lockedCoins: 5,
  runeBalanceList: 5,
  runeCoins: 5,
  transaction: 3,
  markets: 3,
  rewardEpoch: 20,
  rewardRowsFile: 5,
  rewardTradesFile: 15,
  ranking: 3,
  rankingAddresses: 3,
  rewardPool: 10,
  rewardRecords: 5,
  userRewards: 10,
  userReward: 5,
  userRewardOrders: 2,
  userRewardRecords: 2,
  sharingFee: 5,
  sharingFeeRecords: 2,
  rewardFee: 5,
  eventRewardFee: 5,
  prepareClaim: 10,
  ownList: 20,
  myTrades: 5,
  prepareOwn: 20,
  prepareTake: 10,
  prepareCancel: 10,
  updateOrderV2: 3,
  prepareBid: 10,
  pushBid: 10,
  prepareFills: 10,
  submitFills: 5,
  prepareBidCancel: 10,
  prepareLock: 10,
  pushLock: 10,
  ownBidLocks: 5,
  ownLocks: 5,
  leaveLock: 5,
  prepareLiveAnswer: 10,
  build1x: 10,
  build2x: 10,
  buildX1: 10,
  buildX2: 10,
  buildInit: 10,
  buildAdd: 10,
  buildRemove: 10,
  submitTask: 10,
  mvcAccount: 5,
  mvcTransactions: 5,
  mvcTransaction: 10,
  mvcPreviewTokens: 2,
  mvcBuild: 20,
  mvcSubmit: 10,
  mvcBuildMove: 20,
  mvcParkMove: 20,
  mvcSubmitMove: 10,
  mvcBuildTakeBack: 20,
  mvcSubmitTakeBack: 20,
  mvcBuildSecond: 20,
  mvcSubmitBoth: 10,
  bridgeMintBtc: 10,
  bridgeMintRunes: 10,
  bridgeRedeemBtc: 5,
  bridgeRedeemRunes: 5,
  bridgePayMintBtc: 5,
  bridgePayMintRunes: 5,
  bridgePayRedeemBtc: 20,
  bridgePayRedeemRunes: 20,
  bridgeHistory: 5,
  bridgeDeposits: 5,
  bridgeReserves: 5,
  bridgeRefund: 10,
};

/** They weigh for signatures and the node, and read little of an address, or none: those of one owner need not wait for each other. */
const WITHOUT_TURN: ReadonlySet<CallName> = new Set([
  'updateOrderV2',
  'submitFills',
  'submitTask',
  'mvcSubmit',
  'mvcBuild',
  'mvcBuildMove',
  'mvcParkMove',
  'mvcSubmitMove',
  'mvcBuildTakeBack',
  'mvcSubmitTakeBack',
  'mvcBuildSecond',
  'mvcSubmitBoth',
  'bridgePayMintBtc',
  'bridgePayMintRunes',
  'bridgePayRedeemBtc',
  'bridgePayRedeemRunes',
  'bridgeRedeemBtc',
  'bridgeRedeemRunes',
  'bridgeReserves',
  'bridgeRefund',
  'transaction',
  'markets',
]);

/** Is the call one at a time for each address? */
export const needsTurn = (name: CallName): boolean => name in WEIGHTS && !WITHOUT_TURN.has(name);

/** The address a call is about. */
export function addressIn(parts: Readonly<Record<'params' | 'query' | 'body', unknown>>): string | undefined {
  for (const part of [parts.params, parts.query, parts.body]) {
    if (typeof part !== 'object' || part === null) continue;
    if ('address' in part && typeof part.address === 'string') return part.address;
    if ('buyerAddress' in part && typeof part.buyerAddress === 'string') return part.buyerAddress;
    if ('sellerAddress' in part && typeof part.sellerAddress === 'string') return part.sellerAddress;
  }
  return undefined;
}
