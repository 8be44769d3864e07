// The figures of the court cards, put together of a few pieces as a tailor does: a robe, a head, something on it and
// something in the hand.  All is drawn for the upper half of a card of 100 × 140; the lower half is the upper one
// turned about, and a sash from (7, 61) to (93, 79) parts them.  Nothing reaches into the corner of the index.

export interface Part {
  ink: string; // a class of Figure.svelte: what it is filled with, or how its line is drawn
  d: string;
}

/** How the court of one suit is dressed. */
export interface Costume {
  trim: string; // second colour of their clothes
  hair: string;
  courts: Record<string, string>; // by index: names of pieces, from the back to the front
}

const COSTUMES: Record<string, Costume> = {
  spade: {
    trim: '#8fa3d8',
    hair: '#3a2f2a',
    courts: {
      K: 'mantle curls ermine head beard fringe points arm sword hand',
      Q: 'long gown pearls head parted coronet arm mirror hand',
      J: 'tunic page collar head fringe beret arm halberd hand',
    },
  },
  heart: {
    trim: '#efb9a8',
    hair: '#a8672c',
    courts: {
      K: 'mantle curls ermine head forked parted arched arm sceptre hand',
      Q: 'gown bun pearls head parted diadem arm rose hand',
      J: 'tunic curls ruff head parted feather lute arm hand',
    },
  },
  diamond: {
    trim: '#e9c46a',
    hair: '#6b4a30',
    courts: {
      K: 'mantle page ermine head whiskers goatee fringe towers arm axe hand',
      Q: 'gown pearls head fringe veil arm fan hand',
      J: 'tunic page collar head whiskers fringe chaperon arm pennant hand',
    },
  },
  club: {
    trim: '#9dbb92',
    hair: '#8a5a33',
    courts: {
      K: 'mantle curls ermine head beard parted leaves orb arm hand',
      Q: 'long gown chain head parted horned arm tulip hand',
      J: 'tunic long ruff head parted cap horn arm hand',
    },
  },
  acorn: {
    trim: '#e3b27c',
    hair: '#7a5230',
    courts: {
      K: 'mantle curls ermine head beard fringe leaves goblet arm hand',
      O: 'tunic page collar head whiskers fringe brim raised palm',
      U: 'tunic page collar head fringe cap arm hand',
      10: 'flag',
    },
  },
  bell: {
    trim: '#d9765c',
    hair: '#4a3a30',
    courts: {
      K: 'mantle page ermine head whiskers fringe towers orb arm hand',
      O: 'tunic curls ruff head pipe parted chaperon raised palm',
      U: 'tunic ruff head parted fool arm hand',
      10: 'flag',
    },
  },
  shield: {
    trim: '#d3daea',
    hair: '#8a5a33',
    courts: {
      K: 'mantle curls ermine head forked parted points arm dagger hand',
      O: 'tunic page collar head goatee whiskers fringe beret raised palm',
      U: 'tunic page collar head pipe fringe tricorne arm hand',
      10: 'flag',
    },
  },
  rose: {
    trim: '#a9c490',
    hair: '#a8672c',
    courts: {
      K: 'mantle curls ermine head beard parted arched arm baton hand',
      O: 'tunic curls ruff head parted feather raised palm',
      U: 'tunic long ruff head fringe garland arm hand',
      10: 'flag',
    },
  },
};

// Each piece: ink and outline, and again after a bar.
const PIECES: Record<string, string> = {
  // Clothes, down to the sash.
  mantle:
    'suit M8 61.2C13 57 30 56 46 50H66C82 52 93 57 93 67V79Z|gold M49 50L47 69.3L66 73.3L64 50Z|suit M53 51V70.4M60 51V72',
  gown: 'suit M8 61.2C13 57 30 56 46 50H66C82 52 93 57 93 67V79Z|trim M44 52L40 67.8L72 74.6L69 52Z|skin M48 49C47 57 51 61 56.5 61C62 61 66 57 65 49Z',
  tunic:
    'suit M8 61.2C13 57 30 56 46 50H66C82 52 93 57 93 67V79Z|trim M30 55.5L25 64.7L34 66.6L38 54ZM73 52.5L76 75.4L86 77.5L83 55.5Z|gold M53 50L52 70.3L62 72.4L61 50Z',
  ermine:
    'paper M44 48C34 51 28 53 25 57C33 66 46 67 57 67C68 67 79 65 86 59C83 54 78 51 69 48C66 56 48 56 44 48Z|dots M34 57V59.5M43 60.5V63M57 60.5V63M70 60V62.5M79 57V59.5',
  ruff: 'paper M42 48L37 52L42 53L40 57.5L46 56.5L47 61L52 58L56.5 62L61 58L66 61L67 56.5L73 57.5L71 53L76 52L71 48C66 52 47 52 42 48Z',
  collar: 'paper M46 48L39 55L52 60L56.5 54L61 60L74 55L67 48C63 53 50 53 46 48Z',
  chain: 'line M47 54C49 63 64 63 66 54|gold M56.5 60.5L59.5 63.5L56.5 66.5L53.5 63.5Z',
  pearls: 'beads M49 54C51 58.5 62 58.5 64 54',
  // Heads: what lies behind the face, the face, what lies before it.
  head: 'skin M51 44V52C53 54.5 60 54.5 62 52V44Z|skin M46.5 33C46.5 45 50.5 50.5 56.5 50.5C62.5 50.5 66.5 45 66.5 33C66.5 27 62 24 56.5 24C51 24 46.5 27 46.5 33Z|eyes M52.3 37H52.31M61.2 37H61.21|line M49.8 33.8C51 32.8 53 32.8 54.3 33.6M59.3 33.6C60.6 32.8 62.6 32.8 63.6 33.8M57.3 37.5L59 41.8L56.3 42.2|lips M54.2 46C56 46.8 58 46.8 59.6 45.8',
  long: 'hair M56.5 21C44 21 43 32 42.5 42C42 50 39 52 36 56C44 60 69 60 77 56C74 52 71 50 70.5 42C70 32 69 21 56.5 21Z',
  curls:
    'hair M56.5 22C46 22 43 29 43.5 36C40.5 38 41 42 43 43C40.5 46 42 50.5 46 50.5H67C71 50.5 72.5 46 70 43C72 42 72.5 38 69.5 36C70 29 67 22 56.5 22Z',
  page: 'hair M56.5 21C45 21 42 28 42 48C47 51 66 51 71 48C71 28 68 21 56.5 21Z',
  bun: 'hair M56.5 21C46 21 44 30 45 42H68C69 30 67 21 56.5 21Z|hair M42 34A5.5 6 0 1 0 46.5 44ZM71 34A5.5 6 0 1 1 66.5 44Z',
  fringe:
    'hair M46.2 35C48.5 30.5 53 29.5 57 26C59 30 64 30.5 66.8 35C68.5 27 64 22 56.5 22C49 22 44.5 27 46.2 35Z',
  parted:
    'hair M46 37C46.5 31 52 30 56.5 25.5C61 30 66.5 31 67 37C69.5 27 65 22 56.5 22C48 22 43.5 27 46 37Z',
  beard:
    'hair M46 37C45 50 50 60.5 56.5 62C63 60.5 68 50 67 37C65 43.5 60.5 43.2 56.5 43.2C52.5 43.2 48 43.5 46 37Z|lips M54.2 46.5C56 47.3 58 47.3 59.6 46.3',
  forked:
    'hair M46 37C45 47 47 55 50 60.5C53 60 55 57.5 56.5 55C58 57.5 60 60 63 60.5C66 55 68 47 67 37C65 43.5 60.5 43.2 56.5 43.2C52.5 43.2 48 43.5 46 37Z|lips M54.2 46.5C56 47.3 58 47.3 59.6 46.3',
  whiskers:
    'hair M56.5 43.5C53 41.5 49.5 43 47 41.5C48 46 53.5 47 56.5 45C59.5 47 65 46 66 41.5C63.5 43 60 41.5 56.5 43.5Z',
  goatee: 'hair M53 48.5C54 55 56 58 56.5 58C57 58 59 55 60 48.5C58 49.8 55 49.8 53 48.5Z',
  // What is on the head.
  points:
    'gold M43 29.5L39.5 15L48 21.5L56.5 11L65 21.5L73.5 15L70 29.5C62 26.5 51 26.5 43 29.5Z|suit M43 29.5C51 26.5 62 26.5 70 29.5L70.7 26C62 23 51 23 42.3 26Z|beads M39.5 14.5H39.51M56.5 11H56.51M73.5 14.5H73.51',
  arched:
    'suit M44 27C40 17 48 14 56.5 16C65 14 73 17 69 27Z|gold M54.5 12.5H58.5V27H54.5ZM43 30C51 27 62 27 70 30L71 25C62 22 51 22 42 25Z|gold M55 8H58V10H60V12.7H58V15H55V12.7H53V10H55Z',
  towers:
    'gold M42.5 29.5L41 14H47V18.5H52.5V13H60.5V18.5H66V14H72L70.5 29.5C62 26.5 51 26.5 42.5 29.5Z|trim M56.5 20L59.5 23.2L56.5 26.4L53.5 23.2Z|beads M46.5 24H46.51M66.5 24H66.51',
  leaves:
    'gold M43 29.5C38 24 38 18 41 15C45 17 47 19 48 22C49 17 52 13 56.5 11C61 13 64 17 65 22C66 19 68 17 72 15C75 18 75 24 70 29.5C62 26.5 51 26.5 43 29.5Z|trim M56.5 17C59 20 59 23 56.5 25C54 23 54 20 56.5 17Z|beads M45.5 24.5H45.51M67.5 24.5H67.51',
  coronet:
    'gold M45 27L43 17L49 21L52 14L56.5 20L61 14L64 21L70 17L68 27C61 24 52 24 45 27Z|beads M43 16.5H43.01M52 13.5H52.01M61 13.5H61.01M70 16.5H70.01',
  diadem:
    'gold M45 29C49 25 64 25 68 29L67 24C64 21 60 20 59 15C57.5 12 55.5 12 54 15C53 20 49 21 46 24Z|trim M56.5 17C58.5 19.5 58.5 22 56.5 24C54.5 22 54.5 19.5 56.5 17Z',
  veil: 'trim M56.5 14C40 14 39 32 38 44C37.5 50 34 54 31 57C36 59 42 58.5 45 56C46 46 45 32 48 28C52 25 61 25 65 28C68 32 67 46 68 56C71 58.5 75 59 79 57C77 54 75.5 50 75 44C74 32 73 14 56.5 14Z|gold M45.5 24C50 20.5 63 20.5 67.5 24L68.5 19C62 15.5 51 15.5 44.5 19Z',
  horned:
    'trim M44 30C37 27 34 18 38 11.5C43 13 48 19 56.5 20C65 19 69 13 73 11.5C78 18 76 27 69 30C64 25 49 25 44 30Z|gold M44 30C49 25 64 25 69 30L70 26.5C63 21.5 50 21.5 43 26.5Z',
  beret:
    'suit M42 29C36 22 42 14 54 14C67 13 76 19 74 26C71.5 29.5 69 28 68 28C60 24.5 51 25 42 29Z|gold M42 30.5C50 26 61 25.5 69 29.5L69.5 26.5C61 22.5 50 23 41.5 27.5Z|trim M48 19C42 17 39 12 41 8.5C49 8 56 12 54 19C52 21 50 20.5 48 19Z|line M44 11.5C48 13 50 15.5 51.5 18.5',
  feather:
    'suit M39 28C42 24 46 25 46 20C47 15 66 15 67 20C67 25 71 24 74 28C66 32 62 27.5 56.5 27.5C51 27.5 47 32 39 28Z|trim M64 22C60 14 53 9 42 9C44 12 41 15 46 18C50 20.5 57 22 63 25Z|line M62 22C57 16 53 14 47 12.5',
  chaperon:
    'suit M43 31C36 25 40 14 54 13C66 12 76 17 74 25C73 29 71 30 69.5 31C64 25 49 25 43 31Z|trim M43 31C37 34 36 44 38 50C41 48 44 42 45 36ZM43 31C49 25 64 25 69.5 31L70.5 26.5C63 20.5 49 20.5 42 26.5Z',
  cap: 'trim M42 29L44 19H69L71 29C62 25.5 51 25.5 42 29Z|suit M44 19C50 13 63 13 69 19ZM41 30C50 25.5 63 25.5 72 30L72.5 26.5C63 22 50 22 40.5 26.5Z|gold M69 22C72 14 72 10 70 8C77 11 77 19 72 24Z',
  brim: 'suit M32 27C40 23 46 26 46 19C46 12 67 12 67 19C67 26 73 23 81 27C73 31.5 64 28 56.5 28C49 28 40 31.5 32 27Z|gold M46 24C52 21.5 61 21.5 67 24V20.5C61 18 52 18 46 20.5Z|trim M47 20C40 18 36 13 37 8C42 9 50 12 50 20Z',
  fool: 'suit M45 31C38 26 32 28 32 35C29 23 36 14 47 17C50 12 63 12 66 17C77 14 87 24 81 35C81 28 75 26 68 31C62 26 51 26 45 31Z|trim M56.5 13.5C63 13 65 15 66 17C77 14 87 24 81 35C81 28 75 26 68 31C64 27.5 60 27 56.5 27Z|gold M32 33.5A3.2 3.2 0 1 1 31.99 33.5ZM81 33.5A3.2 3.2 0 1 1 80.99 33.5Z',
  garland:
    'trim M44 30C38 28 37 22 40 19C42 20 44 22 45 24C44 19 46 15 50 13C52 15 53 18 53 20C54 16 55 14 56.5 12C58 14 59 16 60 20C60 18 61 15 63 13C67 15 69 19 68 24C69 22 71 20 73 19C76 22 75 28 69 30C64 25 49 25 44 30Z',
  tricorne:
    'suit M38 30C37 22 42 18 46 20C49 13 64 13 67 20C71 18 76 22 75 30C67 24.5 46 24.5 38 30Z|gold M38 30C46 24.5 67 24.5 75 30L75 26.7C67 21.5 46 21.5 38 26.7Z|trim M47 20.5C43 17 41 12.5 42.5 8.5C47 10.5 52 14 52 18Z',
  hood: 'suit M56.5 15C41 15 40 32 41 44C41.5 49 40 52 37 55C48 61 65 61 76 55C73 52 71.5 49 72 44C73 32 72 15 56.5 15ZM56.5 26C63 26 67 30 67 37C67 46 63 50.5 56.5 50.5C50 50.5 46 46 46 37C46 30 50 26 56.5 26Z|gold M56.5 8.5A3.6 3.6 0 1 1 56.49 8.5Z',
  // Arms, hands and what they hold.
  arm: 'suit M68 54C82 53 93 60 91 70C87 76 78 75 73 71C71 65 69 58 68 54Z|gold M74.5 66.5L89 68L90 72.5L73.5 70.5Z',
  hand: 'skin M77 62C77 58.5 87 58.5 87.5 62C88 66 86 68.5 82 68.5C78.5 68.5 77 66 77 62Z|line M79.5 64H84',
  sword: 'steel M80.5 56V14L82.5 10L84.5 14V56Z|gold M75 54H90V57.5H75ZM81 57H84V71H81Z',
  sceptre:
    'gold M81 24H84V73H81Z|gold M82.5 9C88 14 88 19 82.5 24.5C77 19 77 14 82.5 9Z|suit M82.5 13.5C85 16 85 18 82.5 20.5C80 18 80 16 82.5 13.5Z',
  axe: 'wood M81 14H84V73H81Z|steel M84 15C87 12 90 11 91.5 11C92.5 18 92.5 25 91.5 31C89 31 86.5 30 84 27ZM81 17L75.5 15V26L81 24Z',
  orb: 'gold M82.5 42A9.5 9.5 0 1 1 82.49 42Z|trim M73.4 49.5C79 52.5 86 52.5 91.6 49.5L92 53C86 56 79 56 73 53Z|gold M81 33H84V36H87V39H84V42.5H81V39H78V36H81Z',
  rose: 'green M81.5 35H83.5V73H81.5Z|green M83 50C87 44 91 45 92 46C91 51 87 53 83 53ZM82 57C78 51 75 52 74 53C75 58 79 59 82 59Z|suit M82.5 18C88 16 92 20 90.5 25C93 30 88 36 82.5 34.5C77 36 72 30 74.5 25C73 20 77 16 82.5 18Z|gold M82.5 23A3.6 3.6 0 1 1 82.49 23Z',
  tulip:
    'green M81.5 33H83.5V73H81.5Z|green M82.5 58C75 55 73 48 73.5 43C79 46 82 51 82.5 58Z|trim M74.5 16L79 20L82.5 14L86 20L90.5 16C92 26 89 33.5 82.5 33.5C76 33.5 73 26 74.5 16Z',
  fan: 'gold M82.5 62L70.5 36C77 28 88 28 93 33.5L84 62Z|trim M72.8 41C79 35.5 86 35 91.3 38.5L88.5 47C84 45 80 46 76.5 49Z|line M82.5 60L78 33M83 60L86 31.5',
  mirror:
    'gold M81 38H84V73H81Z|gold M82.5 15A9.5 12 0 1 1 82.49 15Z|steel M82.5 19A6 8 0 1 1 82.49 19Z|line M80 29L85 22',
  halberd:
    'wood M81 20H84V74H81Z|steel M82.5 7L85.5 19H79.5ZM84 19C88 17 91 18 92.5 20C91 27 88 31 84 31ZM81 21L74.5 19L76 26L81 29Z',
  pennant:
    'wood M80 12H82.5V74H80Z|gold M81.25 6.5L83.5 12H79ZM|trim M82.5 14L92.5 17L88 22.5L92.5 28L82.5 31Z',
  horn: 'gold M71 35C76 43 82 44 86 38C88 34 91 31 93 30.5L92.5 42C91 51 84 55 78 51C74 48 71 42 71 35Z|line M73.5 42.5L77 39.5M86.5 48L84 41',
  lute: 'wood M78 38L80.5 11H84.5L84 38Z|gold M78.5 36C82 34.5 84 36 85 38C90 40 92 46 91 52C89 59 78 60 74 55C70 49 72 40 78.5 36Z|line M82 45A2.8 2.8 0 1 1 81.99 45ZM76 52.5H86M77 11.5H80M77 15.5H80',
  pipe: 'wood M60 45.2L74 47.5V43H79V51.5C79 54 74 54 73 51L60 47.5Z',
  letter: 'paper M73 40L91 36L93 48L75 52Z|line M73 40L83.5 45.5L91 36',
  goblet:
    'gold M74 37H91C91 46 88 50 84 51V58H87V61H78V58H81V51C77 50 74 46 74 37Z|trim M74.5 40.5C79 43 86 43 90.5 40.5C90 43 89.5 44.5 89 45.5C85 47.5 80 47.5 76 45.5C75.3 44.5 74.8 43 74.5 40.5Z',
  dagger: 'steel M80.5 56V38L82.5 33L84.5 38V56Z|gold M76 54H89V57.5H76ZM81 57H84V71H81Z',
  baton: 'wood M81 42H84V73H81Z|gold M82.5 32C88 35.5 88 41 82.5 44.5C77 41 77 35.5 82.5 32Z',
  raised:
    'suit M65 53C72 50 76 46 77 42L90 43C92 53 93 61 93 66V78C84 72 76 64 65 53Z|gold M76.5 42H90.5L91 46.5L75.5 45.5Z',
  palm: 'skin M77 41.5V36C77 33 79 33.5 80 35V31C80 29.5 82 29.5 82.5 31C83 29.5 85 29.5 85.5 31C86 30 88 30 88 31.5V41.5Z|line M82.5 31V35.5M85.5 31V35.5',
  // A banner has nobody to carry it.
  flag: 'wood M36 13H39V67.7L36 67Z|gold M37.5 8L41 12.5L37.5 17L34 12.5Z|tint M39 19C54 11 70 27 91 17V61C72 71 56 54 39 63Z|edge M39 23C54 15 70 31 91 21M39 59C54 50.5 72 67 91 57',
};

/** The costume of this name, or nothing for a suit without figures. */
export function costumeOf(name: string | undefined): Costume | undefined {
  return name === undefined ? undefined : COSTUMES[name];
}

/** The upper half of a court, from the back to the front; nothing for a card that is none. */
export function figureOf(costume: Costume, index: string): Part[] {
  const pieces = costume.courts[index]?.split(' ') ?? [];
  return pieces
    .flatMap((name) => PIECES[name]?.split('|') ?? [])
    .map((part) => {
      const [ink = '', ...d] = part.split(' ');
      return { ink, d: d.join(' ') };
    });
}
