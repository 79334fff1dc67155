/** An exit on Bitcoin signed by the bridge's two keys, and its size before there is one (bridge §5). */
import type { AssetId } from '@rialto/protocols';
import { finish } from '../draft/draft.ts';
import type { Finished, Witnesses } from '../draft/draft.ts';
import { jointPool, poolWitnesses, signPool } from '../pool/pool-script.ts';
import type { Verifier } from '../tx/signature.ts';
import { transactionVsize } from '../tx/size.ts';
import { keySpend } from '../tx/spend-kinds.ts';
import { signEphemeral } from '../draft/leaf-input.ts';
import { bridgeMessage } from './bridge-id.ts';
import { bridgeEnvelope } from './envelope.ts';
import { TAPROOT } from './fee-coins.ts';
import type { BridgePayout } from './payout-plan.ts';

/**
 * The final transaction. The same plan is signed to the same bytes every time.
 * @param lockedSecret of the locked script's internal key; feeSecret of that of the fees
 * @throws invariant when a key is none of its script's, or the transaction would not do what is intended
 */
export function signBridgePayout(
  plan: BridgePayout,
  lockedSecret: Uint8Array,
  feeSecret: Uint8Array,
  verifier?: Verifier,
): Finished {
  const { draft, unsigned, locked, intent, context } = plan;
  const ofLocked = poolWitnesses(draft, locked, [signPool(draft, locked, unsigned, lockedSecret)]);
  const ofFees = feeWitnesses(plan, feeSecret);
  const witnesses = draft.inputs.map((_, index) => ofLocked[index] ?? ofFees[index]);
  return finish(draft, witnesses, { intent, context }, verifier);
}

/** What the key of the fees signs: the fee coins, and the envelope where there is one. @throws invariant when it is another key */
export function feeWitnesses({ draft, fees, unsigned }: BridgePayout, feeSecret: Uint8Array): Witnesses {
  const ofFees = poolWitnesses(draft, fees, [signPool(draft, fees, unsigned, feeSecret)]);
  return draft.inputs.map(({ signer }, index) =>
    signer === 'ephemeral' ? signEphemeral(draft, index, feeSecret) : ofFees[index],
  );
}

export interface BridgePayoutShape {
  readonly pays: 'sats' | AssetId;
  readonly receiver: Uint8Array;
  /** How many of each are spent. */
  readonly lockedCoins: number;
  readonly feeCoins: number;
  /** How many keys sign for what is locked; one where nothing is said. */
  readonly signers?: number;
  /** Whether it goes by a message in an envelope. */
  readonly enveloped?: boolean;
}

/** As long as a message is at most. */
const ANY_SENT = { asset: `mrc20:${'0'.repeat(64)}i4294967295` as AssetId, decimals: 0, amount: 10n ** 38n };

/** A runestone with one edict, a pointer and an id, at most: two numbers of a rune's id, 128 bits of units, an output. */
const STONE = new Uint8Array(2 + 1 + 2 + 20 + 1 + 5 + 5 + 19 + 1);

/** As long as keys are. */
const anyKeys = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => new Uint8Array(32).fill(at + 1));

/**
 * Virtual size of an exit, at most: with it `feeOf` says beforehand what it costs. A lot's way home is no larger than its payout to Taproot
 * would be.
 */
export function bridgePayoutVsize(shape: BridgePayoutShape): number {
  const { pays, receiver, lockedCoins, feeCoins, signers = 1, enveloped = false } = shape;
  const ofFees = keySpend(TAPROOT, [0]);
  const ofLocked = signers === 1 ? ofFees : jointPool(signers, anyKeys(signers)).kind;
  const [anyKey = new Uint8Array(32)] = anyKeys(1);
  const inputs = [
    ...(enveloped ? [bridgeEnvelope(anyKey, ANY_SENT).kind] : []),
    ...Array.from({ length: lockedCoins }, () => ofLocked),
    ...Array.from({ length: feeCoins }, () => ofFees),
  ];
  const message = pays.startsWith('rune:') ? { script: STONE } : bridgeMessage('00'.repeat(16));
  // A lot leaves whole; of everything else a part may stay.
  const left = pays.startsWith('brc20:') ? [] : [{ script: TAPROOT }];
  const ofPin = enveloped ? [{ script: TAPROOT }] : [];
  const outputs = [{ script: receiver }, ...left, ...ofPin, message, { script: TAPROOT }];
  return transactionVsize(inputs, outputs);
}
