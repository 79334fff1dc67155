/** Reading a file of ours that may have been changed: JSON, field by field, and a refusal that names the place of what is wrong. */
import { hexToBytes, isHex, isOutpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Network, Outpoint } from '@rialto/protocols';

export type Fields = Readonly<Record<string, unknown>>;

const NETWORKS: readonly Network[] = ['livenet', 'testnet', 'regtest'];
/** A decimal without sign or leading zeros, of at most 39 digits: u128. */
const DECIMAL = /^(?:0|[1-9]\d{0,38})$/;

/** All its methods throw Refusal bad-request with the name of the file and of the field. */
export class TextFile {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  refuse(what: string): never {
    throw new Refusal('bad-request', `${this.name}: ${what}`);
  }

  parsed(text: string): Fields {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.refuse('no JSON');
    }
    return this.fields(value, 'file');
  }

  fields(value: unknown, what: string): Fields {
    return isFields(value) ? value : this.refuse(what);
  }

  list(value: unknown, what: string): readonly unknown[] {
    return Array.isArray(value) ? value : this.refuse(what);
  }

  text(value: unknown, what: string): string {
    return typeof value === 'string' ? value : this.refuse(what);
  }

  bytes(value: unknown, what: string): Uint8Array {
    const text = this.text(value, what);
    return text === '' || !isHex(text) ? this.refuse(what) : hexToBytes(text);
  }

  /** A whole number that a JavaScript number holds, not negative. */
  count(value: unknown, what: string): number {
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : this.refuse(what);
  }

  decimal(value: unknown, what: string): bigint {
    const text = this.text(value, what);
    return DECIMAL.test(text) ? BigInt(text) : this.refuse(what);
  }

  point(value: unknown): Outpoint {
    const text = this.text(value, 'outpoint');
    return isOutpoint(text) ? text : this.refuse('outpoint');
  }

  network(value: unknown): Network {
    return NETWORKS.find((one) => one === value) ?? this.refuse('network');
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
