/** What a face is: the objects an extension of that name would put into the page, over one wallet. */
import type { DemoWallet } from '../wallet.ts';

export const FACES = ['unisat', 'okx', 'metalet'] as const;
export type Face = (typeof FACES)[number];

export const FACE_NAMES: Readonly<Record<Face, string>> = {
  unisat: 'UniSat',
  okx: 'OKX',
  metalet: 'Metalet',
};

export type Method = (...args: unknown[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;

/** Stands around every call of a fake: counts it, delays it, or never answers. */
export type Guard = (name: string, args: readonly unknown[], method: Method) => Promise<unknown>;

export const NO_GUARD: Guard = async (_, args, method) => await method(...args);

type Injected = Readonly<Record<string, unknown>>;

/** Makes the objects by the name they have in the page. */
export type MakeFace = (wallet: DemoWallet, guard: Guard) => Injected;

/** @param explain turns what is thrown inside into what this wallet's pages get */
export function guarded(
  methods: Methods,
  guard: Guard,
  explain: (thrown: unknown) => unknown,
  prefix = '',
): Record<string, Method> {
  const made: Record<string, Method> = {};
  for (const [name, method] of Object.entries(methods)) {
    made[name] = async (...args: unknown[]): Promise<unknown> => {
      try {
        return await guard(`${prefix}${name}`, args, method);
      } catch (thrown) {
        return explain(thrown);
      }
    };
  }
  return made;
}

export function isFace(value: unknown): value is Face {
  return FACES.some((face) => face === value);
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
