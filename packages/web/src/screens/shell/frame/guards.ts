/** Who may see which page: maintenance, country, and the pages that open with Metalet alone (product §2). */
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import type { ExchangeConfig } from '@rialto/contract';
import { isRestricted, useCountry } from '../../../data/shell-queries.ts';
import type { PageFacts } from '../../../page-facts.ts';
import { useAccount, usesMetalet } from '../../../flows/account/account.ts';
import { askToConnect } from '../../../flows/account/connect-request.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { msg, t } from '../../../words.ts';

const MAINTAINING = '/maintaining';
const NOT_AVAILABLE = '/not-available';

/** Where a visitor of `path` is redirected to; undefined when they may stay. Maintenance keeps the address: one comes back to it. */
export function detour(
  path: string,
  now: { maintenance: boolean; country: string | undefined },
): string | undefined {
  if (isRestricted(now.country)) return path === NOT_AVAILABLE ? undefined : NOT_AVAILABLE;
  return path === MAINTAINING && !now.maintenance ? '/' : undefined;
}

/** Is the page at this address hidden, because the operator works on the exchange? */
export function isClosed(path: string, config: Pick<ExchangeConfig, 'maintenance'> | undefined): boolean {
  return config?.maintenance === true && path !== NOT_AVAILABLE;
}

/** Redirects the visitor. True while the current page must not be shown. */
export function useDetour(config: ExchangeConfig | undefined): boolean {
  const path = useLocation({ select: (location) => location.pathname });
  const country = useCountry();
  const navigate = useNavigate();
  const to = detour(path, { maintenance: config?.maintenance === true, country });
  useEffect(() => {
    if (to !== undefined) void navigate({ href: to, replace: true });
  }, [navigate, to]);
  return to !== undefined;
}

const METALET_ONLY = msg('This page works with Metalet only. Please connect Metalet.');

/** On entering such a page with another wallet, it says so and offers to connect. Once for each visit. */
export function useMetaletGuard(): void {
  const path = useLocation({ select: (location) => location.pathname });
  const facts: Partial<PageFacts> | undefined = useMatches().at(-1)?.staticData;
  const only = facts?.metaletOnly === true;
  const { user } = useAccount();
  const other = user !== undefined && !usesMetalet(user);
  const told = useRef('');
  useEffect(() => {
    if (!only) told.current = '';
    if (!only || !other || told.current === path) return;
    told.current = path;
    toast({ title: t(METALET_ONLY), variant: 'warn' });
    askToConnect();
  }, [only, other, path]);
}
