/** A small chain with a token of BRC-20, minted and inscribed onto whatever scripts a test needs it on. */
import { sha256 } from '@noble/hashes/sha2.js';
import { amount, balanceKey, bytesToHex, outpoint, sats } from '@rialto/protocols';
import type { Brc20Token, Coin, ScriptHex } from '@rialto/protocols';
import { acceptCommit, planDeploy, planMint, planTransfer } from '../src/index.ts';
import type { InscriptionPlan } from '../src/index.ts';
import { World } from './ledger-world.ts';
import { user, walletSigns } from './people.ts';

export const TICK = 'ordi';
export const ONE = 10n ** 18n;
/** Inscribes, and pays for it; its key makes PINs on Taproot. */
export const filler = user('inscribes', 'p2tr');
const RATE = 2;

export class OrdiWorld extends World {
  private keysUsed = 0;

  protected revealKey(): Uint8Array {
    this.keysUsed += 1;
    return sha256(new TextEncoder().encode(`reveal ${this.keysUsed}`));
  }

  protected request() {
    const payer = { script: filler.script, key: filler.key, coins: this.fund(filler, 100_000n) };
    return { payer, revealKey: this.revealKey(), feeRateSatVb: RATE };
  }

  ordi(): Brc20Token {
    const [found] = this.ledger.memory.rows.token.under(TICK);
    if (found === undefined) throw new Error(`no ${TICK}`);
    return found[1];
  }

  private inscribed(plan: InscriptionPlan): Coin {
    const commit = acceptCommit(plan, walletSigns(plan.commit.psbt, filler, plan.commit.toSign));
    this.mine(commit.raw, plan.reveal);
    return this.coin(outpoint(plan.revealTxid, 0));
  }

  /** So many whole tokens minted onto a script: they are free there, and no coin of it is a lot. */
  mintOnto(script: Uint8Array, tokens: bigint): void {
    const words = { display: TICK, max: amount(21_000n * ONE), decimals: 18, selfMint: false };
    const deploy = { ...words, limit: words.max };
    if (this.ledger.memory.rows.token.under(TICK).length === 0)
      this.inscribed(planDeploy(deploy, { ...this.request(), destination: filler.script }));
    const mint = { tick: TICK, amount: amount(tokens * ONE), token: this.ordi() };
    this.inscribed(planMint(mint, { ...this.request(), destination: script }));
  }

  /** A transfer of so many whole tokens that somebody inscribes onto a script: a lot, where they are free there. */
  inscribeOnto(script: Uint8Array, tokens: bigint, postage = 546n): Coin {
    const transfer = { tick: TICK, amount: amount(tokens * ONE) };
    const home = { destination: script, postage: sats(postage) };
    return this.inscribed(planTransfer(transfer, { ...this.request(), ...home }));
  }

  balance(script: Uint8Array): { available: bigint; transferable: bigint } {
    const key = balanceKey(this.ordi().asset, bytesToHex(script) as ScriptHex);
    const { available = 0n, transferable = 0n } = this.ledger.memory.rows.balance.get(key) ?? {};
    return { available, transferable };
  }

  /** Whole tokens of a script, free and in lots. */
  tokens(script: Uint8Array): string {
    const { available, transferable } = this.balance(script);
    return `${available / ONE}+${transferable / ONE}`;
  }
}
