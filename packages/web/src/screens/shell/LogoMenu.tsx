/** The menu behind the name: home, how money is shown, version (specification, "Navigation"; decision 13). */
import { useNavigate } from '@tanstack/react-router';
import { useHealth } from '../../data/queries.ts';
import { setSetting, useSettings } from '../../data/settings.ts';
import { chooseTheme, themeAfter, useTheme } from '../../data/theme.ts';
import type { Theme } from '../../data/theme.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuAct } from '../../ui/Menu.tsx';

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  dark: 'Dark',
  light: 'Light',
  system: 'As the system',
};

export function LogoMenu() {
  const navigate = useNavigate();
  const health = useHealth();
  const { btcUnit, fiatPrice, simplifyPrice } = useSettings();
  const theme = useTheme();
  const page = (label: string, href: string): MenuAct => ({
    label,
    href,
    onChoose: () => void navigate({ href }),
    testId: `menu-${label.toLowerCase()}`,
  });
  return (
    <Menu
      label="Rialto"
      testId="logo-menu"
      align="left"
      plain
      button={
        <>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span className="text-[1.0625rem] font-semibold tracking-tight max-sm:sr-only">Rialto</span>
          <Icon name="chevron" className="size-3.5 text-haze max-sm:hidden" />
        </>
      }
      acts={[
        page('Home', '/'),
        {
          label: 'Unit',
          note: btcUnit ? 'BTC' : 'satoshis',
          onChoose: () => setSetting('btcUnit', !btcUnit),
          testId: 'setting-unit',
          keepsOpen: true,
        },
        {
          label: 'Show $ Price',
          checked: fiatPrice,
          onChoose: () => setSetting('fiatPrice', !fiatPrice),
          testId: 'setting-fiat',
        },
        {
          label: 'Simplified Price',
          checked: simplifyPrice,
          onChoose: () => setSetting('simplifyPrice', !simplifyPrice),
          testId: 'setting-simplify',
        },
        {
          label: 'Theme',
          note: THEME_NAMES[theme],
          onChoose: () => chooseTheme(themeAfter(theme)),
          testId: 'setting-theme',
          keepsOpen: true,
        },
        page('Recover', '/recover'),
        page('Changelog', '/changelog'),
      ]}
      footer={
        <p className="num mt-1 border-t border-line px-2.5 pb-1 pt-2 text-xs text-haze">
          <span className="flex justify-between">
            Version <span>{health.data?.version ?? '—'}</span>
          </span>
          <span className="mt-1 flex justify-between">
            Liquidity mode <span>PSBT</span>
          </span>
        </p>
      }
    />
  );
}
