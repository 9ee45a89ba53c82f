import { Client, type ClientBase } from 'pg'
import type { DatabaseServers, ServerKind } from './database-url.js'

type OpenedConnection = { client: Client; url: string }

type OpenOptions = {
  applicationName: string
  connectTimeoutMs: number
  /** The limit of each statement. */
  queryTimeoutMs?: number | undefined
}

/**
 * Opens a connection to a server of the right kind. Several servers are tried at the same time, so
 * that one that hangs delays nothing.
 *
 * @throws the error of the first server when there is none.
 */
export async function openConnection(
  { urls, kind }: DatabaseServers,
  options: OpenOptions,
): Promise<OpenedConnection> {
  const attempts = urls.map((url) => openOne(url, kind, options))
  try {
    const opened = await Promise.any(attempts)
    for (const attempt of attempts) {
      attempt.then(
        ({ client }) => client !== opened.client && endSoon(client),
        () => {},
      )
    }
    return opened
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}

async function openOne(
  url: string,
  kind: ServerKind,
  { applicationName, connectTimeoutMs, queryTimeoutMs }: OpenOptions,
): Promise<OpenedConnection> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: applicationName,
  })
  // The connection may break between two steps, which the next step reports.
  client.on('error', () => {})
  try {
    await client.connect()
    await requireKind(client, kind)
    return { client, url }
  } catch (error) {
    endSoon(client)
    throw error
  }
}

/**
 * Passes if the server of a new connection is of this kind.
 *
 * @throws an error with the code of a connection that is read-only, or is not.
 */
export async function requireKind(client: ClientBase, kind: ServerKind): Promise<void> {
  if (kind === 'any') return
  // A former primary accepts connections, and only refuses writes.
  const { rows } = await client.query<{ isReadOnly: boolean; isStandby: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_is_in_recovery() as "isStandby"`,
  )
  const isRight = kind === 'standby' ? rows[0]?.isStandby : rows[0]?.isReadOnly === false
  if (isRight) return
  const message = kind === 'standby' ? 'The server is no standby' : 'The data store is read-only'
  throw Object.assign(new Error(message), { code: '25006' })
}

/** Not awaited: a server that hangs does not confirm the end either. */
export function endSoon(client: Client): void {
  client.end().catch(() => {})
}
