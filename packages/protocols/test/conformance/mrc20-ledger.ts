/** Runs the small chains of `cases/mrc20.json`, or of any file of that format, through the PIN and MRC-20 ledgers. */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  addressOf,
  concatBytes,
  formatMrc20Amount,
  hexToBytes,
  invariant,
  metaIdOf,
  outpoint,
} from '../../src/index.ts';
import type { Amount, Block, ChainName, Network, Outpoint, Transaction, TxOutput } from '../../src/index.ts';
import { coinbaseOf, NO_COIN, output, outputPin, transactionOf, utf8 } from '../mrc20/mrc20-build.ts';
import type { PinText } from '../mrc20/mrc20-build.ts';
import { Mrc20Index } from '../mrc20/mrc20-index.ts';

interface PinInCase {
  /** Input that reveals it; 0 when absent. */
  in?: number;
  /** Output that says it, instead of what `out` puts there. */
  out?: number;
  /** create when absent. */
  op?: string;
  path: string;
  /** Its content as JSON, or as it stands. */
  json?: unknown;
  text?: string;
  /** The byte ff, which is no UTF-8, stands for each ~ of the content. */
  broken?: boolean;
}

interface TransactionInCase {
  tx: string;
  in: string[];
  out: string[];
  pins?: PinInCase[];
  /** True when no input has a witness. */
  bare?: boolean;
}

interface BlockInCase {
  hash?: string;
  txs: TransactionInCase[];
}

export interface LedgerInput {
  chain?: ChainName;
  network?: Network;
  height?: number;
  blocks: BlockInCase[];
}

interface LedgerState {
  holdings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  tokens: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  pins: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const TILDE = 0x7e;
const HASH = 'ff'.repeat(32);
const FIRST_HEIGHT = 1000;
const COIN = 10_000n;
const OUTPUT = 546n;
const SPECIAL: Readonly<Record<string, string>> = { data: '6a0464617461', odd: '51', nokeys: '0000ae' };

/** The script of a person: P2WPKH of the first 20 bytes of the SHA-256 of the name. */
function scriptOf(owner: string): Uint8Array {
  const special = SPECIAL[owner];
  if (special !== undefined) return hexToBytes(special);
  return concatBytes(Uint8Array.of(0, 20), sha256(utf8(owner)).subarray(0, 20));
}

/** `owner` or `owner sats`. */
function outputOf(text: string, otherwise: bigint): TxOutput {
  const [owner = '', sats] = text.split(' ');
  return output(scriptOf(owner), sats === undefined ? otherwise : BigInt(sats));
}

/** The text with lists, one in the other, for `{nest:n}`. */
export function nested(text: string): string {
  return text.replaceAll(
    /\{nest:([0-9]+)\}/g,
    (_, count) => '['.repeat(Number(count)) + ']'.repeat(Number(count)),
  );
}

/** Makes the transactions of a case; one may name another that is after it. */
class CaseChain {
  readonly index: Mrc20Index;
  private readonly input: LedgerInput;
  private readonly named: ReadonlyMap<string, TransactionInCase>;
  private readonly built = new Map<string, Transaction>();
  private coins = 0;

  constructor(input: LedgerInput) {
    this.input = input;
    this.index = new Mrc20Index(input.chain ?? 'regtest', this.network);
    this.named = new Map(input.blocks.flatMap(({ txs }) => txs).map((one) => [one.tx, one]));
  }

  run(): void {
    const first = this.input.height ?? FIRST_HEIGHT;
    this.input.blocks.forEach(({ hash = HASH, txs }, at) => {
      // A transaction that spends nothing is the coinbase.
      const made = txs.map(({ tx }) => this.build(tx));
      const hasOwn = txs[0]?.in.length === 0;
      const transactions = hasOwn ? made : [coinbaseOf(at, [output(scriptOf('miner'), COIN)]), ...made];
      const block: Block = { hash, previousHash: '', time: 0, transactions };
      this.index.add(block, first + at);
    });
  }

  state(): LedgerState {
    const names = new Map([...this.built].map(([name, tx]) => [tx.txid as string, name]));
    const nameOf = (id: string): string =>
      `${names.get(id.slice(0, 64)) ?? '?'}${id.slice(64).replace('i', ':')}`;
    const tokens = [...this.index.mrc20Token.values()].map((token) => {
      const whole = (units: Amount) => formatMrc20Amount(units, token.decimals);
      const { issued, burned, mints, ...rest } = token;
      const sums = { issued: whole(issued), burned: whole(burned), mints: mints.toString() };
      return [nameOf(token.deploy).split(':')[0] ?? '', { ...rest, ...sums }] as const;
    });
    const holdings: Record<string, Record<string, string>> = {};
    for (const { outpoint: point, asset, amount } of this.index.mrc20Holding.values()) {
      const token = this.index.mrc20Token.get(asset);
      invariant(token !== undefined, 'a holding has its token');
      const name = nameOf(token.deploy).split(':')[0] ?? '';
      holdings[nameOf(point)] = {
        ...holdings[nameOf(point)],
        [name]: formatMrc20Amount(amount, token.decimals),
      };
    }
    const pins = [...this.index.pin.values()].map(({ id, number, creator, path, operation, metaId }) => {
      const location = this.index.pinLocation.get(id);
      const at = location === undefined ? null : nameOf(location.outpoint);
      const offset = location === undefined ? null : location.offset.toString();
      return [nameOf(id), { at, offset, number: number ?? null, creator, path, operation, metaId }] as const;
    });
    return { holdings, tokens: Object.fromEntries(tokens), pins: Object.fromEntries(pins) };
  }

  /** Puts in what only a made chain knows: `{pin:tx}`, `{pin:tx:vout}`, `{address:owner}`, `{metaid:owner}`. */
  fill(text: string): string {
    return text.replaceAll(/\{(pin|address|metaid):([a-z0-9]+)(?::([0-9]+))?\}/g, (_, kind, name, vout) => {
      if (kind === 'pin') return `${this.build(String(name)).txid}i${String(vout ?? 0)}`;
      const address = addressOf(scriptOf(String(name)), this.network) ?? '';
      return kind === 'address' ? address : metaIdOf(address);
    });
  }

  private get network(): Network {
    return this.input.network ?? 'regtest';
  }

  private build(name: string): Transaction {
    const known = this.built.get(name);
    if (known !== undefined) return known;
    const one = this.named.get(name);
    invariant(one !== undefined, `transaction ${name} is in the case`);
    const said = (one.pins ?? []).filter(({ out }) => out !== undefined);
    const revealed = (one.pins ?? []).filter(({ out }) => out === undefined);
    const pins = new Map(revealed.map((pin) => [pin.in ?? 0, pin]));
    const ins = one.in.length === 0 ? [{ point: NO_COIN }] : one.in;
    const spends = ins.map((text, at) => {
      if (typeof text !== 'string') return text;
      const pin = pins.get(at);
      return pin === undefined ? { point: this.coin(text) } : { point: this.coin(text), pin: this.said(pin) };
    });
    const outputs = one.out.map((text) => outputOf(text, OUTPUT));
    for (const pin of said) outputs[pin.out ?? 0] = output(outputPin(this.said(pin)), 0n);
    const tx = transactionOf({ spends, outputs, signed: one.bare !== true });
    this.built.set(name, tx);
    return tx;
  }

  private said(pin: PinInCase): PinText {
    const body = pin.json === undefined ? (pin.text ?? '') : JSON.stringify(pin.json);
    const filled = utf8(nested(this.fill(body)));
    const content = pin.broken === true ? filled.map((byte) => (byte === TILDE ? 0xff : byte)) : filled;
    return { operation: pin.op ?? 'create', path: this.fill(pin.path), body: content };
  }

  /** `tx:vout`, or a new coin of an owner from before the first block. */
  private coin(text: string): Outpoint {
    const [name = '', vout] = text.split(':');
    if (vout !== undefined) return outpoint(this.build(name).txid, Number.parseInt(vout, 10));
    const coin = outputOf(text, COIN);
    this.coins += 1;
    const tx = transactionOf({ spends: [{ point: NO_COIN }], outputs: [coin], mark: 1_000_000 + this.coins });
    const point = outpoint(tx.txid, 0);
    this.index.know(point, coin, coin.script);
    return point;
  }
}

/** What the ledgers hold after the last block; taking all blocks back must leave nothing. */
export function ledgerAnswer(input: LedgerInput): LedgerState & { text: (text: string) => string } {
  const chain = new CaseChain(input);
  const empty = chain.index.snapshot();
  chain.run();
  const state = chain.state();
  while (chain.index.height > 0) chain.index.removeTip();
  invariant(chain.index.snapshot() === empty, 'all taken back, nothing is left');
  return { ...state, text: (text) => chain.fill(text) };
}
