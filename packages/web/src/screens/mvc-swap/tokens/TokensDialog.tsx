/** The swap of a token for another that is under way: reviewed before each signature, stopped, or sent. */
import { useQuery } from '@tanstack/react-query';
import { mvcTaskQuery } from '../../../data/mvc/mvc-queries.ts';
import type { SecondToSign } from '../../../flows/mvc/tokens/swap-tokens.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import { Stopped } from '../../../show/mvc/TwoSteps.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';
import { MvcSent, Raw } from '../act/MvcSent.tsx';
import { TokensReviewed } from './TokensReviewed.tsx';
import type { TokensActing, TokensStep } from './tokens-acting.ts';

export function TokensDialog({ acting }: { acting: TokensActing }) {
  const { step, signing, end } = acting;
  if (step === undefined) return null;
  return (
    <Dialog title={t('Swap')} onClose={end} locked={signing} testId="mvc-tokens-act">
      <Shown step={step} acting={acting} />
    </Dialog>
  );
}

function Shown({ step, acting }: { step: TokensStep; acting: TokensActing }) {
  switch (step.at) {
    case 'refused':
    case 'stopped':
      return (
        <Stopped
          words={step.words}
          testId="mvc-tokens"
          busy={acting.busy}
          onBack={acting.end}
          onAgain={() => acting.begin(step.intent)}
        />
      );
    case 'sent':
      return <Sent second={step.second} onClose={acting.end} />;
    default:
      return <TokensReviewed step={step} acting={acting} />;
  }
}

function Sent({ second, onClose }: { second: SecondToSign; onClose: () => void }) {
  const { intent, sale, built, review } = second;
  const { venue } = intent.place;
  return (
    <div className="space-y-4">
      <HeldSpace second={second} />
      <MvcSent
        venue={venue}
        buildId={built.buildId}
        silent={t(
          'Submitted; the exchange hasn’t answered yet. It can still send both swaps while their coins are unspent. To void them, send these tokens to yourself in Metalet.',
        )}
        onClose={onClose}
      >
        <Line name={t('You give')}>
          <MvcTokens units={sale.review.units} token={intent.from} />
        </Line>
        <Line name={t('You get')}>
          <MvcTokens units={review.units} token={intent.to} />
        </Line>
      </MvcSent>
    </div>
  );
}

/** What is left of it where a block took the sale alone; and the sale's own transactions, for whoever sends the others elsewhere. */
function HeldSpace({ second: { intent, sale, built } }: { second: SecondToSign }) {
  const { venue } = intent.place;
  const { data: sold } = useQuery(mvcTaskQuery(venue, sale.built.buildId));
  const { data: bought } = useQuery(mvcTaskQuery(venue, built.buildId));
  const isHeld = bought?.status === 'failed' && sold !== undefined && sold.status !== 'failed';
  return (
    <>
      {isHeld ? (
        <Notice tone="warn">
          <span data-testid="mvc-holds-space">
            <Words
              of="The sale went through, the purchase did not: you hold {amount} now."
              parts={{ amount: <ExactSpace value={sale.review.sats} /> }}
            />
          </span>
        </Notice>
      ) : null}
      <div className="text-center">
        <Raw task={sold} />
      </div>
    </>
  );
}
