/** Acts on the private chain that put runes and MRC-20 on coins: plain transactions with a runestone, commits and reveals of PINs. */
import { randomBytes } from 'node:crypto';
import { Transaction } from '@scure/btc-signer';
import { signPsbt } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex, encipher, hexToBytes, outpoint, sats } from '@rialto/protocols';
import type { Amount, Coin, Edict, Etching, Runestone, Txid } from '@rialto/protocols';
import { acceptCommit, acceptReveal, planMrc20Deploy, planTransfer } from '@rialto/psbt';
import type { Mrc20DeployWords } from '@rialto/psbt';

export interface At {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
}

interface Output {
  readonly script: Uint8Array;
  readonly value: bigint;
}

/** Spends coins of one owner; a runestone is last. @returns the transaction's id, which waits in the mempool */
export async function spend(
  world: World,
  owner: Trader,
  coins: readonly At[],
  outputs: readonly Output[],
  stone?: Uint8Array,
): Promise<string> {
  const tx = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, vout, value } of coins) {
    const witnessUtxo = { script: owner.script, amount: value };
    tx.addInput({ txid, index: vout, witnessUtxo, sequence: 0xfffffffd });
  }
  for (const { script, value } of outputs) tx.addOutput({ script, amount: value });
  if (stone !== undefined) tx.addOutput({ script: stone, amount: 0n });
  tx.sign(owner.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
  return tx.id;
}

export function stoneOf(parts: Partial<Omit<Runestone, 'kind'>>): Uint8Array {
  return encipher({ edicts: [], etching: undefined, mint: undefined, pointer: undefined, ...parts });
}

const NO_NAME: Etching = {
  divisibility: undefined,
  premine: undefined,
  name: undefined,
  spacers: undefined,
  symbol: undefined,
  terms: undefined,
  turbo: false,
};

/** Etches a rune under a reserved name, which needs no commitment, all of it premined on the owner's coin. */
export async function etch(
  world: World,
  owner: Trader,
  etching: Partial<Etching>,
): Promise<{ coin: At; runeId: string }> {
  const coin = await world.chain.fund(owner.address, 20_000n);
  await world.mine();
  const etched = stoneOf({ etching: { ...NO_NAME, ...etching } });
  const txid = await spend(world, owner, [coin], [{ script: owner.script, value: 10_000n }], etched);
  await world.mine();
  // The block holds the coinbase and this.
  return { coin: { txid, vout: 0, value: 10_000n }, runeId: `${await world.chain.height()}:1` };
}

export const edict = (id: string, amount: bigint, output: number): Edict => ({
  id: id as Edict['id'],
  amount: amount as Amount,
  output,
});

/** Deploys an MRC-20 token whose premine falls on a coin of the owner. */
export async function deployMrc20(
  world: World,
  owner: Trader,
  deploy: Mrc20DeployWords,
): Promise<{ coin: At; deployId: string }> {
  const paid = await world.chain.fund(owner.address, 30_000n);
  await world.mine();
  const coin: Coin = {
    outpoint: outpoint(paid.txid as Txid, paid.vout),
    value: sats(paid.value),
    script: owner.script,
    assets: [],
    height: await world.chain.height(),
  };
  const plan = planMrc20Deploy({
    payer: { script: owner.script, key: owner.publicKey, coins: [coin] },
    destination: owner.script,
    revealKey: new Uint8Array(randomBytes(32)),
    feeRateSatVb: 2,
    deploy,
    isTaken: false,
  });
  const signed = signPsbt(bytesToHex(plan.commit.psbt), owner.key, plan.commit.toSign);
  const { commit, reveal } = acceptReveal(plan, { commit: hexToBytes(signed) });
  for (const { raw } of [commit, reveal]) await world.chain.rpc('sendrawtransaction', [bytesToHex(raw)]);
  await world.mine();
  return { coin: { txid: plan.pin.slice(0, 64), vout: 1, value: 546n }, deployId: plan.pin };
}

/** Sends commit and reveal of a transfer, and leaves them waiting. */
export async function inscribe(
  world: World,
  owner: Trader,
  { tick, amount: whole }: { tick: string; amount: string },
): Promise<{ inscriptionId: string; revealTxid: Txid }> {
  const paid = await world.chain.fund(owner.address, 30_000n);
  const coin: Coin = {
    outpoint: outpoint(paid.txid as Txid, paid.vout),
    value: sats(paid.value),
    script: owner.script,
    assets: [],
    height: await world.chain.height(),
  };
  const plan = planTransfer(
    { tick, amount: (BigInt(whole) * 10n ** 18n) as Amount },
    {
      payer: { script: owner.script, key: owner.publicKey, coins: [coin] },
      destination: owner.script,
      revealKey: new Uint8Array(randomBytes(32)),
      feeRateSatVb: 2,
    },
  );
  const signed = signPsbt(bytesToHex(plan.commit.psbt), owner.key, plan.commit.toSign);
  const commit = acceptCommit(plan, hexToBytes(signed));
  const raws = [commit.raw, plan.reveal].map(bytesToHex);
  for (const raw of raws) await world.chain.rpc('sendrawtransaction', [raw]);
  return { inscriptionId: plan.inscriptionId, revealTxid: plan.revealTxid };
}
