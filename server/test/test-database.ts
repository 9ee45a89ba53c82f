import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

export const templateDatabase = 'template_tallystick'

/** A database of its own for one test file: migrated and empty, or without any table. */
export async function createTestDatabase(
  content: 'migrated' | 'empty' = 'migrated',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = content === 'migrated' ? templateDatabase : 'template0'
  // Copying files costs half the CPU time of the default strategy, which logs every block.
  await administrate(postgresUrl, `create database ${name} template ${template} strategy file_copy`)

  return {
    url: urlOfDatabase(postgresUrl, name),
    drop: () => administrate(postgresUrl, `drop database ${name} with (force)`),
  }
}

export function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = database
  return url.href
}

async function administrate(postgresUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
