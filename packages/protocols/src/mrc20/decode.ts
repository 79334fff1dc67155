/** MRC-20 messages read from PINs (metaid §3 to §5). Total: never throws on a stranger's bytes. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { fieldsOf, goText, integerOf, readGo, textsOf } from '../json/go.ts';
import type { Json } from '../json/read.ts';
import type { PinContent } from '../metaid/pin-fields.ts';
import { MAX_MRC20_DECIMALS, parseMrc20Amount } from './amount.ts';
import { decodeDeploy } from './deploy.ts';
import type { Mrc20DeployMessage } from './deploy.ts';

export interface Mrc20Mint {
  readonly op: 'mint';
  /** PIN id of the deploy. */
  readonly id: string;
  /** As written; '' puts the tokens on the PIN's own output. */
  readonly vout: string;
}

interface Mrc20Send {
  readonly id: string;
  /** How it reads depends on the token's decimals. */
  readonly amount: string;
  readonly vout: number;
}

export interface Mrc20Transfer {
  readonly op: 'transfer';
  readonly sends: readonly Mrc20Send[];
}

export type Mrc20Op = Mrc20DeployMessage | Mrc20Mint | Mrc20Transfer;

export const DEPLOY_PATH = '/ft/mrc20/deploy';
export const MINT_PATH = '/ft/mrc20/mint';
export const TRANSFER_PATH = '/ft/mrc20/transfer';
/** Tokens come from another chain, if they do: not followed here. */
export const ARRIVAL_PATH = '/ft/mrc20/arrival';

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
  const json = readGo(goText(body));
  const fields = isFlaw(json) ? json : fieldsOf([json.value]);
  const texts = isFlaw(fields) ? fields : textsOf(fields, ['id', 'vout']);
  if (isFlaw(texts)) return texts;
  return texts.id === '' ? { flaw: 'no-id' } : { op: 'mint', ...texts };
}

function decodeTransfer(body: Uint8Array): Mrc20Transfer | Flaw {
  const json = readGo(goText(body));
  if (isFlaw(json)) return json;
  // Tokens that leave for another chain are not followed there.
  if (leaves(json.value)) return { flaw: 'teleport' };
  const items = itemsOf(json.value);
  if (items === undefined) return { flaw: 'not-a-list' };
  const sends = items.map(decodeSend);
  if (sends.length === 0) return { flaw: 'nothing-sent' };
  const wrong = sends.find((send) => isFlaw(send));
  return wrong ?? { op: 'transfer', sends: sends.flatMap((send) => (isFlaw(send) ? [] : send)) };
}

/** A null is an empty list; undefined for what is no list. */
function itemsOf(value: Json): readonly Json[] | undefined {
  if (value === null) return [];
  return typeof value === 'object' && value.kind === 'list' ? value.items : undefined;
}

/** MAN looks for a teleport first, in a list or in one object; a body that is none of well-typed teleports is a plain transfer. */
function leaves(value: Json): boolean {
  const types = (itemsOf(value) ?? [value]).map(teleportType);
  return types.every((type) => type !== undefined) && types.includes('teleport');
}

function teleportType(value: Json): string | undefined {
  const fields = fieldsOf([value]);
  if (isFlaw(fields) || isFlaw(integerOf(fields, 'vout'))) return undefined;
  const texts = textsOf(fields, ['amount', 'id', 'coord', 'chain', 'type']);
  return isFlaw(texts) ? undefined : texts.type;
}

/** More than any transaction has outputs. */
const MAX_VOUT = 0xffffffffn;

function decodeSend(value: Json): Mrc20Send | Flaw {
  const fields = fieldsOf([value]);
  if (isFlaw(fields)) return fields;
  const texts = textsOf(fields, ['id', 'amount']);
  if (isFlaw(texts)) return texts;
  if (texts.id === '' || texts.amount === '') return { flaw: 'no-id-or-amount' };
  const vout = integerOf(fields, 'vout');
  if (isFlaw(vout)) return vout;
  if (vout < 0n || vout > MAX_VOUT) return { flaw: 'bad-vout' };
  const amount = parseMrc20Amount(texts.amount, MAX_MRC20_DECIMALS);
  if (isFlaw(amount)) return amount;
  return { id: texts.id, amount: texts.amount, vout: Number.parseInt(vout.toString(), 10) };
}
