/** Money, keys and signatures behind the traffic of the reorg proofs: what two people spend, and what they have sent so far. */
import { createHash } from 'node:crypto';
import { Transaction } from '@scure/btc-signer';
import { signPsbt } from '@rialto/devnet';
import { bytesToHex, hexToBytes, isFlaw, outpoint, readTransaction, splitOutpoint } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { acceptCommit, acceptPlanned, acceptReveal, publicKeyOf } from '@rialto/psbt';
import type { InscriptionPlan, Planned, RevealPlan } from '@rialto/psbt';
import { user } from '../follower/follow-world.ts';
import type { Chronicle } from './ledgers-reorg-chronicle.ts';

export const alice = user(1);
export const bob = user(2);

const aliceKey = publicKeyOf(alice.key);
const FEE_RATE = 2;
const FEE = 800n;
const SMALLEST_MONEY = 5_000n;

/** A key that the same words always give. */
export const secret = (text: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(text).digest());

export class ChainWallet {
  /** Everything sent, in order. */
  readonly raws: string[] = [];
  protected readonly chronicle: Chronicle;
  protected readonly serial: number;
  protected readonly mine: readonly Coin[];
  protected readonly bobs: readonly Coin[];
  private readonly money: Coin[];
  private keys = 0;

  constructor(chronicle: Chronicle, serial: number) {
    this.chronicle = chronicle;
    this.serial = serial;
    this.mine = chronicle.coinsOf(alice.script);
    this.bobs = chronicle.coinsOf(bob.script);
    this.money = this.mine.filter(({ assets, value }) => assets.length === 0 && value >= SMALLEST_MONEY);
  }

  protected payer() {
    const coin = this.money.pop();
    if (coin === undefined) throw new Error('no money left');
    return { script: alice.script, key: aliceKey, coins: [coin] };
  }

  protected payment() {
    return { payer: this.payer(), feeRateSatVb: FEE_RATE };
  }

  protected order() {
    this.keys += 1;
    const revealKey = secret(`${this.serial} ${this.keys} ${this.chronicle.height}`);
    return { ...this.payment(), destination: alice.script, revealKey };
  }

  protected inscribe(plan: InscriptionPlan): Coin {
    const { raw } = acceptCommit(plan, this.signed(plan.commit));
    this.add(raw);
    const [coin] = this.add(plan.reveal);
    if (coin === undefined) throw new Error('a reveal has its output');
    return coin;
  }

  protected reveal(plan: RevealPlan): Coin[] {
    const done = acceptReveal(plan, { commit: this.signed(plan.commit), reveal: this.signed(plan.reveal) });
    this.add(done.commit.raw);
    return this.add(done.reveal.raw);
  }

  protected planned(plan: Planned): Coin[] {
    return this.add(acceptPlanned(plan, this.signed(plan)).raw);
  }

  private signed({ psbt, toSign }: Pick<Planned, 'psbt' | 'toSign'>): Uint8Array {
    return toSign.length === 0 ? psbt : hexToBytes(signPsbt(bytesToHex(psbt), alice.key, toSign));
  }

  /** Spends a coin to a script, sat for sat; a coin of the own pays the fee. */
  protected move(coin: Coin, to: Uint8Array, messages: readonly Uint8Array[] = []): void {
    this.spend(
      [coin, this.payer().coins[0]],
      [{ script: to, amount: coin.value }, ...messages.map((script) => ({ script, amount: 0n }))],
    );
  }

  /** The coin comes last and no output has room for it. */
  protected sendAsFee(coin: Coin): void {
    const [money] = this.payer().coins;
    this.spend([money, coin], [{ script: alice.script, amount: (money?.value ?? 0n) - 1n }]);
  }

  private spend(
    coins: readonly (Coin | undefined)[],
    outputs: readonly { script: Uint8Array; amount: bigint }[],
  ): void {
    const inputs = coins.filter((coin) => coin !== undefined);
    const tx = new Transaction({ allowUnknownOutputs: true });
    for (const { outpoint: point, script, value } of inputs) {
      const { txid, vout } = splitOutpoint(point);
      tx.addInput({ txid, index: vout, witnessUtxo: { script, amount: value } });
    }
    for (const output of outputs) tx.addOutput(output);
    const given = inputs.reduce((sum, { value }) => sum + value, 0n);
    const left = given - outputs.reduce((sum, output) => sum + output.amount, 0n) - FEE;
    if (left >= SMALLEST_MONEY) tx.addOutput({ script: alice.script, amount: left });
    inputs.forEach(({ script }, index) =>
      tx.signIdx(bytesToHex(script) === bytesToHex(alice.script) ? alice.key : bob.key, index),
    );
    tx.finalize();
    this.add(hexToBytes(tx.hex));
  }

  /** Adds a transaction; answers the coins it makes, as far as they can be known before it is mined. */
  private add(raw: Uint8Array): Coin[] {
    this.raws.push(bytesToHex(raw));
    const tx = readTransaction(raw);
    if (isFlaw(tx)) throw new Error(tx.flaw);
    return tx.outputs.map((output, vout) => ({ ...output, outpoint: outpoint(tx.txid, vout), assets: [] }));
  }
}
