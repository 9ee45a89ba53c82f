import type { Address } from '../../../lib/hex.js'
import { ConfigError } from '../../config/config-error.js'
import type { Environment } from '../../config/read-settings.js'
import type { Hex } from '../chain.js'
import { findForeignNodes } from '../chain-client.js'
import { plainWords } from '../plain-words.js'
import { createViemChain } from '../viem-chain.js'
import { walletOf } from '../wallet-of.js'
import { deployMissing } from './deploy-missing.js'
import { describeSurvey } from './describe-survey.js'
import { judgeSurvey } from './judge-survey.js'
import { type DeployConfig, readDeployConfig } from './read-deploy-config.js'
import type { Patience } from './send-contract.js'
import { surveyDeployment } from './survey-deployment.js'

const usage = [
  'Usage: npm run deploy-contracts [-- --dry-run | --yes]',
  '  --dry-run  shows what is on the chain and what it would cost to add the rest (also without it)',
  '  --yes      adds it',
  'Settings: MODE, CHAIN_RPC_URL, CHAIN_ID, RELAYER_PRIVATE_KEY; see .env.example',
]

const ordinary: Patience = { withinMs: 180_000, everyMs: 2_000 }

type Input = {
  args: readonly string[]
  environment: Environment
  say: (line: string) => void
  patience?: Patience
}

/**
 * `npm run deploy-contracts`: puts our contracts on the configured chain, or only says what that would take. Returns
 * the exit code: 0 when it is done or could be, 1 when not, 2 when arguments or settings are wrong. Neither the key nor
 * an address of a node is ever said.
 */
export async function runDeployment(input: Input): Promise<number> {
  const { args, environment, say } = input
  if (args.some((one) => one !== '--dry-run' && one !== '--yes')) {
    for (const line of usage) say(line)
    return 2
  }

  try {
    return (await perform(readDeployConfig(environment), input)) ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const problem of error.problems) say(problem)
      return 2
    }
    say(`The chain cannot be asked: ${firstLine(error)}`)
    return 1
  }
}

async function perform(
  config: DeployConfig,
  { args, say, patience = ordinary }: Input,
): Promise<boolean> {
  const { chainRpcUrl, chainId, privateKey } = config
  const foreign = await findForeignNodes({ urls: chainRpcUrl, chainId })
  for (const { node, chainId: actual } of foreign) {
    say(`CHAIN_RPC_URL: address ${node} is chain ${actual}, not ${chainId}`)
  }
  const chain = createViemChain({ chainRpcUrl: [...chainRpcUrl], chainId })
  if (foreign.length > 0 || !chain) return false

  const wallet = await openWallet(privateKey)
  const signer = { privateKey, wallet, chainId }
  const survey = await surveyDeployment(chain, { chainId, wallet })
  for (const line of describeSurvey(survey)) say(line)
  const problems = judgeSurvey(survey)
  if (problems.length > 0) say('It cannot be done like this:')
  for (const problem of problems) say(`- ${problem}`)
  if (problems.length > 0) return false

  const { steps } = survey
  if (steps.every(({ kind }) => kind === 'there')) {
    say('Everything is there. There is nothing to do.')
    return true
  }
  if (!args.includes('--yes') || args.includes('--dry-run')) {
    say('Nothing was sent. To do it: npm run deploy-contracts -- --yes')
    return true
  }
  const isDone = await deployMissing(chain, { steps, signer, say, patience })
  say(isDone ? 'Done.' : 'Not everything was done. What was can stay: run this again to go on.')
  return isDone
}

/** What the library says of a bad key might repeat it. */
async function openWallet(privateKey: Hex): Promise<Address> {
  try {
    return await walletOf(privateKey)
  } catch {
    throw new ConfigError(['RELAYER_PRIVATE_KEY: opens no wallet'])
  }
}

/** The rest of what the library says is for whoever debugs it. */
function firstLine(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return plainWords(line, 200)
}
