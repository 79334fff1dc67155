/** The next block holds what the node would put into it and what is held: the node gives the one as its template, the other follows. */
import { NodeError } from '@rialto/ground';
import { invariant } from '@rialto/protocols';
import { field, list, text, textList } from '../chain/json.ts';
import { settle } from './desk.ts';
import type { Desk } from './desk.ts';
import { whyInvalid } from './evaluate.ts';
import { withAncestors } from './family.ts';
import type { HeldTransaction } from './held.ts';
import type { Handler } from './handler.ts';

export const generatetoaddress: Handler = {
  isAct: true,
  names: ['nblocks', 'address', 'maxtries'],
  before: (desk, [count, ...rest]) =>
    desk.inTurn(async () => {
      await settle(desk);
      if (typeof count !== 'number' || count < 1 || desk.held.all().length === 0) return undefined;
      const first = await mineHeld(desk, text(rest[0]));
      const others = count === 1 ? [] : textList(await desk.rpc('generatetoaddress', [count - 1, ...rest]));
      return { result: [first, ...others], error: null };
    }),
};

async function mineHeld(desk: Desk, address: string): Promise<string> {
  try {
    return await mineOnce(desk, address);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    // Something became invalid that spends coins that are there, for example one a reorg made immature.
    await dropInvalid(desk);
    return mineOnce(desk, address);
  }
}

/** Room a block has for held transactions; what does not fit waits for the one after. */
const ROOM = 3_900_000;
/** What the node keeps free for itself, in weight and in bytes. */
const RESERVED = 8_000;

async function mineOnce(desk: Desk, address: string): Promise<string> {
  const { rpc } = desk;
  const fitting = fit(desk.held.all());
  // Naming what is reserved makes a template of this moment; otherwise the node gives one of up to five seconds ago.
  const template = await rpc('getblocktemplate', [
    {
      rules: ['segwit'],
      blockreservedweight: RESERVED + fitting.reduce((sum, { tx }) => sum + tx.weight, 0),
      blockreservedsize: RESERVED + fitting.reduce((sum, { raw }) => sum + raw.length / 2, 0),
    },
  ]);
  const theirs = list(field(template, 'transactions'));
  const inBlock = new Set(theirs.map((one) => text(field(one, 'txid'))));
  const waits = new Set(textList(await rpc('getrawmempool')));
  const taken: HeldTransaction[] = [];
  for (const one of fitting) {
    // What the node leaves out, its children are left out with.
    const isReady = one.tx.inputs.every(
      ({ txid }) => inBlock.has(txid) || (!waits.has(txid) && desk.held.find(txid) === undefined),
    );
    if (!isReady) continue;
    inBlock.add(one.tx.txid);
    taken.push(one);
  }
  const raws = [...theirs.map((one) => text(field(one, 'data'))), ...taken.map(({ raw }) => raw)];
  const hash = text(field(await rpc('generateblock', [address, raws]), 'hash'));
  await settle(desk);
  invariant(
    taken.every(({ tx }) => desk.held.find(tx.txid) === undefined),
    'what is in a block is held no more',
  );
  return hash;
}

function fit(held: readonly HeldTransaction[]): readonly HeldTransaction[] {
  let weight = 0;
  const end = held.findIndex(({ tx }) => (weight += tx.weight) > ROOM);
  return end === -1 ? held : held.slice(0, end);
}

async function dropInvalid(desk: Desk): Promise<void> {
  for (const { tx, raw } of desk.held.all()) {
    const reason = await whyInvalid(desk, await withAncestors(desk, [tx], [raw]));
    if (reason !== undefined) desk.held.drop(tx.txid);
  }
}
