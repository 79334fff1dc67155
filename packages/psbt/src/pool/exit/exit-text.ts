/**
 * The way home of a lane as text, for providers to keep: the signed transactions of its dissolution, whom they pay, and from which height
 * on. Whoever has it needs nobody; what is in it is checked before it is believed.
 */
import {
  MAX_MONEY,
  amount,
  bytesToHex,
  equalBytes,
  isFlaw,
  isRuneId,
  readTransaction,
  runeAsset,
  sats,
  spentPoint,
  writeTransaction,
} from '@rialto/protocols';
import type { Amount, Coin, Network, Outpoint, RuneAsset, Sats, Transaction } from '@rialto/protocols';
import { SEQUENCE, VERSION } from '../../draft/draft.ts';
import type { Finished } from '../../draft/draft.ts';
import { coinsAfter } from '../../effects/coins-after.ts';
import { effects } from '../../effects/effects.ts';
import { messagesAsMade } from '../../effects/messages.ts';
import { runeOf } from '../../effects/rune-flow.ts';
import { inputVerifies } from '../../tx/signature.ts';
import type { Verifier } from '../../tx/signature.ts';
import { TextFile } from '../../tx/text-file.ts';
import type { Fields } from '../../tx/text-file.ts';
import type { DissolutionPlan } from './dissolution.ts';
import { paidIn } from './dissolution-tree.ts';
import { poolOfWords, wordsOfPool } from '../pool-words.ts';
import type { PoolScript } from '../pool-script.ts';
import { runeOn } from '../pool-user.ts';

/** One who is paid. */
interface PaidHolder {
  readonly script: Uint8Array;
  readonly value: Sats;
  /** Of the pool's rune. */
  readonly amount: Amount;
}

export interface Exit {
  readonly network: Network;
  readonly pool: PoolScript;
  /** As the file says; whether the chain has it is for the reader's node to say. */
  readonly lane: Coin;
  /** Of the block whose share ledger the list is, as the file says. */
  readonly listHeight: number;
  /** The first transaction may be mined in the block after this height. */
  readonly locktime: number;
  /** By size; the pool's own output last, where there is one. */
  readonly holders: readonly PaidHolder[];
  /** In the order in which they are sent. */
  readonly transactions: readonly Finished[];
}

const FILE: TextFile = new TextFile('exit');

/** The text: JSON, two spaces. @param transactions what `finishDissolution` returned */
export function writeExit(
  network: Network,
  plan: DissolutionPlan,
  transactions: readonly Pick<Finished, 'raw'>[],
): string {
  const { pool, lane, payout, listHeight, locktime } = plan;
  const rune = runeOn(lane);
  const { outpoint, value } = lane;
  const written = {
    version: 1,
    network,
    pool: wordsOfPool(pool),
    rune: runeOf(rune.asset),
    lane: { outpoint, value: value.toString(), amount: rune.amount.toString() },
    listHeight,
    locktime,
    holders: paidIn(payout).map((one) => ({
      script: bytesToHex(one.script),
      value: one.value.toString(),
      amount: one.amount.toString(),
    })),
    transactions: transactions.map(({ raw }) => bytesToHex(raw)),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/**
 * Reads the text, and believes of it what its own transactions do: each is signed by the pool for exactly its coin, the first waits for the
 * height and spends the lane, the others spend what those before them made, and at the end everybody has what the list says.
 * @throws Refusal bad-request with the place of what is wrong, and as `effects`
 */
export function readExit(text: string, verifier?: Verifier): Exit {
  const file = FILE.parsed(text);
  if (file['version'] !== 1) FILE.refuse('version');
  const network = FILE.network(file['network']);
  const pool = poolOfWords(FILE, file['pool']);
  const lane = laneOf(file, pool);
  const listHeight = FILE.count(file['listHeight'], 'listHeight');
  const locktime = FILE.count(file['locktime'], 'locktime');
  if (locktime <= listHeight) FILE.refuse('locktime');
  const holders = FILE.list(file['holders'], 'holders').map(holderOf);
  const raws = FILE.list(file['transactions'], 'transactions').map((raw) => FILE.bytes(raw, 'transaction'));
  const { transactions, left } = followed(raws, { pool, lane, locktime, verifier });
  if (!isSameList(left, holders)) FILE.refuse('holders');
  return { network, pool, lane, listHeight, locktime, holders, transactions };
}

function laneOf(file: Fields, { script }: PoolScript): Coin {
  const lane = FILE.fields(file['lane'], 'lane');
  const id = FILE.text(file['rune'], 'rune');
  if (!isRuneId(id)) return FILE.refuse('rune');
  const units = amount(FILE.decimal(lane['amount'], 'amount'));
  const rune: RuneAsset = { kind: 'rune', asset: runeAsset(id), name: id, divisibility: 0, amount: units };
  return { outpoint: FILE.point(lane['outpoint']), value: valueOf(lane), script, assets: [rune] };
}

function valueOf(fields: Fields): Sats {
  const value = FILE.decimal(fields['value'], 'value');
  return value <= MAX_MONEY ? sats(value) : FILE.refuse('value');
}

function holderOf(value: unknown): PaidHolder {
  const fields = FILE.fields(value, 'holder');
  const script = FILE.bytes(fields['script'], 'script');
  return { script, value: valueOf(fields), amount: amount(FILE.decimal(fields['amount'], 'amount')) };
}

interface Followed {
  readonly transactions: readonly Finished[];
  /** What nothing spends at the end. */
  readonly left: readonly Coin[];
}

interface Start {
  readonly pool: PoolScript;
  readonly lane: Coin;
  readonly locktime: number;
  readonly verifier: Verifier | undefined;
}

function followed(raws: readonly Uint8Array[], start: Start): Followed {
  const { pool, lane, verifier } = start;
  const coins = new Map<Outpoint, Coin>([[lane.outpoint, lane]]);
  if (raws.length === 0) FILE.refuse('transactions');
  const transactions = raws.map((raw, at): Finished => {
    const name = `transaction ${at}`;
    const tx = readTransaction(raw);
    if (isFlaw(tx) || !equalBytes(writeTransaction(tx), raw)) return FILE.refuse(name);
    const [input] = tx.inputs;
    const coin = input && coins.get(spentPoint(input));
    if (input === undefined || coin === undefined || !isFramed(tx, at === 0 ? start.locktime : 0))
      return FILE.refuse(name);
    const verifies = inputVerifies({ tx, coins: [coin], index: 0 }, pool.kind, input.witness, verifier);
    if (!verifies) FILE.refuse(`signature of ${name}`);
    coins.delete(coin.outpoint);
    for (const made of madeBy(tx, coin, pool)) coins.set(made.outpoint, made);
    return { raw, txid: tx.txid };
  });
  return { transactions, left: [...coins.values()] };
}

/** One coin in, and good from the height on. */
function isFramed({ version, inputs, locktime }: Transaction, expected: number): boolean {
  const [input, more] = inputs;
  return version === VERSION && input?.sequence === SEQUENCE && more === undefined && locktime === expected;
}

function madeBy(tx: Transaction, coin: Coin, { kind }: PoolScript): readonly Coin[] {
  const does = effects(tx, [coin], {
    kinds: [kind],
    messages: messagesAsMade(tx),
    held: [coin.outpoint],
  });
  if (does.burned.length > 0) FILE.refuse('a transaction burns');
  return coinsAfter(tx, does);
}

/** Everybody named, and nobody else; which order the transactions have is of no matter. */
function isSameList(left: readonly Coin[], holders: readonly PaidHolder[]): boolean {
  const word = (script: Uint8Array, value: bigint, units: bigint): string =>
    `${bytesToHex(script)} ${value} ${units}`;
  const made = left.map(({ script, value, assets }) => word(script, value, unitsIn(assets)));
  const named = holders.map((one) => word(one.script, one.value, one.amount));
  return made.toSorted().join() === named.toSorted().join();
}

function unitsIn(assets: Coin['assets']): bigint {
  return assets.reduce((sum, asset) => sum + (asset.kind === 'rune' ? asset.amount : 0n), 0n);
}
