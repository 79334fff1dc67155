/** A book without a pair in its address shows its first one: then the address names it, so that it can be shared. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { hrefOfPair, pairOf } from '../../../data/pair-href.ts';
import type { BookToken } from '../../../data/tokens.ts';

export interface PairName {
  readonly pair: string;
  readonly asset: string | undefined;
}

interface NamedAddress {
  /** The address leaves the pair open. */
  readonly isOpen: boolean;
  /** Called just before: the market stays the same. */
  readonly onNamed: (name: PairName) => void;
}

/** The home page keeps its own address. */
export function useNamedAddress(token: BookToken | undefined, { isOpen, onNamed }: NamedAddress): void {
  const navigate = useNavigate();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const wanted = isOpen && !isHome ? token : undefined;
  const name = useEffectEvent((one: BookToken) => {
    onNamed({ pair: pairOf(one), asset: one.firstDeployed ? undefined : one.assetId });
    void navigate({ href: hrefOfPair(one), replace: true });
  });
  useEffect(() => {
    if (wanted !== undefined) name(wanted);
  }, [wanted]);
}
