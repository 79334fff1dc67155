/** MRC-20 messages read from PINs (metaid §3 to §5). Total: never throws on a stranger's bytes. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import type { PinContent } from '../metaid/envelope.ts';
import { MAX_MRC20_DECIMALS, parseMrc20Amount } from './amount.ts';
import { decodeDeploy } from './deploy.ts';
import type { Mrc20Deploy } from './deploy.ts';
import { fieldsOf, readJson, textsOf } from './json.ts';

export interface Mrc20Mint {
  readonly op: 'mint';
  /** PIN id of the deploy. */
  readonly id: string;
  /** As written; '' puts the tokens on the PIN's own output. */
  readonly vout: string;
}

export interface Mrc20Send {
  readonly id: string;
  /** How it reads depends on the token's decimals. */
  readonly amount: string;
  readonly vout: number;
}

export interface Mrc20Transfer {
  readonly op: 'transfer';
  readonly sends: readonly Mrc20Send[];
}

export type Mrc20Op = Mrc20Deploy | Mrc20Mint | Mrc20Transfer;

export const DEPLOY_PATH = '/ft/mrc20/deploy';
export const MINT_PATH = '/ft/mrc20/mint';
export const TRANSFER_PATH = '/ft/mrc20/transfer';

/**
 * Reads the MRC-20 message of a PIN, whatever the PIN's operation (wallets hide their transfers).
 * @returns the operation; a Flaw when the path says MRC-20 and the content is wrong; undefined for another path
 */
export function decodeMrc20(pin: Pick<PinContent, 'path' | 'body'>): Mrc20Op | Flaw | undefined {
  switch (pin.path) {
    case DEPLOY_PATH:
      return decodeDeploy(pin.body);
    case MINT_PATH:
      return decodeMint(pin.body);
    case TRANSFER_PATH:
      return decodeTransfer(pin.body);
    default:
      return undefined;
  }
}

function decodeMint(body: Uint8Array): Mrc20Mint | Flaw {
  const json = readJson(body);
  if (isFlaw(json)) return json;
  const fields = fieldsOf(json.value);
  if (isFlaw(fields)) return fields;
  const texts = textsOf(fields, ['id', 'vout']);
  if (isFlaw(texts)) return texts;
  return texts.id === '' ? { flaw: 'no-id' } : { op: 'mint', ...texts };
}

function decodeTransfer(body: Uint8Array): Mrc20Transfer | Flaw {
  const json = readJson(body);
  if (isFlaw(json)) return json;
  if (!Array.isArray(json.value)) return { flaw: 'not-a-list' };
  const sends = json.value.map(decodeSend);
  if (sends.length === 0) return { flaw: 'nothing-sent' };
  const wrong = sends.find((send) => isFlaw(send));
  return wrong ?? { op: 'transfer', sends: sends.flatMap((send) => (isFlaw(send) ? [] : send)) };
}

function decodeSend(value: unknown): Mrc20Send | Flaw {
  const fields = fieldsOf(value);
  if (isFlaw(fields)) return fields;
  const texts = textsOf(fields, ['id', 'amount', 'type']);
  if (isFlaw(texts)) return texts;
  // Tokens that leave for another chain are not followed there.
  if (texts.type === 'teleport') return { flaw: 'teleport' };
  if (texts.id === '' || texts.amount === '') return { flaw: 'no-id-or-amount' };
  const vout = fields.get('vout') ?? 0;
  if (typeof vout !== 'number' || !Number.isSafeInteger(vout) || vout < 0) return { flaw: 'bad-vout' };
  const amount = parseMrc20Amount(texts.amount, MAX_MRC20_DECIMALS);
  return isFlaw(amount) ? amount : { id: texts.id, amount: texts.amount, vout };
}
