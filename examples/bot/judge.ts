/** What the bot looks at before it signs: the bytes themselves, by `effects`. What the exchange says about them counts for nothing. */
import { coinFromWire } from '@rialto/contract';
import type { PreparedCancel, PreparedTake } from '@rialto/contract';
import { bytesToHex, equalBytes, hexToBytes, isFlaw, readTransaction, spentPoint } from '@rialto/protocols';
import type { Amount, Coin, Transaction } from '@rialto/protocols';
import { SIGHASH, describeEffects, effects, readPsbt, statesValues } from '@rialto/psbt';
import type { Described, Side } from '@rialto/psbt';

/** What the owner of `script` wants to happen, and the most that it may cost him, fees and all. */
export interface Wish {
  readonly script: Uint8Array;
  readonly mostSats: bigint;
}

export interface WishedLot {
  readonly assetId: string;
  readonly amount: Amount;
  readonly outpoint: string;
}

interface Looked {
  readonly tx: Transaction;
  readonly coins: readonly Coin[];
  readonly does: Described;
}

function look(prepared: PreparedTake | PreparedCancel, script: Uint8Array): Looked {
  const psbt = hexToBytes(prepared.psbtRaw);
  const tx = readTransaction(readPsbt(psbt).unsigned);
  if (isFlaw(tx)) throw new Error('The transaction cannot be read.');
  const known = prepared.coins.map(coinFromWire);
  const does = describeEffects(effects(tx, known), script);
  const coins = tx.inputs.map((input) => {
    const coin = known.find((one) => one.outpoint === spentPoint(input));
    if (coin === undefined) throw new Error('It spends a coin that nobody knows.');
    return coin;
  });
  // The fee above is counted from the coins, and the PSBT's own values are what is signed.
  insist(statesValues(psbt, coins), 'it states other values of its coins.');
  return { tx, coins, does };
}

function insist(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`Not signed: ${otherwise}`);
}

/** One's own inputs, each bound to the whole transaction, and no other. */
function insistOnInputs(
  { coins }: Looked,
  prepared: PreparedTake | PreparedCancel,
  script: Uint8Array,
): void {
  for (const { index, sighash } of prepared.toSignInputs) {
    const coin = coins[index];
    insist(coin !== undefined && equalBytes(coin.script, script), 'it asks for the input of somebody else.');
    insist(sighash === SIGHASH.ALL || sighash === SIGHASH.DEFAULT, 'a signature would not bind all of it.');
  }
}

const nothing = ({ tokens, inscriptions, pins }: Side): boolean =>
  tokens.length + inscriptions.length + pins.length === 0;

function insistOnCost({ does }: Looked, { mostSats }: Wish): void {
  insist(does.youGive.sats <= mostSats, `it costs ${does.youGive.sats} sat, and ${mostSats} is the most.`);
  insist(nothing(does.youGive), 'it gives away something beside sats.');
  insist(does.lost.length + does.disputed.length === 0, 'something would be lost.');
}

/** A take brings the wished lot, nothing else of mine moves, and it costs no more than wished. Throws when not. */
export function judgeTake(prepared: PreparedTake, lot: WishedLot, wish: Wish): void {
  const looked = look(prepared, wish.script);
  insistOnInputs(looked, prepared, wish.script);
  insistOnCost(looked, wish);
  const { tokens, inscriptions, pins } = looked.does.youGet;
  const [token, ...more] = tokens;
  insist(token?.asset === lot.assetId && token.amount === lot.amount, 'it does not bring the lot.');
  insist(more.length + inscriptions.length + pins.length === 0, 'it brings what nobody asked for.');
  insistOnCoin(looked, lot.outpoint);
}

/** A cancel spends the lot to its owner, and the network is paid. Throws when not. */
export function judgeCancel(prepared: PreparedCancel, lot: { outpoint: string }, wish: Wish): void {
  const looked = look(prepared, wish.script);
  insistOnInputs(looked, prepared, wish.script);
  insistOnCost(looked, wish);
  insist(looked.does.others.length === 0, 'somebody else is in it.');
  const own = bytesToHex(wish.script);
  insist(
    looked.tx.outputs.every((output) => bytesToHex(output.script) === own),
    'it pays somebody else.',
  );
  insistOnCoin(looked, lot.outpoint);
}

function insistOnCoin({ coins }: Looked, point: string): void {
  insist(
    coins.some((coin) => coin.outpoint === point),
    'it does not spend the coin of the order.',
  );
}
