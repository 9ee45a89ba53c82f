import { Client } from 'pg'

/**
 * Opens a connection of its own and checks that it may write: a former primary accepts connections and only refuses
 * writes.
 *
 * @throws when there is no such connection within the time.
 */
export async function probeDatabase(url: string, timeoutMs: number): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'tallystick-probe',
  })
  // The connection may break between two steps, which the next step reports.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    )
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('The data store is read-only')
  } finally {
    // Not awaited: a server that hangs does not confirm the end either.
    client.end().catch(() => {})
  }
}
