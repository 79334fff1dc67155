/** The one order under way on this page: made and checked, signed once, then followed. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { OF_BRIDGE } from '../../../data/bridge/bridge-queries.ts';
import { errorWords } from '../../../error-words.ts';
import type { BridgeIntent } from '../../../flows/bridge/bridge-intent.ts';
import { beginMint, signMint } from '../../../flows/bridge/mint.ts';
import type { MintToSign } from '../../../flows/bridge/mint.ts';
import { beginRedeem, payRedeem } from '../../../flows/bridge/redeem.ts';
import type { RedeemToPay } from '../../../flows/bridge/redeem.ts';
import { useOnce } from '../../../ui/once.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

type BridgeStep =
  | { readonly at: 'asking' }
  /** It must not be paid, or cannot be; nothing was handed in. */
  | { readonly at: 'stopped'; readonly words: string }
  | { readonly at: 'mint'; readonly mint: MintToSign }
  | { readonly at: 'redeem'; readonly redeem: RedeemToPay };

export interface Bridging {
  readonly step: BridgeStep;
  readonly signing: boolean;
  readonly begin: () => void;
  readonly sign: () => void;
}

/**
 * @param space sat that the account has on MVC
 * @param onPaid the order was handed in, whether the exchange has answered or not
 */
export function useBridging(
  intent: BridgeIntent,
  space: bigint,
  onPaid: (orderId: string) => void,
): Bridging {
  const queries = useQueryClient();
  const [step, setStep] = useState<BridgeStep>({ at: 'asking' });
  const [signing, setSigning] = useState(false);

  const stopped = (error: unknown): void => setStep({ at: 'stopped', words: errorWords(error) });
  const begin = async (): Promise<void> => {
    setStep({ at: 'asking' });
    try {
      if (intent.direction === 'mint') setStep({ at: 'mint', mint: await beginMint(intent) });
      else setStep({ at: 'redeem', redeem: await beginRedeem(intent, space) });
    } catch (error) {
      stopped(error);
    }
  };
  const sign = async (): Promise<void> => {
    if (step.at === 'mint') await signMint(step.mint);
    else if (step.at === 'redeem') await payRedeem(step.redeem);
    else return;
    const { orderId } = step.at === 'mint' ? step.mint.made : step.redeem.made;
    void Promise.all(
      [...OF_BRIDGE, 'coins', 'mvc-account'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
    onPaid(orderId);
  };
  useOnce(() => void begin());
  return {
    ...{ step, signing },
    begin: () => void begin(),
    sign: () => {
      setSigning(true);
      sign()
        .catch((error: unknown) => {
          // The wallet can be asked again; anything else ends it.
          if (error instanceof WalletError) toast({ title: errorWords(error), variant: 'warn' });
          else stopped(error);
        })
        .finally(() => setSigning(false));
    },
  };
}
