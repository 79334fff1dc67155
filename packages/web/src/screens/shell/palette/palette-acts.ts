/** What the palette offers: pairs, screens, settings, acts, and an address or transaction to look up. */
import { useNavigate } from '@tanstack/react-router';
import { shortened } from '@rialto/market';
import { useNetwork } from '../../../data/network.ts';
import { hrefOfPair } from '../../../data/pair-href.ts';
import { BUSIEST, useMarkets } from '../../../data/markets/markets.ts';
import { setSetting, useSettings } from '../../../data/settings.ts';
import { THEMES, chooseTheme, useTheme } from '../../../data/theme.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { askToConnect } from '../../../flows/account/connect-request.ts';
import { changeText } from '../../../show/Change.tsx';
import { priceText } from '../../../show/Money.tsx';
import { BOOK_NAMES } from '../../../show/markets/book-names.ts';
import { shown } from '../../../shown.ts';
import { LANGUAGES, chooseLanguage, isLanguage, language, t } from '../../../words.ts';
import { useStore } from '../../../store.ts';
import { tellWallet } from '../tell.ts';
import { openDialog } from '../frame/frame-dialogs.ts';
import { goKeyOf } from '../frame/go-keys.ts';
import { usePages } from '../frame/pages.ts';
import { THEME_NAMES } from '../frame/theme-names.ts';

export interface PaletteAct {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Tells pairs of one name apart. */
  readonly tag?: string;
  /** Its current state, or the key that does the same. */
  readonly note?: string;
  readonly run: () => void;
}

/** All that can be done, in the order it is shown. */
export function usePaletteActs(): readonly PaletteAct[] {
  return [...usePairs(), ...useScreens(), ...useActs(), ...useSettingActs()];
}

/** The busiest first, each with its protocol, its price and its day. */
function usePairs(): readonly PaletteAct[] {
  const navigate = useNavigate();
  const { markets } = useMarkets(useNetwork(), BUSIEST);
  return markets.map(({ assetId, book, tick, firstDeployed, lastPrice, change24h }) => ({
    id: assetId,
    group: t('Pairs'),
    label: `${shown(tick)} / BTC`,
    tag: t(BOOK_NAMES[book]),
    ...(lastPrice === '0' ? {} : { note: priceNote(lastPrice, change24h) }),
    run: () => void navigate({ href: hrefOfPair({ book, ticker: tick, assetId, firstDeployed }) }),
  }));
}

function priceNote(price: string, change: number | undefined): string {
  return `${priceText(price)} sat${change === undefined ? '' : `  ${changeText(change)}`}`;
}

function useScreens(): readonly PaletteAct[] {
  const navigate = useNavigate();
  const pages = usePages();
  const screens = pages.map(({ name, title, href }) => {
    const note = keyTo(name);
    return {
      id: name,
      group: t('Screens'),
      label: name === 'home' ? t('Home') : t(title),
      ...(note === undefined ? {} : { note }),
      run: () => void navigate({ href }),
    };
  });
  return onceEach(screens);
}

function keyTo(page: string): string | undefined {
  const letter = goKeyOf(page);
  return letter === undefined ? undefined : `g ${letter}`;
}

/** The first of each label: a screen with two addresses is one choice. */
function onceEach(acts: readonly PaletteAct[]): readonly PaletteAct[] {
  return [...new Map(acts.toReversed().map((act) => [act.label, act])).values()].toReversed();
}

function useActs(): readonly PaletteAct[] {
  const { user } = useAccount();
  const group = t('Acts');
  const wallet =
    user === undefined
      ? { id: 'connect', group, label: t('Connect Wallet'), run: askToConnect }
      : { id: 'balances', group, label: t('Balances'), run: () => openDialog('balances') };
  return [
    wallet,
    { id: 'fees', group, label: t('Network and Gas'), run: () => openDialog('fees') },
    { id: 'keys', group, label: t('Keyboard shortcuts'), note: '?', run: () => openDialog('keys') },
  ];
}

function useSettingActs(): readonly PaletteAct[] {
  const { btcUnit, fiatPrice, simplifyPrice } = useSettings();
  const theme = useTheme();
  const shown = useStore(language);
  const group = t('Settings');
  const onOff = (on: boolean): string => (on ? t('on') : t('off'));
  return [
    ...THEMES.map((each) => ({
      id: `theme-${each}`,
      group,
      label: t('Theme: {theme}', { theme: t(THEME_NAMES[each]) }),
      ...(each === theme ? { note: t('now') } : {}),
      run: () => chooseTheme(each),
    })),
    ...Object.keys(LANGUAGES)
      .filter(isLanguage)
      .map((each) => ({
        id: `language-${each}`,
        group,
        label: LANGUAGES[each],
        ...(each === shown ? { note: t('now') } : {}),
        run: () => void chooseLanguage(each).catch(tellWallet),
      })),
    {
      id: 'unit',
      group,
      label: t('Unit'),
      note: btcUnit ? 'BTC' : t('satoshis'),
      run: () => setSetting('btcUnit', !btcUnit),
    },
    {
      id: 'fiat',
      group,
      label: t('Show $ Price'),
      note: onOff(fiatPrice),
      run: () => setSetting('fiatPrice', !fiatPrice),
    },
    {
      id: 'simplify',
      group,
      label: t('Simplified Price'),
      note: onOff(simplifyPrice),
      run: () => setSetting('simplifyPrice', !simplifyPrice),
    },
  ];
}

const TRANSACTION = /^[0-9a-f]{64}$/;
const ADDRESS = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/;

/** Typed text that can be looked up. */
export function useLookAt(typed: string): readonly PaletteAct[] {
  const navigate = useNavigate();
  const text = typed.trim();
  const id = text.toLowerCase();
  const group = t('Review');
  const look = (label: string, run: () => void): readonly PaletteAct[] => [{ id: 'look', group, label, run }];
  if (TRANSACTION.test(id))
    return look(
      t('Transaction {id}', { id: shortened(id, 8, 8) }),
      () => void navigate({ to: '/tx/$txid', params: { txid: id } }),
    );
  const address = ADDRESS.test(id) ? id : text;
  if (!ADDRESS.test(address)) return [];
  return look(
    t('Address {address}', { address: shortened(address, 8, 6) }),
    () => void navigate({ to: '/dev', search: { address } }),
  );
}

/** Those that say every word typed, in their order. */
export function matching(acts: readonly PaletteAct[], typed: string): readonly PaletteAct[] {
  const wanted = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return acts;
  return acts.filter((act) => {
    const said = `${act.label} ${act.tag ?? ''} ${act.group}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}
