/** Other addresses of the bridge than this browser has seen: nothing is paid until the user has written that the operator confirmed them. */
import { useId, useState } from 'react';
import type { BridgeIntent } from '../../../flows/bridge/bridge-intent.ts';
import { confirmAddresses, haveAddressesChanged } from '../../../flows/bridge/known-addresses.ts';
import { Notice } from '../../../show/Lines.tsx';
import { t } from '../../../words.ts';

/** @returns whether the addresses are new and not confirmed, and what confirms them */
export function useNewAddresses({ asset, network }: BridgeIntent) {
  const [areNew, setAreNew] = useState(() => haveAddressesChanged(asset, network));
  const confirm = (): void => {
    confirmAddresses(asset, network);
    setAreNew(false);
  };
  return { areNew, confirm };
}

export function NewAddresses({ areNew, confirm }: ReturnType<typeof useNewAddresses>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  if (!areNew) return null;
  const words = t('I asked the operator');
  const onType = (text: string): void => {
    setTyped(text);
    if (text.trim().toLowerCase() === words.toLowerCase()) confirm();
  };
  return (
    <Notice tone="bad">
      <p data-testid="bridge-new-address">
        {t(
          'The bridge’s addresses of this asset are not those this browser has seen before. Whoever changed them may take what you pay. Ask the operator, elsewhere than on this page.',
        )}
      </p>
      <label htmlFor={id} className="mt-2 block">
        {t('To pay all the same, write: {words}', { words })}
      </label>
      <input
        id={id}
        data-testid="bridge-confirm-address"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        className="mt-1 h-11 w-full rounded-xl border border-line bg-ink-1 px-3 text-[0.9375rem]"
      />
    </Notice>
  );
}
