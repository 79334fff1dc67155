/** What the table of pages says of each page, beside its path. */
import type {} from '@tanstack/react-router';

export interface PageFacts {
  readonly name: string;
  /** What the tab says: a message. */
  readonly title: string;
  /** Opens with Metalet alone. */
  readonly metaletOnly?: boolean;
}

declare module '@tanstack/react-router' {
  // The library's own door for facts of a route.
  interface StaticDataRouteOption extends Partial<PageFacts> {
    readonly name?: string;
  }
}
