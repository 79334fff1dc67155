/** How every sequence begins: the token minted by its real contracts, money with people and with the bridge's fee keys. Made once. */
import { openPrivateMvc } from '@rialto/devnet/mvc';
import { isFlaw, readTransaction, sats, splitOutpoint, writeTransaction } from '@rialto/protocols';
import type { Transaction, Txid, TxOutput } from '@rialto/protocols';
import type { MvcTransaction, TokenKey } from '@rialto/mvc';
import type { BridgeKeys } from '../../../src/bridge/keys.ts';
import { begun, mint, moved } from '../../mvc/people.ts';
import { SUPPLY } from '../assets.ts';
import { ALICE, ALICE_MVC, BOB } from '../orders.ts';
import { ModelChain } from './chain.ts';
import type { BtcChain, MvcBlocks } from './nodes.ts';

export interface Base {
  readonly btc: BtcChain;
  readonly raws: ReadonlyMap<Txid, Uint8Array>;
  readonly mvc: MvcBlocks;
  readonly token: TokenKey;
  /** How many lock the asset together. */
  readonly signers: 1 | 2;
  /** Core of the transaction that minted all of it. */
  readonly minting: string;
}

const BLOCKS = 20;
const [MONEY, FEES, SPACE] = [24, 16, 16];

export function btcTransaction(
  inputs: readonly { readonly txid: Txid; readonly vout: number }[],
  outputs: readonly TxOutput[],
): { readonly raw: Uint8Array; readonly tx: Transaction } {
  const whole = inputs.map((input) => ({
    ...input,
    scriptSig: new Uint8Array(0),
    sequence: 0xfffffffd,
    witness: [],
  }));
  const raw = writeTransaction({ version: 2, locktime: 0, inputs: whole, outputs });
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { raw, tx };
}

const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

export const mvcChain = (from?: MvcBlocks): MvcBlocks =>
  new ModelChain<MvcTransaction>('ee', ({ core }) => core, from);
export const btcChain = (from?: BtcChain): BtcChain =>
  new ModelChain<Transaction>('bb', ({ txid }) => txid, from);

export async function openBase(keys: BridgeKeys, signers: Base['signers']): Promise<Base> {
  const { chain, stop } = await openPrivateMvc(undefined, () => 1_600_000_000);
  const minted = mint(chain, begun(chain, 'btc'), {
    holder: keys.stock.hash,
    units: SUPPLY.btc,
    isLast: true,
  });
  for (const script of [keys.fees.mvc.p2pkh, ALICE_MVC.script])
    moved(
      chain,
      script,
      times(SPACE, () => 3_000_000n),
    );
  chain.mine();
  const mvc = mvcChain();
  for (let height = 0; height <= chain.height; height += 1)
    mvc.put(chain.block(height)?.block.transactions ?? []);
  await stop();
  const minting = mvc.seen.get(splitOutpoint(minted.coin.outpoint).txid)?.core ?? '';
  const nothing = { txid: '11'.repeat(32) as Txid, vout: 0 };
  const money = times(MONEY, (at) => ({
    value: sats(6_000_000n),
    script: (at % 4 === 3 ? BOB : ALICE).script,
  }));
  const fees = times(FEES, () => ({ value: sats(40_000n), script: keys.fees.btc.script.script }));
  const { raw, tx } = btcTransaction([nothing], [...money, ...fees]);
  const btc = btcChain();
  btc.put([tx]);
  for (let at = 0; at < BLOCKS; at += 1) for (const one of [btc, mvc]) one.mine();
  return { btc, mvc, raws: new Map([[tx.txid, raw]]), token: minted.token, minting, signers };
}
