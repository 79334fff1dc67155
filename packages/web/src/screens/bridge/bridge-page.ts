/** What the bridge's page begins with: what is bridged, which of it the address names, who looks, and what is there to be sent. */
import { useParams } from '@tanstack/react-router';
import type { BridgeAssetView, BridgeAssets } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { paysOf, unitOfView } from '../../data/bridge/bridge-assets.ts';
import { useBridgeAssets } from '../../data/bridge/bridge-queries.ts';
import { paidRate, useFeePlan } from '../../data/fee-plan.ts';
import { useMrc20Balances, useRuneBalances } from '../../data/ledger-balances.ts';
import { useMvcAccount } from '../../data/mvc/mvc-queries.ts';
import { useNetwork } from '../../data/network.ts';
import { lotState } from '../../data/own/lot-state.ts';
import type { LotState } from '../../data/own/lot-state.ts';
import { usePayingCoins } from '../../data/own/paying-coins.ts';
import { useBalance } from '../../data/queries.ts';
import { unitsIn } from '../../show/swap/amounts.ts';
import { useAccount, usesMetalet } from '../../flows/account/account.ts';
import type { User } from '../../flows/account/account.ts';
import { useHeld } from '../../flows/handing/handings.ts';
import { useMvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import type { MvcWallet } from '../../flows/mvc/mvc-wallet.ts';

export interface BridgePage {
  readonly net: Network;
  readonly user: User | undefined;
  /** The wallet that is connected has an account on both chains. */
  readonly isMetalet: boolean;
  readonly wallet: MvcWallet;
  readonly bridge: BridgeAssets | undefined;
  readonly error: Error | null;
  /** Undefined where the address names none, and where there is none. */
  readonly asset: BridgeAssetView | undefined;
  readonly feeRate: number | undefined;
}

export type OpenBridgePage = BridgePage & {
  readonly bridge: BridgeAssets;
  readonly asset: BridgeAssetView;
};

export function useBridgePage(): BridgePage {
  const { user } = useAccount();
  const { data: bridge, error } = useBridgeAssets();
  const { pair } = useParams({ strict: false });
  const wanted = pair?.toLowerCase();
  const asset = bridge?.assetList.find((one) => wanted === undefined || one.asset === wanted);
  return {
    ...{ net: useNetwork(), user, isMetalet: user !== undefined && usesMetalet(user) },
    ...{ wallet: useMvcWallet(user), bridge, error, asset, feeRate: paidRate(useFeePlan()) },
  };
}

/** What each transfer inscription holds, in origin units: one of them pays, and goes whole. */
export interface OwnLots {
  /** In a block, and in no order. */
  readonly ready: readonly bigint[];
  readonly waiting: readonly bigint[];
}

export interface Holdings {
  /** In origin units, undefined while it is not known: what there is on Bitcoin, and the sats of each coin where it is sats. */
  readonly onBitcoin: bigint | undefined;
  readonly bitcoinCoins: readonly bigint[];
  /** Of BRC-20 alone, and undefined while they are not known. */
  readonly lots: OwnLots | undefined;
  /** The wrapped token, in origin units. */
  readonly onMvc: bigint | undefined;
  readonly tokenCoins: number;
  readonly space: bigint | undefined;
  readonly spaceCoins: number;
}

export function useHoldings(page: OpenBridgePage): Holdings {
  return { ...useOnBitcoin(page), ...useOnMvc(page) };
}

function useOnBitcoin({ net, user, isMetalet, asset }: OpenBridgePage) {
  const address = isMetalet && user !== undefined ? user.address : '';
  const addressFor = (network: BridgeAssetView['network']): string =>
    asset.network === network ? address : '';
  const money = usePayingCoins(net, addressFor('BTC'));
  const rune = useRune(net, addressFor('RUNES'), asset.originTokenId);
  const mrc20 = useMrc20(net, addressFor('MRC20'), asset);
  const brc20 = useBrc20(net, addressFor('BRC20'), asset);
  const none = { bitcoinCoins: [], lots: undefined };
  switch (asset.network) {
    case 'BTC':
      return { ...none, onBitcoin: money?.reduce((sum, one) => sum + one, 0n), bitcoinCoins: money ?? [] };
    case 'RUNES':
      return { ...none, onBitcoin: rune };
    case 'MRC20':
      return { ...none, onBitcoin: mrc20 };
    case 'BRC20':
      return { ...none, ...brc20 };
  }
}

/** As often as the account on MVC is asked for. */
const TOKENS_EVERY_MS = 10_000;

function useRune(net: Network, address: string, id: string): bigint | undefined {
  const { data } = useRuneBalances(net, address, TOKENS_EVERY_MS);
  if (data === undefined) return undefined;
  return BigInt(data.confirmed.find(({ runeid }) => runeid === id)?.amount ?? '0');
}

/** What stands as it was written; a coin that indexes may disagree about pays for nothing. */
function useMrc20(net: Network, address: string, asset: BridgeAssetView): bigint | undefined {
  const { data } = useMrc20Balances(net, address, TOKENS_EVERY_MS);
  if (data === undefined) return undefined;
  const held = data.list.find(({ mrc20Id }) => mrc20Id === asset.originTokenId);
  return held === undefined ? 0n : (unitsIn(held.balance, asset.decimals) ?? 0n);
}

/** All of it is the balance, in transfer inscriptions or not: more of them can be made of the rest. */
function useBrc20(net: Network, address: string, asset: BridgeAssetView) {
  const assetId = paysOf(asset);
  const held = useHeld('ask');
  const { data } = useBalance(
    { net, book: 'brc20', tick: asset.originName, assetId },
    address,
    TOKENS_EVERY_MS,
  );
  // For a moment it may be that of another token.
  if (data?.assetId !== assetId) return { onBitcoin: undefined, lots: undefined };
  const unitsOf = (text: string): bigint => unitsIn(text, asset.decimals) ?? 0n;
  const sizesOf = (state: LotState): readonly bigint[] =>
    data.transferBalanceList
      .filter((one) => lotState(one, held) === state)
      .map(({ amount }) => unitsOf(amount));
  return {
    onBitcoin: unitsOf(data.availableBalance) + unitsOf(data.transferBalance),
    lots: { ready: sizesOf('ready'), waiting: sizesOf('waiting') },
  };
}

function useOnMvc({ wallet, asset }: OpenBridgePage) {
  const { data } = useMvcAccount(wallet.account?.address);
  if (data === undefined) return { onMvc: undefined, tokenCoins: 0, space: undefined, spaceCoins: 0 };
  const { targetTokenCodeHash: codehash, targetTokenGenesis: genesis } = asset;
  const token = data.tokens.find((one) => one.codehash === codehash && one.genesis === genesis);
  return {
    onMvc: BigInt(token?.amount ?? '0') * unitOfView(asset),
    ...{ tokenCoins: token?.coins ?? 0, space: BigInt(data.space), spaceCoins: data.coins },
  };
}
