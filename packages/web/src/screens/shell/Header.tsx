/** Name, navigation, balances, notifications, network and fee plan, account. */
import { useHealth } from '../../data/queries.ts';
import { feedState } from '../../data/feed.ts';
import { useAccount } from '../../flows/account.ts';
import { useStore } from '../../store.ts';
import { AccountButtons } from './AccountButtons.tsx';
import { BalanceButton, openBalances } from './BalanceButton.tsx';
import { FeePlanButton } from './FeePlan.tsx';
import { LogoMenu } from './LogoMenu.tsx';
import { DesktopNav, MobileNav } from './Nav.tsx';
import { NotificationBell } from './Notifications.tsx';

export function Header() {
  const { person } = useAccount();
  return (
    <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line px-3 sm:gap-3 sm:px-5">
      <div className="flex items-center gap-1 sm:gap-3">
        <LogoMenu />
        <DesktopNav />
        <MobileNav
          more={
            person === undefined
              ? []
              : [{ label: 'Balances', group: 'Account', onChoose: openBalances, testId: 'mobile-balances' }]
          }
        />
      </div>
      <div className="flex items-center gap-1.5 sm:gap-2">
        <Tip />
        <BalanceButton />
        <NotificationBell />
        <FeePlanButton />
        <AccountButtons />
      </div>
    </header>
  );
}

/** The block everything on this page is true at. */
function Tip() {
  const health = useHealth();
  const feed = useStore(feedState);
  const look = feed === 'live' ? 'bg-buy' : feed === 'lost' ? 'bg-sell' : 'bg-haze';
  const words = { live: 'Live', lost: 'Connection lost, trying again', connecting: 'Connecting' }[feed];
  return (
    <p className="num hidden items-center gap-2 pr-2 text-xs text-haze xl:flex" title={words}>
      <span className={`size-1.5 rounded-full ${look}`} aria-hidden="true" />
      <span className="sr-only">{words}. </span>
      Block {health.data?.indexHeight.toLocaleString('en-US') ?? '—'}
    </p>
  );
}
