/** Where runes go: what the inputs bring, a mint and a premine add, by the message of the transaction (runes §4). */
import {
  OWN_RUNE,
  allocate,
  amount,
  decipher,
  invariant,
  knownRuneId,
  runeAsset,
  splitAsset,
  writeSpacedName,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type {
  AssetId,
  Coin,
  Etching,
  RuneAsset,
  RuneId,
  RuneMessage,
  RuneName,
  Transaction,
} from '@rialto/protocols';
import { labelOf, summed } from './moves.ts';
import type { HoldingMove, Label } from './moves.ts';

/** What of the rune ledger a message needs: a mint and an etching are worth what the ledger says. */
export interface RuneFacts {
  /** What one mint of each of these runes gives in the next block; a rune that is missing is refused. */
  readonly runeMints?: readonly RuneAsset[];
  /**
   * The name that may be etched: free, open at this height, and committed to by a mature input; `unnamed` for an etching without one,
   * which needs no commitment and is named by its block.
   */
  readonly etches?: RuneName | 'unnamed';
}

export interface Flow {
  /** With the index of the output. */
  readonly gets: readonly HoldingMove[];
  /** What no output holds any more. */
  readonly burned: readonly HoldingMove[];
}

/** The rune etched by a transaction has no id before its block; until then it has this one, on all coins that follow. */
export const OWN_RUNE_ASSET = runeAsset(OWN_RUNE);

/**
 * Follows the runes of a transaction.
 * @param spent in the order of the inputs
 * @throws Refusal message-not-allowed for a mint or an etching that the facts do not cover, coin-unconfirmed for a rune without an
 *   id where it could be mistaken for another
 */
export function runeFlow(tx: Transaction, spent: readonly Coin[], facts: RuneFacts): Flow {
  const message = decipher(tx.outputs);
  const came = [
    ...holdingsGiven(spent).filter((move) => move.kind === 'rune'),
    ...(message === undefined ? [] : addedBy(message, facts)),
  ];
  refuseMistakable(spent, message, came);
  const unallocated = new Map(
    summed(came).map((move): [RuneId, bigint] => [runeOf(move.asset), move.amount]),
  );
  const etches = message?.kind === 'runestone' && message.etching !== undefined;
  const own = etches ? OWN_RUNE : undefined;
  const { outputs, burned } = allocate({ outputs: tx.outputs, message, unallocated, own });
  const movesOf = (balances: ReadonlyMap<RuneId, bigint>, index: number | undefined): HoldingMove[] =>
    [...balances].flatMap(([id, units]) => {
      const label = came.find((move) => move.asset === runeAsset(id));
      invariant(label !== undefined, 'a rune that moves came from somewhere');
      return units === 0n ? [] : [{ ...label, amount: amount(units), index }];
    });
  return { gets: outputs.flatMap(movesOf), burned: movesOf(burned, undefined) };
}

/**
 * A rune that waits for its id moves as a whole, by the pointer or to the first output. It is refused beside another such rune, beside
 * an etching, and where an edict names a rune that is not there: that could be its id.
 */
function refuseMistakable(
  spent: readonly Coin[],
  message: RuneMessage | undefined,
  came: readonly HoldingMove[],
): void {
  const waiting = spent.filter(({ assets }) =>
    assets.some((asset) => asset.kind === 'rune' && asset.asset === OWN_RUNE_ASSET),
  );
  const [first, more] = waiting;
  if (first === undefined) return;
  const stone = message?.kind === 'runestone' ? message : undefined;
  const isKnown = (id: RuneId): boolean => came.some((move) => move.asset === runeAsset(id));
  const isPlain =
    stone === undefined || (stone.etching === undefined && stone.edicts.every(({ id }) => isKnown(id)));
  if (more !== undefined || !isPlain)
    throw new Refusal('coin-unconfirmed', `${first.outpoint}: a rune without an id`);
}

/** What a message brings besides what is spent: a mint, a premine. */
function addedBy(message: RuneMessage, facts: RuneFacts): HoldingMove[] {
  const added: HoldingMove[] = [];
  if (message.mint !== undefined) {
    const minted = mintOf(message.mint, facts);
    added.push({ ...labelOf(minted), amount: minted.amount, index: undefined });
  }
  if (message.kind === 'cenotaph') {
    if (message.name !== undefined) throw new Refusal('message-not-allowed', 'a broken etching');
  } else if (message.etching !== undefined) {
    const premine = amount(message.etching.premine ?? 0n);
    added.push({ ...etchedLabel(message.etching, facts), amount: premine, index: undefined });
  }
  return added;
}

function mintOf(id: RuneId, { runeMints = [] }: RuneFacts): RuneAsset {
  const found = runeMints.find((mint) => mint.asset === runeAsset(id));
  if (found === undefined) throw new Refusal('message-not-allowed', `a mint of rune ${id}`);
  return found;
}

function etchedLabel(etching: Etching, { etches }: RuneFacts): Label {
  if (etches !== (etching.name ?? 'unnamed')) throw new Refusal('message-not-allowed', 'an etching');
  return labelOfEtching(etching);
}

/** What is known of a rune before its block; one without a name gets it there, and has none yet. */
export function labelOfEtching({ name, spacers = 0, divisibility = 0 }: Etching): Label {
  const tick = name === undefined ? '' : writeSpacedName({ name, spacers });
  return { kind: 'rune', asset: OWN_RUNE_ASSET, tick, decimals: divisibility };
}

/** The rune an asset id names. Throws invariant for another protocol's. */
export function runeOf(asset: AssetId): RuneId {
  const named = splitAsset(asset);
  invariant(named?.protocol === 'rune', `${asset} is a rune`);
  return knownRuneId(named.id);
}

/** All holdings the inputs give, one move for each coin and asset. */
export function holdingsGiven(spent: readonly Coin[]): HoldingMove[] {
  return spent.flatMap((coin, index) =>
    coin.assets.flatMap((asset) =>
      asset.kind === 'rune' || asset.kind === 'mrc20'
        ? [{ ...labelOf(asset), amount: asset.amount, index }]
        : [],
    ),
  );
}
