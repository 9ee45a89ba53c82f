import { chmodSync, type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../log.js'

/** The files and folders of the service, with their drafts. */
const ours =
  /^(secrets\.json|demo\.json|instance\.lock|chain-state(\.previous)?\.json|chain\.(log|pid)|postgres(\.log)?|journal|snapshot)(\.|$)/

/**
 * Withdraws the access of other users to the folder and its files, which an earlier version may
 * have granted. Leaves files of others alone, and a folder with such files: it may be one that
 * other programs need.
 */
export function protectDataDir(dataDir: string, log: Pick<Logger, 'warn'>): void {
  const entries = readdirSync(dataDir, { withFileTypes: true })
  const own = entries.filter(({ name }) => ours.test(name))
  // PostgreSQL protects the files in its folder itself.
  for (const entry of own) restrict(join(dataDir, entry.name), entry, log)

  const foreign = entries.find((entry) => !own.includes(entry))
  if (!foreign) restrict(dataDir, null, log)
  else {
    log.warn(
      { file: foreign.name },
      'DATA_DIR has other files, so the access to the folder is unchanged; use a folder of its own',
    )
  }
}

/** Skips links, whose targets belong to others. */
function restrict(path: string, entry: Dirent | null, log: Pick<Logger, 'warn'>): void {
  if (entry && !entry.isFile() && !entry.isDirectory()) return
  try {
    chmodSync(path, entry?.isFile() ? 0o600 : 0o700)
  } catch (error) {
    // Another process may have removed a draft. Some file systems have no modes.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    log.warn(
      { err: error },
      'the access of other users to a file in DATA_DIR could not be withdrawn',
    )
  }
}
