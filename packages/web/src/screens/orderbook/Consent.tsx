/** What has to be agreed to before a button can be pressed. */
import { HIGH_FEE } from './buy/buying.ts';
import type { Check } from './form-check.ts';
import { t } from '../../words.ts';

interface ConsentProps {
  readonly testId: string;
  readonly checked: boolean;
  readonly onChange: (agreed: boolean) => void;
  readonly children: string;
}

export function Consent({ testId, checked, onChange, children }: ConsentProps) {
  return (
    <label className="flex items-start gap-2.5 rounded-[10px] bg-warn-deep px-3 py-2.5 text-[0.8125rem] leading-5 text-warn">
      <input
        type="checkbox"
        data-testid={testId}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 accent-amber"
      />
      {children}
    </label>
  );
}

interface FeeConsentProps {
  readonly testId?: string;
  readonly agreed: boolean;
  readonly check: Pick<Check, 'label'>;
  readonly onAgree: (agreed: boolean) => void;
}

/** To a fee rate far above Fast: asked for where the form lacks it, and there to be taken back. */
export function FeeConsent({ testId = 'fee-consent', agreed, check, onAgree }: FeeConsentProps) {
  if (!agreed && check.label !== HIGH_FEE) return null;
  return (
    <Consent testId={testId} checked={agreed} onChange={onAgree}>
      {t('This fee rate is over four times Fast. Pay it anyway.')}
    </Consent>
  );
}
