/** Transactions on their way to a bitcoind: test, send, packages, and what fees it would take. */
import { bytesToHex } from '@rialto/protocols';
import { NodeError, orThrow } from './bitcoind-rpc.ts';
import type { BitcoindRpc } from './bitcoind-rpc.ts';
import type { Chain, FeeEstimates, Verdict } from './chain.ts';
import { field, list, names, rateOf } from './json.ts';
import type { Json } from './json.ts';
import { rejected } from './node-answer.ts';

/** Bitcoin Core takes at most this many in one `testmempoolaccept`. */
const MAX_TEST = 25;
const FEE_TARGETS = [2, 3, 6, 144];
/** Refusals of a transaction by policy or consensus, and bytes that are none (`rpc/protocol.h`). */
const REFUSED = new Set([-8, -22, -25, -26, -27]);

type Sending = Pick<Chain, 'testAccept' | 'send' | 'sendPackage' | 'estimateFees'>;

/** How this node is given transactions and asked for fees. */
export function sending(rpc: BitcoindRpc): Sending {
  return {
    testAccept: async (raws) => {
      const verdicts: Verdict[] = [];
      for (let from = 0; from < raws.length; from += MAX_TEST) {
        verdicts.push(...(await testSome(rpc, raws.slice(from, from + MAX_TEST))));
      }
      return verdicts;
    },
    send: (raw) =>
      checked(async () => {
        await rpc.call('sendrawtransaction', [bytesToHex(raw)]);
        return { accepted: true };
      }),
    sendPackage: (raws) =>
      checked(async () => packageVerdict(await rpc.call('submitpackage', [raws.map(bytesToHex)]))),
    estimateFees: () => estimatesFor(rpc, FEE_TARGETS),
  };
}

async function testSome(rpc: BitcoindRpc, raws: readonly Uint8Array[]): Promise<readonly Verdict[]> {
  try {
    const answers = list(await rpc.call('testmempoolaccept', [raws.map(bytesToHex)]));
    return raws.map((_, index) => verdictOf(answers[index]));
  } catch (error) {
    if (!(error instanceof NodeError) || !REFUSED.has(error.code)) throw error;
    const refused = rejected(error.message);
    return raws.map(() => refused);
  }
}

function verdictOf(answer: Json | undefined): Verdict {
  if (field(answer, 'allowed') === true) return { accepted: true };
  const reason = field(answer, 'reject-reason') ?? field(answer, 'package-error');
  return rejected(typeof reason === 'string' ? reason : 'not allowed');
}

async function checked(send: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NodeError && REFUSED.has(error.code)) return rejected(error.message);
    throw error;
  }
}

function packageVerdict(answer: Json): Verdict {
  const message = field(answer, 'package_msg');
  if (message === 'success') return { accepted: true };
  const results = field(answer, 'tx-results');
  const reasons = names(results).map((wtxid) => field(field(results, wtxid), 'error'));
  const texts = new Set([...reasons, message].filter((reason) => typeof reason === 'string'));
  return rejected([...texts].join('; '));
}

async function estimatesFor(rpc: BitcoindRpc, targets: readonly number[]): Promise<FeeEstimates> {
  const calls = targets.map((target) => ({ method: 'estimatesmartfee', params: [target] }));
  const [info, ...answers] = (await rpc.batch([{ method: 'getmempoolinfo', params: [] }, ...calls])).map(
    orThrow,
  );
  const byTarget = new Map<number, number>();
  targets.forEach((target, index) => {
    const rate = rateOf(field(answers[index], 'feerate'));
    if (rate !== undefined) byTarget.set(target, rate);
  });
  return { byTarget, minimum: rateOf(field(info, 'mempoolminfee')) ?? 1 };
}
