import type { Environment } from '../../config/read-settings.js'
import { ConfigError } from '../../config/setting.js'
import { findForeignNodes } from '../chain-client.js'
import { plainWords } from '../chain-failures.js'
import { walletOf } from '../signing-keys.js'
import { createViemChain } from '../viem-chain.js'
import { deployMissing } from './deploy-missing.js'
import { describeSurvey } from './describe-survey.js'
import { findObstacles } from './find-obstacles.js'
import { type DeployConfig, readDeployConfig } from './read-deploy-config.js'
import type { Polling } from './send-contract.js'
import { surveyDeployment } from './survey-deployment.js'

const usage = [
  'Usage: npm run deploy-contracts [-- --dry-run | --yes]',
  '  --dry-run  show which contracts are deployed and the cost of the missing ones (default)',
  '  --yes      deploy the missing contracts',
  'Settings: MODE, CHAIN_RPC_URL, CHAIN_ID, RELAYER_PRIVATE_KEY; see .env.example',
]

const defaultPolling: Polling = { withinMs: 180_000, everyMs: 2_000 }

type Input = {
  args: readonly string[]
  environment: Environment
  print: (line: string) => void
  polling?: Polling
}

/**
 * Implements `npm run deploy-contracts`: deploys our contracts on the configured chain, or only
 * reports the cost. Returns the exit code: 0 for success, 1 for failure, 2 for invalid arguments or
 * settings. Never prints the key or the URL of a node.
 */
export async function runDeployment(input: Input): Promise<number> {
  const { args, environment, print } = input
  if (args.some((arg) => arg !== '--dry-run' && arg !== '--yes')) {
    for (const line of usage) print(line)
    return 2
  }

  try {
    return (await perform(readDeployConfig(environment), input)) ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const problem of error.problems) print(problem)
      return 2
    }
    print(`The chain does not respond: ${firstLine(error)}`)
    return 1
  }
}

async function perform(
  config: DeployConfig,
  { args, print, polling = defaultPolling }: Input,
): Promise<boolean> {
  const { chainRpcUrl, chainId, privateKey } = config
  const foreign = await findForeignNodes({ urls: chainRpcUrl, chainId })
  for (const { node, chainId: actual } of foreign) {
    print(`CHAIN_RPC_URL: URL ${node} is chain ${actual}, not ${chainId}`)
  }
  const chain = createViemChain({ chainRpcUrl: [...chainRpcUrl], chainId })
  if (foreign.length > 0 || !chain) return false

  const wallet = await walletOf(privateKey)
  const signer = { privateKey, wallet, chainId }
  const survey = await surveyDeployment(chain, { chainId, wallet })
  for (const line of describeSurvey(survey)) print(line)
  const problems = findObstacles(survey)
  if (problems.length > 0) print('The contracts cannot be deployed:')
  for (const problem of problems) print(`- ${problem}`)
  if (problems.length > 0) return false

  const { steps } = survey
  if (steps.every(({ kind }) => kind === 'deployed')) {
    print('All contracts are deployed. There is nothing to do.')
    return true
  }
  if (!args.includes('--yes') || args.includes('--dry-run')) {
    print('Nothing was sent. To deploy, run: npm run deploy-contracts -- --yes')
    return true
  }
  const isDone = await deployMissing(chain, { steps, signer, print, polling })
  print(isDone ? 'Done.' : 'Not all contracts were deployed. Run this command again to continue.')
  return isDone
}

/** Drops the library's debug information. */
function firstLine(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return plainWords(line, 200)
}
