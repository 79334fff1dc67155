/** The scripts of real swaps before the interpreter: as the server has them judged, and each input by itself as bare as can be. */
import { POLICY, bn, buffer, libraryTransaction, mvc, openContracts } from '@rialto/contracts';
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import type { TxOutput } from '@rialto/protocols';
import { baselineOf } from '../baseline.ts';
import type { Baseline } from '../baseline.ts';
import { median, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { patiently, readRaw } from './mvc-stage.ts';
import type { MvcStage } from './mvc-stage.ts';

const GOAL = 1.2;

type Swap = MvcTransaction & { readonly coins: readonly TxOutput[] };

/** What each input takes with nothing around it: read before, and its coin at hand. */
function bareMs({ coins, ...tx }: Swap): number {
  const theirs = libraryTransaction(writeMvcTransaction(tx));
  const scripts = coins.map(({ script, value }, index) => {
    const input = theirs.inputs[index];
    if (input === undefined) throw new Error('a coin for each input');
    input.output = new mvc.Transaction.Output({ script: buffer(script), satoshis: Number(value) });
    return { sig: input.script, script: new mvc.Script(buffer(script)), value: bn(value) };
  });
  const interpreters = coins.map(() => new mvc.Script.Interpreter());
  const started = performance.now();
  const held = scripts.every(
    ({ sig, script, value }, index) =>
      interpreters[index]?.verify(sig, script, theirs, index, POLICY, value) === true,
  );
  const took = performance.now() - started;
  if (!held) throw new Error('a swap that the chain has holds');
  return took;
}

/** A swap of each side, as the chain has it. */
async function swapsOf(stage: MvcStage): Promise<Readonly<Record<'buy' | 'sell', Swap>>> {
  const { pair, mvc: private_ } = stage;
  const who = await stage.funded('verified', 4);
  const made = async (side: 'buy' | 'sell', amount: string): Promise<Swap> => {
    const done = await patiently(() => who.swap({ pair, side, exact: 'in', amount }));
    const tx = readRaw(done.swap);
    const coins = tx.inputs.map(({ txid, vout }) => {
      const output = private_.chain.transaction(txid)?.tx.outputs[vout];
      if (output === undefined) throw new Error('the chain has what is spent');
      return output;
    });
    await stage.mine();
    return { ...tx, coins };
  };
  const buy = await made('buy', '2000000');
  return { buy, sell: await made('sell', '10000000000') };
}

/** @returns the figures, and what a bare verification of the dearer of both takes */
export async function measureVerify(
  stage: MvcStage,
): Promise<{ readonly figures: readonly Figure[]; readonly bare: Baseline }> {
  const contracts = openContracts();
  const figures: Figure[] = [];
  let dearest: readonly number[] = [];
  try {
    for (const [side, swap] of Object.entries(await swapsOf(stage))) {
      const judge = () => contracts.judged(swap, swap.coins);
      // Both are warm before anything counts.
      for (let at = 0; at < 3; at += 1) {
        await judge();
        bareMs(swap);
      }
      const [judged, bare]: [number[], number[]] = [[], []];
      for (let at = 0; at < stage.size.verifies; at += 1) {
        judged.push(await timed(judge));
        bare.push(bareMs(swap));
      }
      const [value, sum] = [median(judged), median(bare)];
      const inputs = `${swap.inputs.length} inputs`;
      figures.push(
        { name: `mvc.verify.${side}`, value, unit: 'ms', goal: `whole, in its thread, ${inputs}`, ok: true },
        { name: `mvc.verify.${side}.bare`, value: sum, unit: 'ms', goal: `bare, ${inputs}`, ok: true },
        {
          name: `mvc.verify.${side}.ratio`,
          value: value / sum,
          unit: 'x',
          goal: `<= ${GOAL} x the bare verifications of its inputs`,
          ok: value / sum <= GOAL,
        },
      );
      if (median(bare) > median(dearest) || dearest.length === 0) dearest = bare;
    }
  } finally {
    await contracts.close();
  }
  return { figures, bare: baselineOf('a bare verification of a swap', dearest) };
}
