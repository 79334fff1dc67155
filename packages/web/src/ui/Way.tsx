/** A link inside the product to an address that is put together: followed without a new start of the page. */
import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';

interface WayProps extends Omit<ComponentProps<'a'>, 'onClick'> {
  readonly href: string;
  /** Before the page is left. */
  readonly onLeave?: () => void;
}

export function Way({ href, onLeave, children, ...look }: WayProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLeave?.();
    void navigate({ href });
  };
  return (
    <a href={href} onClick={follow} {...look}>
      {children}
    </a>
  );
}
