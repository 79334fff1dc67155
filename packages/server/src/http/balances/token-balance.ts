/** What an address has of one token of a book: the lots it could offer, and what is in no lot. */
import type { ParamsOf, TokenBalance, TransferEntry } from '@rialto/contract';
import { atOneTip, loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { formatDecimal } from '@rialto/market';
import { knownRuneId, lotOf, splitAsset } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import type { BookToken } from '../../orders/books.ts';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import type { Service } from '../service.ts';
import { comingLots } from './coming-lots.ts';

/** One call looks at no more coins than these, the fullest. */
const MAX_COINS = 1_000;

interface Held {
  readonly tip: Tip;
  /** In smallest units. */
  readonly available: bigint;
  readonly transferable: bigint;
  readonly lots: readonly TransferEntry[];
}

interface Holder {
  readonly script: Uint8Array;
  readonly token: BookToken;
  /** Orders by the outpoint they keep. */
  readonly locked: ReadonlyMap<string, string>;
}

/** Throws Refusal('unknown-tick', 'wrong-address-type', 'syncing'). */
export async function tokenBalance(
  service: Service,
  { book, address, tick }: ParamsOf<'tokenBalance'>,
  assetId: string | undefined,
): Promise<TokenBalance> {
  const script = addressToScript(address, service.config.NETWORK);
  const token = await service.orders.books.held(book, { tick, assetId });
  const holder = { script, token, locked: await lockedOutpoints(service.orders.store.db, address) };
  const held = book === 'brc20' ? await brc20Held(service, holder) : await coinsHeld(service, holder);
  return {
    token: token.tick,
    assetId: token.asset,
    decimals: token.decimals,
    availableBalance: formatDecimal(held.available, token.decimals),
    transferBalance: formatDecimal(held.transferable, token.decimals),
    transferBalanceList: [...held.lots],
    at: held.tip,
  };
}

const keptBy = ({ locked }: Holder, point: string): Pick<TransferEntry, 'orderId'> => {
  const orderId = locked.get(point);
  return orderId === undefined ? {} : { orderId };
};

async function brc20Held(service: Service, holder: Holder): Promise<Held> {
  const { ledger } = service;
  const { script, token } = holder;
  const { tip, value } = await atOneTip(ledger, () =>
    Promise.all([
      ledger.balancesOf(script, token.asset),
      ledger.lotsOf(script, { asset: token.asset, most: MAX_COINS }),
    ]),
  );
  const [[balance], lots] = value;
  const entries = lots.map((lot): TransferEntry => ({
    inscriptionId: lot.inscriptionId,
    inscriptionNumber: lot.number.toString(),
    amount: formatDecimal(lot.amount, token.decimals),
    outValue: lot.value.toString(),
    outpoint: lot.outpoint,
    confirmations: Math.max(0, tip.height - lot.height + 1),
    ...keptBy(holder, lot.outpoint),
  }));
  const { available = 0n, transferable = 0n } = balance ?? {};
  const coming = await comingLots(service, holder, available);
  // A block may have come in between.
  const known = new Set(entries.map(({ inscriptionId }) => inscriptionId));
  const later = coming.filter(({ inscriptionId }) => !known.has(inscriptionId));
  return { tip, available, transferable, lots: [...entries, ...later] };
}

/** A coin that carries one token and nothing else is a lot; what is on another must be split off first. */
async function coinsHeld(service: Service, holder: Holder): Promise<Held> {
  const { token } = holder;
  const points = await outpointsOf(service, holder);
  const { coins, tip } = await loadCoins(service, points);
  const lots: TransferEntry[] = [];
  let [available, transferable] = [0n, 0n];
  for (const coin of coins.values()) {
    const amount = amountOn(coin, token);
    if (lotOf(coin)?.asset !== token.asset) available += amount;
    else {
      transferable += amount;
      lots.push({
        inscriptionId: '',
        inscriptionNumber: '',
        outpoint: coin.outpoint,
        amount: formatDecimal(amount, token.decimals),
        outValue: coin.value.toString(),
        confirmations: coin.height === undefined ? 0 : tip.height - coin.height + 1,
        ...keptBy(holder, coin.outpoint),
      });
    }
  }
  return { tip, available, transferable, lots };
}

async function outpointsOf({ ledger }: Service, { script, token }: Holder): Promise<readonly Outpoint[]> {
  const named = splitAsset(token.asset);
  return named?.protocol === 'rune'
    ? ledger.fullestOutpointsOfRune(script, knownRuneId(named.id), MAX_COINS)
    : ledger.mrc20OutpointsOf(script, token.asset, { most: MAX_COINS });
}

function amountOn({ assets }: Coin, token: BookToken): bigint {
  return assets.reduce(
    (sum, one) =>
      (one.kind === 'mrc20' || one.kind === 'rune') && one.asset === token.asset ? sum + one.amount : sum,
    0n,
  );
}
