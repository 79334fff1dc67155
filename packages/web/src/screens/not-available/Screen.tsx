/** For visitors from where the exchange is not served. */
import { NotServed } from '../../show/NotServed.tsx';

export function NotAvailableScreen() {
  return <NotServed />;
}
