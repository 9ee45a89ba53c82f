import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningAnvil } from '../chain/anvil/running-anvil.js'
import { type Config, completeConfig } from '../config/config.js'
import { type Environment, inspectSettings } from '../config/read-settings.js'
import { loadSandboxSecrets, type SandboxSecrets } from '../config/sandbox-secrets.js'
import { ConfigError } from '../config/setting.js'
import type { Settings } from '../config/settings.js'
import { findRunningDatabase } from '../embedded-postgres/postmaster.js'
import type { DoctorContext } from './section.js'

/** In place of secrets that are not set. */
const placeholders: SandboxSecrets = {
  masterKey: 'unset',
  jwtSecret: 'unset',
  cronSecret: 'unset',
  databasePassword: 'unset',
  demoKeySecret: 'unset',
}

type DoctorConfig = Pick<DoctorContext, 'config' | 'settingsProblems' | 'hasMasterKey'> & {
  databaseUrl: string | null
}

/**
 * Reads the valid settings. In sandbox mode it finds the embedded database and
 * chain of a running service. Creates no files.
 */
export function readDoctorConfig(environment: Environment): DoctorConfig {
  const { settings, problems } = inspectSettings(environment)
  const secrets = findSandboxSecrets(settings, problems)
  const config = completeConfig(settings, secrets ?? placeholders)
  return {
    config: { ...config, chainRpcUrl: config.chainRpcUrl ?? findOwnChain(config) },
    settingsProblems: problems,
    hasMasterKey: settings.masterKey !== undefined || secrets !== null,
    databaseUrl: config.databaseUrl ?? findOwnDatabase(config, secrets),
  }
}

/** Returns the secrets of an existing sandbox, or null. Adds a problem if they are damaged. */
function findSandboxSecrets(
  { mode, dataDir }: Settings,
  problems: string[],
): SandboxSecrets | null {
  if (mode !== 'sandbox' || !existsSync(join(dataDir, 'secrets.json'))) return null
  try {
    return loadSandboxSecrets(dataDir)
  } catch (error) {
    problems.push(...(error instanceof ConfigError ? error.problems : [String(error)]))
    return null
  }
}

function findOwnChain({ mode, dataDir }: Config): string[] | undefined {
  const running = mode === 'sandbox' ? findRunningAnvil(dataDir) : null
  return running ? [`http://127.0.0.1:${running.port}`] : undefined
}

function findOwnDatabase({ dataDir }: Config, secrets: SandboxSecrets | null): string | null {
  return secrets && findRunningDatabase({ dataDir, password: secrets.databasePassword })
}
