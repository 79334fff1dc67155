/** The last look at an exit on MVC: of the bytes alone, whatever the plan says. One thing at a time is bent, and none of them passes. */
import { bridgeRefundId } from '@rialto/market';
import { nameMvcTransaction, withHolder } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { invariant, sats, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { requireGiven } from '../../src/bridge/exits/given.ts';
import { foundIn } from '../../src/mvc/coins.ts';
import { txOn } from '../mvc/people.ts';
import { give, mintPaid } from './exits.ts';
import { MALLORY_MVC, idOf } from './orders.ts';
import { openStage } from './stage.ts';

type Given = Parameters<typeof requireGiven>[1];
type Exit = Parameters<typeof requireGiven>[0];

interface World {
  readonly exit: Exit;
  readonly given: Given;
  /** A token of another asset, on the same code. */
  readonly other: TxOutput;
}

/** An honest payout. */
async function honest(): Promise<World> {
  const stage = await openStage({ assets: ['btc', 'rune'] });
  const paid = mintPaid(stage);
  const { asked, check, transfer } = await give(stage, paid, paid);
  const { receiver } = paid.terms;
  const found = (points: readonly Outpoint[]) =>
    points.map((point) => foundIn(txOn(stage.mvc)(splitOutpoint(point).txid), splitOutpoint(point).vout));
  const other = stage.stock.get('rune');
  invariant(other !== undefined, 'there is a second asset');
  return {
    exit: {
      ...{ asset: stage.parts.trusted.asset('btc'), keys: stage.keys('btc') },
      due: { receiver, out: 199_100n, id: idOf(paid.terms) },
    },
    given: {
      ...{ check, transfer, tokens: found(asked.tokens), space: found(asked.space) },
      fees: { check: BigInt(asked.checkFee), transfer: BigInt(asked.fee) },
    },
    other,
  };
}

/** The same inputs, other outputs. */
const bent = (tx: MvcTransaction, outputs: readonly TxOutput[]): MvcTransaction =>
  nameMvcTransaction({ ...tx, outputs });

const more = (output: TxOutput, by: bigint): TxOutput => ({ ...output, value: sats(output.value + by) });

function said({ exit, given }: World, change: Partial<Given>, due: Partial<Exit['due']> = {}): string {
  try {
    requireGiven({ ...exit, due: { ...exit.due, ...due } }, { ...given, ...change });
    return 'passes';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('an exit on MVC', () => {
  it('passes as it is due, and with nothing more, less or else in its transfer', async () => {
    const world = await honest();
    const { transfer } = world.given;
    // The receiver’s, two of the stock, the id, SPACE.
    const [paid = never(), rest = never(), second = never(), id = never(), left = never()] = transfer.outputs;
    const { other } = world;
    const stolen = { ...paid, script: withHolder(paid.script, MALLORY_MVC.hash, 199_100n) };
    const space = { ...left, value: sats(1_000n), script: MALLORY_MVC.script };
    const bends: Readonly<Record<string, readonly TxOutput[]>> = {
      'more for the miners': [paid, rest, second, id, more(left, -1n)],
      'less for the miners': [paid, rest, second, id, more(left, 1n)],
      'no SPACE back': [paid, rest, second, id],
      'sats under the data': [paid, rest, second, more(id, 900n), more(left, -900n)],
      'sats under the token': [more(paid, 900n), rest, second, id, more(left, -900n)],
      'half of the rest gone': [paid, rest, id, more(left, second.value)],
      'another token': [paid, rest, second, id, other, more(left, -other.value)],
      'a token for somebody else': [stolen, rest, second, id, left],
      'SPACE for somebody else': [paid, rest, second, id, more(left, -1_000n), space],
      'no id': [paid, rest, second, left],
    };
    expect(said(world, {})).toBe('passes');
    for (const [name, outputs] of Object.entries(bends))
      expect(said(world, { transfer: bent(transfer, outputs) }), name).toBe('effects-differ');
    const { fees } = world.given;
    expect(said(world, { fees: { ...fees, transfer: fees.transfer + 1n } })).toBe('effects-differ');
    const fewer = nameMvcTransaction({ ...transfer, inputs: transfer.inputs.slice(1) });
    expect(said(world, { transfer: fewer })).toBe('effects-differ');
  });

  it('passes over its check alone: the check’s coin and what is left', async () => {
    const world = await honest();
    const { check, space, fees } = world.given;
    const [held = never(), left = never()] = check.outputs;
    const bends: readonly (readonly TxOutput[])[] = [
      [held, more(left, -1n)],
      [held, more(left, 1n)],
      [held, { ...left, script: MALLORY_MVC.script }],
      [held, more(left, -1_000n), { ...left, value: sats(1_000n) }],
      [held],
    ];
    // By the id that the transfer spends, so that nothing but the outputs is another.
    for (const outputs of bends) expect(said(world, { check: { ...check, outputs } })).toBe('effects-differ');
    expect(said(world, { fees: { ...fees, check: fees.check + 1n } })).toBe('effects-differ');
    expect(said(world, { space: [...space, ...space] })).toBe('effects-differ');
    const again = nameMvcTransaction({ ...check, locktime: 1 });
    expect(said(world, { check: again })).toBe('effects-differ');
  });

  it('does not pass where another sum, another id or another receiver is due', async () => {
    const world = await honest();
    const { due } = world.exit;
    expect(said(world, {}, { out: due.out - 1n })).toBe('effects-differ');
    expect(said(world, {}, { id: bridgeRefundId(`btc:${'0'.repeat(64)}:0`) })).toBe('effects-differ');
    const receiver = due.receiver.replace(/^76a914../, '76a91400');
    expect(said(world, {}, { receiver })).toBe('effects-differ');
  });
});

function never(): never {
  throw new Error('there is one');
}
