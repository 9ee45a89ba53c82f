import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

export const templateDatabase = 'template_tallystick'

/**
 * Creates a database for one test file: migrated and empty, without tables, or a copy of another
 * template.
 */
export async function createTestDatabase(
  content: 'migrated' | 'empty' | { template: string } = 'migrated',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administrate(postgresUrl, (client) => copyDatabase(client, name, templateOf(content)))

  return {
    url: urlOfDatabase(postgresUrl, name),
    async drop() {
      await administrate(postgresUrl, (client) =>
        client.query(`drop database ${name} with (force)`),
      )
    },
  }
}

/**
 * Creates a template from the migrated one, once per run: the first test file fills it while others
 * wait. `fill` must close its connections.
 */
export async function ensureTemplate(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const postgresUrl = inject('postgresUrl')
  await administrate(postgresUrl, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await copyDatabase(client, draft, templateDatabase)
    await fill(urlOfDatabase(postgresUrl, draft))
    await client.query(`alter database ${draft} rename to ${name}`)
  })
}

/** Copying files takes half the CPU time of the default strategy, which logs every block. */
async function copyDatabase(client: Client, name: string, template: string): Promise<void> {
  await client.query(`create database ${name} template ${template} strategy file_copy`)
}

function templateOf(content: 'migrated' | 'empty' | { template: string }): string {
  if (content === 'migrated') return templateDatabase
  return content === 'empty' ? 'template0' : content.template
}

export function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = database
  return url.href
}

async function administrate(
  postgresUrl: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
