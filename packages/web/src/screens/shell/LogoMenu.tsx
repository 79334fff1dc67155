/** The menu behind the name: home, how money is shown, version (specification, "Navigation"; decision 13). */
import { useNavigate } from '@tanstack/react-router';
import { useHealth } from '../../data/queries.ts';
import { setSetting, useSettings } from '../../data/settings.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';

export function LogoMenu() {
  const navigate = useNavigate();
  const health = useHealth();
  const { btcUnit, fiatPrice, simplifyPrice } = useSettings();
  const onOff = (on: boolean): string => (on ? 'on' : 'off');
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
        { label: 'Home', onChoose: () => void navigate({ to: '/' }) },
        {
          label: `Unit: ${btcUnit ? 'BTC' : 'satoshis'}`,
          onChoose: () => setSetting('btcUnit', !btcUnit),
          testId: 'setting-unit',
        },
        {
          label: `Show $ price: ${onOff(fiatPrice)}`,
          onChoose: () => setSetting('fiatPrice', !fiatPrice),
          testId: 'setting-fiat',
        },
        {
          label: `Simplified price: ${onOff(simplifyPrice)}`,
          onChoose: () => setSetting('simplifyPrice', !simplifyPrice),
          testId: 'setting-simplify',
        },
      ]}
      footer={
        <p className="num mt-1 border-t border-line px-2.5 pb-1 pt-2 text-xs text-haze">
          Version {health.data?.version ?? '—'} · liquidity by PSBT
        </p>
      }
    />
  );
}
