/** What others do to the coins of the bridge: whoever has its keys moves them without its signer, and miners make transactions anew. */
import { bridgeBackingId } from '@rialto/market';
import { nameMvcTransaction, readP2pkhScriptSig } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, concatBytes } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { planBridgePayout, publicKeyOf, signBridgePayout } from '@rialto/psbt';
import { coin } from '../memory/people.ts';
import { coinAt } from './exits.ts';
import { MALLORY, redeemIn } from './orders.ts';
import type { AssetId, Stage } from './stage.ts';

interface Moving {
  readonly from?: 'stock' | 'inlet';
  readonly units?: bigint;
  readonly id?: string;
  /** Hash of whoever gets them; the stock where nobody is named. */
  readonly to?: Uint8Array;
}

/** A token of ours to the stock, in two, or all that it has. In the mempool. */
export function movedTokens(
  stage: Stage,
  asset: AssetId,
  at: Outpoint,
  { from = 'stock', units = 1_000_000n, id, to }: Moving = {},
): readonly MvcTransaction[] {
  const { stock, [from]: holder, first } = stage.keys(asset);
  if (first === undefined) throw new Error('the first signer has these keys');
  const { hash, p2pkh: script } = holder;
  const secret = first[from];
  const by = { holder: hash, hash, key: publicKeyOf(secret), secret, script };
  const spends = [coinAt(stage, at)];
  return redeemIn(stage, { asset, units, id, by, to: to ?? stock.hash, spends }).txs;
}

/** Locked sats to the locked script, all but a few, with the backing id. In the mempool. */
export function movedSats({ btc, keys }: Stage, points: readonly Outpoint[]): Txid {
  const { locked, fees, first } = keys('btc');
  if (first === undefined) throw new Error('the first signer has these keys');
  const paying = coin(`by hand ${points.join()}`, { script: fees.btc.script.script }, 30_000n);
  btc.put(paying);
  const lockedCoins = points.map((point) => {
    const found = btc.settled.get(point);
    if (found === undefined) throw new Error(`no coin ${point}`);
    return found;
  });
  const plan = planBridgePayout({
    ...{ pays: 'sats', locked: locked.script, lockedCoins, fees: fees.btc.script, feeCoins: [paying] },
    ...{ receiver: MALLORY.script, amount: 546n, id: bridgeBackingId('btc'), feeRateSatVb: 5 },
  });
  const { raw } = signBridgePayout(plan, locked.secret, first.fees);
  return btc.send(raw);
}

/** Coins on a script, in blocks. */
export const coinsOn = ({ btc }: Stage, script: Uint8Array): Outpoint[] =>
  [...btc.settled.values()]
    .filter((one) => bytesToHex(one.script) === bytesToHex(script))
    .map(({ outpoint }) => outpoint);

/** A push that nobody reads: no mempool takes it, and a miner may. */
const UNREAD = Uint8Array.of(0x51);

/** The same transaction under another id, as a miner can make it. */
export function aTwin(tx: MvcTransaction): MvcTransaction {
  const at = tx.inputs.findIndex(({ scriptSig }) => readP2pkhScriptSig(scriptSig) !== undefined);
  const input = tx.inputs[at];
  if (input === undefined) throw new Error('it spends a P2PKH coin');
  const scriptSig = concatBytes(UNREAD, input.scriptSig);
  return nameMvcTransaction({ ...tx, inputs: tx.inputs.with(at, { ...input, scriptSig }) });
}
