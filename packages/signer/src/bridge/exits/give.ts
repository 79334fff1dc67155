/** Exits on MVC: a mint paid out, or a redeem refunded (bridge §5). Check and transfer are planned here, from coins that our own node has. */
import type { BridgeGiveRequest, SignerAnswer } from '@rialto/contract';
import { bridgeRefundId, unitOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  keyHashOf,
  nameMvcTransaction,
  planBridgeCheck,
  planBridgeTransferOver,
  readMvcTransaction,
  signBridgeTransfer,
  withSignatures,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { BridgeTransferRequest, MvcPlan, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, isFlaw } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { FoundCoin } from '../../mvc/coins.ts';
import type { BridgeLine } from '../books/lines.ts';
import type { BridgeKeys, FirstSecrets } from '../keys.ts';
import { exitInTurn } from '../in-turn.ts';
import type { BridgeParts } from '../parts.ts';
import type { Due } from './due.ts';
import { requireGiven } from './given.ts';
import { judgeExit, noteExit } from './judge-exit.ts';
import { openExit } from './open-exit.ts';
import { requireSameSpace } from './one-exit.ts';
import { haveAllPromised, promiseOf, requireFirst } from './promises.ts';
import { spentCoins, withOrigins } from './spent-coins.ts';
import { requireThere } from './there.ts';

interface Built {
  /** Signed. */
  readonly check: MvcTransaction;
  readonly plan: MvcPlan;
  readonly transfer: MvcTransaction;
}

/**
 * The same request again is answered alike; where several judge, with signatures once all have promised.
 * @throws Refusal as `exitInTurn`, `openExit`, `spentCoins`, `judgeExit` and `planBridgeTransfer`; coin-spent, coin-unconfirmed, not-a-lot,
 *   bridge-fees-high, signature-missing (the first judges first)
 */
export function signGive(
  parts: BridgeParts,
  { check, promises, ...request }: BridgeGiveRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'bridgeGive'>> {
  return exitInTurn(parts, request, { spends: [], gone }, async (tips) => {
    const asked = await openExit(parts, request, { chain: 'mvc', tips });
    const [tokens, space] = await Promise.all([
      coinsOf(parts, request.tokens),
      coinsOf(parts, request.space),
    ]);
    if (asked.before !== undefined) {
      const { before, keys, asset } = asked;
      const built = builtOf({ asset, keys, due: dueAgain(before) }, { request, check, tokens, space });
      // Of others' bytes it may be another.
      if (built.transfer.core !== before.id) throw new Refusal('effects-differ', 'another check');
      return answerOf(built, { keys, request, promises, out: before.out });
    }
    const { open } = asked;
    const { kind } = request;
    for (const fee of [request.checkFee, request.fee])
      if (BigInt(fee) > parts.mostMvcFee)
        throw new Refusal('bridge-fees-high', `${fee} sat, ${parts.mostMvcFee} at most`);
    const cost = BigInt(request.checkFee) + BigInt(request.fee);
    const names = tokens.map(({ name }) => name);
    const makers = tokens.map(({ tx }) => tx);
    const spends = withOrigins(await spentCoins(parts, open, { names, kind }), makers);
    await requireThere(parts, { tokens, space }, open.asset);
    const paying = space.map(({ name }) => name);
    await requireSameSpace(parts, open.living, paying);
    const built = builtOf(open, { request, check, tokens, space });
    requireFirst(open.keys, { ...request, core: built.transfer.core }, promises);
    await judgeExit(parts, open, { spends, kind, cost });
    const out = open.due.out.toString();
    const answer = answerOf(built, { keys: open.keys, request, promises, out });
    const fees = space.map(({ name: coin, coin: { outpoint: point } }) => ({ coin, point }));
    const { core: id } = built.transfer;
    const made = { id, spends, fees, check: built.check.core, cost: cost.toString() };
    await noteExit(parts, open, { request, gone, ...made });
    return answer;
  });
}

const coinsOf = ({ source: { mvc } }: BridgeParts, points: readonly Outpoint[]): Promise<FoundCoin[]> =>
  Promise.all(points.map((point) => mvc.coins.at(point)));

/** Without what others have said of it. */
type Request = Omit<BridgeGiveRequest, 'check' | 'promises'>;

interface OfExit {
  readonly asset: BridgeAsset;
  readonly keys: BridgeKeys;
  readonly due: Due;
}

interface Asked {
  readonly request: Request;
  /** As the first signer has signed it. */
  readonly check: string | undefined;
  readonly tokens: readonly FoundCoin[];
  readonly space: readonly FoundCoin[];
}

/**
 * Both transactions, made from the outpoints of the request; the check’s is signed, for the transfer spends it by its id.
 * @throws Refusal as `planBridgeTransfer` and `requireGiven`; signature-missing, effects-differ where the check is told and is another
 */
function builtOf({ asset, keys, due }: OfExit, { request, check: told, tokens, space }: Asked): Built {
  const receiver = keyHashOf(hexToBytes(due.receiver));
  invariant(receiver !== undefined, 'who is paid on MVC has a key');
  const transfer: BridgeTransferRequest = {
    token: { codehash: asset.token.codehash, genesis: asset.token.genesis },
    ...{ stock: keys.stock.hash, inlet: keys.inlet.hash, fees: keys.fees.mvc.hash },
    tokens: tokens.map(({ coin }) => coin),
    feeCoins: space.map(({ coin }) => coin),
    ...{ receiver, units: due.out / unitOf(asset), restCoins: request.restCoins, id: due.id },
    tokenSats: TOKEN_OUTPUT_SATS,
  };
  const own = { script: hexToBytes(request.checkScript), sats: CHECK_SATS, fee: BigInt(request.checkFee) };
  const checkPlan = planBridgeCheck(transfer, own);
  const check = keys.first === undefined ? checkAs(checkPlan, told) : checkBy(checkPlan, keys.first);
  const plan = planBridgeTransferOver(transfer, check, BigInt(request.fee));
  const built = { check, plan, transfer: nameMvcTransaction(bodyOfPlan(plan)) };
  const fees = { check: own.fee, transfer: BigInt(request.fee) };
  requireGiven({ asset, keys, due }, { ...built, tokens, space, fees });
  return built;
}

function checkBy(plan: MvcPlan, { fees }: FirstSecrets): MvcTransaction {
  return nameMvcTransaction(withSignatures(bodyOfPlan(plan), signBridgeTransfer(plan, [fees])));
}

/** As the first signer has signed it. @throws Refusal signature-missing, effects-differ */
function checkAs(plan: MvcPlan, told: string | undefined): MvcTransaction {
  if (told === undefined) throw new Refusal('signature-missing', 'the first signer signs the check first');
  const check = readMvcTransaction(hexToBytes(told));
  if (isFlaw(check)) throw new Refusal('effects-differ', check.flaw);
  if (check.core !== nameMvcTransaction(bodyOfPlan(plan)).core)
    throw new Refusal('effects-differ', 'another check');
  return check;
}

interface Answering {
  readonly keys: BridgeKeys;
  readonly request: Request;
  readonly promises: BridgeGiveRequest['promises'];
  readonly out: string;
}

function answerOf(
  { check, plan, transfer }: Built,
  { keys, request, promises, out }: Answering,
): SignerAnswer<'bridgeGive'> {
  const { first, signers } = keys;
  const { core } = transfer;
  const promised = { ...request, core };
  const isDue = first !== undefined && haveAllPromised(keys, promised, promises);
  const signed = isDue ? signBridgeTransfer(plan, [first.stock, first.inlet, first.fees]) : [];
  return {
    ...{ check: bytesToHex(writeMvcTransaction(check)), core, out },
    signed: [...signed].map(([index, { signature, publicKey }]) => ({
      index,
      ...{ signature: bytesToHex(signature), publicKey: bytesToHex(publicKey) },
    })),
    ...(signers === undefined ? {} : { promise: promiseOf(keys, promised) }),
  };
}

/** As the journal has it. */
function dueAgain({ exit, order, deposit, receiver, out }: BridgeLine): Due {
  const id = exit === 'refund' ? bridgeRefundId(deposit) : order;
  invariant(id !== null, 'a payout has an order');
  return { receiver, out: BigInt(out), id };
}
