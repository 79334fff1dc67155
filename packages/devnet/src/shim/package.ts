/** A package of transactions: what the node takes of it goes to the node, the rest is held. */
import { field, isObject, text, textList } from '../chain/json.ts';
import { heldAgainst } from './acts.ts';
import { parseRaw, wtxidOf } from './desk.ts';
import type { Desk } from './desk.ts';
import { CONFLICT, evaluate, hold, isOnlyThisNodes } from './evaluate.ts';
import type { Evaluated } from './evaluate.ts';
import { btc } from './handler.ts';
import type { Handler, NodeAnswer } from './handler.ts';

export const submitpackage: Handler = {
  isAct: true,
  names: ['package', 'maxfeerate'],
  before: (desk, params) => {
    const raws = textList(params[0]);
    if (!raws.some((raw) => heldAgainst(desk, raw) === CONFLICT)) return undefined;
    const results = raws.map((raw) => {
      const error = heldAgainst(desk, raw) === CONFLICT ? CONFLICT : 'package-not-validated';
      return [wtxidOf(raw), { txid: parseRaw(raw)?.txid, error }] as const;
    });
    const told = { package_msg: 'transaction failed', 'tx-results': Object.fromEntries(results) };
    return { result: { ...told, 'replaced-transactions': [] }, error: null };
  },
  after: (desk, params, answer) => {
    const results = field(answer.result, 'tx-results');
    if (!isObject(results)) return undefined;
    const raws = textList(params[0]);
    const errors = Object.values(results)
      .map((one) => field(one, 'error'))
      .filter((error) => error !== undefined)
      .map((error) => text(error));
    const others = errors.filter((error) => !isOnlyThisNodes(desk, error, raws));
    // Besides the policy, only what follows from it may be in the answer: a child of a refused parent, a parent paid by its child.
    if (others.length === errors.length || !others.every(isFollowUp)) return undefined;
    return desk.inTurn(() => holdPackage(desk, raws, answer));
  },
};

async function holdPackage(desk: Desk, raws: readonly string[], answer: NodeAnswer): Promise<NodeAnswer> {
  const verdict = await evaluate(desk, await stillUnconfirmed(desk, raws));
  if (!verdict.ok)
    return {
      result: { ...asObject(answer.result), package_msg: verdict.reason.split(',')[0] },
      error: null,
    };
  await hold(desk, verdict.evaluated);
  return {
    result: packageSuccess(asObject(field(answer.result, 'tx-results')), verdict.evaluated),
    error: null,
  };
}

function isFollowUp(error: string): boolean {
  return /^(bad-txns-inputs-missingorspent|missing-inputs|unspecified reason|package-not-validated|min relay fee not met|mempool min fee not met|package-error)/.test(
    error,
  );
}

/** A package may repeat a parent that is in a block already; a block may not. */
async function stillUnconfirmed({ rpc }: Desk, raws: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const raw of raws) if ((await confirmations(rpc, parseRaw(raw)?.txid)) === 0) kept.push(raw);
  return kept;
}

async function confirmations(rpc: Desk['rpc'], txid: string | undefined): Promise<number> {
  try {
    const count = field(await rpc('getrawtransaction', [txid, true]), 'confirmations');
    return typeof count === 'number' ? count : 0;
  } catch {
    return 0;
  }
}

function packageSuccess(results: Record<string, unknown>, evaluated: readonly Evaluated[]): unknown {
  const changed: Record<string, unknown> = {};
  for (const [wtxid, one] of Object.entries(results)) {
    const fact = evaluated.find((each) => each.txid === field(one, 'txid'));
    changed[wtxid] =
      fact === undefined ? one : { txid: fact.txid, vsize: fact.vsize, fees: { base: btc(fact.fee) } };
  }
  return { package_msg: 'success', 'tx-results': changed, 'replaced-transactions': [] };
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
