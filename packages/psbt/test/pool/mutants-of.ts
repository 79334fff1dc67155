/** Mutants of an act: of signed PSBTs none is accepted but with the very same witnesses, of transactions none is signed and none is finished. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesToHex, concatBytes, spentPoint, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { effects, sameEffects } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { contextOfAct, draftOfAct, firstPoolOutput, intentOfAct } from '../../src/pool/pool-draft.ts';
import { acceptAct, buildAct, finishAct, signAct, signActLots } from '../../src/pool/sign-act.ts';
import type { ActHalves } from '../../src/pool/sign-act.ts';
import { inputVerifies } from '../../src/tx/signature.ts';
import { walletSigns } from '../people.ts';
import { mindfulVerifier, mutantOf, mutants } from '../tx/mutants.ts';
import type { User } from '../people.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { transactionIn } from './acts.ts';
import type { OwnedPool } from './acts.ts';
import { MESSAGES, bends, bentBody } from './malformed/bent-body.ts';

const hasStone = ({ outputs }: Draft): boolean => outputs.some(({ script }) => script[0] === 0x6a);

interface Mutated {
  readonly act: PoolAct;
  readonly who: User;
  readonly owned: OwnedPool;
  /** Mutants of each kind. */
  readonly count: number;
}

/** Tells the two tests of an act. */
export function refusesMutants({ act, who, owned, count }: Mutated): void {
  const built = buildAct(act);
  const signed = walletSigns(built.psbt, who, built.toSign);
  const draft = draftOfAct(act);
  const halves = {
    user: acceptAct(act, signed),
    pool: owned.signers.map(({ secret }) => signAct(act, built.unsigned, secret)),
    lots: owned.signers.map(({ secret }) => signActLots(act, built.unsigned, secret)),
  };
  const text = (witnesses: ActHalves['user']): string =>
    witnesses.map((one) => (one === undefined ? '-' : bytesToHex(concatBytes(...one)))).join();

  it('as PSBTs: what is accepted is the same half, the rest is refused for several reasons', () => {
    const refused = new Map<string, number>();
    let same = 0;
    fc.assert(
      fc.property(mutants, (changes) => {
        try {
          const found = acceptAct(act, mutantOf(signed, changes), mindfulVerifier);
          expect(text(found)).toBe(text(halves.user));
          same += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
        }
      }),
      { numRuns: count },
    );
    expect([...refused.values()].reduce((sum, count) => sum + count, same)).toBe(count);
    expect(refused.size).toBeGreaterThan(3);
    expect(same).toBeLessThan(count / 2);
  }, 120_000);

  it('as transactions: the pool signs none, no signature holds for one, and a bent message does something else', () => {
    const witnesses = transactionIn(finishAct(act, halves)).inputs.map(({ witness }) => witness);
    let tried = 0;
    const otherwise = { messages: 0, moved: 0 };
    fc.assert(
      fc.property(bends, (one) => {
        const bent = bentBody(bodyOf(draft), one);
        fc.pre(bent !== undefined);
        tried += 1;
        for (const { secret } of owned.signers) {
          expect(() => signAct(act, writeBase(bent), secret)).toThrow('psbt-changed');
          expect(() => signActLots(act, writeBase(bent), secret)).toThrow('psbt-changed');
        }
        // As if each coin lay where the mutant says.
        const places = bent.inputs.map((input, index) => {
          const found = draft.inputs.findIndex(({ coin }) => coin.outpoint === spentPoint(input));
          return found < 0 ? index : found;
        });
        const coins = bent.inputs.flatMap((input, index) => {
          const coin = draft.inputs[places[index] ?? index]?.coin;
          return coin === undefined ? [] : [{ ...coin, outpoint: spentPoint(input) }];
        });
        const verified = places.map((place, index) => {
          const kind = draft.inputs[place]?.kind;
          const witness = witnesses[place] ?? [];
          return (
            kind !== undefined && inputVerifies({ tx: bent, coins, index }, kind, witness, mindfulVerifier)
          );
        });
        expect(verified.some((holds) => holds)).toBe(false);
        if (one.how < MESSAGES) return;
        otherwise.messages += 1;
        const output = firstPoolOutput(act) + act.poolOutputs.length;
        const script = bent.outputs[output]?.script ?? new Uint8Array(0);
        const context = { ...contextOfAct(act), messages: [{ output, script }] };
        const does = effects(transactionOf(bent), coinsOf(draft), context);
        otherwise.moved += sameEffects(does, intentOfAct(act)) ? 0 : 1;
      }),
      { numRuns: count },
    );
    expect(tried).toBe(count);
    if (hasStone(draft)) expect(otherwise.moved).toBeGreaterThan(otherwise.messages / 2);
  }, 120_000);
}
