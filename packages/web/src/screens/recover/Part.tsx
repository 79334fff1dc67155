/** A part of the recover page: its rows under one name, and nothing where there are none. */
import type { ReactNode } from 'react';

export function Part({ name, rows }: { name: string; rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={name}>
      <h2 className="mb-3 text-sm font-semibold">
        {name} <span className="num font-normal text-haze">{rows.length}</span>
      </h2>
      <ul className="panel divide-y divide-line overflow-hidden">{rows}</ul>
    </section>
  );
}
