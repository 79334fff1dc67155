/** The terms of an order as a file: whoever has it can bring the order back, on any browser. */
import type { MadeTerms } from '../../flows/bridge/bridge-terms.ts';
import { termsFileName, termsFileText } from '../../flows/bridge/terms-file.ts';
import { Button } from '../../ui/Button.tsx';
import { download } from '../../ui/download.ts';
import { t } from '../../words.ts';

export const SaveTerms = ({ made }: { made: MadeTerms }) => (
  <div className="flex items-center justify-between gap-4">
    <p className="text-xs leading-5 text-haze">
      {t('This browser keeps the terms of your order. With a file you can restore it elsewhere.')}
    </p>
    <Button
      size="sm"
      className="shrink-0 max-sm:h-11"
      data-testid="bridge-save-terms"
      onClick={() => download(termsFileName(made.orderId), termsFileText(made), 'application/json')}
    >
      {t('Save terms')}
    </Button>
  </div>
);
