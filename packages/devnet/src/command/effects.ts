/** `npm run effects -- <psbt, transaction hex or file>`: prints what a transaction does, by the same check that guards every signature. */
import { existsSync, readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { coinFromWire } from '@rialto/contract';
import {
  bytesToHex,
  formatBrc20Amount,
  formatMrc20Amount,
  hexToBytes,
  isFlaw,
  isHex,
  readTransaction,
  spentPoint,
  writeTransaction,
} from '@rialto/protocols';
import type { Coin, Network, Transaction } from '@rialto/protocols';
import { asMade, effects, readPsbt, scriptToAddress } from '@rialto/psbt';
import type { AssetMove, EffectsContext } from '@rialto/psbt';
import { callApi } from '../market/api.ts';
import { plainly, proofIn } from './lock-proof.ts';

const DEFAULT_ORIGIN = 'http://127.0.0.1:7780';
const USAGE =
  'Give a PSBT or a transaction, as hex, base64 or the name of a file, or a proof that `npm run audit` printed; and after it the address of the exchange when it is not the usual one.';
const PSBT_MAGIC = '70736274ff';
const MAX_AT_ONCE = 50;

const textOf = (argument: string): string =>
  (existsSync(argument) ? readFileSync(argument, 'utf8') : argument).trim();

function bytesOf(argument: string): Uint8Array {
  const text = textOf(argument);
  if (isHex(text) && text !== '') return hexToBytes(text);
  try {
    return base64.decode(text);
  } catch {
    throw new Error(USAGE);
  }
}

/** The transaction inside: of a PSBT its unsigned one, else the bytes themselves. */
function transactionIn(bytes: Uint8Array): Transaction {
  const isPsbt = bytesToHex(bytes.subarray(0, 5)) === PSBT_MAGIC;
  const tx = readTransaction(isPsbt ? writeTransaction(readPsbt(bytes).tx) : bytes);
  if (isFlaw(tx)) throw new Error(`this is neither a PSBT nor a transaction: ${tx.flaw}`);
  return tx;
}

function describeMove(move: AssetMove): string {
  switch (move.kind) {
    case 'inscription': {
      const { transfer } = move;
      if (transfer === undefined) return `inscription ${move.id}`;
      return `${formatBrc20Amount(transfer.amount)} ${transfer.tick} (${move.id})`;
    }
    case 'pin':
      return `PIN ${move.id} of ${move.path}`;
    case 'rune':
    case 'mrc20':
      return `${formatMrc20Amount(move.amount, move.decimals)} ${move.tick} (${move.asset})`;
  }
}

function row(label: string, moves: readonly AssetMove[]): string[] {
  return moves.map((move) => `    ${label} ${describeMove(move)}`);
}

async function coinsOf(tx: Transaction, origin: string): Promise<{ coins: Coin[]; net: Network }> {
  const { network: net } = await callApi(origin, 'health').catch((error: unknown) => {
    throw new Error(`no exchange answers at ${origin}`, { cause: error });
  });
  const points = tx.inputs.map(spentPoint);
  const coins = [];
  for (let at = 0; at < points.length; at += MAX_AT_ONCE) {
    const outpoints = points.slice(at, at + MAX_AT_ONCE).join(',');
    const answer = await callApi(origin, 'coins', { query: { net, outpoints } });
    coins.push(...answer.coins.map(coinFromWire));
  }
  const known = new Set(coins.map((coin) => coin.outpoint));
  const lacking = points.find((point) => !known.has(point));
  if (lacking !== undefined)
    throw new Error(`coin ${lacking} is unknown, or spent already: ask before a block holds the transaction`);
  return { coins, net };
}

/** What is signed is described as it stands; what is still to be signed may hold nothing that no template has. */
function contextOf(tx: Transaction, coins: readonly Coin[]): EffectsContext {
  const isSigned = tx.inputs.every(({ witness }) => witness.length > 0);
  return isSigned ? asMade(tx, coins) : {};
}

function report(tx: Transaction, coins: readonly Coin[], net: Network, context: EffectsContext): string[] {
  const done = effects(tx, coins, context);
  const name = (script: string): string => scriptToAddress(hexToBytes(script), net) ?? `script ${script}`;
  return [
    `transaction ${tx.txid}`,
    `network fee ${done.fee} sat, ${done.vsize} vB, ${done.feeRateSatVb.toFixed(2)} sat/vB`,
    ...done.parties.flatMap((party) => [
      `  ${name(party.script)}`,
      `    sats in ${party.satsIn}, out ${party.satsOut}, change ${party.satsOut - party.satsIn}`,
      ...row('gives', party.gives),
      ...row('gets ', party.gets),
    ]),
    ...row('lost to the fee:', done.toFee),
    ...row('burned:', done.burned),
    ...done.disputed.map((pin) => `    nobody can say who gets: PIN ${pin.id}`),
  ];
}

async function main(): Promise<void> {
  const [argument, originFlag] = process.argv.slice(2);
  if (argument === undefined) throw new Error(USAGE);
  const proof = proofIn(textOf(argument));
  if (proof !== undefined) {
    const { tx, coins, net, context } = proof;
    const lines = context === undefined ? plainly(tx, net) : report(tx, coins, net, context);
    process.stdout.write(`${[...lines, ...proof.verdict].join('\n')}\n`);
    return;
  }
  const origin = originFlag ?? process.env['RIALTO_ORIGIN'] ?? DEFAULT_ORIGIN;
  const tx = transactionIn(bytesOf(argument));
  const { coins, net } = await coinsOf(tx, origin);
  process.stdout.write(`${report(tx, coins, net, contextOf(tx, coins)).join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
