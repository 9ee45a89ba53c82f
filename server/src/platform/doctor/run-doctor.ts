import type { UnixMs } from '../../lib/time.js'
import { createViemChain } from '../chain/viem-chain.js'
import type { Environment } from '../config/read-settings.js'
import { createPostgresDb } from '../db/postgres-db.js'
import { createLogger } from '../log.js'
import { formatJson, formatReport, hasProblem } from './format-report.js'
import { readDoctorConfig } from './read-doctor-config.js'
import { runSections } from './run-sections.js'
import type { Section } from './section.js'

const usage = [
  'Usage: npm run doctor [-- --json]',
  '  --json  print the findings as JSON',
  'Checks the configuration, the database and the chain. Changes nothing.',
]

const connectTimeoutMs = 5_000

type Input = {
  args: readonly string[]
  environment: Environment
  sections: readonly Section[]
  now: () => UnixMs
  fetch: typeof fetch
  print: (line: string) => void
}

/**
 * Implements `npm run doctor`: checks a configuration and its surroundings without changing
 * anything. Returns the exit code: 0 without problems, 1 with at least one, 2 for invalid
 * arguments. Never prints secrets or URLs of nodes.
 */
export async function runDoctor(input: Input): Promise<number> {
  const { args, environment, sections, now, fetch, print } = input
  if (args.some((arg) => arg !== '--json')) {
    for (const line of usage) print(line)
    return 2
  }

  const { config, databaseUrl, ...settings } = readDoctorConfig(environment)
  const log = createLogger('silent', { write: () => {} })
  const db = databaseUrl
    ? createPostgresDb({
        url: databaseUrl,
        poolSize: 2,
        log,
        connectTimeoutMs,
        statements: config.databaseStatements,
      })
    : null
  const chain = createViemChain(config)
  try {
    const examined = await runSections(sections, { config, ...settings, db, chain, now, fetch })
    const report = { config, sections: examined }
    const lines = args.includes('--json') ? [formatJson(report)] : formatReport(report)
    for (const line of lines) print(line)
    return hasProblem(examined) ? 1 : 0
  } finally {
    await db?.close()
  }
}
