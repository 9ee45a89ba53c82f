import { type Config, completeConfig } from '../../config/config.js'
import { ConfigError } from '../../config/config-error.js'
import { type Environment, readSettings } from '../../config/read-settings.js'
import type { Hex } from '../chain.js'

/** What it takes to put our contracts on a chain. */
export type DeployConfig = { chainRpcUrl: readonly string[]; chainId: number; privateKey: Hex }

const names = ['CHAIN_RPC_URL', 'CHAIN_ID', 'RELAYER_PRIVATE_KEY'] as const
/** The service would demand them; here nothing is signed or sealed with them. */
const unused = {
  masterKey: 'unused',
  jwtSecret: 'unused',
  cronSecret: 'unused',
  databasePassword: 'unused',
  demoKeySecret: 'unused',
}

/**
 * Reads the few settings that matter as the service reads them, with its defaults, and leaves out what live mode
 * demands besides: contracts are deployed before there is anything else.
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
    ...(relayerPrivateKey === undefined ? ['RELAYER_PRIVATE_KEY: is required; it pays'] : []),
  ])
}

function readMode(environment: Environment): Config['mode'] {
  try {
    return readSettings(pick(environment, ['MODE'])).mode
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const own = error.problems.filter((problem) => problem.startsWith('MODE:'))
    if (own.length > 0) throw new ConfigError(own)
    // It could be read, and only live mode has demands.
    return 'live'
  }
}

function pick(environment: Environment, wanted: readonly string[]): Environment {
  const all = wanted.flatMap((name) => [name, `${name}_FILE`])
  return Object.fromEntries(all.map((name) => [name, environment[name]]))
}
