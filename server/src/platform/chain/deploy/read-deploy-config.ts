import { type Config, completeConfig } from '../../config/config.js'
import { type Environment, readSettings } from '../../config/read-settings.js'
import { ConfigError } from '../../config/setting.js'
import type { Hex } from '../chain.js'

export type DeployConfig = { chainRpcUrl: readonly string[]; chainId: number; privateKey: Hex }

const names = ['CHAIN_RPC_URL', 'CHAIN_ID', 'RELAYER_PRIVATE_KEY'] as const
/** Required by the configuration but not used for deployment. */
const unused = {
  masterKey: 'unused',
  jwtSecret: 'unused',
  cronSecret: 'unused',
  databasePassword: 'unused',
  demoKeySecret: 'unused',
}

/**
 * Reads the settings needed for deployment, with the service's defaults. Ignores the other
 * requirements of live mode, because contracts are deployed first.
 *
 * @throws {ConfigError} with all problems at once.
 */
export function readDeployConfig(environment: Environment): DeployConfig {
  const mode = readMode(environment)
  const settings = readSettings(pick(environment, names))
  const { chainRpcUrl, chainId, relayerPrivateKey } = completeConfig({ ...settings, mode }, unused)
  if (chainRpcUrl?.[0] !== undefined && relayerPrivateKey !== undefined) {
    return { chainRpcUrl, chainId, privateKey: relayerPrivateKey as Hex }
  }
  throw new ConfigError([
    ...(chainRpcUrl?.[0] === undefined ? ['CHAIN_RPC_URL: is required'] : []),
    ...(relayerPrivateKey === undefined
      ? ['RELAYER_PRIVATE_KEY: is required; its wallet pays for the deployment']
      : []),
  ])
}

function readMode(environment: Environment): Config['mode'] {
  try {
    return readSettings(pick(environment, ['MODE'])).mode
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const modeProblems = error.problems.filter((problem) => problem.startsWith('MODE:'))
    if (modeProblems.length > 0) throw new ConfigError(modeProblems)
    // MODE itself is valid, and only live mode has further requirements.
    return 'live'
  }
}

function pick(environment: Environment, names: readonly string[]): Environment {
  const all = names.flatMap((name) => [name, `${name}_FILE`])
  return Object.fromEntries(all.map((name) => [name, environment[name]]))
}
