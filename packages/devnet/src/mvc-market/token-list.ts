/** The operator's list of tokens on MVC, as the server reads it. */
import { readFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import type { TokenKey } from '@rialto/mvc';
import { list, parseJson } from '../chain/json.ts';

export interface ListedKind {
  readonly kind: 'mrc20' | 'ticket';
  readonly mintable: 'yes' | 'no';
}

/** Adds a token. The file is whole at every moment: the server reads it again and again. */
export function listToken(file: string, key: TokenKey, { kind, mintable }: ListedKind): void {
  const listed = existsSync(file) ? list(parseJson(readFileSync(file, 'utf8'))) : [];
  writeFileSync(`${file}.new`, JSON.stringify([...listed, { ...key, kind, mintable }], undefined, 2));
  renameSync(`${file}.new`, file);
}
