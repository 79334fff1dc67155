/** What the menu behind the name shows: pages, how money is shown, theme, language and version. Fetched when the menu is wanted. */
import { useNavigate } from '@tanstack/react-router';
import { useHealth } from '../../../data/queries.ts';
import { setSetting, useSettings } from '../../../data/settings.ts';
import { chooseTheme, themeAfter, useTheme } from '../../../data/theme.ts';
import { useStore } from '../../../store.ts';
import { COMMAND_K } from '../../../ui/keys.ts';
import { MenuList } from '../../../ui/menu/MenuList.tsx';
import type { MenuAct } from '../../../ui/menu/menu-act.ts';
import { tellWallet } from '../tell.ts';
import { openDialog } from './frame-dialogs.ts';
import { THEME_NAMES } from './theme-names.ts';
import { LANGUAGES, chooseLanguage, isLanguage, language, msg, t } from '../../../words.ts';

export function LogoList() {
  const navigate = useNavigate();
  const health = useHealth();
  const settings = useSettingActs();
  const page = (label: string, href: string): MenuAct => ({
    label: t(label),
    href,
    onChoose: () => void navigate({ href }),
    testId: `menu-${label.toLowerCase()}`,
  });
  return (
    <MenuList
      label="Rialto"
      align="left"
      acts={[
        page(msg('Home'), '/'),
        {
          label: t('Search'),
          note: COMMAND_K,
          onChoose: () => openDialog('palette'),
          testId: 'menu-search',
        },
        {
          label: t('Keyboard shortcuts'),
          note: '?',
          onChoose: () => openDialog('keys'),
          testId: 'menu-keys',
        },
        ...settings,
        { ...page(msg('Recover'), '/recover'), group: t('More') },
        { ...page(msg('Changelog'), '/changelog'), group: t('More') },
        { group: t('More'), label: 'API', href: '/api/docs', external: true, testId: 'menu-api' },
      ]}
      footer={
        <p className="num mt-1 border-t border-line px-2.5 pb-1 pt-2 text-xs text-haze">
          <span className="flex justify-between">
            {t('Version')} <span>{health.data?.version ?? '—'}</span>
          </span>
          <span className="mt-1 flex justify-between">
            {t('Trades settle in')} <span>{t('Bitcoin transactions')}</span>
          </span>
        </p>
      }
    />
  );
}

/** How money, the page and its words are shown. */
function useSettingActs(): readonly MenuAct[] {
  const { btcUnit, fiatPrice, simplifyPrice } = useSettings();
  const theme = useTheme();
  const shown = useStore(language);
  const group = t('Settings');
  return [
    {
      group,
      label: t('Unit'),
      note: btcUnit ? 'BTC' : t('satoshis'),
      onChoose: () => setSetting('btcUnit', !btcUnit),
      testId: 'setting-unit',
      keepsOpen: true,
    },
    {
      group,
      label: t('Show $ Price'),
      checked: fiatPrice,
      onChoose: () => setSetting('fiatPrice', !fiatPrice),
      testId: 'setting-fiat',
    },
    {
      group,
      label: t('Simplified Price'),
      checked: simplifyPrice,
      onChoose: () => setSetting('simplifyPrice', !simplifyPrice),
      testId: 'setting-simplify',
    },
    {
      group,
      label: t('Theme'),
      note: t(THEME_NAMES[theme]),
      onChoose: () => chooseTheme(themeAfter(theme)),
      testId: 'setting-theme',
      keepsOpen: true,
    },
    ...Object.keys(LANGUAGES)
      .filter(isLanguage)
      .map((each) => ({
        label: LANGUAGES[each],
        lang: each,
        checked: each === shown,
        group: t('Language'),
        onChoose: () => void chooseLanguage(each).catch(tellWallet),
        testId: `language-${each}`,
      })),
  ];
}
