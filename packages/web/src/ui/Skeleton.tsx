/** A grey placeholder of the size of the content to come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-breathe rounded-md bg-ink-3/70 ${className}`} />;
}
