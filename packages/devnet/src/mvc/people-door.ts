/** People on the private MVC chain, loaded by whoever asks for them: the libraries of MVC's contracts take a second and a hundred megabytes. */
export type { MvcPerson } from './person.ts';

export const mvcPeople = () => import('./private-people.ts');
