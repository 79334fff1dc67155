/** The element of the page in which the server writes what the page needs before its first picture. */
export const FACTS_ID = 'facts';
