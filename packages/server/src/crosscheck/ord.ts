/** What an `ord` server says of ours: which inscriptions and runes are on an output. */
import { openOrdServer } from '@rialto/ground';
import type { Ord, OrdOutput } from '@rialto/ground';
import type { Assertion, CoinAssertion, Difference, LotAssertion, Source } from './assertion.ts';

export function openOrd(address: string, maxMs: number): Source {
  const ord = openOrdServer(address, maxMs);
  return {
    name: 'ord',
    knows: ['lot', 'runeBalance'],
    covers: (assertion) => outpointOf(assertion) !== undefined,
    isAt: async (tip, signal) => ord.isAt(tip, signal),
    compare: async (assertion, signal) => {
      const point = outpointOf(assertion);
      if (point === undefined || assertion.about === 'balance') return undefined;
      const output = await ord.output(point, signal);
      return assertion.about === 'lot'
        ? compareLot(assertion, output)
        : compareRune(ord, { assertion, output }, signal);
    },
  };
}

function outpointOf(assertion: Assertion): string | undefined {
  if (assertion.about === 'balance') return undefined;
  return assertion.about === 'coin' && assertion.protocol !== 'rune' ? undefined : assertion.outpoint;
}

function compareLot(assertion: LotAssertion, output: OrdOutput): Difference | undefined {
  if (!output.inscriptions.includes(assertion.inscription))
    return { why: 'does not see the inscription on this coin' };
  if (assertion.alone && (output.inscriptions.length > 1 || output.runes.size > 0))
    return { why: 'sees something else on this coin too', mixed: true };
  return undefined;
}

async function compareRune(
  ord: Ord,
  { assertion, output }: { assertion: CoinAssertion; output: OrdOutput },
  signal: AbortSignal,
): Promise<Difference | undefined> {
  // The output names runes by name; the id is what a rune is.
  const name = await ord.nameOf(assertion.asset.slice('rune:'.length), signal);
  if (name === undefined) return { why: 'knows no such rune' };
  const seen = output.runes.get(name) ?? 0n;
  if (seen !== assertion.amount)
    return { why: `sees ${seen} units on this coin, we see ${assertion.amount}` };
  if (assertion.alone && (output.runes.size > 1 || output.inscriptions.length > 0))
    return { why: 'sees something else on this coin too', mixed: true };
  return undefined;
}
