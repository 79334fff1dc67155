/** Pots on a small chain that hold tokens of BRC-20 and of MRC-20, as an operator fills them. */
import { PLAIN_DEPLOY, amount, bytesToHex, outpoint, sats, writeTransaction } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { acceptCommit, acceptReveal, planMrc20Deploy, planMrc20Transfer } from '../../src/index.ts';
import type { RevealPlan } from '../../src/index.ts';
import { lockPin } from '../../src/inscribe/pin-script.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { planRestock } from '../../src/pool/brc20/restock.ts';
import { transaction } from '../ledger-world.ts';
import { ONE, OrdiWorld, TICK, filler } from '../ordi-world.ts';
import { walletSigns } from '../people.ts';
import type { User } from '../people.ts';
import { complete, transactionIn } from '../pool/acts.ts';
import { body } from '../tx/forge.ts';
import { POT } from './claims.ts';
import { MINT } from './lot-claims.ts';

export class LotWorld extends OrdiWorld {
  /** So many whole tokens minted onto the pot: they are free there, and no coin of it is a lot. */
  mintOrdi(tokens: bigint): void {
    this.mintOnto(POT.pool.script, tokens);
  }

  /** Lots of what is free on the pot, inscribed onto its own script; it signs nothing. */
  restock(...tokens: readonly bigint[]): Coin[] {
    const { payer, feeRateSatVb } = this.request();
    const plan = planRestock({
      operator: payer,
      script: { pool: POT.pool, place: undefined },
      tick: TICK,
      token: this.ordi(),
      available: amount(this.balance(POT.pool.script).available),
      amounts: tokens.map((one) => amount(one * ONE)),
      revealKeys: tokens.map(() => this.revealKey()),
      feeRateSatVb,
    });
    const commit = acceptCommit(plan, walletSigns(plan.commit.psbt, filler, plan.commit.toSign));
    this.mine(commit.raw, ...plan.reveals.map(({ raw }) => raw));
    return plan.lots.map(({ outpoint: point }) => this.coin(point));
  }

  private revealed(plan: RevealPlan): Coin[] {
    const [commit, reveal] = [plan.commit, plan.reveal].map((one) =>
      walletSigns(one.psbt, filler, one.toSign),
    );
    if (commit === undefined || reveal === undefined) throw new Error('two steps');
    const done = acceptReveal(plan, { commit, reveal });
    this.mine(done.commit.raw, done.reveal.raw);
    return transaction(done.reveal.raw).outputs.map((_, vout) => this.coin(outpoint(done.reveal.txid, vout)));
  }

  /** A token of MRC-20 of which lots are sent to the pot; they hold these units, and what is left of 50,000 stays outside. */
  sendMan(display: string, ...units: readonly bigint[]): { asset: AssetId; pin: string; lots: Coin[] } {
    const words = { amountPerMint: 100n, mintCount: 1_000n, premineCount: 500n, decimals: 0 };
    const deploy = { ...PLAIN_DEPLOY, ...words, display };
    const token = planMrc20Deploy({ ...this.request(), deploy, destination: filler.script, isTaken: false });
    const [, premine] = this.revealed(token);
    const [held] = premine?.assets ?? [];
    if (premine === undefined || held?.kind !== 'mrc20') throw new Error('a premine');
    const { asset } = held;
    const sends = units.map((one) => ({ asset, amount: amount(one), script: POT.pool.script }));
    const lots = this.revealed(planMrc20Transfer({ ...this.request(), coins: [premine], sends })).slice(2);
    return { asset, pin: token.pin, lots };
  }

  /** 100 units of a token, minted onto the pot with the PIN of the mint beside them. */
  mintMan(pin: string): Coin {
    const words = { operation: 'create' as const, path: MINT, contentType: 'application/json' };
    const said = new TextEncoder().encode(JSON.stringify({ id: pin }));
    const lock = lockPin(filler.key.subarray(1), { ...words, body: said });
    const signature = new Uint8Array(64);
    const spent = (
      coins: readonly Coin[],
      output: readonly [Uint8Array, bigint],
      witness: readonly Uint8Array[],
    ) => {
      const { inputs, ...rest } = body(coins, [{ script: output[0], value: sats(output[1]) }]);
      const raw = writeTransaction({ ...rest, inputs: inputs.map((input) => ({ ...input, witness })) });
      this.mine(raw);
      return this.coin(outpoint(transaction(raw).txid, 0));
    };
    const commit = spent(this.fund(filler, 5_000n), [filler.script, 3_000n], [signature]);
    return spent([commit], [POT.pool.script, 800n], [signature, lock.leaf, lock.controlBlock]);
  }

  /** A claim, signed by both and mined: what its outputs are to the ledgers. */
  claimed(act: PoolAct, who: User): Coin[] {
    const done = complete(act, who, POT);
    this.mine(done.raw);
    return transactionIn(done).outputs.map((_, vout): Coin => this.coin(outpoint(done.txid, vout)));
  }

  /** Units of a token of MRC-20 on all coins of a script. */
  held(asset: AssetId, script: Uint8Array): bigint {
    const owner = bytesToHex(script);
    let sum = 0n;
    for (const [, row] of this.ledger.memory.rows.mrc20Holding.all())
      if (row.asset === asset && bytesToHex(this.coin(row.outpoint).script) === owner) sum += row.amount;
    return sum;
  }
}
