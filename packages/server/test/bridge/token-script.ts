/** The output of a token as its contract writes it, with a code of one byte: one unit of it. */
import { hexToBytes } from '@rialto/protocols';

/** The transaction that the token began with. */
export const BEGAN = 'e9'.repeat(32);
/** Protocol and format of the data: as `packages/mvc/src/token/tail.ts` reads them. */
const HEADER = '01000000010000006d657461636f6e7472616374a7000000ff';

/** @param holder 40 hex digits */
export function tokenScript(holder: string): Uint8Array {
  const names = '00'.repeat(60);
  const sensible = `${BEGAN.match(/../g)?.toReversed().join('') ?? ''}00000000`;
  return hexToBytes(`516a4caa${names}08${holder}0100000000000000${'99'.repeat(20)}${sensible}${HEADER}`);
}
