import { chmodSync, type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../log.js'

/** The files and folders of the service, including temporary files. */
const serviceFiles =
  /^(secrets\.json|demo\.json|instance\.lock|chain-state(\.previous)?\.json|chain\.(log|pid)|postgres(\.log)?|journal|snapshot)(\.|$)/

/**
 * Revokes other users' access to the folder and its files, which an earlier version may have
 * granted. Leaves other files unchanged, and a folder that contains any: other programs may need
 * it.
 */
export function protectDataDir(dataDir: string, log: Pick<Logger, 'warn'>): void {
  const entries = readdirSync(dataDir, { withFileTypes: true })
  const ownEntries = entries.filter(({ name }) => serviceFiles.test(name))
  // PostgreSQL protects the files in its folder itself.
  for (const entry of ownEntries) restrict(join(dataDir, entry.name), entry, log)

  const otherFile = entries.find((entry) => !ownEntries.includes(entry))
  if (!otherFile) restrict(dataDir, null, log)
  else {
    log.warn(
      { file: otherFile.name },
      'DATA_DIR contains other files, so its permissions are unchanged; use a dedicated folder',
    )
  }
}

/** Skips links, whose targets belong to others. */
function restrict(path: string, entry: Dirent | null, log: Pick<Logger, 'warn'>): void {
  if (entry && !entry.isFile() && !entry.isDirectory()) return
  try {
    chmodSync(path, entry?.isFile() ? 0o600 : 0o700)
  } catch (error) {
    // Another process may have removed a temporary file. Some file systems have no modes.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    log.warn({ err: error }, 'could not revoke the access of other users to a file in DATA_DIR')
  }
}
