import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = { version: number; name: string; sql: string; checksum: string }

/** Reads `0001-name.sql` files in order. Versions may have gaps, but must be unique. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()

  return Promise.all(
    files.map(async (file, index) => {
      const number = versionOf(file)
      if (number === undefined) {
        throw new Error(`${file} must have a name such as 0001-name.sql`)
      }
      const earlier = files[index - 1]
      if (earlier && versionOf(earlier) === number) {
        throw new Error(`${file} has the same number as ${earlier}. Rename one of them.`)
      }
      const sql = await readFile(join(directory, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version: Number(number), name: file.slice(0, -4), sql, checksum }
    }),
  )
}

function versionOf(file: string): string | undefined {
  return /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
}
