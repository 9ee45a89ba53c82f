import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = { version: number; name: string; sql: string; checksum: string }

/**
 * Reads `0001-name.sql` files in order. Versions have no gaps, so that two branches that add the same version conflict
 * at merge time.
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()

  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1])
      if (version !== index + 1) {
        throw new Error(`${file} must be numbered ${String(index + 1).padStart(4, '0')}`)
      }
      const sql = await readFile(join(directory, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version, name: file.slice(0, -4), sql, checksum }
    }),
  )
}
