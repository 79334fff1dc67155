/** What a part of the screen begins by itself, once, however often it is drawn. */
import { useEffect, useRef } from 'react';

export function useOnce(begin: () => void): void {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  });
}
