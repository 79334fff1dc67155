/** A rune of a small chain: etched after its commitment, and parted into lots by edicts. */
import { outpoint, runeName } from '@rialto/protocols';
import type { Coin, RuneAsset } from '@rialto/protocols';
import { acceptPlanned, planEtch, planEtchCommit, planRuneTransfer } from '../src/index.ts';
import type { Planned } from '../src/index.ts';
import type { World } from './ledger-world.ts';
import { walletSigns } from './people.ts';
import type { User } from './people.ts';

/** Mined; answers its outputs but for the message. */
function settled(world: World, owner: User, plan: Planned): Coin[] {
  const done = acceptPlanned(plan, walletSigns(plan.psbt, owner, plan.toSign));
  world.mine(done.raw);
  return plan.draft.outputs.flatMap(({ script }, vout) =>
    script[0] === 0x6a ? [] : [world.coin(outpoint(done.txid, vout))],
  );
}

const payerOf = (world: World, { script, key }: User) => ({
  script,
  key,
  coins: world.fund({ script, key } as User, 60_000n),
});

/** The premine of 10,000 units, on one coin. */
function etched(world: World, owner: User): Coin {
  const request = {
    payer: payerOf(world, owner),
    revealKey: new Uint8Array(32).fill(8),
    feeRateSatVb: 2,
    etching: {
      name: runeName(2n ** 90n),
      spacers: 1,
      symbol: '❖',
      divisibility: 2,
      premine: 10_000n,
      turbo: false,
      terms: undefined,
    },
    destination: owner.script,
    at: { chain: 'regtest', tipHeight: world.height, isTaken: false },
  } as const;
  const { commit, commitment } = planEtchCommit(request as never);
  settled(world, owner, commit);
  const { height } = world;
  world.mineEmpty(5);
  const later = { ...request, payer: payerOf(world, owner), at: { ...request.at, tipHeight: world.height } };
  const [premine] = settled(world, owner, planEtch(later as never, { ...commitment, height }));
  if (premine === undefined) throw new Error('a premine');
  return premine;
}

interface RuneLots {
  /** The premine as it lay on its coin. */
  readonly held: RuneAsset;
  /** What no edict named. */
  readonly rest: Coin;
  readonly lots: readonly Coin[];
}

/** Lots of these units of a new rune; one in a world. */
export function runeLots(world: World, owner: User, units: readonly bigint[]): RuneLots {
  const whole = etched(world, owner);
  const [held] = whole.assets;
  if (held?.kind !== 'rune') throw new Error('a rune');
  const sends = units.map((one) => {
    return { asset: held.asset, script: owner.script, amount: one as RuneAsset['amount'] };
  });
  const request = { payer: payerOf(world, owner), coins: [whole], sends, feeRateSatVb: 2 };
  const [rest, ...lots] = settled(world, owner, planRuneTransfer(request));
  if (rest === undefined) throw new Error('a rest');
  return { held, rest, lots: lots.slice(0, units.length) };
}
