/** A grey stand-in of the size of what will be there. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-breathe rounded-md bg-ink-3/70 ${className}`} />;
}
