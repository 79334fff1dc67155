/** The formats whose cases `psbt` answers, each known by what is in a file. */
import { bip322Checks, BIP322_LISTS } from './bip322.ts';
import type { Bip322File } from './bip322.ts';
import { bip340Checks, isSignatureTable } from './bip340.ts';
import { bip341Checks } from './bip341.ts';
import type { Bip341File } from './bip341.ts';
import type { Format } from './case.ts';
import { psbtChecks } from './psbt-sections.ts';
import type { PsbtFile } from './psbt-sections.ts';

function firstUnder(json: unknown, key: string): object | undefined {
  const list: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'object' && first !== null ? first : undefined;
}

export const formats: readonly Format[] = [
  {
    name: 'PSBTs (BIP-174, BIP-371)',
    fits: ({ json }) => 'section' in (firstUnder(json, 'cases') ?? {}),
    checks: ({ json }) => psbtChecks(json as PsbtFile),
  },
  {
    name: 'messages (BIP-322)',
    fits: ({ json }) =>
      BIP322_LISTS.some((list) => {
        const first = firstUnder(json, list) ?? {};
        return 'message' in first && 'address' in first;
      }),
    checks: ({ json }) => bip322Checks(json as Bip322File),
  },
  {
    name: 'Schnorr signatures (BIP-340)',
    fits: ({ text }) => isSignatureTable(text),
    checks: ({ text }) => bip340Checks(text),
  },
  {
    name: 'taproot (BIP-341)',
    fits: ({ json }) =>
      'intermediary' in (firstUnder(json, 'scriptPubKey') ?? firstUnder(json, 'keyPathSpending') ?? {}),
    checks: ({ json }) => bip341Checks(json as Bip341File),
  },
];
