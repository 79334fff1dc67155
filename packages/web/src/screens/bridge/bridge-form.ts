/** The form of the bridge as rules: what was typed, what is wrong with it, and what the button says. Pure. */
import type { BridgeAssetView } from '@rialto/contract';
import type { BridgeDirection } from '@rialto/market';
import { MAX_COINS } from '@rialto/psbt';
import { tooManyCoins } from '../../flows/bridge/wallet-limits.ts';
import { digitsOf, isOpen, unitOfView } from '../../data/bridge/bridge-assets.ts';
import { amountText, chainsOf, nameOf } from '../../show/bridge/BridgeAmount.tsx';
import { typedError, unitsIn } from '../../show/swap/amounts.ts';
import type { Label } from '../../show/swap/label.ts';
import { msg, t } from '../../words.ts';
import type { Holdings } from './bridge-page.ts';
import { lotSizes, lotWantedFor } from './lots.ts';
import type { LotWanted } from './lots.ts';

export interface BridgeForm {
  readonly direction: BridgeDirection;
  readonly text: string;
}

export const EMPTY_FORM: BridgeForm = { direction: 'mint', text: '' };

export const flipped = ({ direction, text }: BridgeForm): BridgeForm => ({
  direction: direction === 'mint' ? 'redeem' : 'mint',
  text,
});

/** In origin units; undefined while nothing that makes sense is typed. */
export function amountOf({ text }: BridgeForm, asset: BridgeAssetView): bigint | undefined {
  const units = unitsIn(text, digitsOf(asset));
  return units === undefined ? undefined : units * unitOfView(asset);
}

export const heldOf = ({ direction }: BridgeForm, { onBitcoin, onMvc }: Holdings): bigint | undefined =>
  direction === 'mint' ? onBitcoin : onMvc;

/** Of a payment in sats: its size, by the coins it spends. */
const [INPUT_VB, REST_VB] = [68, 150];

/** All there is, as far as one order may go and its own fee leaves it. */
export function mostOf(
  form: BridgeForm,
  asset: BridgeAssetView,
  holdings: Holdings,
  feeRate: number | undefined,
): bigint | undefined {
  // One payment moves one lot: more than the largest of them is no amount to offer.
  if (form.direction === 'mint' && asset.network === 'BRC20')
    return holdings.lots === undefined ? undefined : lotSizes(asset, holdings.lots)[0];
  const left = payable(form, asset, holdings, feeRate);
  if (left === undefined) return undefined;
  const most = left < BigInt(asset.maximum) ? left : BigInt(asset.maximum);
  return most - (most % unitOfView(asset));
}

/** What the payment's own network fee leaves; undefined while it is not known. */
function payable(
  form: BridgeForm,
  asset: BridgeAssetView,
  holdings: Holdings,
  feeRate: number | undefined,
): bigint | undefined {
  const held = heldOf(form, holdings);
  if (held === undefined || form.direction === 'redeem' || asset.network !== 'BTC') return held;
  return feeRate === undefined ? undefined : satsLeft(holdings.bitcoinCoins, feeRate);
}

/** The largest coins first, as many as one payment spends: one that costs more than it brings is not spent. */
function satsLeft(coins: readonly bigint[], feeRate: number): bigint {
  let [sum, most] = [0n, 0n];
  const largest = coins.toSorted((a, b) => (a < b ? 1 : -1)).slice(0, MAX_COINS);
  for (const [before, coin] of largest.entries()) {
    sum += coin;
    const left = sum - BigInt(Math.ceil((REST_VB + INPUT_VB * (before + 1)) * feeRate));
    if (left > most) most = left;
  }
  return most;
}

export interface BridgeNow {
  readonly user: 'none' | 'other' | 'metalet';
  readonly account: 'known' | 'asked' | 'failed';
  readonly asset: BridgeAssetView;
  readonly form: BridgeForm;
  readonly holdings: Holdings;
  readonly feeRate: number | undefined;
}

/** What is wrong with the amount, in words; undefined where nothing is. */
export function amountError({ asset, form, holdings, feeRate }: BridgeNow): string | undefined {
  const wrong = typedError(form.text, digitsOf(asset));
  if (wrong !== undefined) return wrong;
  const amount = amountOf(form, asset);
  if (amount === undefined) return undefined;
  const unit = nameOf(asset, chainsOf(form.direction)[0]);
  if (amount < BigInt(asset.minimum))
    return t('The minimum is {amount} {unit}', { amount: amountText(BigInt(asset.minimum), asset), unit });
  if (amount > BigInt(asset.maximum))
    return t('The maximum is {amount} {unit}', { amount: amountText(BigInt(asset.maximum), asset), unit });
  const held = heldOf(form, holdings);
  if (held !== undefined && amount > held) return t('More than you have');
  const most = payable(form, asset, holdings, feeRate);
  return most !== undefined && amount > most
    ? t('One payment from your coins is {amount} {unit} at most, after its network fee', {
        amount: amountText(most, asset),
        unit,
      })
    : undefined;
}

/** Of BRC-20: what an amount that is right otherwise lacks to be paid in. */
export function lotWanted(now: BridgeNow): LotWanted | undefined {
  const { asset, form, holdings } = now;
  const amount = amountOf(form, asset);
  if (form.direction === 'redeem' || holdings.lots === undefined || amount === undefined) return undefined;
  return amountError(now) === undefined ? lotWantedFor(amount, holdings.lots) : undefined;
}

const LOT_LABELS: Readonly<Record<LotWanted, string>> = {
  none: msg('No transfer inscription of this amount'),
  waits: msg('Waiting for a block'),
};

export function labelOf(now: BridgeNow): Label {
  const { user, account, asset, form, holdings, feeRate } = now;
  if (user === 'none') return { label: msg('Connect Wallet'), act: 'connect' };
  if (user === 'other') return { label: msg('Connect Metalet'), act: 'connect' };
  if (!isOpen(asset, form.direction)) return { label: msg('Not open right now') };
  if (account === 'failed') return { label: msg('MVC account not available') };
  if (amountError(now) !== undefined) return { label: msg('Check the amount') };
  if (amountOf(form, asset) === undefined) return { label: msg('Enter an amount') };
  if (account === 'asked' || heldOf(form, holdings) === undefined)
    return { label: msg('Getting your balance') };
  if (form.direction === 'mint' && feeRate === undefined) return { label: msg('Choose a fee rate first.') };
  return coinsLabel(now);
}

/** Whether what there is can pay it: a lot of the amount, SPACE on few coins. */
function coinsLabel(now: BridgeNow): Label {
  const wanted = lotWanted(now);
  if (wanted !== undefined) return { label: LOT_LABELS[wanted] };
  return spaceError(now) === undefined
    ? { label: msg('Review'), act: 'go' }
    : { label: msg('Not with these coins') };
}

/** What of the coins on MVC keeps a redeem from being paid, in words. */
export function spaceError({ form, holdings }: Pick<BridgeNow, 'form' | 'holdings'>): string | undefined {
  const { space } = holdings;
  if (form.direction === 'mint' || space === undefined) return undefined;
  return space === 0n ? t('You need some SPACE for the network.') : tooManyCoins(holdings);
}
