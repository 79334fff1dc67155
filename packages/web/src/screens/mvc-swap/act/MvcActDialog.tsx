/** The swap that is under way: its review before the wallet opens, and what becomes of it. */
import { Line } from '../../../show/Lines.tsx';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { t } from '../../../words.ts';
import type { Checked, MvcActing } from './acting.ts';
import { MvcReviewed } from './MvcReviewed.tsx';
import { MvcSent } from './MvcSent.tsx';

export function MvcActDialog({ acting }: { acting: MvcActing }) {
  const { swap, sent, signing, end } = acting;
  if (swap === undefined && sent === undefined) return null;
  return (
    <Dialog title={t('Swap')} onClose={end} locked={signing} testId="mvc-act">
      {swap === undefined ? (
        sent === undefined ? null : (
          <Sent swap={sent} onClose={end} />
        )
      ) : (
        <MvcReviewed swap={swap} acting={acting} />
      )}
    </Dialog>
  );
}

function Sent({ swap: { review, intent, built }, onClose }: { swap: Checked; onClose: () => void }) {
  const space = <ExactSpace value={review.sats} />;
  const tokens = <MvcTokens units={review.units} token={intent.pool} />;
  const [give, get] = intent.side === 'buy' ? [space, tokens] : [tokens, space];
  return (
    <MvcSent
      venue={intent.place.venue}
      buildId={built.buildId}
      silent={
        intent.side === 'buy'
          ? t(
              'Submitted; the exchange hasn’t answered yet. It can still send the swap while its coins are unspent. To void it, send your SPACE to yourself in Metalet.',
            )
          : t(
              'Submitted; the exchange hasn’t answered yet. It can still send the swap while its coins are unspent. To void it, send these tokens to yourself in Metalet.',
            )
      }
      onClose={onClose}
    >
      <Line name={t('You give')}>{give}</Line>
      <Line name={t('You get')}>{get}</Line>
    </MvcSent>
  );
}
