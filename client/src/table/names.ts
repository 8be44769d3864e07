// What somebody is called for short.

declare const HOWS: string[]; // vite.config.ts: what guests are called in any language may be read in any other

const MOST = 12; // letters of it; wide ones count twice
const WIDE = /[\u1100-\u11ff\u2e80-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u;
const letters = new Intl.Segmenter(); // to make one costs more than to ask it

/** The beginning of a name, as people call each other: its first word, but no title and no bare picture. */
export function callName(name: string): string {
  const called = withoutHow(name);
  const call = /^.*?\p{L}{3,}[^\s-]*/u.exec(called)?.[0] ?? called;
  if (breadthOf(call) <= MOST) return call;
  let room = MOST - 1; // for the sign that something is missing: half an otter is a cormorant
  let short = '';
  for (const { segment } of letters.segment(call)) {
    room -= breadth(segment);
    if (room < 0) break;
    short += segment;
  }
  return `${short}…`;
}

/** Of a name that the house has given, such as "Quiet Heron", the animal: nobody is called Quiet. */
function withoutHow(name: string): string {
  const how = HOWS.find((each) => name.startsWith(`${each} `));
  return how === undefined ? name : name.slice(how.length + 1);
}

const breadth = (segment: string): number => (WIDE.test(segment) ? 2 : 1);
const breadthOf = (word: string): number =>
  [...letters.segment(word)].reduce((sum, { segment }) => sum + breadth(segment), 0);

/** The breadth of its longest word, in letters. */
export function longestWord(name: string): number {
  return Math.max(...name.split(/[\s-]+/u).map(breadthOf));
}
