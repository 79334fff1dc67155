/** The one button of a form: it says what is missing, or does the act. */
import { useLineLost } from '../../data/calls/line.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import { Button } from '../../ui/Button.tsx';
import { t } from '../../words.ts';
import type { Label } from './swap-form.ts';

interface MainButtonProps {
  readonly now: Label;
  readonly busy: boolean;
  /** Something it needs is not known yet. */
  readonly waits: boolean;
  readonly testId: string;
  readonly onAct: () => void;
}

export function MainButton({ now, busy, waits, testId, onAct }: MainButtonProps) {
  const offline = useLineLost();
  return (
    <Button
      tone={now.danger === true ? 'sell' : 'primary'}
      size="lg"
      className="w-full"
      data-main
      data-testid={testId}
      busy={busy}
      disabled={offline || now.act === undefined || (now.act === 'go' && waits)}
      onClick={now.act === 'connect' ? askToConnect : onAct}
    >
      {offline ? t('Offline, reconnecting') : t(now.label)}
    </Button>
  );
}
