/** The one order under way on this page: made and checked, signed once, then followed. */
import { useState } from 'react';
import { useAskBridgeAgain } from '../../../data/bridge/bridge-queries.ts';
import { ApiError } from '../../../data/calls/api-error.ts';
import { errorWords } from '../../../error-words.ts';
import { mayAskAgain } from '../../../flows/bridge/asked-again.ts';
import type { BridgeIntent } from '../../../flows/bridge/bridge-intent.ts';
import type { MadeTerms } from '../../../flows/bridge/bridge-terms.ts';
import { beginMint, readyMint } from '../../../flows/bridge/mint.ts';
import type { MintToSign } from '../../../flows/bridge/mint.ts';
import { beginRedeem, readyRedeem } from '../../../flows/bridge/redeem.ts';
import type { RedeemToPay } from '../../../flows/bridge/redeem.ts';
import { useOnce } from '../../../ui/once.ts';
import { toast } from '../../../ui/toast/toast.ts';

type BridgeStep =
  | { readonly at: 'asking' }
  /** It must not be paid, or cannot be; no wallet was asked. */
  | { readonly at: 'stopped'; readonly words: string }
  /** Of BRC-20, and no wallet was asked: none of one's lots has the amount. */
  | { readonly at: 'no-lot' }
  /** A wallet was asked: it may be paid, and another order would be a second payment. */
  | { readonly at: 'unsure'; readonly words: string }
  | { readonly at: 'mint'; readonly mint: MintToSign }
  | { readonly at: 'redeem'; readonly redeem: RedeemToPay };

export interface Bridging {
  readonly step: BridgeStep;
  readonly signing: boolean;
  readonly begin: () => void;
  readonly sign: () => void;
}

/** Of BRC-20 nothing can be split, as the sentence of this refusal says of other tokens. */
const isLotWanted = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal === 'bridge-lots-differ';

/**
 * @param space sat that the account has on MVC
 * @param onPaid the order was handed in, whether the exchange has answered or not
 */
export function useBridging(
  intent: BridgeIntent,
  space: bigint,
  onPaid: (orderId: string) => void,
): Bridging {
  const askAgain = useAskBridgeAgain();
  const [step, setStep] = useState<BridgeStep>({ at: 'asking' });
  const [signing, setSigning] = useState(false);

  const begin = async (): Promise<void> => {
    setStep({ at: 'asking' });
    try {
      if (intent.direction === 'mint') setStep({ at: 'mint', mint: await beginMint(intent) });
      else setStep({ at: 'redeem', redeem: await beginRedeem(intent, space) });
    } catch (error) {
      const lacksLot = intent.asset.network === 'BRC20' && isLotWanted(error);
      setStep(lacksLot ? { at: 'no-lot' } : { at: 'stopped', words: errorWords(error) });
    }
  };
  const sign = async (): Promise<void> => {
    if (step.at !== 'mint' && step.at !== 'redeem') return;
    setSigning(true);
    try {
      const pay = step.at === 'mint' ? readyMint(step.mint) : await readyRedeem(step.redeem);
      await paid(pay, step.at === 'mint' ? step.mint.made : step.redeem.made);
    } catch (error) {
      setStep({ at: 'stopped', words: errorWords(error) });
    } finally {
      setSigning(false);
    }
  };
  const paid = async (pay: () => Promise<unknown>, { orderId }: MadeTerms): Promise<void> => {
    try {
      await pay();
      void askAgain('coins', 'mvc-account', 'rune-balances', 'mrc20-balances', 'balance');
      onPaid(orderId);
    } catch (error) {
      if (mayAskAgain(intent.direction, error)) toast({ title: errorWords(error), variant: 'warn' });
      else setStep({ at: 'unsure', words: errorWords(error) });
    }
  };
  useOnce(() => void begin());
  return { ...{ step, signing }, begin: () => void begin(), sign: () => void sign() };
}
