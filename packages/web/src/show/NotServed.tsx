/** What visitors read whose country is not served. */
import { Sentence } from '../ui/Page.tsx';

export function NotServed() {
  return (
    <Sentence title="Rialto is not available in your region" testId="not-available">
      <p>Your coins are in your wallet, and stay there. Nothing of yours is kept here.</p>
    </Sentence>
  );
}
