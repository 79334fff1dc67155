/** What the browser remembers between visits (localStorage). Never throws: a full or closed store only forgets. */

/** The stored value when it has the shape the guard wants, otherwise the fallback. */
export function recall<T>(key: string, is: (value: unknown) => value is T, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return is(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window without storage: the page works, it only forgets.
    return;
  }
}

/** Text stored as typed, without quotes: the spec's own keys are plain text. */
export function recallText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    return;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
}
