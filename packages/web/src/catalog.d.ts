/** A catalog, compiled when the page is built. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
