import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, completeConfig } from '../src/platform/config/config.js'
import { readSettings } from '../src/platform/config/read-settings.js'

const secret = (letter: string) => letter.repeat(64)

/** A busy machine may take longer than the defaults, and one late connection begins an outage. */
export const connectTimeoutMs = 20_000
export const requestTimeoutMs = 20_000

/** Not that of a sandbox in this folder, because a killed run leaves its journal. */
const dataDir = join(tmpdir(), `tallystick-test-data-${process.pid}`)
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

/** Creates a sandbox configuration with valid defaults. */
export function testConfig(environment: Record<string, string> = {}): Config {
  const settings = readSettings({
    BASE_URL: 'http://tally.test',
    ALLOWED_HOSTS: 'localhost,127.0.0.1',
    DATA_DIR: dataDir,
    ...environment,
  })
  return completeConfig(settings, {
    masterKey: secret('a'),
    jwtSecret: secret('b'),
    cronSecret: secret('c'),
    databasePassword: secret('d'),
    demoKeySecret: secret('e'),
  })
}
