/** What the locked coins of an exit become, by what is bridged: sats, a rune, MRC-20, or a lot of BRC-20 (bridge §5). */
import { amount as units, invariant, sats } from '@rialto/protocols';
import type { AssetId, Coin, Mrc20Asset, RuneAsset, Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { totalOf } from '../draft/payer.ts';
import { labelOf } from '../effects/moves.ts';
import { runeOf } from '../effects/rune-flow.ts';
import { runeOn } from '../pool/pool-user.ts';
import { runestoneOutput } from '../tokens/runestone-output.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { bridgeMessage, bridgeNop } from './bridge-id.ts';
import type { Parted } from './parted.ts';
import { partedLot } from './payout-lot.ts';
import type { BridgePayoutRequest } from './payout-request.ts';

/** Where they are among the outputs of sats, of a rune and of a refund; without locked change the message follows the receiver. */
const AT = { receiver: 0, change: 1 } as const;
/** Of MRC-20 by message: what it does not name goes to the first output (metaid §5), and there the locked change is. */
export const MRC20_PAYOUT_AT = { change: 0, pin: 1, receiver: 2 } as const;

/**
 * @throws Refusal too-small (under 546 sat are paid, or would be left locked: of sats; or carry MRC-20), bridge-short (the locked coins hold
 *   less), bad-request (not a unit; a part of MRC-20 without a message), not-a-lot, lot-mixed, lots-differ,
 *   bridge-lots-differ (of BRC-20 another amount, or more lots than one)
 */
export function partedCoins(request: BridgePayoutRequest): Parted {
  const { pays } = request;
  if (pays === 'sats') return partedSats(request);
  if (pays.startsWith('brc20:')) return partedLot(request, pays);
  return pays.startsWith('mrc20:') ? partedMrc20(request, pays) : partedRune(request, pays);
}

function partedSats({ lockedCoins, locked, receiver, amount, id }: BridgePayoutRequest): Parted {
  for (const { assets, outpoint } of lockedCoins)
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
  if (amount < DUST_FLOOR) throw new Refusal('too-small', `${amount} sat`);
  const left = totalOf(lockedCoins) - amount;
  if (left < 0n) throw new Refusal('bridge-short', `missing ${-left} sat`);
  if (left > 0n && left < DUST_FLOOR) throw new Refusal('too-small', `${left} sat would be left`);
  const change = left === 0n ? [] : [{ value: sats(left), script: locked.script }];
  return {
    outputs: [{ value: sats(amount), script: receiver }, ...change],
    ...{ gets: [], lent: sats(0n), messageOf: () => bridgeMessage(id) },
  };
}

function partedRune(request: BridgePayoutRequest, pays: AssetId): Parted {
  const { lockedCoins, locked, receiver, amount, id } = request;
  const { token, left } = leftOf(lockedCoins.map(runeOn), pays, amount);
  // Whoever pays in by hand chooses the sats under his rune: with fewer than an output needs it could be spent by nobody.
  const { change, missing } = changeOf(request);
  const edicts = [{ id: runeOf(pays), amount: units(amount), output: AT.receiver }];
  return {
    outputs: [
      { value: DUST_FLOOR, script: receiver },
      { value: change, script: locked.script },
    ],
    gets: getsOf(token, [
      [AT.receiver, amount],
      [AT.change, left],
    ]),
    lent: sats(DUST_FLOOR + missing),
    // What no edict names goes to the locked change.
    messageOf: (count) => runestoneOutput({ edicts, pointer: AT.change, nop: bridgeNop(id) }, count),
  };
}

function partedMrc20(request: BridgePayoutRequest, pays: AssetId): Parted {
  const { lockedCoins, locked, fees, receiver, amount, id, envelope } = request;
  const { token, left } = leftOf(lockedCoins.map(mrc20On), pays, amount);
  const paid: TxOutput = { value: DUST_FLOOR, script: receiver };
  const messageOf = () => bridgeMessage(id);
  if (envelope === undefined) {
    // Natively all of it goes to the first output.
    if (left > 0n) throw new Refusal('bad-request', 'a part of it goes by a message alone');
    const held = totalOf(lockedCoins);
    if (held < DUST_FLOOR) throw new Refusal('too-small', `${held} sat carry the tokens`);
    return {
      // With the sats that came in under it: nothing of it is left here.
      outputs: [{ value: held, script: receiver }],
      gets: getsOf(token, [[AT.receiver, amount]]),
      ...{ lent: sats(0n), messageOf },
    };
  }
  const { change, missing } = changeOf(request);
  // The PIN lies on the envelope's first sat, which follows the sats of the locked coins: it must not come to lie beside the tokens.
  if (missing > 0n) throw new Refusal('too-small', `${change - missing} sat carry the tokens`);
  return {
    outputs: [{ value: change, script: locked.script }, { value: DUST_FLOOR, script: fees.script }, paid],
    gets: getsOf(token, [
      [MRC20_PAYOUT_AT.change, left],
      [MRC20_PAYOUT_AT.receiver, amount],
    ]),
    // The envelope's own sats lie under the PIN.
    ...{ lent: DUST_FLOOR, messageOf },
  };
}

type Token = RuneAsset | Mrc20Asset;

/** @throws Refusal not-a-lot without it, lot-mixed with anything else */
function mrc20On({ assets, outpoint }: Coin): Mrc20Asset {
  const [token, more] = assets;
  if (token === undefined) throw new Refusal('not-a-lot', outpoint);
  if (token.kind !== 'mrc20' || more !== undefined) throw new Refusal('lot-mixed', outpoint);
  return token;
}

function leftOf<T extends Token>(
  tokens: readonly T[],
  pays: AssetId,
  amount: bigint,
): { readonly token: T; readonly left: bigint } {
  const [token] = tokens;
  invariant(token !== undefined, 'an exit spends a locked coin');
  if (tokens.some(({ asset }) => asset !== pays)) throw new Refusal('lots-differ', pays);
  if (amount < 1n) throw new Refusal('bad-request', 'not a unit');
  const left = tokens.reduce((sum, one) => sum + one.amount, 0n) - amount;
  if (left < 0n) throw new Refusal('bridge-short', `missing ${-left} of ${pays}`);
  return { token, left };
}

/** Every sat under the tokens goes back. */
function changeOf({ lockedCoins }: BridgePayoutRequest): { readonly change: Sats; readonly missing: bigint } {
  const held = totalOf(lockedCoins);
  const missing = held < DUST_FLOOR ? DUST_FLOOR - held : 0n;
  return { change: sats(held + missing), missing };
}

const getsOf = (token: Token, parts: readonly (readonly [number, bigint])[]): Parted['gets'] =>
  parts.flatMap(([index, amount]) =>
    amount === 0n ? [] : [{ ...labelOf(token), amount: units(amount), index }],
  );
