/** A page that does not exist. */
import { useEffect } from 'react';
import { Link } from '@tanstack/react-router';

export function NotFoundScreen() {
  useEffect(() => {
    document.title = 'Not found · Rialto';
  }, []);
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-5 p-6 text-center">
      <div>
        <p className="num text-sm text-haze">404</p>
        <h1 className="mt-1 text-xl font-semibold tracking-tight">There is no such page</h1>
      </div>
      <Link
        to="/"
        className="flex h-10 items-center rounded-[10px] border border-line-strong bg-ink-2 px-4 text-sm hover:bg-ink-3"
      >
        To the order book
      </Link>
    </main>
  );
}
