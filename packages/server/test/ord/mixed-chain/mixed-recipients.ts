/** Who a transaction of a mixed chain pays: outputs of every kind, and the names that some of them commit to. */
import {
  bytesToHex,
  commitmentOf,
  concatBytes,
  minimumName,
  RESERVED_NAME,
  runeName,
} from '@rialto/protocols';
import type { RuneName } from '@rialto/protocols';
import type { Pay } from '../../bench/dense-chain/block-writer.ts';
import type { Random } from '../../bench/dense-chain/random.ts';
import { push } from '../../bench/dense-chain/tapscript.ts';
import type { Locks } from './free-coins.ts';
import type { Commitment, MixedState } from './mixed-state.ts';
import { oddScript, runnableScript } from './odd-envelopes.ts';
import type { EnvelopeFacts } from './odd-fields.ts';

/** By the script that commits. */
type Committed = Map<string, Omit<Commitment, 'coin' | 'height'>>;

/** Blocks from a commitment to the first etching that it serves. */
export const RIPE_COMMITMENT = 5;
const POSTAGE = 546n;
const DROP_TRUE = Uint8Array.of(0x75, 0x51);

export class Recipients {
  private readonly random: Random;
  private readonly locks: Locks;
  /** From so many coins on fewer are made. */
  private readonly most: number;

  constructor(random: Random, locks: Locks, most: number) {
    this.random = random;
    this.locks = locks;
    this.most = most;
  }

  /** One to five outputs, some empty, some unspendable, some that only a certain script spends. */
  outputs(state: MixedState, total: bigint, facts: EnvelopeFacts): { outputs: Pay[]; committed: Committed } {
    const { random } = this;
    const committed: Committed = new Map();
    const count = state.coins.length < this.most ? 2 + random.below(4) : 1 + random.below(3);
    const outputs: Pay[] = [];
    let left = total;
    for (let at = 1; at <= count; at += 1) {
      const part = this.part(left);
      const value = at === count || part > left ? left : part;
      left -= value;
      outputs.push({ script: this.recipient(state, facts, committed), value });
    }
    return { outputs, committed };
  }

  private part(left: bigint): bigint {
    const roll = this.random.below(100);
    if (roll < 4) return 0n;
    return roll < 28 ? POSTAGE : (left * BigInt(this.random.below(100))) / 100n;
  }

  private recipient(state: MixedState, facts: EnvelopeFacts, committed: Committed): Uint8Array {
    const { random, locks } = this;
    const roll = random.below(100);
    if (roll < 3) return Uint8Array.of(0x6a, ...push(random.bytes(random.below(20))));
    if (roll < 5) return Uint8Array.of(0x00, 0x14, ...random.bytes(20));
    if (roll < 12) return locks.taproot(oddScript(random, facts), true);
    if (roll < 16) return locks.taproot(runnableScript(random, facts), false);
    if (roll > 22) return locks.any(random);
    const name = this.newName(state);
    const carried = concatBytes(push(commitmentOf(name)), DROP_TRUE);
    // A commitment in an output that is not taproot is none.
    const none = roll > 21;
    const script = none ? locks.any(random) : locks.taproot(carried, false);
    committed.set(bytesToHex(script), none ? { name, carried } : { name });
    return script;
  }

  /** A long name, one at the border of what may be etched, one that was asked for before, or a reserved one. */
  private newName(state: MixedState): RuneName {
    const { random } = this;
    const roll = random.below(100);
    if (roll < 10 && state.names.length > 0) return random.pick(state.names);
    const name = this.freshName(roll, state.height + 1);
    state.names.push(name);
    return name;
  }

  private freshName(roll: number, height: number): RuneName {
    const { random } = this;
    if (roll >= 20)
      return runeName(10n ** 19n + BigInt(random.below(2 ** 31)) * BigInt(1 + random.below(2 ** 20)));
    if (roll >= 18) return runeName(RESERVED_NAME + BigInt(random.below(2)));
    return runeName(minimumName(height + RIPE_COMMITMENT, 'regtest') + BigInt(random.below(3) - 1));
  }
}
