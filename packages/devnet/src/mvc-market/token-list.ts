/** The operator's list of tokens on MVC, as the server reads it. */
import { readFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import type { TokenKey } from '@rialto/mvc';

export interface ListedKind {
  readonly kind: 'mrc20' | 'ticket';
  readonly mintable: 'yes' | 'no';
}

/** Adds a token. The file is whole at every moment: the server reads it again and again. */
export function listToken(file: string, key: TokenKey, { kind, mintable }: ListedKind): void {
  const listed: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  if (!Array.isArray(listed)) throw new Error('the list of tokens is a list');
  writeFileSync(`${file}.new`, JSON.stringify([...listed, { ...key, kind, mintable }], undefined, 2));
  renameSync(`${file}.new`, file);
}
