/** What a form comes to and its main button: in view however long the form above is, where the panel scrolls. */
import type { ReactNode } from 'react';

export function FormFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-testid="form-foot"
      className="flex flex-col gap-3 bg-ink-1 before:pointer-events-none before:absolute before:inset-x-0 before:-top-6 before:h-6 before:bg-linear-to-t before:from-ink-1 before:to-transparent max-lg:before:hidden lg:sticky lg:-bottom-px lg:z-10 lg:-mx-4 lg:border-t lg:border-line lg:px-4 lg:py-3"
    >
      {children}
    </div>
  );
}
