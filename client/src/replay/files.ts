// Record files that a reader brings along.  They are read here; what is shown of them the server works out.

const LARGEST_FILE = 32 * 1024 * 1024; // bytes
const LARGEST_MATCH = 1024 * 1024; // bytes, as the server has it

export type FileProblem = 'too_large' | 'no_record';

export interface Matches {
  lines: string[]; // one a match, as they stand there
  bad: number | null; // the first line that is none, from 1, such as the last of a file that was cut off
}

/** The matches of a record file. */
export async function matchesOf(file: File): Promise<Matches | FileProblem> {
  if (file.size > LARGEST_FILE) return 'too_large';
  const lines: string[] = [];
  let bad: number | null = null;
  for (const [i, line] of (await file.text()).split('\n').entries()) {
    if (isRecord(line)) lines.push(line);
    else if (line.trim() !== '') bad ??= i + 1;
  }
  if (lines.length === 0) return 'no_record';
  return lines.some((line) => line.length > LARGEST_MATCH) ? 'too_large' : { lines, bad };
}

function isRecord(line: string): boolean {
  try {
    const found: unknown = JSON.parse(line);
    return typeof found === 'object' && found !== null && 'format' in found && 'deals' in found;
  } catch {
    return false;
  }
}
