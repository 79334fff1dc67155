/** The main navigation: groups with their lists on the desktop, one menu on small screens. */
import { Link, useMatches, useNavigate } from '@tanstack/react-router';
import { useConfig } from '../../../data/shell-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ActsMenu } from '../../../ui/menu/ActsMenu.tsx';
import type { MenuAct } from '../../../ui/menu/menu-act.ts';
import { faceOf } from '../../../wallets/faces.ts';
import { HOME_PAGE, ORDERBOOK, REWARDS_PAGES, SWAP, mobileGroups } from './places.ts';
import type { Place, PlaceGroup } from './places.ts';
import { t } from '../../../words.ts';

/** The name of the page one is on. */
function usePage(): string {
  return useMatches().at(-1)?.staticData.name ?? '';
}

type Go = (href: string) => void;

function useGo(): Go {
  const navigate = useNavigate();
  return (href) => void navigate({ href });
}

interface Now {
  readonly page: string;
  readonly go: Go;
}

function useNow(): Now {
  return { page: usePage(), go: useGo() };
}

function actOf(place: Place, { page, go }: Now): MenuAct {
  const { href, label, chain } = place;
  return {
    id: place.page,
    label: chain === '' ? t(label) : `${t(label)} (${chain})`,
    href,
    onChoose: () => go(href),
    current: place.page === page,
    testId: `nav-${place.page}`,
  };
}

const isIn = (group: PlaceGroup, page: string): boolean => group.places.some((place) => place.page === page);
const LINK = 'flex h-9 items-center rounded-[10px] px-2.5 text-sm hover:bg-ink-2 hover:text-fog';
const tint = (here: boolean): string => (here ? 'text-fog' : 'text-mist');

export function DesktopNav() {
  const now = useNow();
  const { page } = now;
  const bridge = useConfig().data?.bridge ?? '';
  const rewards = REWARDS_PAGES.includes(page);
  return (
    <nav aria-label={t('Main')} className="hidden items-center md:flex">
      <Group group={ORDERBOOK} here={page === HOME_PAGE || isIn(ORDERBOOK, page)} now={now} />
      <Group group={SWAP} here={page === 'mvcswap' || isIn(SWAP, page)} now={now} />
      {bridge === '' ? (
        <Link
          to="/bridge/{-$pair}"
          data-testid="nav-bridge"
          className={`${LINK} ${tint(page === 'bridge')}`}
          {...(page === 'bridge' ? { 'aria-current': 'page' as const } : {})}
        >
          {t('Bridge')}
        </Link>
      ) : (
        <a
          href={bridge}
          target="_blank"
          rel="noreferrer"
          data-testid="nav-bridge"
          className={`${LINK} gap-1.5 text-mist`}
        >
          {t('Bridge')} <Icon name="out" className="size-3.5 text-haze" />
        </a>
      )}
      <Link
        to="/events"
        data-testid="nav-rewards"
        className={`${LINK} ${tint(rewards)}`}
        {...(rewards ? { 'aria-current': 'page' as const } : {})}
      >
        {t('Rewards')}
      </Link>
    </nav>
  );
}

function Group({ group, here, now }: { group: PlaceGroup; here: boolean; now: Now }) {
  return (
    <ActsMenu
      label={t(group.label)}
      align="left"
      plain
      className="ml-1.5"
      testId={`nav-${group.label.toLowerCase()}`}
      button={
        <>
          <span className={`-mr-1 text-sm ${tint(here)}`}>{t(group.label)}</span>
          <Icon name="chevron" className="size-3.5 text-haze" />
        </>
      }
      acts={group.places.map((place) => actOf(place, now))}
    />
  );
}

/** `more`: what the header of a small screen has no room for. */
export function MobileNav({ more }: { more: readonly MenuAct[] }) {
  const now = useNow();
  const { user } = useAccount();
  const bridge = useConfig().data?.bridge ?? '';
  const actAt = (place: Place): MenuAct => {
    const act = actOf(place, now);
    if (place.page !== 'bridge' || bridge === '') return act;
    return { label: act.label, id: place.page, href: bridge, external: true, testId: 'nav-bridge' };
  };
  const face = user === undefined ? undefined : faceOf(user.wallet);
  const places = mobileGroups(face).flatMap((group) =>
    group.places.map((place) => ({ ...actAt(place), group: t(group.label) })),
  );
  return (
    <ActsMenu
      label={t('Main')}
      align="left"
      plain
      className="md:hidden"
      testId="mobile-menu"
      button={
        <>
          <span className="sr-only">{t('Menu')}</span>
          <Icon name="menu" className="size-5" />
        </>
      }
      acts={[...places, ...more]}
    />
  );
}
