/** Etching and minting runes on the private chain. */
import type { Rune } from '@rialto/contract';
import { amount, isFlaw, readSpacedName } from '@rialto/protocols';
import type { AssetId, Coin, Etching, RuneAsset, RuneName } from '@rialto/protocols';
import { planEtch, planEtchCommit, planRuneMint } from '@rialto/psbt';
import type { EtchRequest } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import type { Inscriber } from './inscriber.ts';
import type { SeedRune } from './seed/seed-list.ts';
import { mineJobs } from './workshop.ts';
import type { Job, Means } from './workshop.ts';

/** The etching's own block is the sixth above the commitment's. */
const BLOCKS_BETWEEN = 5;

/** Etches runes that are not there yet; the premine is paid to who etches. */
export async function etchAll(
  chain: PrivateChain,
  who: Inscriber,
  runes: readonly SeedRune[],
): Promise<void> {
  if (runes.length === 0) return;
  const committed = await mineJobs(
    chain,
    runes.map((rune): Job<{ request: EtchRequest; commitment: Coin }> => ({
      who,
      plan: (means) => {
        const request = etchRequest(rune, who, means);
        const { commit, commitment } = planEtchCommit(request);
        return { steps: [commit], made: { request, commitment } };
      },
    })),
  );
  const height = await chain.height();
  await chain.mine(BLOCKS_BETWEEN);
  await mineJobs(
    chain,
    committed.map(({ made: { request, commitment } }) => ({
      who,
      plan: ({ payer, nextHeight }) => {
        const later = { ...request, payer, at: { ...request.at, tipHeight: nextHeight - 1 } };
        return { steps: [planEtch(later, { ...commitment, height })], made: undefined };
      },
    })),
  );
}

function etchRequest(rune: SeedRune, { script }: Inscriber, { nextHeight, ...means }: Means): EtchRequest {
  const at = { chain: 'regtest' as const, tipHeight: nextHeight - 1, isTaken: false };
  return { ...means, etching: etchingOf(rune), destination: script, at };
}

function etchingOf({ name, symbol, divisibility, premine, mint }: SeedRune): Etching & { name: RuneName } {
  const read = readSpacedName(name);
  if (isFlaw(read)) throw new Error(`invariant: ${name} names a rune (${read.flaw})`);
  const always = {
    heightStart: undefined,
    heightEnd: undefined,
    offsetStart: undefined,
    offsetEnd: undefined,
  };
  return {
    ...read,
    symbol,
    divisibility,
    turbo: false,
    premine: premine === 0n ? undefined : amount(premine),
    terms: mint === undefined ? undefined : { ...always, amount: amount(mint.amount), cap: mint.cap },
  };
}

/** One mint of an open rune to a receiver. */
export function runeMintJob(who: Inscriber, rune: Rune, destination: Uint8Array): Job<undefined> {
  const mint = mintedBy(rune);
  return {
    who,
    plan: (means) => ({ steps: [planRuneMint({ ...means, mint, destination })], made: undefined }),
  };
}

function mintedBy({ assetId, spacedRune: name, symbol, divisibility, terms }: Rune): RuneAsset {
  const units = amount(BigInt(terms?.amount ?? '0'));
  return { kind: 'rune', asset: assetId as AssetId, name, symbol, divisibility, amount: units };
}
