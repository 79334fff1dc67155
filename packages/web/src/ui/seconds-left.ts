/** The seconds until a moment, counted down while the component is mounted. */
import { useEffect, useState } from 'react';

const SECOND = 1_000;

/** @param moment milliseconds since 1970; undefined when nothing runs out */
export function useSecondsLeft(moment: number | undefined): number | undefined {
  const [left, setLeft] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (moment === undefined) return;
    const count = (): void => setLeft(Math.max(0, Math.ceil((moment - Date.now()) / SECOND)));
    const first = setTimeout(count, 0);
    const timer = setInterval(count, SECOND);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [moment]);
  return left;
}
