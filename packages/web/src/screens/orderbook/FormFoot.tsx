/** What a form comes to and its main button: in view however long the form above is, where the panel scrolls. */
import type { ReactNode } from 'react';

export function FormFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-testid="form-foot"
      className="flex flex-col gap-3 bg-ink-1 lg:sticky lg:-bottom-px lg:z-10 lg:-mx-4 lg:border-t lg:border-line lg:px-4 lg:py-3"
    >
      {children}
    </div>
  );
}
