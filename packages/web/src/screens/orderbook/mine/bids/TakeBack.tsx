/** Of locks on the chain: the exchange signs with their owner. */
import { useLineLost } from '../../../../data/calls/line.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Choice } from '../CancelDialog.tsx';
import { t } from '../../../../words.ts';

interface TakeBackProps {
  readonly disabled: boolean;
  readonly testId: string;
  readonly onTakeBack: () => void;
}

export function TakeBack({ disabled, testId, onTakeBack }: TakeBackProps) {
  const offline = useLineLost();
  return (
    <Choice
      title={t('Take it back now')}
      words={t(
        'The exchange signs with you, and the locks come home in one transaction. They pay its network fee themselves.',
      )}
    >
      <Button
        tone="danger"
        className="w-full"
        disabled={disabled || offline}
        data-testid={testId}
        onClick={onTakeBack}
      >
        {offline ? t('Offline, reconnecting') : t('Take back on-chain')}
      </Button>
    </Choice>
  );
}
