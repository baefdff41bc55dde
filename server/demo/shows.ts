import type { ChannelClassification } from '#contract/channels.ts';
import type { Palette, Poster } from './posters.ts';

const palettes = {
  wine: ['#1a0612', '#4a0d2c', '#d9486a', '#ffe0c2'],
  sea: ['#04121f', '#0a3a5a', '#2fa6c9', '#f3f0d7'],
  violet: ['#0d0720', '#3a1575', '#9b5cff', '#f1e3ff'],
  amber: ['#1b0c02', '#5a2604', '#f08a24', '#fff0c9'],
  green: ['#03150f', '#0c4a35', '#3fbf8a', '#eefbd8'],
  rose: ['#1c0714', '#6b1546', '#ff6fa8', '#ffe9ef'],
  slate: ['#0b0f16', '#27364a', '#7fa3c7', '#fdf6e3'],
  ember: ['#170404', '#5c1010', '#ff5a3c', '#ffdfae'],
} as const satisfies Record<string, Palette>;

const poster = (motif: Poster['motif'], palette: keyof typeof palettes, seed: number): Poster => ({
  motif,
  palette: [...palettes[palette]] as Palette,
  seed,
});

export type DemoChannel = {
  key: string;
  owner: 'teatro' | 'sala';
  language: 'en' | 'es' | 'pt';
  title: string;
  description: string;
  businessName: string;
  /** One that can be, of a province that there is not: nobody has it. */
  taxId: string;
  classification: ChannelClassification;
  tags: string[];
  poster: Poster;
  state: 'published' | 'in_review' | 'draft';
  featured?: boolean;
  /** What a month of it costs, in cents with tax; left out: it is not subscribed to. */
  month?: number;
};

export const demoChannels: DemoChannel[] = [
  {
    key: 'faro',
    owner: 'teatro',
    language: 'es',
    title: 'Teatro del Faro',
    description:
      'Una sala junto al mar con cien butacas y muchas ganas. Teatro contemporáneo, clásicos sin polvo y conversaciones después de cada función.',
    businessName: 'Teatro del Faro S. Coop.',
    taxId: 'F00000018',
    classification: 'theatre',
    tags: ['teatro', 'clásicos', 'estrenos'],
    month: 699,
    poster: poster('curtain', 'wine', 3),
    state: 'published',
    featured: true,
  },
  {
    key: 'mare',
    owner: 'sala',
    language: 'pt',
    title: 'Sala Maré',
    description:
      'Música que chega com a maré: samba, fado e noites longas. Ao vivo, da nossa sala para a sua.',
    businessName: 'Sala Maré Produções',
    taxId: 'B00000026',
    classification: 'music',
    tags: ['música', 'samba', 'fado'],
    month: 499,
    poster: poster('sea', 'sea', 4),
    state: 'published',
  },
  {
    key: 'northlight',
    owner: 'sala',
    language: 'en',
    title: 'Northlight Sessions',
    description:
      'Small rooms, close microphones. Chamber music, jazz and songwriters, played once and streamed with care.',
    businessName: 'Northlight Sessions',
    taxId: 'B00000034',
    classification: 'music',
    tags: ['jazz', 'chamber music', 'songwriters'],
    poster: poster('strings', 'amber', 9),
    state: 'published',
  },
  {
    key: 'patio',
    owner: 'teatro',
    language: 'es',
    title: 'El Patio de Danza',
    description: 'Danza en un patio andaluz: flamenco, contemporánea y talleres abiertos.',
    businessName: 'Teatro del Faro S. Coop.',
    taxId: 'F00000018',
    classification: 'dance',
    tags: ['danza', 'flamenco'],
    poster: poster('ribbons', 'rose', 5),
    state: 'in_review',
  },
];

export type DemoShow = {
  key: string;
  channel: 'faro' | 'mare' | 'northlight';
  language: 'en' | 'es' | 'pt';
  title: string;
  short: string;
  description: string;
  categories: string[];
  tags: string[];
  /** Total with tax in euro cents and the rate in basis points; 0 is free. */
  total: number;
  taxRate: number;
  /** Days from today and the hour in Madrid. `now` began a few minutes ago. */
  when: { days: number; time: string }[] | 'now';
  minutes: number;
  capacity?: number;
  age?: 'all' | '13+' | '18+';
  offerPercent?: number;
  poster: Poster;
  status: 'published' | 'private' | 'draft';
  featured?: boolean;
  /** Seconds of recording to make: the show is over and can be watched. */
  recording?: number;
  /** The subscription of its channel opens it too. */
  inMonth?: boolean;
};

export const demoShows: DemoShow[] = [
  {
    key: 'open-rehearsal',
    channel: 'faro',
    language: 'es',
    title: 'Ensayo abierto: La luz del faro',
    short: 'El último ensayo antes del estreno, con el equipo y sin red. Gratis y en directo.',
    description:
      '<p>Abrimos la puerta una noche antes. Verás cómo se ajustan la luz, el sonido y los nervios, y podrás preguntar en el chat.</p><p>Sin entrada de pago: solo hace falta una cuenta.</p>',
    categories: ['theatre'],
    tags: ['ensayo', 'gratis'],
    total: 0,
    taxRate: 0,
    when: 'now',
    minutes: 480,
    poster: poster('spotlights', 'violet', 12),
    status: 'published',
    featured: true,
  },
  {
    key: 'premiere',
    channel: 'faro',
    language: 'es',
    title: 'La luz del faro',
    short:
      'Estreno. Dos hermanas, un faro que se apaga y una noche entera para decidir quién se queda.',
    description:
      '<p>Una obra para dos actrices y un mar que no se ve nunca. Setenta minutos sin descanso, filmados con tres cámaras desde el patio de butacas.</p><ul><li>Coloquio en directo al terminar</li><li>Subtítulos en español</li></ul>',
    categories: ['theatre'],
    tags: ['estreno', 'drama'],
    total: 1210,
    taxRate: 1000,
    when: [
      { days: 3, time: '20:30' },
      { days: 4, time: '19:00' },
    ],
    minutes: 90,
    capacity: 400,
    poster: poster('moon', 'slate', 7),
    status: 'published',
  },
  {
    key: 'quixote',
    channel: 'faro',
    language: 'es',
    title: 'Quijote a dos voces',
    short:
      'Lectura viva de los capítulos más divertidos, con música de vihuela y un burro de cartón.',
    description:
      '<p>Para leer con los oídos. Desde los ocho años, y para quien todavía no se ha atrevido con el libro.</p>',
    categories: ['theatre', 'family'],
    tags: ['lectura', 'familia'],
    total: 750,
    taxRate: 1000,
    when: [{ days: 12, time: '18:00' }],
    minutes: 75,
    offerPercent: 20,
    poster: poster('city', 'amber', 21),
    status: 'published',
  },
  {
    key: 'salome',
    channel: 'faro',
    language: 'es',
    title: 'Salomé, concierto escénico',
    short: 'Voz, percusión y sombra. Una Salomé que por fin habla ella.',
    description:
      '<p>Función grabada en directo con público en la sala. La grabación queda disponible para quien tenga entrada.</p>',
    categories: ['theatre', 'music'],
    tags: ['concierto', 'mito'],
    total: 990,
    taxRate: 1000,
    when: [{ days: -6, time: '21:00' }],
    minutes: 60,
    age: '13+',
    poster: poster('curtain', 'ember', 31),
    status: 'published',
    recording: 40,
    inMonth: true,
  },
  {
    key: 'samba',
    channel: 'mare',
    language: 'pt',
    title: 'Roda de samba na Maré',
    short: 'Cavaquinho, pandeiro e mesa cheia. A roda de sexta, ao vivo da sala.',
    description:
      '<p>Três horas de samba de raiz com convidados surpresa. Mande o seu pedido pelo chat: a roda responde.</p>',
    categories: ['music'],
    tags: ['samba', 'ao vivo'],
    total: 890,
    taxRate: 2100,
    when: [{ days: 1, time: '22:00' }],
    minutes: 180,
    poster: poster('rings', 'green', 8),
    status: 'published',
  },
  {
    key: 'fado',
    channel: 'mare',
    language: 'pt',
    title: 'Fado à meia-luz',
    short: 'Duas guitarras, uma voz e silêncio. Lugares limitados para manter a intimidade.',
    description:
      '<p>Um concerto pequeno de propósito: só sessenta ingressos, câmera de perto e som sem pressa.</p>',
    categories: ['music'],
    tags: ['fado', 'íntimo'],
    total: 1500,
    taxRate: 2100,
    when: [{ days: 8, time: '21:30' }],
    minutes: 80,
    capacity: 60,
    poster: poster('sea', 'slate', 14),
    status: 'published',
  },
  {
    key: 'choro',
    channel: 'mare',
    language: 'pt',
    title: 'Choro para crianças',
    short: 'Flauta, violão e histórias de bichos. De graça, no domingo de manhã.',
    description:
      '<p>Os instrumentos do choro apresentados um a um, com palmas, perguntas e um jacaré desafinado.</p>',
    categories: ['music', 'family'],
    tags: ['choro', 'crianças'],
    total: 0,
    taxRate: 0,
    when: [{ days: 9, time: '11:00' }],
    minutes: 50,
    poster: poster('ribbons', 'amber', 17),
    status: 'published',
  },
  {
    key: 'quartet',
    channel: 'northlight',
    language: 'en',
    title: 'Four Strings, One Room',
    short: 'A string quartet plays Ravel and a new piece, an arm’s length from the microphones.',
    description:
      '<p>No audience in the room but you. The quartet talks between the movements and answers the chat after the last note.</p>',
    categories: ['music'],
    tags: ['chamber music', 'Ravel'],
    total: 1200,
    taxRate: 2100,
    when: [{ days: 2, time: '20:00' }],
    minutes: 70,
    poster: poster('strings', 'wine', 19),
    status: 'published',
  },
  {
    key: 'piano',
    channel: 'northlight',
    language: 'en',
    title: 'Midnight Piano',
    short: 'One player, one lamp, requests from the chat. Runs until the candle is gone.',
    description:
      '<p>Improvised from your words. Headphones recommended; neighbours will thank you.</p>',
    categories: ['music'],
    tags: ['jazz', 'improvised'],
    total: 600,
    taxRate: 2100,
    when: [
      { days: 5, time: '23:00' },
      { days: 19, time: '23:00' },
    ],
    minutes: 120,
    poster: poster('city', 'violet', 23),
    status: 'published',
  },
  {
    key: 'songs',
    channel: 'northlight',
    language: 'en',
    title: 'Songs for a Quiet Street',
    short:
      'Three songwriters swap verses in a kitchen. Recorded last week, yours to keep watching.',
    description:
      '<p>The whole evening as it was streamed, from the first tuning to the washing-up.</p>',
    categories: ['music'],
    tags: ['songwriters'],
    total: 500,
    taxRate: 2100,
    when: [{ days: -9, time: '20:00' }],
    minutes: 60,
    poster: poster('spotlights', 'amber', 27),
    status: 'published',
    recording: 30,
  },
  {
    key: 'members',
    channel: 'northlight',
    language: 'en',
    title: 'Listening Party for Friends',
    short: 'The new record, before it is out. For people with a code.',
    description: '<p>Invitation only. Bring the code that came with your letter.</p>',
    categories: ['music'],
    tags: ['private'],
    total: 400,
    taxRate: 2100,
    when: [{ days: 6, time: '19:30' }],
    minutes: 60,
    poster: poster('rings', 'rose', 33),
    status: 'private',
  },
  {
    key: 'draft',
    channel: 'faro',
    language: 'es',
    title: 'Noche de monólogos (en preparación)',
    short: 'Cuatro cómicas, un taburete.',
    description: '<p>Programa por confirmar.</p>',
    categories: ['comedy'],
    tags: ['humor'],
    total: 800,
    taxRate: 1000,
    when: [{ days: 25, time: '22:00' }],
    minutes: 80,
    age: '18+',
    poster: poster('spotlights', 'ember', 41),
    status: 'draft',
  },
];
