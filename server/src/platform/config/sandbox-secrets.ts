import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './setting.js'

/** Secrets that sandbox mode generates. Never used in live mode. */
export type SandboxSecrets = {
  masterKey: string
  jwtSecret: string
  cronSecret: string
  /** Password of the embedded database. */
  databasePassword: string
  /** The random part of the demo key, which keeps it the same after a restart. */
  demoKeySecret: string
}

const names = ['masterKey', 'jwtSecret', 'cronSecret', 'databasePassword', 'demoKeySecret'] as const

/**
 * Returns the secrets stored in `dataDir`, and generates them on first use. Several processes may
 * share the directory: the file is created atomically, and the first one wins.
 *
 * @throws {ConfigError} when the file is damaged.
 */
export function loadSandboxSecrets(dataDir: string): SandboxSecrets {
  const path = join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })

  const existing = read(path)
  if (existing) return existing

  const temporaryPath = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(temporaryPath, JSON.stringify(generateSecrets(), null, 2), {
    mode: 0o600,
    flush: true,
  })
  try {
    linkSync(temporaryPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporaryPath, { force: true })
  }

  const storedSecrets = read(path)
  if (!storedSecrets) throw new Error(`${path} was removed while it was being created`)
  return storedSecrets
}

function generateSecrets(): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('hex')]))
}

function read(path: string): SandboxSecrets | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }

  const value = parse(text)
  if (!value || names.some((name) => !/^[0-9a-f]{64}$/.test(String(value[name])))) {
    throw new ConfigError([
      `DATA_DIR: ${path} is damaged; restore it or delete the whole directory`,
    ])
  }
  return value as SandboxSecrets
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// Test wallets with public private keys. Never send real money to them.

/** Receives the platform's share. */
export const sandboxPlatformWallet = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'

/** Pays for gas. */
export const sandboxRelayerKey =
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** The merchants of the demo shops. */
export const sandboxMerchants = {
  demo: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  other: '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
}
