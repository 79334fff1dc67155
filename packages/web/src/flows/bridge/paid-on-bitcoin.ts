/**
 * Whether a transaction on Bitcoin gives its owner what the bridge owes him: sats, a rune, MRC-20, or a lot of BRC-20 (bridge §5). An id says
 * nothing about witnesses, so whoever shows a transaction may show it with any: what one of them says is believed only where the script of
 * the coin that it opens can say nothing else.
 */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import {
  BRC20_DECIMALS,
  bytesToHex,
  decipher,
  decodeOutputPin,
  equalBytes,
  hexToBytes,
  isFlaw,
  mrc20Asset,
  pinsOf,
  readTransaction,
} from '@rialto/protocols';
import type { Transaction, TxInput } from '@rialto/protocols';
import { MRC20_PAYOUT_AT, bridgeEnvelope, bridgeIdIn, bridgeLotLock } from '@rialto/psbt';

export type Exit = NonNullable<BridgeOrderView['deposits'][number]['exit']>;

export interface Owed {
  readonly script: string;
  /** Origin units. */
  readonly out: bigint;
  readonly asset: BridgeAssetView;
  /** That the transaction carries. */
  readonly id: string;
  /** The deposit that goes back. */
  readonly returns: string | undefined;
}

export function paysOnBitcoin({ raw, txid, made }: Exit, owed: Owed): boolean {
  const { script, out, asset, id } = owed;
  const tx = read(raw);
  if (tx === undefined || tx.txid !== txid || bridgeIdIn(tx) !== id) return false;
  const at = tx.outputs.findIndex((one) => bytesToHex(one.script) === script);
  switch (asset.network) {
    case 'BTC':
      return tx.outputs[at]?.value === out;
    case 'RUNES':
      return movesRune(tx, owed, at);
    case 'MRC20':
      return movesMrc20(tx, owed, made);
    case 'BRC20':
      return movesLot(tx, owed, made);
  }
}

function read(raw: string): Transaction | undefined {
  const tx = readTransaction(hexToBytes(raw));
  return isFlaw(tx) ? undefined : tx;
}

/** @param at the output of whoever is owed it */
function movesRune(tx: Transaction, { out, asset }: Owed, at: number): boolean {
  const stone = decipher(tx.outputs);
  const edicts = stone?.kind === 'runestone' ? stone.edicts : [];
  return edicts.some(
    ({ id: rune, amount, output }) => rune === asset.originTokenId && amount === out && output === at,
  );
}

/** Paid out as a message says; sent back without one, which takes all that lay on the deposit to the first output (metaid §5). */
function movesMrc20(tx: Transaction, owed: Owed, made: Exit['made']): boolean {
  // Such an output hides what every witness says.
  if (tx.outputs.some((one) => decodeOutputPin(one.script) !== undefined)) return false;
  return owed.returns === undefined
    ? sendsMrc20(tx, owed, made)
    : pays(tx, 0, owed) && returnsMrc20(tx, owed.returns);
}

/** What its coins hold, and whether one that it spends before says something else, which then counts alone, cannot be seen here. */
function sendsMrc20(tx: Transaction, owed: Owed, made: Exit['made']): boolean {
  const [commit, ...more] = made.map(read);
  if (commit === undefined || more.length > 0 || !pays(tx, MRC20_PAYOUT_AT.receiver, owed)) return false;
  const { originTokenId, decimals } = owed.asset;
  const says = (key: Uint8Array): Uint8Array =>
    bridgeEnvelope(key, { asset: mrc20Asset(originTokenId), decimals, amount: owed.out }).script;
  return tx.inputs.some((input) => opens(input, commit, says));
}

/** A message that is shown sends it elsewhere; that none is shown proves nothing, for the scripts of its other coins are not known here. */
const returnsMrc20 = (tx: Transaction, deposit: string): boolean =>
  pinsOf(tx).length === 0 && tx.inputs.some(({ txid, vout }) => `btc:${txid}:${vout}` === deposit);

/**
 * Its first input is the lot as its own transaction made it: so it moves for the first time. Whether indexes call this lot valid cannot be seen
 * here, for that depends on all that came before it.
 */
function movesLot(tx: Transaction, owed: Owed, made: Exit['made']): boolean {
  const [commit, lot, ...more] = made.map(read);
  if (commit === undefined || lot === undefined || more.length > 0) return false;
  const { originName, decimals } = owed.asset;
  const says = (key: Uint8Array): Uint8Array =>
    bridgeLotLock(key, { tick: originName, amount: owed.out }).script;
  // Every index counts with so many digits, whatever the list of assets says.
  if (decimals !== BRC20_DECIMALS || !opens(lot.inputs[0], commit, says)) return false;
  const [moved] = tx.inputs;
  return moved?.txid === lot.txid && moved.vout === firstSatOf(lot) && pays(tx, firstSatOf(tx), owed);
}

/** Where the first sat of the first input comes to lie. */
const firstSatOf = ({ outputs }: Transaction): number => outputs.findIndex(({ value }) => value > 0n);

function pays({ outputs }: Transaction, at: number, { script }: Owed): boolean {
  const paid = outputs[at];
  return paid !== undefined && bytesToHex(paid.script) === script;
}

const KEY_BYTES = 32;

/**
 * Whether an input spends a coin of `commit` that is locked to these words alone. Their script has one leaf and no other way to be spent, and
 * two ids depend on it, that of `commit` and that of whatever spends it: so nothing else can have been said there. Only whose key signs for it
 * is taken from the witness, as a guess that the script then confirms.
 * @param says the script of the words, by the key that the leaf begins with
 */
function opens(
  input: TxInput | undefined,
  commit: Transaction,
  says: (key: Uint8Array) => Uint8Array,
): boolean {
  const coin = input?.txid === commit.txid ? commit.outputs[input.vout] : undefined;
  const key = input?.witness[1]?.slice(1, 1 + KEY_BYTES);
  // What is inscribed by a coin without a sat lies nowhere.
  if (coin === undefined || coin.value === 0n || key?.length !== KEY_BYTES) return false;
  try {
    return equalBytes(coin.script, says(key));
  } catch {
    return false; // no index would read these words
  }
}
