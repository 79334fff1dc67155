/** Deploying an MRC-20 token, its premine on an output of its own. */
import {
  DEPLOY_PATH,
  amount,
  bytesToHex,
  decodeMrc20,
  encodeMrc20Deploy,
  foldMrc20Tick,
  isFlaw,
  mrc20Asset,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Mrc20Deploy, ScriptHex } from '@rialto/protocols';
import { textBytes } from './mrc20-transfer.ts';
import { checkReceiver, small } from '../draft/payer.ts';
import { planReveal } from '../inscribe/reveal.ts';
import type { PinRequest, RevealPlan } from '../inscribe/reveal.ts';

export type Mrc20DeployWords = Omit<Mrc20Deploy, 'op' | 'tick'>;

export interface Mrc20DeployRequest extends PinRequest {
  readonly deploy: Mrc20DeployWords;
  /** Who gets the premine. */
  readonly destination: Uint8Array;
  /** From the ledger; ticks are unique over upper case. */
  readonly isTaken: boolean;
}

/**
 * Plans a deploy. Reveal out: 546 sat with the deploy PIN, which names the token, then 546 sat with the premine if there is one.
 * @throws Refusal script-not-allowed, bad-request (the tick is taken, or what is wrong with the words), and as `planReveal`
 * Source: metaid §3, §8.
 */
export function planMrc20Deploy(request: Mrc20DeployRequest): RevealPlan {
  const { deploy, destination, isTaken } = request;
  checkReceiver(destination);
  if (isTaken) throw new Refusal('bad-request', 'the tick is taken');
  const text = encodeMrc20Deploy(deploy);
  const body = textBytes(text);
  const read = decodeMrc20({ path: DEPLOY_PATH, body });
  if (read === undefined || isFlaw(read)) throw new Refusal('bad-request', read?.flaw);
  if (read.op !== 'deploy' || encodeMrc20Deploy(read) !== text) throw new Refusal('bad-request', 'deploy');
  const { premineCount, amountPerMint, decimals, display } = deploy;
  const premine = amount(premineCount * amountPerMint * 10n ** BigInt(decimals));
  return planReveal({
    ...request,
    words: { operation: 'create', path: DEPLOY_PATH, contentType: 'application/json', body },
    carried: [],
    homes: [],
    others: premine > 0n ? [small(destination)] : [],
    facts: { deploys: foldMrc20Tick(display) },
    intend: (intent, pin) => {
      if (premine === 0n) return;
      const label = { kind: 'mrc20' as const, asset: mrc20Asset(pin), tick: display, decimals };
      intent.gets(bytesToHex(destination) as ScriptHex, { ...label, amount: premine, index: 1 });
    },
  });
}
