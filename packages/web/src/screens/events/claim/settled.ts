/** A value that is used once it has been the same for a moment; the first one at once. */
import { useEffect, useState } from 'react';

export function useSettled<T extends string | number | undefined>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, settled, afterMs]);
  return settled;
}
