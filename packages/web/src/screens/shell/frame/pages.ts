/** The pages one can go to, from the table of routes itself: nothing to forget when one is added. */
import { useRouter } from '@tanstack/react-router';
import type { PageFacts } from '../../../page-facts.ts';

interface PageLink {
  readonly name: string;
  readonly title: string;
  readonly href: string;
}

/** Where one is sent, never goes, and what is of one thing only. */
const NOT_CHOSEN = ['not-available', 'maintaining', 'transaction'];

export function usePages(): readonly PageLink[] {
  const { routesByPath } = useRouter();
  return Object.entries<{ options: { staticData?: Partial<PageFacts> } }>(routesByPath).flatMap(
    ([path, route]) => {
      const { name, title } = route.options.staticData ?? {};
      if (name === undefined || title === undefined || NOT_CHOSEN.includes(name)) return [];
      return [{ name, title, href: path.replaceAll('/{-$pair}', '') }];
    },
  );
}
