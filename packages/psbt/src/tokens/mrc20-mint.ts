/** One mint of an MRC-20 token: its shovels come home, the payment is made, the tokens land on an output of their own. */
import {
  MINT_PATH,
  amount,
  bytesToHex,
  encodeMrc20Mint,
  isMrc20MintOpen,
  needsShovels,
  sats,
  shovelsUsed,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Mrc20Asset, Mrc20Token, Network, ScriptHex, Shovel, TxOutput } from '@rialto/protocols';
import { addressToScript, scriptToAddress } from '../tx/address.ts';
import type { Intent } from '../effects/intent.ts';
import { labelOf, moveOf } from '../effects/moves.ts';
import { textBytes } from './mrc20-transfer.ts';
import { checkCarried, checkDistinct, checkReceiver, small } from '../draft/payer.ts';
import { planReveal } from '../inscribe/reveal.ts';
import type { PinRequest, RevealPlan } from '../inscribe/reveal.ts';
import { DUST_FLOOR } from '../tx/size.ts';

/** What of a token a mint needs to know. */
export type MintedMrc20 = Omit<
  Mrc20Token,
  'issued' | 'burned' | 'deployer' | 'height' | 'operations' | 'odd'
>;

export interface Mrc20MintRequest extends PinRequest {
  /** As the ledger has it at the tip. */
  readonly token: MintedMrc20;
  /** Coins of the payer that carry nothing but PINs, with what the ledger says of those not used for this token yet. */
  readonly shovels: readonly { readonly coin: Coin; readonly pins: readonly Shovel[] }[];
  readonly destination: Uint8Array;
  readonly network: Network;
  /** The block that may hold it. */
  readonly nextHeight: number;
}

/**
 * Plans a mint. Reveal out: the shovel coins home, 546 sat with the mint PIN, 546 sat with the tokens, the payment.
 * A payment that the deploy asks for is always made, though an index may let an unpaid mint pass.
 * @throws Refusal not-yours, coin-unconfirmed, lot-mixed (a shovel carries more), duplicate-input, script-not-allowed, bad-request
 *   (minted out, not open, too few shovels), wrong-address-type or wrong-network (of the payment), and as `planReveal`
 * Source: metaid §4, §8.
 */
export function planMrc20Mint(request: Mrc20MintRequest): RevealPlan {
  const { payer, token, shovels, destination } = request;
  checkReceiver(destination);
  checkMintable(request);
  const coins = shovels.map((shovel) => shovel.coin);
  checkDistinct(coins);
  for (const coin of coins) checkCarried(coin, payer, (asset) => asset.kind === 'pin');
  const minted = mintedBy(token);
  const tokensAt = coins.length + 1;
  const body = textBytes(encodeMrc20Mint(token.deploy, tokensAt));
  return planReveal({
    ...request,
    words: { operation: 'create', path: MINT_PATH, contentType: 'application/json', body },
    carried: coins,
    homes: coins.map(({ value, script }) => ({ value, script })),
    others: [small(destination), ...paymentOf(request)],
    facts: { mrc20Mints: [minted] },
    intend: (intent) => {
      comesHome(intent, coins);
      const tokens = { ...labelOf(minted), amount: minted.amount, index: tokensAt };
      intent.gets(bytesToHex(destination) as ScriptHex, tokens);
    },
  });
}

/** What one mint of a token gives. */
function mintedBy({ asset, display, decimals, amountPerMint }: MintedMrc20): Mrc20Asset {
  const units = amount(amountPerMint * 10n ** BigInt(decimals));
  return { kind: 'mrc20', asset, tick: display, decimals, amount: units };
}

function checkMintable({ token, shovels, nextHeight }: Mrc20MintRequest): void {
  if (token.mints >= token.mintCount) throw new Refusal('bad-request', 'everything is minted');
  if (!isMrc20MintOpen(token, nextHeight)) throw new Refusal('bad-request', 'the mint is not open');
  if (!needsShovels(token.pinCheck)) return;
  const pins = shovels.flatMap((shovel) => shovel.pins);
  if (shovelsUsed(token.pinCheck, pins) === undefined)
    throw new Refusal('bad-request', 'too few PINs that qualify');
}

/** @throws Refusal as `addressToScript` */
function paymentOf({ token, network }: Mrc20MintRequest): TxOutput[] {
  if (token.payCheck === undefined) return [];
  const { payTo, payAmount } = token.payCheck;
  const asked = BigInt(payAmount);
  const script = addressToScript(payTo, network);
  // An index compares the text of the address.
  if (scriptToAddress(script, network) !== payTo) throw new Refusal('bad-request', 'payTo');
  return [{ value: sats(asked > DUST_FLOOR ? asked : DUST_FLOOR), script }];
}

/** Each shovel coin's PINs to the output at its own index. */
function comesHome(intent: Intent, coins: readonly Coin[]): void {
  coins.forEach((coin, index) => {
    const owner = bytesToHex(coin.script) as ScriptHex;
    for (const asset of coin.assets) intent.gets(owner, moveOf(asset, { index, offset: sats(0n) }));
  });
}
