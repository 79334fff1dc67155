/** What a chain of waiting transactions will hold of MRC-20, told before any of it is in a block. */
import {
  amount,
  concatBytes,
  encodeMrc20Deploy,
  encodeMrc20Transfer,
  mrc20Asset,
  pinId,
  PLAIN_DEPLOY,
} from '@rialto/protocols';
import type { CoinAsset, Txid } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { projectMempool } from '../src/index.ts';
import { CONFIRMED, outputOf, SCRIPT, sourceOf, waitingOf } from './waiting.ts';
import type { Waiting } from './waiting.ts';

const DEPLOY = pinId('cd'.repeat(32) as Txid, 0);
const DECIMALS = 2;
const NOWHERE = Uint8Array.of(0x6a, 1, 7);

const fern = (units: bigint): CoinAsset => ({
  kind: 'mrc20',
  asset: mrc20Asset(DEPLOY),
  tick: 'FERN',
  decimals: DECIMALS,
  amount: amount(units),
});

/** The tapscript of a PIN (metaid §2), and what stands around it in a witness. */
function revealOf(path: string, text: string): Uint8Array[] {
  const push = (data: Uint8Array): Uint8Array =>
    concatBytes(data.length < 0x4c ? Uint8Array.of(data.length) : Uint8Array.of(0x4c, data.length), data);
  const fields = ['metaid', 'create', path, '0', '1.0.0', 'application/json', text];
  const leaf = concatBytes(
    push(new Uint8Array(32).fill(2)),
    Uint8Array.of(0xac, 0, 0x63),
    ...fields.map((field) => push(Buffer.from(field))),
    Uint8Array.of(0x68),
  );
  return [new Uint8Array(64), leaf, new Uint8Array(33)];
}

const transferring = (units: bigint, vout: number): Uint8Array[] =>
  revealOf(
    '/ft/mrc20/transfer',
    encodeMrc20Transfer([{ id: DEPLOY, amount: amount(units), decimals: DECIMALS, vout }]),
  );

const OUTPUTS = [SCRIPT, SCRIPT, SCRIPT];

const held = async (waiting: readonly Waiting[], last: Waiting): Promise<(vout: number) => unknown> => {
  const source = sourceOf(waiting, new Map([[CONFIRMED, [fern(700n)]]]));
  const found = await projectMempool(source, [last.tx.txid]);
  return (vout) => found.get(outputOf(last, vout));
};

it('without a message tokens go to the first output, and with none that can be spent nowhere', async () => {
  const moved = waitingOf([CONFIRMED], OUTPUTS);
  const on = await held([moved], moved);
  expect([on(0), on(1), on(2)]).toEqual([[fern(700n)], undefined, undefined]);
  const lost = waitingOf([CONFIRMED], [NOWHERE, SCRIPT]);
  const after = await held([lost], lost);
  expect([after(0), after(1)]).toEqual([undefined, undefined]);
});

it('a transfer moves them as written, and the rest to the first output with an address', async () => {
  const sent = waitingOf([CONFIRMED], [NOWHERE, SCRIPT, SCRIPT], transferring(300n, 2));
  const on = await held([sent], sent);
  expect([on(0), on(1), on(2)]).toEqual([undefined, [fern(400n)], [fern(300n)]]);
});

it('a transfer of more than there is moves all of it to the first output with an address', async () => {
  const sent = waitingOf([CONFIRMED], [NOWHERE, SCRIPT, SCRIPT], transferring(701n, 2));
  const on = await held([sent], sent);
  expect([on(1), on(2)]).toEqual([[fern(700n)], undefined]);
});

it('a chain of transfers is followed from its first waiting ancestor', async () => {
  const first = waitingOf([CONFIRMED], OUTPUTS, transferring(300n, 1));
  const second = waitingOf([outputOf(first, 1)], OUTPUTS, transferring(120n, 2));
  const third = waitingOf([outputOf(second, 2), outputOf(first, 0)], OUTPUTS, transferring(520n, 1));
  const on = await held([third, second, first], third);
  expect([on(0), on(1), on(2)]).toEqual([undefined, [fern(520n)], undefined]);
});

it('what a deploy in a waiting transaction would make is not counted, and a transfer beside it moves nothing', async () => {
  const deploy = encodeMrc20Deploy({
    ...PLAIN_DEPLOY,
    display: 'MOSS',
    tokenName: 'Moss',
    amountPerMint: 1n,
    mintCount: 9n,
    premineCount: 9n,
    type: 'mrc20',
  });
  const reveal = revealOf('/ft/mrc20/deploy', deploy);
  const alone = waitingOf([CONFIRMED], OUTPUTS, reveal);
  const on = await held([alone], alone);
  expect([on(0), on(1), on(2)]).toEqual([[fern(700n)], undefined, undefined]);
  const other = waitingOf([CONFIRMED, outputOf(alone, 2)], OUTPUTS, reveal, transferring(300n, 1));
  const beside = await held([other], other);
  expect([beside(0), beside(1), beside(2)]).toEqual([undefined, undefined, undefined]);
});
