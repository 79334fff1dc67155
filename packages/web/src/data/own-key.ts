/** Where the answers about one's own transactions are kept; alone, because the first page forgets them and never asks. */
export const OWN_KEY = 'own';
