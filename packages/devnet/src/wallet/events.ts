/** The event side of the provider: `on` and `removeListener`, as pages expect them. */

type Handler = (payload: unknown) => void;

export interface Events {
  on(name: string, handler: Handler): void;
  removeListener(name: string, handler: Handler): void;
  emit(name: string, payload: unknown): void;
}

export function createEvents(): Events {
  const handlers = new Map<string, Set<Handler>>();
  return {
    on: (name, handler) => {
      const known = handlers.get(name) ?? new Set();
      handlers.set(name, known.add(handler));
    },
    removeListener: (name, handler) => {
      handlers.get(name)?.delete(handler);
    },
    emit: (name, payload) => {
      for (const handler of handlers.get(name) ?? []) handler(payload);
    },
  };
}
