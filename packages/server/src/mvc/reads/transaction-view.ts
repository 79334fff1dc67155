/** A transaction of MVC as anybody reads it: what it spends, what it makes, which tokens of it are genuine, and how deep it is. */
import type { AnswerOf } from '@rialto/contract';
import { keyHashOf, mvcAddress, readFtScript, tokensIn, writeMvcTransaction, TOKEN_CODES } from '@rialto/mvc';
import type { FtOutput, MvcTransaction } from '@rialto/mvc';
import { hexToBytes, outpoint } from '@rialto/protocols';
import type { Network, Txid, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';

type View = AnswerOf<'mvcTransaction'>;
type Place = View['inputs'][number];
type Verdict = NonNullable<Place['token']>['verdict'];

/** Of each side. Each input costs a look at the node. */
const MOST_SHOWN = 50;

/**
 * @param name its id, or its core
 * @throws Refusal not-found, node-down, syncing
 */
export async function transactionView(context: MvcContext, name: string): Promise<View> {
  const { ledger, settings } = context;
  const tip = await ledger.tip();
  if (tip === undefined) throw new Refusal('syncing', 'the index of MVC');
  const named = (await ledger.byCore([name])).get(name);
  const tx = await find(context, named?.txid ?? (name as Txid));
  if (tx === undefined) throw new Refusal('not-found', name);
  const { txid, core } = tx;
  const height = (await ledger.byCore([core])).get(core)?.height ?? null;
  const spent = await spentBy(context, tx);
  return {
    ...{ txid, core, height },
    confirmations: height === null ? 0 : tip.height - height + 1,
    size: writeMvcTransaction(tx).length,
    fee: feeOf(tx, spent),
    // What was spent was real, or its own contract would have refused it.
    inputs: tx.inputs.slice(0, MOST_SHOWN).map((input, at) =>
      placeOf(outpoint(input.txid, input.vout), spent[at], {
        network: settings.network,
        verdict: 'genuine',
      }),
    ),
    inputsTotal: tx.inputs.length,
    outputs: outputsOf(tx, spent, settings.network),
    outputsTotal: tx.outputs.length,
    at: { height: tip.height, hash: tip.hash },
  };
}

const find = async ({ ledger, chain }: MvcContext, txid: Txid): Promise<MvcTransaction | undefined> =>
  (await ledger.transaction(txid)) ?? chain.transaction(txid);

type Spent = readonly (TxOutput | undefined)[];

/** In the order of the inputs; undefined where nobody knows, where nothing is spent, and behind the last that is shown. */
async function spentBy(context: MvcContext, { inputs }: MvcTransaction): Promise<Spent> {
  const asked = new Set(inputs.slice(0, MOST_SHOWN).map(({ txid }) => txid));
  const found = new Map(
    await Promise.all([...asked].map(async (txid) => [txid, await find(context, txid)] as const)),
  );
  return inputs.map(({ txid, vout }) => found.get(txid)?.outputs[vout]);
}

function feeOf({ outputs }: MvcTransaction, spent: Spent): string | null {
  let paid = 0n;
  for (const output of spent) {
    if (output === undefined) return null;
    paid += output.value;
  }
  return (paid - outputs.reduce((sum, { value }) => sum + value, 0n)).toString();
}

function outputsOf(tx: MvcTransaction, spent: Spent, network: Network): Place[] {
  const verdicts = new Map(tokensIn(tx, spent).map(({ vout, verdict }) => [vout, verdict]));
  return tx.outputs
    .slice(0, MOST_SHOWN)
    .map((output, vout) =>
      placeOf(outpoint(tx.txid, vout), output, { network, verdict: verdicts.get(vout) ?? 'unknown' }),
    );
}

interface Shown {
  readonly network: Network;
  readonly verdict: Verdict;
}

function placeOf(point: Place['outpoint'], output: TxOutput | undefined, { network, verdict }: Shown): Place {
  if (output === undefined) return { outpoint: point, value: null, address: '', token: null };
  const { value, script } = output;
  const token = tokenOf(script);
  const hash = token === undefined ? keyHashOf(script) : hexToBytes(token.holder);
  return {
    outpoint: point,
    value: value.toString(),
    address: hash === undefined ? '' : mvcAddress(hash, network),
    token: token === undefined ? null : tokenWords(token, verdict),
  };
}

function tokenOf(script: Uint8Array): FtOutput | undefined {
  const token = readFtScript(script);
  return token !== undefined && TOKEN_CODES.includes(token.codehash) ? token : undefined;
}

function tokenWords({ codehash, genesis, symbol, decimals, amount }: FtOutput, verdict: Verdict) {
  return { codehash, genesis, decimals, verdict, symbol: symbol ?? '', amount: amount.toString() };
}
