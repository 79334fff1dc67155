/** Watches which fields of a parsed file are looked at: what nobody asked for was not checked. */

/** Where a case comes from and what it is called; nothing to check. */
const PAPERS = new Set(['source', 'licence', 'license', 'note', 'comment', 'description', 'test', 'skipped']);

/**
 * @template T
 * @param {T} root parsed JSON
 * @returns {{ value: T, unread: () => string[] }} the same, and the paths of what was not looked at
 */
export function watched(root) {
  const read = new WeakMap();
  const proxies = new WeakMap();
  const isTree = (value) => typeof value === 'object' && value !== null;

  function watch(value) {
    if (!isTree(value)) return value;
    const known = proxies.get(value);
    if (known) return known;
    const keys = new Set();
    read.set(value, keys);
    const proxy = new Proxy(value, {
      get(target, key) {
        keys.add(key);
        return watch(Reflect.get(target, key));
      },
    });
    proxies.set(value, proxy);
    return proxy;
  }

  function* unreadIn(value, path) {
    if (!isTree(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (PAPERS.has(key)) continue;
      const here = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
      if (!read.get(value)?.has(key)) yield here;
      else yield* unreadIn(inner, here);
    }
  }

  return { value: watch(root), unread: () => [...unreadIn(root, '')] };
}
