// Record files that a reader brings along.  They are read here; what is shown of them the server works out.

const LARGEST_FILE = 32 * 1024 * 1024; // bytes
const LARGEST_MATCH = 1024 * 1024; // bytes, as the server has it

export type FileProblem = 'too_large' | 'no_record';

/** The matches of a record file, one a line, as they stand there. */
export async function matchesOf(file: File): Promise<string[] | FileProblem> {
  if (file.size > LARGEST_FILE) return 'too_large';
  const lines = (await file.text()).split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || !lines.every(isRecord)) return 'no_record';
  return lines.some((line) => line.length > LARGEST_MATCH) ? 'too_large' : lines;
}

function isRecord(line: string): boolean {
  try {
    const found: unknown = JSON.parse(line);
    return typeof found === 'object' && found !== null && 'format' in found && 'deals' in found;
  } catch {
    return false;
  }
}
