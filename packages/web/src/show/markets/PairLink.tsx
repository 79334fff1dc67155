/** A link to a market; a click stays in the page, a new tab is the browser's business. */
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { hrefOfPair } from '../../data/pair-href.ts';

interface PairLinkProps {
  readonly pair: Parameters<typeof hrefOfPair>[0];
  readonly className?: string;
  readonly title?: string;
  readonly testId?: string;
  /** Before the page is left. */
  readonly onLeave?: () => void;
  readonly children: ReactNode;
}

export function PairLink({ pair, testId, onLeave, children, ...look }: PairLinkProps) {
  const navigate = useNavigate();
  const href = hrefOfPair(pair);
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLeave?.();
    void navigate({ href });
  };
  return (
    <a href={href} onClick={follow} data-testid={testId} {...look}>
      {children}
    </a>
  );
}
