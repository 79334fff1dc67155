/** Coins that anybody may spend, and how: no signature is needed to carry an envelope, so blocks are written fast. */
import { concatBytes, doubleSha256, writeCompactSize } from '@rialto/protocols';
import { schnorr } from '@noble/curves/secp256k1.js';
import { taprootNumsKey, utils } from '@scure/btc-signer';
import { createHash } from 'node:crypto';
import type { DenseCoin, Spend } from '../../bench/dense-chain/block-writer.ts';
import type { Random } from '../../bench/dense-chain/random.ts';

const OP_DROP = 0x75;
const OP_1 = 0x51;
const PEOPLE = 40;
/** The largest item that a witness of version 0 may push. */
const MAX_ITEM = 520;
/** A leaf of a version that means nothing yet is spent without being run. */
const ODD_LEAF = 0xc2;
const LEAF = 0xc0;
const NUMS = taprootNumsKey();

/** Output scripts, each with the witness that spends it. */
interface Lock {
  readonly script: Uint8Array;
  /** A witness that carries this script where readers look for a tapscript; undefined: it carries its own. */
  readonly carrying?: (script: Uint8Array) => readonly Uint8Array[];
  readonly witness: readonly Uint8Array[];
}

export class Locks {
  private readonly byScript = new Map<string, Lock>();
  private readonly plain: readonly Lock[];
  private readonly open: readonly Lock[];

  constructor() {
    this.plain = Array.from({ length: PEOPLE }, (_, at) => this.keep(witnessLock(at, false)));
    this.open = Array.from({ length: PEOPLE }, (_, at) => this.keep(witnessLock(at, true)));
  }

  /** A script that anybody can spend; mostly one whose witness can carry another script. */
  any(random: Random): Uint8Array {
    return random.pick(random.chance(75) ? this.open : this.plain).script;
  }

  /** A taproot output that is spent by revealing this script. Only a leaf of the odd version may hold anything. */
  taproot(script: Uint8Array, odd: boolean): Uint8Array {
    const version = odd ? ODD_LEAF : LEAF;
    const leaf = schnorr.utils.taggedHash(
      'TapLeaf',
      Uint8Array.of(version),
      writeCompactSize(script.length),
      script,
    );
    const [key, parity] = utils.taprootTweakPubkey(NUMS, leaf);
    const control = concatBytes(Uint8Array.of(version + parity), NUMS);
    return this.keep({ script: concatBytes(Uint8Array.of(OP_1, 32), key), witness: [script, control] })
      .script;
  }

  /** Undefined when nobody can spend it. */
  of(coin: DenseCoin): Lock | undefined {
    return this.byScript.get(Buffer.from(coin.script).toString('hex'));
  }

  /** Spends a coin; `carried` goes into its witness when there is room for one. */
  spend(coin: DenseCoin, carried?: Uint8Array): Spend {
    const lock = this.of(coin);
    if (lock === undefined) throw new Error('nobody can spend this coin');
    const fits = carried !== undefined && carried.length <= MAX_ITEM && lock.carrying !== undefined;
    return { coin, witness: fits ? lock.carrying(carried) : lock.witness };
  }

  private keep(lock: Lock): Lock {
    this.byScript.set(Buffer.from(lock.script).toString('hex'), lock);
    return lock;
  }
}

/** A witness script that is true; the open one drops an item of the witness first, which may be any script. */
function witnessLock(who: number, open: boolean): Lock {
  const number = Uint8Array.of(2, who, open ? 1 : 0, OP_DROP);
  const program = concatBytes(number, Uint8Array.from(open ? [OP_DROP, OP_1] : [OP_1]));
  const script = concatBytes(Uint8Array.of(0, 32), createHash('sha256').update(program).digest());
  const carrying = (carried: Uint8Array): readonly Uint8Array[] => [carried, program];
  return open
    ? { script, carrying, witness: [doubleSha256(program).subarray(0, 3), program] }
    : { script, witness: [program] };
}
