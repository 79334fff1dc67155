/** A private MVC chain with people on it, for the tests of it. */
export {
  accepted,
  begun,
  coinsOf,
  funded,
  minted,
  only,
  openChain,
  payment,
  person,
  sats,
  signatureOf,
  txOf,
} from '../../src/mvc/private-people.ts';
export type { MvcPerson as Person } from '../../src/mvc/person.ts';
