/** A menu of the acts its owner names. */
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { Menu } from './Menu.tsx';
import type { MenuAct } from './menu-act.ts';

const fetchList = async () => ({ default: (await import('./MenuList.tsx')).MenuList });
const MenuList = lazy(fetchList);
/** A failure is told at the click. */
const soon = (): void => void fetchList().catch(() => undefined);

interface ActsMenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly acts: readonly MenuAct[];
  readonly testId?: string;
  readonly header?: ReactNode;
  /** The side its list hangs from. */
  readonly align?: 'left' | 'right';
  readonly plain?: boolean;
  readonly className?: string;
}

export function ActsMenu({ label, acts, header, align = 'right', ...rest }: ActsMenuProps) {
  return <Menu {...rest} onSoon={soon} list={<MenuList {...{ label, acts, header, align }} />} />;
}
