/** The switch of a protected offer: what it is for, what it costs, and how long the token waits if the exchange dies. */
import type { LockTerms } from '@rialto/contract';
import { formatSats } from '@rialto/market';
import { TrustLink } from '../../../show/locks/TrustLink.tsx';
import type { Form } from '../form.ts';
import type { FormAct } from '../form-acts.ts';
import { numberWords, t } from '../../../words.ts';

interface ProtectedProps {
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  /** Undefined where no lot can be locked. */
  readonly terms: LockTerms | undefined;
  /** Sats that one pays to the network for it. */
  readonly networkFee: bigint | undefined;
}

export function Protected({ form, dispatch, terms, networkFee }: ProtectedProps) {
  if (terms === undefined) return null;
  return (
    <label className="flex items-start gap-2.5 text-[0.8125rem] leading-5">
      <input
        type="checkbox"
        data-testid="protected-order"
        checked={form.protect}
        onChange={(event) => dispatch({ type: 'protect', on: event.target.checked })}
        className="mt-1 size-4 accent-amber"
      />
      <span>
        {t('Protected')}
        <span className="block text-xs text-haze">
          {t('The lot goes into a lock, so nobody can snipe it and cancelling is real. One lot at a time.')}
        </span>
        {form.protect ? (
          <span className="mt-1 block text-xs text-mist" data-testid="protected-cost">
            {networkFee === undefined
              ? null
              : t('It costs about {fee} sat of network fee, and {value} sat that stay in the lock.', {
                  fee: formatSats(networkFee),
                  value: formatSats(BigInt(terms.value)),
                })}{' '}
            {t('If the exchange dies, the token waits {blocks} blocks before you can take it out alone.', {
              blocks: numberWords(terms.exitAfter),
            })}{' '}
            <TrustLink />
          </span>
        ) : null}
      </span>
    </label>
  );
}
