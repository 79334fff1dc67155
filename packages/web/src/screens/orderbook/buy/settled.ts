/** A value that may change many times a second, passed on a few times at most. */
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 400;

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    const timer = setInterval(() => setSettled(latest.current), PAUSE_MS);
    return () => clearInterval(timer);
  }, []);
  return settled;
}
