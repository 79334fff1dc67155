/** Name, navigation, network and fee plan, account. */
import { Link } from '@tanstack/react-router';
import { useHealth } from '../../data/queries.ts';
import { feedState } from '../../data/feed.ts';
import { useStore } from '../../store.ts';
import { AccountButtons } from './AccountButtons.tsx';
import { LogoMenu } from './LogoMenu.tsx';
import { FeePlanButton } from './FeePlan.tsx';

export function Header() {
  return (
    <header className="flex h-14 shrink-0 items-center justify-between gap-3 border-b border-line px-3 sm:px-5">
      <div className="flex items-center gap-5">
        <LogoMenu />
        <nav aria-label="Main" className="hidden md:block">
          <Link
            to="/orderbook/brc20"
            className="text-sm text-mist hover:text-fog"
            activeProps={{ className: 'text-fog' }}
          >
            Order book <span className="ml-0.5 text-xs text-haze">BRC-20</span>
          </Link>
        </nav>
      </div>
      <div className="flex items-center gap-2">
        <Tip />
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
    <p className="num hidden items-center gap-2 pr-2 text-xs text-haze lg:flex" title={words}>
      <span className={`size-1.5 rounded-full ${look}`} aria-hidden="true" />
      <span className="sr-only">{words}. </span>
      Block {health.data?.indexHeight.toLocaleString('en-US') ?? '—'}
    </p>
  );
}
