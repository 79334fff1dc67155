/** The menu behind the name: home, how money is shown, version (product §2; rules §13). */
import { lazy } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';

const fetchList = async () => ({ default: (await import('./LogoList.tsx')).LogoList });
const LogoList = lazy(fetchList);

export function LogoMenu() {
  return (
    <Menu
      testId="logo-menu"
      plain
      onSoon={() => void fetchList().catch(() => undefined)}
      list={<LogoList />}
      button={
        <>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span className="text-[1.0625rem] font-semibold tracking-tight max-sm:sr-only">Rialto</span>
          <Icon name="chevron" className="size-3.5 text-haze max-sm:hidden" />
        </>
      }
    />
  );
}
