/** A link inside the product to an address that is put together: followed without a new start of the page. */
import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';

export function Way({ href, children, ...look }: ComponentProps<'a'> & { readonly href: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <a href={href} onClick={follow} {...look}>
      {children}
    </a>
  );
}
