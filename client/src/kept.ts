// What this browser keeps.  Where it keeps nothing, as when storage is blocked or full, everything begins anew.

/** What lies under this key; null if there is nothing, or nothing of ours. */
export function kept(key: string, of: () => Storage = () => localStorage): unknown {
  try {
    return JSON.parse(of().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Puts it there, if that is possible. */
export function keep(key: string, what: unknown, of: () => Storage = () => localStorage): void {
  try {
    of().setItem(key, JSON.stringify(what));
  } catch {
    // it begins anew
  }
}
