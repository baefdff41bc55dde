/** The people of the demo: who they are and how to log in. None of them exists. */
export type CastMember = {
  key: 'admin' | 'teatro' | 'sala' | 'viewer' | 'fan';
  email: string;
  password: string;
  name: string;
  surname: string;
  language: 'en' | 'es' | 'pt';
  who: string;
};

const password = 'Platea-demo-1';

export const castList: CastMember[] = [
  {
    key: 'admin',
    email: 'admin@platea.example',
    password,
    name: 'Alma',
    surname: 'Admin',
    language: 'en',
    who: 'administrator',
  },
  {
    key: 'teatro',
    email: 'teatro@platea.example',
    password,
    name: 'Teatro',
    surname: 'del Faro',
    language: 'es',
    who: 'organizer (theatre, in Spanish)',
  },
  {
    key: 'sala',
    email: 'sala@platea.example',
    password,
    name: 'Sala',
    surname: 'Maré',
    language: 'pt',
    who: 'organizer (music, in Portuguese)',
  },
  {
    key: 'viewer',
    email: 'viewer@platea.example',
    password,
    name: 'Vera',
    surname: 'Viewer',
    language: 'en',
    who: 'viewer with tickets',
  },
  {
    key: 'fan',
    email: 'fan@platea.example',
    password,
    name: 'Fabio',
    surname: 'Fan',
    language: 'pt',
    who: 'viewer (in Portuguese)',
  },
];
